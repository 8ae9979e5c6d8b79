import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { searchLimits } from '#panel/api/text-limits.ts';
import { Search } from '#panel/ui/icons.tsx';
import { useListWords } from '#panel/words/lists/use.ts';
import type { ListState } from './list-state.ts';

/** Debounce of the search. */
const pauseMs = 200;

/** Search field of a list, kept in the address as `?search=`: an icon until it has the focus or a text. */
export function SearchField({ list }: { readonly list: ListState }) {
  const words = useListWords();
  const sought = list.get('search') ?? '';
  const [typed, type] = useState(sought);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Follows changes of the address, such as a saved view or going back.
  useEffect(() => {
    type(sought);
  }, [sought]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const look = (text: string) => list.set({ search: text.trim() });
  return (
    <div
      className={clsx(
        'relative transition-[width] duration-150 focus-within:w-44 max-sm:focus-within:w-40',
        typed === '' ? 'w-8 pointer-coarse:w-11' : 'w-44 max-sm:w-40',
      )}
    >
      <span className="pointer-events-none absolute inset-y-0 left-2 flex items-center text-muted pointer-coarse:left-3.5">
        <Search />
      </span>
      <input
        type="search"
        aria-label={words.search}
        placeholder={words.search}
        value={typed}
        {...searchLimits}
        onChange={({ currentTarget: { value } }) => {
          type(value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => look(value), pauseMs);
        }}
        onKeyDown={({ key, currentTarget: { value } }) => {
          if (key !== 'Enter') return;
          clearTimeout(timer.current);
          look(value);
        }}
        title={words.search}
        className={clsx(
          'control w-full rounded border bg-transparent pr-2 pl-8 hover:bg-surface focus:border-border focus:bg-raised focus:placeholder:text-faint pointer-coarse:pl-10',
          typed === '' ? 'border-transparent placeholder:text-transparent' : 'border-border',
        )}
      />
    </div>
  );
}
