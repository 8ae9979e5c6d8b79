import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { request } from '#panel/api/call.ts';
import { messagesSearchLimits } from '#panel/api/input-limits.ts';
import { asFailure, useAction } from '#panel/commands/use-action.ts';
import { hasWord, messageHitsQuery } from '#panel/data/message-hits.ts';
import { momentOf } from '#panel/data/time-zone-days.ts';
import { useTimeZone } from '#panel/data/use-today.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { DateInput } from '#panel/parts/DateInput.tsx';
import { buttonClass } from '#panel/ui/Button.tsx';
import { inputClass } from '#panel/ui/Field.tsx';
import { Close, Down, Up } from '#panel/ui/icons.tsx';
import { useThreadWords } from '#panel/words/thread/use.ts';
import { useWords } from '#panel/words/translations.ts';

const pageSize = 50;
/** Number of hits before the end of the loaded ones at which more are requested. */
const prefetchHits = 5;
const square = buttonClass('quiet', 'aspect-square px-0!');

interface Props {
  readonly slug: string;
  readonly conversationId: string;
  readonly jump: (message: string, takesFocus: boolean) => Promise<void>;
  /** Rises with every request to search, also while it is open. */
  readonly searches: number;
  readonly onClose: () => void;
}

/** Search within a thread: Enter goes to the next older message, Shift Enter back; or to a day. */
export default function ThreadSearch({ slug, conversationId, jump, searches, onClose }: Props) {
  const { search: words } = useThreadWords();
  const { common } = useWords();
  const timeZone = useTimeZone();
  const [typed, type] = useState('');
  const term = useDeferredValue(typed.trim());
  const query = useInfiniteQuery(
    messageHitsQuery(slug, term, { conversation_id: conversationId, limit: pageSize }),
  );
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const { isFetching, isPlaceholderData, error, refetch } = query;
  const hits = (query.data?.pages ?? []).flatMap((page) => page.hits);
  const [at, setAt] = useState(0);
  const current = hits[Math.min(at, hits.length - 1)]?.id;
  const isCurrent = !isPlaceholderData && hasWord(term);
  useEffect(() => {
    if (current !== undefined && isCurrent) void jump(current, false);
  }, [current, isCurrent, jump]);
  useEffect(() => {
    const isDue = at >= hits.length - prefetchHits && hasNextPage;
    if (isDue && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [at, hits.length, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const field = useRef<HTMLInputElement>(null);
  // The focus returns to where it was.
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  useEffect(() => {
    if (searches === 0) return;
    field.current?.focus();
    field.current?.select();
  }, [searches]);
  const toDay = useAction(async (day: string) => {
    const since = momentOf(timeZone, `${day}T00:00`);
    const { messages } = await request('GET /teams/{team_slug}/msgapp/conversations/{id}/thread', {
      at: { team_slug: slug, id: conversationId },
      query: { since, limit: 2 },
    });
    const first = messages.find(({ sent_at }) => sent_at >= since) ?? messages.at(-1);
    if (first) await jump(first.id, false);
  });
  const dayId = useId();
  const wanted = useRef('');
  /** Goes to the day once for each choice of it. */
  const goToDay = () => {
    if (wanted.current === '') return;
    toDay.act(wanted.current);
    wanted.current = '';
  };
  const step = (by: 1 | -1) => {
    if (hits.length > 0) setAt(Math.max(0, Math.min(hits.length - 1, at + by)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const by = { Enter: event.shiftKey ? -1 : 1, ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by !== 1 && by !== -1) return;
    step(by);
    event.preventDefault();
    event.stopPropagation();
  };
  const placeOf = (number: number) => {
    if (number === 0) return isFetching || error ? '' : words.none;
    return words.place({ at: Math.min(at, number - 1) + 1, count: number, hasMore: hasNextPage });
  };
  return (
    <search
      aria-label={words.title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
      className="flex shrink-0 flex-wrap items-center gap-1 border-border border-b px-3 py-1"
    >
      <input
        ref={field}
        type="search"
        aria-label={words.title}
        placeholder={words.title}
        value={typed}
        {...messagesSearchLimits.q}
        autoComplete="off"
        onChange={({ target }) => {
          type(target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        className="control min-w-24 flex-1 rounded border border-border bg-raised px-2"
      />
      <span role="status" className="text-meta text-muted tabular-nums">
        {isCurrent ? placeOf(hits.length) : ''}
      </span>
      <SquareButton
        label={words.older}
        icon={<Up />}
        isEnd={at >= hits.length - 1}
        onClick={() => step(1)}
      />
      <SquareButton
        label={words.newer}
        icon={<Down />}
        isEnd={at <= 0 || hits.length === 0}
        onClick={() => step(-1)}
      />
      <SquareButton label={common.close} icon={<Close />} onClick={onClose} />
      <label htmlFor={dayId} className="flex w-full items-center gap-2 text-muted">
        {words.toDay}
        <span className="w-40">
          <DateInput
            id={dayId}
            onChange={(day, isFinal) => {
              wanted.current = day;
              if (isFinal) goToDay();
            }}
            onBlur={goToDay}
            onKeyDown={({ key }) => {
              if (key === 'Enter') goToDay();
            }}
            className={inputClass}
          />
        </span>
      </label>
      <FailureNotice
        failure={error && isCurrent ? asFailure(error) : undefined}
        onRetry={() => void (isFetchNextPageError ? fetchNextPage() : refetch())}
      />
      <FailureNotice failure={toDay.failure} />
    </search>
  );
}

interface SquareButtonProps extends Pick<ComponentProps<'button'>, 'onClick'> {
  readonly label: string;
  readonly icon: ReactNode;
  /** True if there is no further one; the button keeps the focus. */
  readonly isEnd?: boolean;
}

function SquareButton({ label, icon, isEnd = false, ...rest }: SquareButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      aria-disabled={isEnd}
      title={label}
      className={clsx(square, isEnd && 'opacity-50')}
    >
      {icon}
    </button>
  );
}
