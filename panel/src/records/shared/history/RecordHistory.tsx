import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { HistoryEntry } from '#panel/api/types.ts';
import { pipelineQuery } from '#panel/data/pipelines.ts';
import { recordQuery } from '#panel/data/records.ts';
import { sessionQuery } from '#panel/data/session.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { PagedRows } from '#panel/display/PagedRows.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import type { WorkKind } from '#panel/route/record-paths.ts';
import {
  changesOf,
  type FormatContext,
  fieldLabel,
  operationText,
} from '#panel/words/audit/describe-change.ts';
import { useAuditWords } from '#panel/words/audit/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useRecordWords } from '#panel/words/records/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { ChangeValue } from './ChangeValue.tsx';
import { historyQuery } from './queries.ts';

interface Props {
  readonly slug: string;
  readonly kind: WorkKind;
  readonly id: string;
}

/** Change history of a record: the actor, the values before and after, and the time. */
export default function RecordHistory({ slug, kind, id }: Props) {
  const { history: historyWords } = useRecordWords();
  const words = useAuditWords();
  const fields = useFieldWords();
  const locale = useLocale();
  const { data: session } = useQuery(sessionQuery);
  const { all } = usePeople(slug);
  const query = useInfiniteQuery(historyQuery(slug, kind, id));
  const timeZone = session?.time_zone ?? 'America/Sao_Paulo';
  const columns = useColumnNames(slug, kind, id);
  const names = new Map([...columns, ...all.map(({ id, name }) => [id, name] as const)]);
  return (
    <div className="flex flex-col gap-2">
      <PagedRows query={query} none={<p className="text-muted">{historyWords.none}</p>}>
        {(rows) => (
          <ol aria-label={historyWords.title} className="flex flex-col divide-y divide-border">
            {rows.map((entry) => (
              <Entry
                key={entry.id}
                slug={slug}
                entry={entry}
                context={{ words, fields, kind, locale, timeZone, names }}
              />
            ))}
          </ol>
        )}
      </PagedRows>
    </div>
  );
}

/** Names of the columns that a task can be in, as its board has loaded them. */
function useColumnNames(slug: string, kind: WorkKind, id: string): (readonly [string, string])[] {
  const { data: task } = useQuery({
    ...recordQuery(slug, 'tasks', id),
    enabled: kind === 'tasks',
  });
  const { data: pipeline } = useQuery({
    ...pipelineQuery(slug, task?.pipeline_id ?? ''),
    enabled: task !== undefined,
  });
  return pipeline?.columns.map((column) => [column.slug, column.name] as const) ?? [];
}

/** Fields that mean nothing to users: the position in a column is visible on the board. */
const hiddenFields = ['position'];

interface EntryProps {
  readonly slug: string;
  readonly entry: HistoryEntry;
  readonly context: FormatContext;
}

function Entry({ slug, entry, context }: EntryProps) {
  const { words } = context;
  const { actor, actor_name, user_name, operation, record_type, before } = entry;
  const changes = before === null ? [] : changesOf(entry);
  const display = { slug, context, records: entry.names };
  const shownChanges = changes.filter(({ field }) => !hiddenFields.includes(field));
  return (
    <li className="flex flex-col gap-1 py-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="min-w-0 break-words">
          <strong className="font-semibold">{actor_name ?? words.actors[actor] ?? actor}</strong>{' '}
          {operationText(words, operation, record_type)}
          {user_name ? (
            <span className="text-muted">{` ${words.behalf({ name: user_name })}`}</span>
          ) : null}
        </span>
        <span className="text-meta text-muted">
          <RelativeTime at={entry.created_at} />
        </span>
      </p>
      {shownChanges.length > 0 ? (
        <dl className="grid gap-x-3 gap-y-0.5 text-meta sm:grid-cols-[max-content_1fr]">
          {shownChanges.map(({ field, was, became }) => (
            <div key={field} className="contents">
              <dt className="text-muted">{fieldLabel(context, field)}</dt>
              <dd className="min-w-0 break-words">
                <del className="text-muted">
                  <ChangeValue {...display} field={field} value={was} />
                </del>
                <span aria-hidden="true">{' → '}</span>
                <ins className="no-underline">
                  <ChangeValue {...display} field={field} value={became} />
                </ins>
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </li>
  );
}
