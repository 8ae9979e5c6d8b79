import { useInfiniteQuery } from '@tanstack/react-query';
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
import { useAction } from '#panel/commands/use-action.ts';
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
  readonly jump: (message: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Search within a thread: Enter goes to the next older message, Shift Enter back; or to a day. */
export default function ThreadSearch({ slug, conversationId, jump, onClose }: Props) {
  const { search: words } = useThreadWords();
  const { common } = useWords();
  const timeZone = useTimeZone();
  const [typed, type] = useState('');
  const term = useDeferredValue(typed.trim());
  const query = useInfiniteQuery(
    messageHitsQuery(slug, term, { conversation_id: conversationId, limit: pageSize }),
  );
  const { hasNextPage, isFetchingNextPage, isFetching, isPlaceholderData, fetchNextPage } = query;
  const hits = (query.data?.pages ?? []).flatMap((page) => page.hits);
  const [at, setAt] = useState(0);
  const current = hits[Math.min(at, hits.length - 1)]?.id;
  const isCurrent = !isPlaceholderData && hasWord(term);
  useEffect(() => {
    if (current !== undefined && isCurrent) void jump(current);
  }, [current, isCurrent, jump]);
  useEffect(() => {
    if (at >= hits.length - prefetchHits && hasNextPage && !isFetchingNextPage)
      void fetchNextPage();
  }, [at, hits.length, hasNextPage, isFetchingNextPage, fetchNextPage]);
  const field = useRef<HTMLInputElement>(null);
  // The focus returns to where it was.
  useEffect(() => {
    const before = document.activeElement;
    field.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const toDay = useAction(async (day: string) => {
    const since = momentOf(timeZone, `${day}T00:00`);
    const { messages } = await request('GET /teams/{team_slug}/msgapp/conversations/{id}/thread', {
      at: { team_slug: slug, id: conversationId },
      query: { since, limit: 2 },
    });
    const first = messages.find(({ sent_at }) => sent_at >= since) ?? messages.at(-1);
    if (first) await jump(first.id);
  });
  const dayId = useId();
  const wanted = useRef('');
  const reached = useRef('');
  const goToDay = () => {
    if (wanted.current === '' || wanted.current === reached.current) return;
    reached.current = wanted.current;
    toDay.act(wanted.current);
  };
  const step = (by: 1 | -1) => {
    if (hits.length > 0) setAt(Math.max(0, Math.min(hits.length - 1, at + by)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const by = { Enter: event.shiftKey ? -1 : 1, ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === 1 || by === -1) step(by);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const placeOf = (number: number) => {
    if (number === 0) return isFetching ? '' : words.none;
    return words.place({ at: Math.min(at, number - 1) + 1, count: number, hasMore: hasNextPage });
  };
  return (
    <search
      aria-label={words.title}
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
        disabled={at >= hits.length - 1}
        onClick={() => step(1)}
      />
      <SquareButton
        label={words.newer}
        icon={<Down />}
        disabled={at <= 0 || hits.length === 0}
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
      <FailureNotice failure={toDay.failure} />
    </search>
  );
}

interface SquareButtonProps extends Pick<ComponentProps<'button'>, 'disabled' | 'onClick'> {
  readonly label: string;
  readonly icon: ReactNode;
}

function SquareButton({ label, icon, ...rest }: SquareButtonProps) {
  return (
    <button {...rest} type="button" aria-label={label} title={label} className={square}>
      {icon}
    </button>
  );
}
