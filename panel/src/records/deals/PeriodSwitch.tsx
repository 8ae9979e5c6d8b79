import { clsx } from 'clsx';
import { useDealWords } from '#panel/words/deals/use.ts';
import type { ListState } from '../shared/list/list-state.ts';
import { periodIn, periods } from './model.ts';

/** Period of the forecast, kept in the address. */
export function PeriodSwitch({ list }: { readonly list: ListState }) {
  const { forecast: words } = useDealWords();
  const current = periodIn(list.get);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" aria-label={words.period} className="flex shrink-0 rounded bg-surface p-0.5">
      {periods.map((period) => (
        <button
          key={period}
          type="button"
          aria-pressed={period === current}
          onClick={() => list.set({ period: period === 'all' ? undefined : period })}
          className={clsx(
            'inline-flex h-7 items-center whitespace-nowrap rounded-[5px] border px-2 max-sm:flex-1 max-sm:justify-center pointer-coarse:h-10',
            period === current
              ? 'border-border bg-raised font-medium text-text'
              : 'border-transparent text-muted hover:text-text',
          )}
        >
          {words.periods[period]}
        </button>
      ))}
    </div>
  );
}
