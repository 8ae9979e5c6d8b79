import { Left, Right } from '../icons.tsx';
import type { BoardCard, BoardColumn, BoardWords } from './types.ts';

interface Props {
  readonly words: BoardWords;
  readonly columns: readonly BoardColumn<BoardCard>[];
  readonly at: number;
  readonly onGo: (column: string) => void;
}

const control =
  'control inline-flex aspect-square items-center justify-center rounded border border-border bg-raised disabled:opacity-60';

/** Selects the visible column where only one fits. */
export function ColumnSwitcher({ words, columns, at, onGo }: Props) {
  const go = (step: number) => {
    const column = columns[at + step];
    if (column) onGo(column.key);
  };
  return (
    <div className="flex gap-2">
      <button
        type="button"
        aria-label={words.before}
        disabled={at === 0}
        onClick={() => go(-1)}
        className={control}
      >
        <Left />
      </button>
      <select
        aria-label={words.column}
        value={columns[at]?.key}
        onChange={(event) => onGo(event.target.value)}
        className="control min-w-0 flex-1 rounded border border-border bg-raised px-2"
      >
        {columns.map(({ key, name, count }) => (
          <option key={key} value={key}>
            {words.option({ column: name, count })}
          </option>
        ))}
      </select>
      <button
        type="button"
        aria-label={words.next}
        disabled={at === columns.length - 1}
        onClick={() => go(1)}
        className={control}
      >
        <Right />
      </button>
    </div>
  );
}
