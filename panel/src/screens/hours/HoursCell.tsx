import { type KeyboardEvent, useState } from 'react';
import { textLimits } from '#panel/api/text-limits.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { say } from '#panel/ui/Toast.tsx';
import { useHoursWords } from '#panel/words/hours/use.ts';
import { formatDuration, parseDuration } from './duration.ts';
import type { Cell } from './model.ts';

interface Props {
  readonly label: string;
  readonly cell: Cell;
  readonly save: (minutes: number) => Promise<unknown>;
}

/** Longest time of a day. */
const maxMinutes = 24 * 60;

/** Moves to the cell in this direction: up and down in the column, left and right in the row. */
function moveFrom(input: HTMLInputElement, rows: number, columns: number): void {
  const cell = input.closest('td');
  const row = input.closest('tr');
  if (!cell || !row) return;
  let next: Element | null = row;
  if (rows !== 0) next = rows > 0 ? row.nextElementSibling : row.previousElementSibling;
  const target = next?.children[cell.cellIndex + columns]?.querySelector('input');
  target?.focus();
  target?.select();
}

/** Hours of a project on a day. Enter and leaving the cell save; Escape restores. */
export function HoursCell({ label, cell, save }: Props) {
  const words = useHoursWords();
  const [draft, setDraft] = useState<string>();
  const { act, isBusy, failure } = useAction(save, () => setDraft(undefined));
  const saved = cell.minutes === 0 ? '' : formatDuration(cell.minutes);
  const text = draft ?? saved;
  const minutes = parseDuration(text.replace(/^-/, ''));
  const isWrong = draft !== undefined && (minutes === undefined || (minutes ?? 0) > maxMinutes);
  const store = () => {
    if (draft === undefined || isBusy) return;
    if (isWrong) say(words.wrong);
    else if ((minutes ?? 0) === cell.minutes) setDraft(undefined);
    else act(minutes ?? 0);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const atStart = input.selectionStart === 0;
    const atEnd = input.selectionEnd === input.value.length;
    const moves: Readonly<Record<string, readonly [number, number, boolean]>> = {
      ArrowUp: [-1, 0, true],
      ArrowDown: [1, 0, true],
      Enter: [1, 0, true],
      ArrowLeft: [0, -1, atStart],
      ArrowRight: [0, 1, atEnd],
    };
    if (event.key === 'Escape') setDraft(undefined);
    if (event.key === 'Enter') store();
    const [rows, columns, isMove] = moves[event.key] ?? [0, 0, false];
    if (!isMove) return;
    event.preventDefault();
    moveFrom(input, rows, columns);
  };
  return (
    <input
      {...textLimits}
      aria-label={label}
      aria-invalid={isWrong || failure !== undefined || undefined}
      value={text}
      placeholder={cell.isRunning ? words.running : ''}
      autoComplete="off"
      onChange={({ target }) => setDraft(target.value)}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onBlur={store}
      onKeyDown={onKeyDown}
      className="control w-full min-w-14 rounded border border-border bg-raised px-1 text-center tabular-nums placeholder:text-faint aria-invalid:border-danger"
    />
  );
}
