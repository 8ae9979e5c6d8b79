import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { RelationOverview } from '#panel/api/schema.ts';
import { Avatar } from '#panel/display/Avatar.tsx';
import { useDayFormat } from '#panel/display/formatters.ts';
import { ProjectDot } from '#panel/display/ProjectDot.tsx';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { formatPhone } from '#panel/parts/brazilian-formats.ts';
import { type Kind, listPath } from '#panel/route/record-paths.ts';
import { Link } from '#panel/route/router.tsx';
import { Calendar, Chat, Deals, Warning } from '#panel/ui/icons.tsx';
import { useClientWords } from '#panel/words/clients/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { phaseName } from '#panel/words/phases.ts';
import { useWords } from '#panel/words/translations.ts';
import { ChatLink } from '../conversations/ChatLink.tsx';
import type { TimelineOwner } from './queries.ts';

interface Props {
  readonly slug: string;
  readonly of: TimelineOwner;
  readonly id: string;
  readonly client_id: string | null;
  readonly overview: RelationOverview;
}

/** Lists of the records around a client or contact; kinds without records are left out. */
export default function RelationLists({ slug, of, id, client_id, overview }: Props) {
  const isClient = of === 'clients';
  const common = { slug, overview };
  const ofClient = client_id === null ? undefined : `client_id=${client_id}`;
  return (
    <div className="grid items-start gap-x-8 gap-y-5 empty:hidden @min-[900px]/record:grid-cols-2">
      <Steps {...common} all={ofClient} />
      <Conversations {...common} all={isClient ? undefined : `view=all&contact=${id}`} />
      {isClient ? <Contacts {...common} all={ofClient} /> : null}
      <DealRows {...common} all={ofClient} />
      <ProjectRows {...common} all={ofClient} />
      <Campaigns {...common} all={ofClient} />
    </div>
  );
}

interface SectionProps {
  readonly slug: string;
  readonly overview: RelationOverview;
  /** Query of the address of the whole list, if it has a filter for it. */
  readonly all: string | undefined;
}

interface RowsProps<T> extends SectionProps {
  readonly title: string;
  readonly kind: Kind;
  readonly records: readonly T[];
  readonly count: number;
  readonly row: (record: T) => ReactNode;
}

function Section<T extends { readonly id: string }>(props: RowsProps<T>) {
  const { slug, title, kind, records, count, all, row } = props;
  const words = useClientWords();
  if (records.length === 0) return null;
  return (
    <section aria-label={title} className="flex min-w-0 flex-col">
      <header className="flex min-h-8 items-baseline gap-2">
        <h2 className="font-semibold text-title">{title}</h2>
        <span className="text-meta text-muted tabular-nums">{count}</span>
        {all !== undefined && count > records.length ? (
          <Link
            href={`${listPath(slug, kind)}?${all}`}
            aria-label={`${words.seeAll}: ${title}`}
            className="ml-auto inline-flex min-h-6 items-center text-accent text-meta hover:underline"
          >
            {words.seeAll}
          </Link>
        ) : null}
      </header>
      <ul className="flex flex-col divide-y divide-border">
        {records.map((record) => (
          <li
            key={record.id}
            className="flex min-h-10 min-w-0 items-center gap-2.5 py-1 pointer-coarse:min-h-11"
          >
            {row(record)}
          </li>
        ))}
      </ul>
    </section>
  );
}

type Related = Extract<Kind, keyof RelationOverview>;

interface KindProps<K extends Related> extends SectionProps {
  readonly kind: K;
  readonly row: (record: RelationOverview[K][number]) => ReactNode;
}

/** Section of the records of a kind. */
function KindSection<K extends Related>(props: KindProps<K>) {
  const { app } = useWords();
  const { kind, overview } = props;
  const records: readonly RelationOverview[K][number][] = overview[kind];
  return (
    <Section {...props} title={app.places[kind]} records={records} count={overview.counts[kind]} />
  );
}

interface EntryProps {
  readonly kind: Kind;
  readonly id: string;
  readonly icon: ReactNode;
  readonly name: string;
  /** Second line. */
  readonly about?: ReactNode;
  /** State or date at the right. */
  readonly meta?: ReactNode;
  /** True for a record that is over. */
  readonly isOver?: boolean;
}

function Entry({ kind, id, icon, name, about, meta, isOver = false }: EntryProps) {
  return (
    <>
      <span className="inline-flex w-6 shrink-0 justify-center text-muted">{icon}</span>
      <span className="flex min-w-0 flex-1 flex-col">
        <RecordLink
          kind={kind}
          id={id}
          className={clsx('truncate hover:underline', isOver ? 'text-muted' : 'font-medium')}
        >
          {name}
        </RecordLink>
        {about ? <span className="truncate text-meta text-muted">{about}</span> : null}
      </span>
      {meta ? <span className="shrink-0 text-meta text-muted">{meta}</span> : null}
    </>
  );
}

function Steps(props: SectionProps) {
  const words = useClientWords();
  const day = useDayFormat();
  const { steps, counts, today } = props.overview;
  return (
    <Section
      {...props}
      title={words.nextSteps}
      kind="activities"
      records={steps}
      count={counts.steps}
      row={({ id, title, date }) => (
        <Entry
          kind="activities"
          id={id}
          icon={<Calendar />}
          name={title}
          meta={
            date !== null && date < today ? (
              <span className="inline-flex items-center gap-1 text-danger">
                <Warning size={12} />
                <span className="sr-only">{words.lateStep}</span>
                {day(date)}
              </span>
            ) : (
              date && day(date)
            )
          }
        />
      )}
    />
  );
}

function Conversations(props: SectionProps) {
  const words = useClientWords();
  return (
    <KindSection
      {...props}
      kind="conversations"
      row={({ id, contact_id, name, inbox, last_text, last_message_at, is_waiting }) => (
        <Entry
          kind="conversations"
          id={id}
          icon={
            <Avatar person={{ id: contact_id ?? id, name: name || words.unnamedGroup }} size="md" />
          }
          name={name || words.unnamedGroup}
          about={last_text ?? inbox}
          isOver={!is_waiting}
          meta={<RelativeTime at={last_message_at} />}
        />
      )}
    />
  );
}

function Contacts(props: SectionProps) {
  const words = useClientWords();
  return (
    <KindSection
      {...props}
      kind="contacts"
      row={({ id, name, phone }) => (
        <>
          <Entry
            kind="contacts"
            id={id}
            icon={<Avatar person={{ id, name }} size="md" />}
            name={name}
            about={formatPhone(phone)}
          />
          <ChatLink
            contact={id}
            title={words.openChat}
            aria-label={`${words.openChat}: ${name}`}
            className="control inline-flex aspect-square items-center justify-center rounded text-accent hover:bg-surface"
          >
            <Chat />
          </ChatLink>
        </>
      )}
    />
  );
}

function DealRows(props: SectionProps) {
  const day = useDayFormat();
  return (
    <KindSection
      {...props}
      kind="deals"
      row={({ id, title, phase, is_open, expected_close_date: date }) => (
        <Entry
          kind="deals"
          id={id}
          icon={<Deals />}
          name={title}
          about={phaseName(phase)}
          isOver={!is_open}
          meta={is_open && date ? day(date) : undefined}
        />
      )}
    />
  );
}

const overStates = ['completed', 'cancelled'];

function ProjectRows(props: SectionProps) {
  const { values } = useFieldWords();
  const day = useDayFormat();
  const states: Readonly<Record<string, string>> = values.projects.status;
  return (
    <KindSection
      {...props}
      kind="projects"
      row={({ status, due_date, ...project }) => (
        <Entry
          kind="projects"
          id={project.id}
          icon={<ProjectDot project={project} />}
          name={project.name}
          about={states[status]}
          isOver={overStates.includes(status)}
          meta={due_date && !overStates.includes(status) ? day(due_date) : undefined}
        />
      )}
    />
  );
}

function Campaigns(props: SectionProps) {
  const { values } = useFieldWords();
  const day = useDayFormat();
  const states: Readonly<Record<string, string>> = values.campaigns.status;
  const approvals: Readonly<Record<string, string>> = values.campaigns.approval_status;
  return (
    <KindSection
      {...props}
      kind="campaigns"
      row={({ id, name, status, approval_status, start_date, end_date, project_id, color }) => (
        <Entry
          kind="campaigns"
          id={id}
          icon={<ProjectDot project={{ id: project_id, color }} />}
          name={name}
          about={
            approval_status === 'pending'
              ? states[status]
              : `${states[status] ?? status} · ${approvals[approval_status] ?? approval_status}`
          }
          isOver={overStates.includes(status)}
          meta={[start_date, end_date].flatMap((date) => (date ? [day(date)] : [])).join(' – ')}
        />
      )}
    />
  );
}
