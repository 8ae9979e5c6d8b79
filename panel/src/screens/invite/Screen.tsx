import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { invitationAcceptLimits, settingsUpdateLimits } from '#panel/api/input-limits.ts';
import type { InvitationFound } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import {
  acceptInvitation,
  fetchInvitation,
  fillWithDemo,
  type InvitationLink,
  invitationLinkIn,
  joinedTeamFragment,
  teamIn,
} from '#panel/data/invitation.ts';
import { setFirstSteps } from '#panel/data/preferences.ts';
import { sessionQuery, signOut, teamsQuery } from '#panel/data/session.ts';
import { settingsActions } from '#panel/data/team-settings.ts';
import { AuthLayout } from '#panel/display/AuthLayout.tsx';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { PasswordField } from '#panel/parts/PasswordField.tsx';
import { paths } from '#panel/route/paths.ts';
import { Link, navigate, useFragment, usePathname } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { useWords } from '#panel/words/translations.ts';

/** Invitation, also for the first owner: joins the team with a new or an existing account. */
export default function Invite() {
  const { invite: words, reset } = useWords();
  const isFirst = usePathname() === paths.first();
  const fragment = useFragment();
  const link = invitationLinkIn(fragment);
  const joined = isFirst ? teamIn(fragment) : undefined;
  const look = useQuery({
    queryKey: ['invitation', link],
    queryFn: () => fetchInvitation(link as InvitationLink),
    enabled: link !== undefined,
    retry: false,
  });
  const title = isFirst ? words.firstTitle : words.title({ team: look.data?.team ?? '…' });
  if (joined !== undefined) return <Started slug={joined} />;
  return (
    <AuthLayout title={title}>
      {link === undefined ? (
        <p>{reset.missing}</p>
      ) : (
        <QueryContent query={look} rows={3}>
          {(invitation) => (
            <Join
              link={link}
              invitation={invitation}
              isFirst={isFirst}
              onJoined={(slug) => {
                // The token is used up and is removed from the history. The team stays in the address, so that a reload shows the choice
                // again.
                const to = isFirst ? paths.first() + joinedTeamFragment(slug) : paths.team(slug);
                setFirstSteps(slug, 'open');
                navigate(to, { replace: true });
              }}
            />
          )}
        </QueryContent>
      )}
    </AuthLayout>
  );
}

interface JoinProps {
  readonly link: InvitationLink;
  readonly invitation: InvitationFound;
  readonly isFirst: boolean;
  readonly onJoined: (slug: string) => void;
}

function Join({ link, invitation, isFirst, onJoined }: JoinProps) {
  const { invite: words, reset, signIn, roles, app } = useWords();
  const { data: session } = useQuery(sessionQuery);
  const act = useAction(
    (values: Values) =>
      acceptInvitation(
        link,
        session
          ? undefined
          : {
              name: values('name').trim(),
              password: values('password'),
              ...(invitation.email === null ? { email: values('email').trim() } : {}),
            },
      ),
    ({ team }) => onJoined(team),
  );
  const about = isFirst ? words.firstAbout : words.about({ role: roles[invitation.role] });
  if (session)
    return (
      <>
        <p className="text-muted">{about}</p>
        <p>{words.signedInAs({ email: session.email })}</p>
        <Form
          act={act}
          submit={words.join}
          beside={
            <Button look="quiet" onClick={() => void signOut()}>
              {app.signOut}
            </Button>
          }
        >
          <FailureNotice failure={act.failure} />
        </Form>
      </>
    );
  const address = location.pathname + location.hash;
  return (
    <>
      <p className="text-muted">{about}</p>
      <Form act={act} submit={words.submit} isWide>
        <Field
          label={words.name}
          name="name"
          autoComplete="name"
          defaultValue={invitation.name ?? ''}
          {...invitationAcceptLimits.name}
          required
        />
        <Field
          label={words.email}
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={invitation.email ?? ''}
          readOnly={invitation.email !== null}
          required
        />
        <PasswordField label={words.password} hint={reset.hint} isNew />
        <FailureNotice failure={act.failure} says={{ CONFLICT: words.ownPasswordHint }} />
      </Form>
      <Link href={paths.signIn(address)} className="self-start text-accent hover:underline">
        {signIn.submit}
      </Link>
    </>
  );
}

/** First owner after joining: names the team, and chooses how it starts. */
function Started({ slug }: { readonly slug: string }) {
  const { invite: words, app } = useWords();
  const { data: session } = useQuery(sessionQuery);
  const isOut = session === null;
  useEffect(() => {
    if (isOut) navigate(paths.signIn(paths.first() + joinedTeamFragment(slug)), { replace: true });
  }, [isOut, slug]);
  const { data: teams } = useQuery(teamsQuery);
  const team = teams?.find((each) => each.slug === slug);
  const name = useRef<HTMLInputElement>(null);
  const enter = () => navigate(paths.team(slug), { replace: true });
  /** Begins with the name in the field, and with example data or without. */
  const start = async (isDemo: boolean) => {
    const typed = name.current?.value.trim();
    if (typed && typed !== team?.name) await settingsActions(slug).change({ name: typed });
    if (isDemo) await fillWithDemo(slug);
  };
  const act = useAction(start, enter);
  const [isDemo, setDemo] = useState(false);
  const isFilled = act.failure?.code === 'CONFLICT';
  const begin = (withDemo: boolean) => {
    if (name.current && !name.current.reportValidity()) return;
    setDemo(withDemo);
    act.act(withDemo);
  };
  return (
    <AuthLayout title={words.firstTitle}>
      <p>{words.startAbout}</p>
      {team ? (
        <Field
          label={words.teamName}
          hint={words.teamNameHint}
          ref={name}
          defaultValue={team.name}
          autoComplete="organization"
          {...settingsUpdateLimits.name}
          required
        />
      ) : null}
      <FailureNotice failure={act.failure} says={{ CONFLICT: words.notEmpty }} />
      {isFilled ? null : (
        <div className="flex flex-col gap-1">
          <Button look="primary" busy={act.isBusy && !isDemo} onClick={() => begin(false)}>
            {words.emptyTeam}
          </Button>
          <p className="text-meta text-muted">{words.emptyAbout}</p>
        </div>
      )}
      <div className="flex flex-col gap-1">
        <Button busy={act.isBusy && isDemo} onClick={() => (isFilled ? enter() : begin(true))}>
          {isFilled ? app.toStart : words.demoTeam}
        </Button>
        {isFilled ? null : <p className="text-meta text-muted">{words.demoAbout}</p>}
      </div>
    </AuthLayout>
  );
}
