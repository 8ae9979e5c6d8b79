import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import type { Failure } from '#panel/api/call.ts';
import { searchAllLimits } from '#panel/api/input-limits.ts';
import { asFailure } from '../commands/use-action.ts';
import { hasWord, messageHitsQuery } from '../data/message-hits.ts';
import { searchQuery } from '../data/search.ts';
import { dayIn } from '../data/time-zone-days.ts';
import { useTimeZone } from '../data/use-today.ts';
import { useDayFormat } from '../display/formatters.ts';
import { KindIcon } from '../display/kinds.tsx';
import { FailureNotice } from '../display/Notices.tsx';
import { openPeek } from '../display/RecordLink.tsx';
import { messageHref } from '../records/conversations/address.ts';
import { hitName } from '../records/conversations/conversation-name.ts';
import { teamIn } from '../route/paths.ts';
import { recordPath } from '../route/record-paths.ts';
import { navigate } from '../route/router.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { filterByWords } from '../ui/filter-by-words.ts';
import { usePaletteWords } from '../words/palette/use.ts';
import { useWords } from '../words/translations.ts';
import { useCurrentOrLastTeam } from './navigation.tsx';
import { type PaletteEntry, useCommands } from './palette-commands.tsx';
import { addRecentlyViewed, recentlyViewed, type ViewedRecord } from './recently-viewed.ts';

/** Messages that the palette lists. */
const maxMessages = 5;

interface Group {
  readonly key: string;
  readonly name: string;
  readonly lines: readonly PaletteEntry[];
  readonly note?: string | undefined;
}

/** Opens a record as a peek or a page; as a page if it belongs to another team. */
function open(slug: string, seen: ViewedRecord, asPage: boolean): void {
  addRecentlyViewed(slug, seen);
  if (asPage || teamIn(location.pathname) !== slug) navigate(recordPath(slug, seen.kind, seen.id));
  else openPeek(seen.kind, seen.id);
}

/** Records and commands that match the typed text, in groups; recently viewed records before typing. */
function useGroups(typed: string): {
  readonly groups: readonly Group[];
  readonly isBusy: boolean;
  readonly failure?: Failure | undefined;
  readonly retry: () => void;
} {
  const { app } = useWords();
  const words = usePaletteWords();
  const { creates, commands } = useCommands();
  const slug = useCurrentOrLastTeam()?.slug ?? '';
  const text = useDeferredValue(typed.trim());
  const query = useQuery({ ...searchQuery(slug, text), enabled: slug !== '' && text !== '' });
  const messages = useInfiniteQuery({
    ...messageHitsQuery(slug, text, { limit: maxMessages }),
    enabled: slug !== '' && hasWord(text),
  });
  const day = useDayFormat();
  const timeZone = useTimeZone();
  const lineOf = (seen: ViewedRecord, more: Partial<PaletteEntry> = {}): PaletteEntry => ({
    key: seen.id,
    name: seen.name,
    icon: <KindIcon kind={seen.kind} />,
    act: (asPage) => open(slug, seen, asPage),
    ...more,
  });
  const group = (key: string, name: string, lines: readonly PaletteEntry[]): Group[] =>
    lines.length === 0 ? [] : [{ key, name, lines }];
  if (typed.trim() === '')
    return {
      isBusy: false,
      retry: () => {},
      groups: [
        ...group(
          'seen',
          words.recent,
          recentlyViewed(slug).map((seen) => lineOf(seen)),
        ),
        ...group('create', words.create, creates),
        ...group('commands', words.commands, commands),
      ],
    };
  const error = query.error ?? messages.error;
  const written = (messages.data?.pages ?? []).flatMap(({ hits }) => hits);
  const messageLines = written.map(
    ({ id, conversation_id, name, type, excerpt, sent_at }): PaletteEntry => ({
      key: id,
      name: hitName({ name, type }, words),
      about: `${day(dayIn(timeZone, new Date(sent_at)))} · ${excerpt}`,
      icon: <KindIcon kind="conversations" />,
      act: () => navigate(messageHref(slug, { conversation: conversation_id, message: id })),
    }),
  );
  const hitGroups = (query.data ?? []).map(({ kind, hits, has_more }) => ({
    key: kind,
    name: app.places[kind],
    note: has_more ? words.more : undefined,
    lines: hits.map(({ id, name, about, is_closed }) =>
      lineOf({ kind, id, name }, { about, isClosed: is_closed }),
    ),
  }));
  const groups = [
    ...group('create', words.create, filterByWords(creates, typed)),
    ...group('commands', words.commands, filterByWords(commands, typed)),
  ];
  return {
    isBusy: query.isFetching || messages.isFetching || text !== typed.trim(),
    groups: [...hitGroups, ...group('messages', words.messages, messageLines), ...groups],
    failure: error ? asFailure(error) : undefined,
    retry: () => {
      for (const { isError, refetch } of [query, messages]) if (isError) void refetch();
    },
  };
}

/** Command palette: typing finds records and commands, arrows move, Enter opens, Ctrl Enter opens the page of a record. */
export default function Palette({ onClose }: { readonly onClose: () => void }) {
  const words = usePaletteWords();
  const { common } = useWords();
  const [typed, type] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const { groups, isBusy, failure, retry } = useGroups(typed);
  const lines = groups.flatMap((group) => group.lines);
  const chosen = lines[Math.min(at, lines.length - 1)];
  const idOf = (line: PaletteEntry) => `${id}-${lines.indexOf(line)}`;
  const active = chosen && idOf(chosen);
  useEffect(() => {
    if (active) document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const run = (line: PaletteEntry | undefined, asPage: boolean) => {
    if (!line) return;
    onClose();
    // Runs after the dialog has returned the focus, so that the action can move it.
    setTimeout(() => line.act(asPage));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((at + step + lines.length) % Math.max(1, lines.length));
    else if (event.key === 'Enter') run(chosen, event.ctrlKey || event.metaKey);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={words.title} closeLabel={common.close} onClose={onClose}>
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={active}
        aria-label={words.placeholder}
        placeholder={words.placeholder}
        value={typed}
        autoFocus
        {...searchAllLimits.q}
        onChange={(event) => {
          type(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        className="control w-full bg-raised px-2 text-prose outline-none"
      />
      <div
        ref={box}
        id={id}
        role="listbox"
        aria-label={words.title}
        className="flex max-h-[50dvh] flex-col overflow-auto"
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options has no element
          <div key={group.key} role="group" aria-label={group.name} className="flex flex-col">
            <p aria-hidden="true" className="px-2 pt-2 pb-1 font-medium text-meta text-muted">
              {group.name}
            </p>
            {group.lines.map((line) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
              <div
                key={line.key}
                id={idOf(line)}
                role="option"
                tabIndex={-1}
                aria-selected={line === chosen}
                onClick={(event) => run(line, event.ctrlKey || event.metaKey)}
                className={clsx(
                  'control flex shrink-0 cursor-pointer items-center gap-2 rounded px-2',
                  line === chosen && 'bg-tint',
                )}
              >
                {line.icon ? <span className="text-muted">{line.icon}</span> : null}
                <span className="max-w-[70%] shrink-0 truncate">{line.name}</span>
                <span className="min-w-0 truncate text-meta text-muted">
                  {[line.about, line.isClosed ? words.closed : undefined]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </div>
            ))}
            {group.note ? <p className="px-2 text-meta text-muted">{group.note}</p> : null}
          </div>
        ))}
      </div>
      <p role="status" className={lines.length === 0 ? 'text-muted' : 'sr-only'}>
        {lines.length > 0
          ? words.hits({ count: lines.length })
          : isBusy
            ? words.searching
            : failure
              ? ''
              : words.none}
      </p>
      <FailureNotice failure={isBusy ? undefined : failure} onRetry={retry} />
      <p className="text-meta text-muted pointer-coarse:hidden">{words.hint}</p>
    </Dialog>
  );
}
