import { useTimeZone } from '#panel/data/use-today.ts';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { isKind } from '#panel/route/record-paths.ts';
import { Check, Info, People, Person } from '#panel/ui/icons.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { valuesOf } from '#panel/words/fields/words.ts';
import { phaseName } from '#panel/words/phases.ts';
import { useTimelineWords } from '#panel/words/timeline/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import type { TimelineEntry } from '../queries.ts';

function iconOf({ kind, what }: TimelineEntry) {
  if (what === 'completed' || what === 'won') return <Check size={14} />;
  if (kind === 'conversations' || kind === 'comments') return <Person size={14} />;
  if (kind === 'contacts' || kind === 'record') return <People size={14} />;
  return <Info size={14} />;
}

interface Props {
  readonly slug: string;
  readonly entry: TimelineEntry;
  /** Name of the person who did it, if it was a person. */
  readonly who: string | undefined;
}

/** Timeline entry: the action, its record, the actor and the time. */
export function TimelineRow({ slug, entry, who }: Props) {
  const words = useTimelineWords();
  const fields = useFieldWords();
  const locale = useLocale();
  const { kind, what, record_kind, record_id, name, was, became, number } = entry;
  const timeZone = useTimeZone();
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone }).format(
    new Date(entry.at),
  );
  const isTalk = kind === 'conversations';
  const isMove = ['phase', 'status', 'approval_status'].includes(what);
  const { decision, approver, comment } = entry;
  // Phases are named by the team and are not translated.
  const nameOf = (state: string | null) =>
    state === null
      ? '—'
      : what === 'phase'
        ? phaseName(state)
        : (valuesOf(fields, record_kind, what)?.[state] ?? state);
  const isDecided = decision !== null && approver !== null;
  const plain = words.deeds[`${kind} ${what}`] ?? words.deeds[what] ?? what;
  const deed = isDecided ? words.decided[decision]({ name: approver }) : plain;
  return (
    <li className="relative flex gap-2 py-1.5 pl-4">
      <span className="absolute top-2 -left-[8px] rounded-full bg-bg text-muted">
        {iconOf(entry)}
      </span>
      <div className="min-w-0 flex-1">
        <p className="break-words">
          <span className="text-muted">{deed}</span>{' '}
          {isKind(record_kind) && what !== 'comment' ? (
            <RecordLink
              slug={slug}
              kind={record_kind}
              id={record_id}
              className="font-medium hover:underline"
            >
              {name}
            </RecordLink>
          ) : (
            <span className={what === 'comment' ? '' : 'font-medium'}>{name}</span>
          )}
          {isMove && !isDecided ? (
            <span className="text-muted">{` · ${nameOf(was)} → ${nameOf(became)}`}</span>
          ) : null}
        </p>
        {isDecided && comment !== null ? <p className="break-words">{`“${comment}”`}</p> : null}
        {isTalk ? (
          <p className="truncate text-muted">
            {number === 1 ? became : `${was ?? ''} … ${became ?? ''}`}
          </p>
        ) : null}
        <p className="text-faint text-meta">
          <time dateTime={entry.at}>{time}</time>
          {who ? ` · ${who}` : ''}
          {isTalk && number !== null ? ` · ${words.messages({ count: number })}` : ''}
        </p>
      </div>
    </li>
  );
}
