import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type ReactNode, useEffect } from 'react';
import { useAction } from '#panel/commands/use-action.ts';
import { accountQuery } from '#panel/data/account.ts';
import { fillWithDemo } from '#panel/data/invitation.ts';
import { peopleQuery } from '#panel/data/people.ts';
import { setFirstSteps } from '#panel/data/preferences.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { inboxesQuery } from '#panel/records/inboxes/queries.ts';
import { paths } from '#panel/route/paths.ts';
import { listPath } from '#panel/route/record-paths.ts';
import { Link } from '#panel/route/router.tsx';
import { Button, buttonClass } from '#panel/ui/Button.tsx';
import { Check } from '#panel/ui/icons.tsx';
import { useMyDayWords } from '#panel/words/my-day/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { anyProjectQuery } from './queries.ts';

interface Props {
  readonly slug: string;
  /** True if the team has no task, deal or activity. */
  readonly isEmpty: boolean;
}

/** First steps of a new team, or of a new member; each is checked once it is done. They remain until they are hidden. */
export default function FirstSteps({ slug, isEmpty }: Props) {
  const { steps } = useMyDayWords();
  const { invite } = useWords();
  const { can } = useCurrentTeam();
  const fill = useAction(() => fillWithDemo(slug));
  const { data: hasProject = true } = useQuery(anyProjectQuery(slug));
  const list = useSteps(slug);
  const done = list.filter(({ isDone }) => isDone).length;
  useEffect(() => setFirstSteps(slug, 'open'), [slug]);
  return (
    <section
      aria-labelledby="first-steps"
      className="flex flex-col rounded-card border border-border bg-raised"
    >
      <header className="flex items-center gap-3 px-4 pt-3 pb-2">
        <h2 id="first-steps" className="font-semibold text-title">
          {steps.title}
        </h2>
        <span className="text-meta text-muted">{steps.done({ done, count: list.length })}</span>
        <Button look="quiet" className="ml-auto" onClick={() => setFirstSteps(slug, 'hidden')}>
          {steps.hide}
        </Button>
      </header>
      <ol>
        {list.map((step, index) => (
          <Step key={step.name} {...step} number={index + 1} />
        ))}
      </ol>
      {isEmpty && can('imports.create') ? (
        <footer className="flex flex-wrap items-center gap-x-3 gap-y-2 border-border border-t px-4 py-3">
          <p className="min-w-60 flex-1 text-muted">
            <span className="block font-medium text-text">{steps.import}</span>
            {steps.importAbout}
          </p>
          <Link href={paths.imports(slug)} className={buttonClass('plain')}>
            {steps.importAction}
          </Link>
        </footer>
      ) : null}
      {isEmpty && !hasProject && can('demo.fill') ? (
        <footer className="flex flex-wrap items-center gap-x-3 gap-y-2 border-border border-t px-4 py-3">
          <p className="min-w-60 flex-1 text-muted">
            <span className="block font-medium text-text">{steps.demo}</span>
            {invite.demoAbout}
          </p>
          <Button busy={fill.isBusy} onClick={() => fill.act(undefined)}>
            {steps.demoAction}
          </Button>
          <FailureNotice failure={fill.failure} says={{ CONFLICT: steps.demoNotEmpty }} />
        </footer>
      ) : null}
    </section>
  );
}

interface StepContent {
  readonly name: string;
  readonly about: string;
  readonly isDone: boolean;
  readonly action: ReactNode;
}

function Step({ name, about, isDone, action, number }: StepContent & { readonly number: number }) {
  const { steps } = useMyDayWords();
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-border border-t px-4 py-3">
      <span
        aria-hidden="true"
        className={clsx(
          'inline-flex size-6 shrink-0 items-center justify-center rounded-full font-semibold text-meta',
          isDone ? 'bg-ok text-bg' : 'bg-tint text-accent',
        )}
      >
        {isDone ? <Check size={14} /> : number}
      </span>
      <span className="min-w-36 flex-1">
        <span className={clsx('block', isDone ? 'text-muted line-through' : 'font-medium')}>
          {name}
          {isDone ? <span className="sr-only">{` (${steps.isDone})`}</span> : null}
        </span>
        {isDone ? null : <span className="block text-muted">{about}</span>}
      </span>
      {isDone ? null : action}
    </li>
  );
}

/** Steps that the member's rights allow. */
function useSteps(slug: string): readonly StepContent[] {
  const { steps } = useMyDayWords();
  const { can, me } = useCurrentTeam();
  const { data: account } = useQuery(accountQuery);
  const { data: hasProject = false } = useQuery(anyProjectQuery(slug));
  const { data: people } = useQuery(peopleQuery(slug));
  const { data: inboxes } = useQuery(inboxesQuery(slug));
  const self = people?.find(({ id }) => id === me?.user_id);
  const link = (href: string, text: string, isNext = false) => (
    <Link href={href} className={buttonClass(isNext ? 'primary' : 'plain')}>
      {text}
    </Link>
  );
  return [
    {
      name: steps.project,
      about: steps.projectAbout,
      isDone: hasProject,
      action: link(`${listPath(slug, 'projects')}?new=project`, steps.projectAction, true),
    },
    ...(can('invitations.create')
      ? [
          {
            name: steps.invite,
            about: steps.inviteAbout,
            isDone: (people?.length ?? 0) > 1,
            action: link(paths.people(slug), steps.inviteAction),
          },
        ]
      : []),
    ...(can('inboxes.create')
      ? [
          {
            name: steps.inbox,
            about: steps.inboxAbout,
            isDone: (inboxes?.length ?? 0) > 0,
            action: link(paths.newInbox(slug), steps.inboxAction),
          },
        ]
      : []),
    {
      name: steps.picture,
      about: steps.pictureAbout,
      isDone: Boolean(self?.picture),
      action: link(paths.account(), steps.pictureAction),
    },
    {
      name: steps.protect,
      about: steps.protectAbout,
      isDone: account?.has_totp ?? false,
      action: link(paths.security(), steps.protectAction),
    },
  ];
}
