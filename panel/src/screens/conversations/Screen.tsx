import { useEffect, useMemo, useRef, useState } from 'react';
import { Loaded } from '../../parts/Loaded.tsx';
import { type ListState, paramsIn } from '../../parts/list.ts';
import { useTeamHere } from '../../parts/team.ts';
import { withParam } from '../../route/records.ts';
import { navigate, usePathname, useSearch } from '../../route/router.tsx';
import { Fill } from '../../ui/Fill.tsx';
import { Empty } from '../../ui/layout.tsx';
import { useConversationWords } from '../../words/conversations/use.ts';
import { useHeld } from './held.ts';
import { List } from './List.tsx';
import { ListHead } from './ListHead.tsx';
import { askedIn, conversationIn } from './model.ts';
import { NoRows } from './NoRows.tsx';
import { Talk } from './Talk.tsx';
import { useRows } from './use-rows.ts';

/** How long the list keeps still after somebody pressed a key in it. */
const stillMs = 4_000;

/** What the list shows stands in the address, beside the conversation that is open. */
function useListState(slug: string): ListState {
  const search = useSearch();
  return useMemo(() => {
    const params = paramsIn(search);
    return {
      slug,
      resource: 'conversations',
      params,
      view: undefined,
      isChanged: Object.keys(params).length > 0,
      get: (name) => params[name],
      set(change) {
        const next = Object.entries(change).reduce(
          (query, [name, value]) => withParam(query, name, value),
          location.search,
        );
        navigate(location.pathname + next, { replace: true });
      },
    };
  }, [slug, search]);
}

/** Whether somebody points at the list, or goes through it by keys. */
function useStill() {
  const [isOver, setOver] = useState(false);
  const [isPressed, setPressed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    isStill: isOver || isPressed,
    onKeys() {
      setPressed(true);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setPressed(false), stillMs);
    },
    over: {
      onPointerEnter: ({ pointerType }: { readonly pointerType: string }) =>
        setOver(pointerType === 'mouse'),
      onPointerLeave: () => setOver(false),
    },
  };
}

const nobody: ReadonlySet<string> = new Set();

/** Conversations: the list, the one that is open, and what is known of whom it is with. */
export default function Conversations() {
  const words = useConversationWords();
  const { slug, me } = useTeamHere();
  const id = conversationIn(usePathname());
  const search = useSearch();
  const list = useListState(slug);
  const asked = useMemo(() => askedIn(list.params), [list]);
  const { query, all, rows, counts } = useRows(slug, asked, me?.user_id);
  const { isStill, onKeys, over } = useStill();
  const held = useHeld(rows, all, isStill, JSON.stringify([slug, asked]), nobody);
  const inboxes = new Set(all.map(({ inbox_id }) => inbox_id)).size;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const onEnd = useMemo(
    () => () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
    },
    [hasNextPage, isFetchingNextPage, fetchNextPage],
  );
  return (
    <div className="@container -mx-4 -mt-4 -mb-24 md:-m-6">
      <Fill isFlush>
        <div className="flex min-h-0 flex-1">
          <section
            aria-label={words.list}
            {...over}
            className={`flex w-full shrink-0 flex-col border-border @min-[640px]:w-80 @min-[640px]:border-r ${id === undefined ? '' : '@max-[640px]:hidden'}`}
          >
            <header className="flex items-center justify-between gap-2 px-3 py-2">
              <h1 className="font-semibold text-title">{words.title}</h1>
            </header>
            <ListHead list={list} asked={asked} counts={counts} />
            {held.moved > 0 ? (
              <button
                type="button"
                onClick={held.apply}
                className="control flex shrink-0 items-center justify-between gap-2 border-border border-b bg-surface px-3 text-meta"
              >
                <span role="status">{words.held.moved({ count: held.moved })}</span>
                <span className="font-medium text-accent">{words.held.apply}</span>
              </button>
            ) : null}
            <Loaded query={query} rows={8}>
              {() =>
                held.rows.length === 0 ? (
                  <NoRows
                    slug={slug}
                    asked={asked}
                    onClear={() =>
                      list.set({
                        search: undefined,
                        inbox: undefined,
                        contact: undefined,
                        client: undefined,
                      })
                    }
                  />
                ) : (
                  <List
                    slug={slug}
                    rows={held.rows}
                    chosen={id}
                    search={search}
                    hasInboxes={inboxes > 1}
                    onEnd={onEnd}
                    onKeys={onKeys}
                  />
                )
              }
            </Loaded>
          </section>
          {id === undefined ? (
            <div className="flex flex-1 items-center justify-center @max-[640px]:hidden">
              <Empty text={words.none.choose} />
            </div>
          ) : (
            <Talk key={id} slug={slug} id={id} />
          )}
        </div>
      </Fill>
    </div>
  );
}
