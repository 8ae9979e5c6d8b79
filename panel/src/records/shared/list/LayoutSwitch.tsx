import { clsx } from 'clsx';
import type { ComponentType } from 'react';
import { Calendar, icon, Stack } from '#panel/ui/icons.tsx';
import { useListWords } from '#panel/words/lists/use.ts';
import type { ListState } from './list-state.ts';

/** Layout of a list. The first one of a list is its default, which its address leaves out. */
export interface Layout {
  readonly key: string;
  readonly name: string;
}

const icons: Readonly<Record<string, ComponentType<{ size?: number }>>> = {
  board: icon(<path d="M2.5 3h3v10h-3zM6.5 3h3v6h-3zM10.5 3h3v8h-3z" />),
  list: Stack,
  calendar: Calendar,
  timeline: icon(<path d="M2 4h6M5 8h7M8.5 12H14" strokeWidth="2" />),
  forecast: icon(<path d="M2.5 13.5h11M4 11V8m4 3V5m4 6V2.5" />),
};

export const layoutOf = (list: ListState, layouts: readonly Layout[]) =>
  list.get('view') ?? layouts[0]?.key;

export const setLayout = (list: ListState, layouts: readonly Layout[], key: string) =>
  list.set({ view: key === layouts[0]?.key ? undefined : key });

interface Props {
  readonly list: ListState;
  readonly layouts: readonly Layout[];
}

/** Layouts of a list in sight: names on wide windows, else icons. A phone has them in the display menu. */
export function LayoutSwitch({ list, layouts }: Props) {
  const words = useListWords();
  const current = layoutOf(list, layouts);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      aria-label={words.layout}
      className="flex rounded bg-surface p-0.5 max-sm:hidden"
    >
      {layouts.map(({ key, name }) => {
        const Icon = icons[key] ?? Stack;
        return (
          <button
            key={key}
            type="button"
            title={name}
            aria-pressed={key === current}
            onClick={() => setLayout(list, layouts, key)}
            className={clsx(
              'inline-flex h-7 items-center gap-1.5 rounded-[5px] px-2 pointer-coarse:h-10',
              key === current
                ? 'border border-border bg-raised font-medium text-text'
                : 'border border-transparent text-muted hover:text-text',
            )}
          >
            <Icon size={14} />
            <span className="max-lg:sr-only">{name}</span>
          </button>
        );
      })}
    </div>
  );
}
