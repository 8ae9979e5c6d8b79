import { type KeyboardEvent, useId, useState } from 'react';
import type { Failure } from '#panel/api/call.ts';
import { textLimits } from '#panel/api/text-limits.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { useHoursWords } from '#panel/words/hours/use.ts';
import { useErrorTranslator } from '#panel/words/problems/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { formatDuration, formatHours, parseDuration } from './duration.ts';
import type { Cell } from './model.ts';

interface Props {
  readonly label: string;
  readonly cell: Cell;
  readonly isEditable: boolean;
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

/** Reasons for which a change was refused; undefined if it was not. */
function useReasons(failure: Failure | undefined): string | undefined {
  const { title } = useWords().failure;
  const translator = useErrorTranslator(failure !== undefined);
  if (!failure) return undefined;
  const reasons = translator?.reasonsOf(failure) ?? [];
  return reasons.join(' ') || (title[failure.code] ?? translator?.titles[failure.code]);
}

/**
 * Hours of a project on a day. Enter and leaving the cell save; Escape restores. A text that was refused remains, with the reason, also if the
 * week was locked meanwhile.
 */
export function HoursCell({ label, cell, isEditable, save }: Props) {
  const words = useHoursWords();
  const reasonId = useId();
  const [draft, setDraft] = useState<string>();
  const [isWrong, setWrong] = useState(false);
  const { act, isBusy, failure } = useAction(save, () => setDraft(undefined));
  const refusal = useReasons(failure);
  const reason = draft === undefined ? undefined : isWrong ? words.wrong : refusal;
  if (!isEditable && draft === undefined) return formatHours(cell.minutes);
  const text = draft ?? (cell.minutes === 0 ? '' : formatDuration(cell.minutes));
  const type = (typed: string | undefined) => {
    setDraft(typed);
    setWrong(false);
  };
  const store = () => {
    if (draft === undefined || isBusy) return;
    const minutes = parseDuration(text.replace(/^-/, ''));
    if (minutes === undefined || (minutes ?? 0) > maxMinutes) setWrong(true);
    else if ((minutes ?? 0) === cell.minutes) type(undefined);
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
    if (event.key === 'Escape') type(undefined);
    if (event.key === 'Enter') store();
    const [rows, columns, isMove] = moves[event.key] ?? [0, 0, false];
    if (!isMove) return;
    event.preventDefault();
    moveFrom(input, rows, columns);
  };
  return (
    <>
      <input
        {...textLimits}
        aria-label={label}
        aria-invalid={reason !== undefined || undefined}
        aria-describedby={reason === undefined ? undefined : reasonId}
        value={text}
        placeholder={cell.isRunning ? words.running : ''}
        autoComplete="off"
        onChange={({ target }) => type(target.value)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onBlur={store}
        onKeyDown={onKeyDown}
        className="control w-full min-w-14 rounded border border-border bg-raised px-1 text-center tabular-nums placeholder:text-faint aria-invalid:border-danger"
      />
      {reason === undefined ? null : (
        <p id={reasonId} role="alert" className="min-w-32 py-1 text-left text-danger text-meta">
          {reason}
        </p>
      )}
    </>
  );
}
