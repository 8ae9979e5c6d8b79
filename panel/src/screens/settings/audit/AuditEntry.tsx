import type { Entry } from '#panel/api/types.ts';
import { CopyButton } from '#panel/display/CopyButton.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { ChangeValue } from '#panel/records/shared/history/ChangeValue.tsx';
import { isKind, recordPath } from '#panel/route/record-paths.ts';
import { Link } from '#panel/route/router.tsx';
import {
  actionName,
  type Change,
  changesOf,
  type FormatContext,
  fieldLabel,
  operationText,
  storedName,
} from '#panel/words/audit/describe-change.ts';
import { useAuditWords } from '#panel/words/audit/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';

interface Props {
  readonly slug: string;
  readonly entry: Entry;
  readonly context: Pick<FormatContext, 'locale' | 'timeZone' | 'names'>;
  /** Link to the history of the record; undefined if the log is already filtered by it. */
  readonly history: string | undefined;
}

/** Maximum number of changes shown without expanding. */
const maxAtOnce = 3;

/** Audit entry: a sentence, the changes, and expandable details about its origin. */
export function AuditEntry({ slug, entry, context, history }: Props) {
  const words = useAuditWords();
  const changes = changesOf(entry);
  const isNew = entry.before === null;
  const first = isNew ? [] : changes.slice(0, maxAtOnce);
  const { actor, actor_name, user_name, operation, record_type } = entry;
  const isForUser = actor !== 'user' && user_name !== null;
  const facts = [
    [words.operation, actionName(words, operation)],
    [words.address, entry.address],
  ] as const;
  return (
    <li className="flex flex-col gap-1 border-border border-b py-3 last:border-b-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="min-w-0 break-words">
          <strong className="font-semibold">{actor_name ?? words.actors[actor] ?? actor}</strong>{' '}
          {operationText(words, operation, record_type)}
          <RecordName slug={slug} entry={entry} />
          {isForUser ? (
            <span className="text-muted">{` ${words.behalf({ name: user_name })}`}</span>
          ) : null}
        </span>
        <span className="text-meta text-muted">
          <RelativeTime at={entry.created_at} />
        </span>
      </p>
      {first.length > 0 ? (
        <Changes
          slug={slug}
          records={entry.names}
          kind={record_type}
          changes={first}
          context={context}
          further={changes.length - first.length}
        />
      ) : null}
      <details className="text-meta">
        <summary className="inline-flex min-h-6 cursor-pointer items-center rounded text-accent hover:underline">
          {words.details}
        </summary>
        <div className="flex flex-col gap-2 border-border border-l-2 py-1 pl-3">
          {changes.length > first.length ? (
            <Changes
              slug={slug}
              records={entry.names}
              kind={record_type}
              changes={changes}
              context={context}
            />
          ) : null}
          <p className="flex flex-wrap gap-x-4 text-muted">
            {facts.map(([name, value]) =>
              value === null ? null : (
                <span key={name}>
                  {name} <span className="text-text">{value}</span>
                </span>
              ),
            )}
          </p>
          {entry.request_id ? (
            <p className="flex flex-wrap items-center gap-2 text-muted">
              {words.request} <code className="break-all text-text">{entry.request_id}</code>
              <CopyButton text={entry.request_id} label={words.copyRequest} />
            </p>
          ) : null}
          {history ? (
            <Link href={history} className="self-start text-accent hover:underline">
              {words.history}
            </Link>
          ) : null}
        </div>
      </details>
    </li>
  );
}

/** Name of the record, as a link to its page if it has one; the last known name of a deleted record. */
function RecordName({ slug, entry }: Pick<Props, 'slug' | 'entry'>) {
  const words = useAuditWords();
  const { record_type, record_id, record_name } = entry;
  const hasPage = isKind(record_type);
  if (record_name !== null && hasPage && record_id !== null)
    return (
      <>
        {' '}
        <Link
          href={recordPath(slug, record_type, record_id)}
          className="font-medium text-accent hover:underline"
        >
          {`“${record_name}”`}
        </Link>
      </>
    );
  const name = record_name ?? storedName(entry);
  return (
    <>
      {name ? <strong className="font-medium">{` “${name}”`}</strong> : null}
      {record_name === null && hasPage ? (
        <span className="text-muted">{` ${words.gone}`}</span>
      ) : null}
    </>
  );
}

function Changes({
  slug,
  records,
  kind,
  changes,
  context,
  further = 0,
}: Pick<Props, 'slug'> & {
  readonly records: Entry['names'];
  readonly kind: Entry['record_type'];
  readonly changes: readonly Change[];
  readonly context: Props['context'];
  readonly further?: number;
}) {
  const words = useAuditWords();
  const fields = useFieldWords();
  const options = { slug, records, context: { ...context, words, fields, kind } };
  return (
    <>
      <dl className="grid gap-x-3 gap-y-0.5 text-meta sm:grid-cols-[max-content_1fr]">
        {changes.map(({ field, was, became }) => (
          <div key={field} className="contents">
            <dt className="text-muted">{fieldLabel(options.context, field)}</dt>
            <dd className="min-w-0 break-words">
              {was === null ? null : (
                <>
                  <del className="text-muted">
                    <ChangeValue {...options} field={field} value={was} />
                  </del>
                  <span aria-hidden="true">{' → '}</span>
                </>
              )}
              <ins className="no-underline">
                <ChangeValue {...options} field={field} value={became} />
              </ins>
            </dd>
          </div>
        ))}
      </dl>
      {further > 0 ? (
        <p className="text-meta text-muted">{words.more({ fields: further })}</p>
      ) : null}
    </>
  );
}
