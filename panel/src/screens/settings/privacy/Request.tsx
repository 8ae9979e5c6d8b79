import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Failure } from '#panel/api/call.ts';
import type { PrivacyRequest } from '#panel/api/schema.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { useFullDayFormat } from '#panel/display/formatters.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { formatCpf, formatPhone } from '#panel/parts/brazilian-formats.ts';
import { lastSegment, paths } from '#panel/route/paths.ts';
import { Link, usePathname } from '#panel/route/router.tsx';
import { buttonClass } from '#panel/ui/Button.tsx';
import { Empty, Facts, Page, Section } from '#panel/ui/layout.tsx';
import { MoreMenu } from '#panel/ui/Menu.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { usePrivacyWords } from '#panel/words/privacy/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { CloseDialog } from './CloseDialog.tsx';
import { Deadline } from './Deadline.tsx';
import { personOf } from './model.ts';
import { Package } from './Package.tsx';
import { PersonDialog } from './PersonDialog.tsx';
import { isWorking, privacyActions, privacyRequestQuery } from './queries.ts';
import { Subjects } from './Subjects.tsx';
import { Work } from './Work.tsx';

const Hits = lazyWithWords(async () => ({ default: (await import('./Hits.tsx')).Hits }));
const UnreadFiles = lazyWithWords(async () => ({
  default: (await import('./UnreadFiles.tsx')).UnreadFiles,
}));
const Erasure = lazyWithWords(async () => ({ default: (await import('./Erasure.tsx')).Erasure }));
const Proof = lazyWithWords(async () => ({ default: (await import('./Proof.tsx')).Proof }));

/** One request: the person, their records, texts that mention them, and what the team answers. */
export default function RequestPage() {
  const words = usePrivacyWords();
  const { slug } = useCurrentTeam();
  const id = lastSegment(usePathname());
  const query = useQuery(privacyRequestQuery(slug, id));
  if (query.error instanceof Failure && query.error.code === 'NOT_FOUND')
    return (
      <Empty text={words.gone}>
        <Link href={paths.privacy(slug)} className={buttonClass('plain')}>
          {words.back}
        </Link>
      </Empty>
    );
  return (
    <QueryContent query={query} rows={6}>
      {(request) => <Content slug={slug} request={request} />}
    </QueryContent>
  );
}

interface Props {
  readonly slug: string;
  readonly request: PrivacyRequest;
}

function Content({ slug, request }: Props) {
  const words = usePrivacyWords();
  const { state } = request;
  const [isSelectionSaved, setSelectionSaved] = useState(true);
  const isSearched = request.searched_at !== null;
  const isErased = request.erased_at !== null;
  // Once an erasure began it can only be completed.
  const canDecide =
    request.erasure_id === null && (state === 'searched' || (state === 'failed' && isSearched));
  return (
    <Page
      title={personOf(request, words, formatPhone)}
      about={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span>{words.kinds[request.kind]}</span>
          <span role="status">{words.states[state]}</span>
          {state === 'closed' ? null : <Deadline of={request} />}
        </span>
      }
      actions={<Actions slug={slug} request={request} />}
    >
      <Link href={paths.privacy(slug)} className="self-start text-accent hover:underline">
        {words.back}
      </Link>
      <Work slug={slug} request={request} />
      {isErased ? <Proof slug={slug} request={request} /> : null}
      <About request={request} />
      {isSearched && request.erasure_id === null ? (
        <>
          <Subjects
            key={request.searched_at}
            slug={slug}
            request={request}
            canChoose={canDecide}
            onChange={setSelectionSaved}
          />
          <Hits slug={slug} request={request} canDecide={canDecide} />
          <UnreadFiles slug={slug} request={request} />
          <Package slug={slug} request={request} canMake={canDecide} />
          {request.kind === 'erasure' ? (
            <Erasure
              slug={slug}
              request={request}
              canErase={canDecide && isSelectionSaved}
              isSelectionSaved={isSelectionSaved}
            />
          ) : null}
        </>
      ) : null}
    </Page>
  );
}

function Actions({ slug, request }: Props) {
  const words = usePrivacyWords();
  const { common } = useWords();
  const [dialog, setDialog] = useState<'edit' | 'close'>();
  const acts = privacyActions(slug);
  const search = useAction(() => acts.search(request.id));
  const close = () => setDialog(undefined);
  if (request.state === 'closed' || isWorking(request) || request.erasure_id !== null) return null;
  return (
    <>
      <MoreMenu
        label={common.actions}
        items={[
          { label: `${words.edit}…`, act: () => setDialog('edit') },
          { label: words.request.searchAgain, act: () => search.act(undefined) },
          { label: `${words.request.close}…`, act: () => setDialog('close') },
        ]}
      />
      <FailureNotice failure={search.failure} />
      {dialog === 'edit' ? (
        <PersonDialog
          title={words.edit}
          submit={words.editSubmit}
          values={{ ...request, name: request.name ?? '' }}
          save={(body) => acts.change(request.id, body)}
          onDone={() => search.act(undefined)}
          onClose={close}
        />
      ) : null}
      {dialog === 'close' ? <CloseDialog slug={slug} request={request} onClose={close} /> : null}
    </>
  );
}

/** The person as the team entered them, and the request's dates. After an erasure nothing of the person is left. */
function About({ request }: { readonly request: PrivacyRequest }) {
  const { request: words, fields, outcomes, outcome: outcomeLabel, due, close } = usePrivacyWords();
  const { labels } = useFieldWords();
  const day = useFullDayFormat();
  const { identity_check: identity, notes, outcome, outcome_note: note } = request;
  const list = (texts: readonly string[], format = (text: string) => text) =>
    texts.length === 0 ? words.empty : texts.map(format).join(', ');
  const person: readonly Fact[] = [
    [labels.name, request.name ?? words.empty],
    [fields.phones, list(request.phones, formatPhone)],
    [fields.emails, list(request.emails)],
    [fields.taxIds, list(request.tax_ids, formatCpf)],
    ...present(fields.identity, identity),
    ...present(fields.said, notes),
  ];
  return (
    <Section title={words.title}>
      <Facts
        facts={[
          ...(request.erased_at === null ? person : []),
          [words.receivedOn, day(request.received_on)],
          [due, day(request.due_on)],
          ...(request.searched_at === null
            ? []
            : [[words.searchedAt, <RelativeTime key="at" at={request.searched_at} />] as const]),
          ...present(words.createdBy, request.user_name),
          ...present(outcomeLabel, outcome && outcomes[outcome]),
          ...present(close.note, note),
        ]}
      />
    </Section>
  );
}

type Fact = readonly [name: string, value: ReactNode];

/** A fact, unless its text is null. */
const present = (name: string, text: string | null): readonly Fact[] =>
  text === null
    ? []
    : [
        [
          name,
          <span key="text" className="whitespace-pre-wrap">
            {text}
          </span>,
        ],
      ];
