import { useEffect, useRef, useState } from 'react';
import { searchLimits } from '#panel/api/text-limits.ts';
import { Search } from '#panel/ui/icons.tsx';
import { useListWords } from '#panel/words/lists/use.ts';
import type { ListState } from './list-state.ts';

/** Debounce of the search. */
const pauseMs = 200;

/** Search field of a list, kept in the address as `?search=`. */
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
    <div className="relative min-w-32 max-w-64 flex-1">
      <span className="pointer-events-none absolute inset-y-0 left-2 flex items-center text-faint">
        <Search size={14} />
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
        className="control w-full rounded border border-border bg-raised pr-2 pl-7 placeholder:text-faint"
      />
    </div>
  );
}
