import { clsx } from 'clsx';
import { Button } from '../Button.tsx';
import { Down, Left, Right } from '../icons.tsx';
import { Menu } from '../Menu.tsx';
import type { CalendarWords } from './model.ts';

interface Props<S extends string> {
  readonly title: string;
  readonly words: CalendarWords;
  /** Lengths of a period to choose from, with their names. */
  readonly spans: Readonly<Record<S, string>>;
  readonly span: S;
  readonly onSpan: (span: S) => void;
  /** Goes to the previous (-1) or next period (1). */
  readonly onStep: (step: -1 | 1) => void;
  readonly onToday: () => void;
  /** True on phones: the title opens a menu of the choices, so that all is in one row. */
  readonly isCompact: boolean;
}

/** Title of the period of a calendar or timeline, its length, and navigation to other periods. */
export function PeriodHead<S extends string>(props: Props<S>) {
  const { title, words, spans, span, onSpan, onStep, onToday, isCompact } = props;
  const names = Object.entries(spans) as [S, string][];
  return (
    <div className="flex flex-wrap items-center gap-2">
      <h2
        aria-live="polite"
        className={clsx(
          'mr-auto font-semibold text-title first-letter:uppercase',
          isCompact && 'sr-only',
        )}
      >
        {title}
      </h2>
      {isCompact ? (
        <div className="mr-auto min-w-0">
          <Menu
            label={title}
            isLabelShown
            align="start"
            items={[
              { label: words.today, act: onToday },
              ...names.map(([each, label]) => ({
                label,
                isChosen: each === span,
                act: () => onSpan(each),
              })),
            ]}
            className="control -ml-2 flex flex-row-reverse items-center gap-1.5 rounded px-2 font-semibold text-title hover:bg-surface [&>span]:first-letter:uppercase"
          >
            <Down />
          </Menu>
        </div>
      ) : null}
      <div className="flex gap-1">
        <Button look="quiet" aria-label={words.before} onClick={() => onStep(-1)}>
          <Left />
        </Button>
        {isCompact ? null : (
          <Button look="quiet" onClick={onToday}>
            {words.today}
          </Button>
        )}
        <Button look="quiet" aria-label={words.after} onClick={() => onStep(1)}>
          <Right />
        </Button>
      </div>
      {isCompact ? null : (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
        <div role="group" aria-label={words.span} className="flex rounded bg-surface p-0.5">
          {names.map(([each, name]) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === span}
              onClick={() => onSpan(each)}
              className={clsx(
                'h-7 rounded-[5px] border px-2 pointer-coarse:h-10',
                each === span
                  ? 'border-border bg-raised font-medium text-text'
                  : 'border-transparent text-muted hover:text-text',
              )}
            >
              {name}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
