import { memo } from 'react';
import type { Message } from '#panel/api/types.ts';
import { useThreadWords } from '#panel/words/thread/use.ts';
import { ActivityLine } from './ActivityLine.tsx';
import { Bubble } from './Bubble.tsx';
import { NoteRow } from './NoteRow.tsx';
import { OutgoingRow } from './OutgoingRow.tsx';
import type { Row } from './rows.ts';
import { useThreadContext } from './thread-context.ts';

interface Props {
  readonly row: Row;
  readonly quoted: Message | undefined;
  /** True if it is the tab stop; arrows move on from there. */
  readonly isStop: boolean;
  readonly isLit: boolean;
  readonly isEdited: boolean;
}

/** Subject of a row, stable while other rows come and go. */
const subjectOf = (row: Row): unknown =>
  row.kind === 'message'
    ? row.message
    : row.kind === 'note'
      ? row.note
      : row.kind === 'outgoing'
        ? row.outgoing
        : row.kind === 'activity'
          ? row.activity
          : row.key;

const isSame = (a: Props, b: Props) =>
  subjectOf(a.row) === subjectOf(b.row) &&
  ('begins' in a.row && a.row.begins) === ('begins' in b.row && b.row.begins) &&
  a.quoted === b.quoted &&
  a.isStop === b.isStop &&
  a.isLit === b.isLit &&
  a.isEdited === b.isEdited;

function RowSwitch({ row, quoted, isLit, isEdited }: Omit<Props, 'isStop'>) {
  switch (row.kind) {
    case 'message':
      return (
        <Bubble
          message={row.message}
          quoted={quoted}
          begins={row.begins}
          isLit={isLit}
          isEdited={isEdited}
        />
      );
    case 'note':
      return <NoteRow note={row.note} isEdited={isEdited} />;
    case 'outgoing':
      return <OutgoingRow outgoing={row.outgoing} quoted={quoted} begins={row.begins} />;
    default:
      return null;
  }
}

/** Separator between messages: a day, or the start of unread messages. */
function Between({ text, isNew }: { readonly text: string; readonly isNew: boolean }) {
  const line = `h-px flex-1 ${isNew ? 'bg-accent' : 'bg-border'}`;
  return (
    <h3
      className={`flex items-center gap-3 pt-3 pb-1 font-semibold text-meta ${isNew ? 'text-accent' : 'text-muted'}`}
    >
      <span className={line} />
      {text}
      <span className={line} />
    </h3>
  );
}

export const RowView = memo(function RowView({ row, isStop, ...rest }: Props) {
  const words = useThreadWords();
  const { whoWrote, nameOf, timeOf, dayName } = useThreadContext();
  if (row.kind === 'day') return <Between text={dayName(row.day)} isNew={false} />;
  if (row.kind === 'activity') return <ActivityLine activity={row.activity} />;
  if (row.kind === 'unread') return <Between text={words.unread} isNew />;
  const label =
    row.kind === 'note'
      ? words.note.of({ who: nameOf(row.note.author_id), time: timeOf(row.note.created_at) })
      : row.kind === 'message'
        ? words.label({
            who: whoWrote(row.message),
            time: timeOf(row.message.sent_at),
          })
        : words.label({ who: words.authors.you, time: timeOf(row.outgoing.at) });
  return (
    <article
      data-message={row.key}
      aria-label={label}
      tabIndex={isStop ? 0 : -1}
      className="group rounded px-1"
    >
      <RowSwitch row={row} {...rest} />
    </article>
  );
}, isSame);
