import { clsx } from 'clsx';
import { useCallback, useMemo, useState } from 'react';
import type { Conversation } from '#panel/api/types.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { lazyWithWords, usePreload } from '#panel/display/lazy.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { Link, navigate, usePathname, useSearch } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { useDocumentTitle } from '#panel/ui/document-title.ts';
import { Fill } from '#panel/ui/Fill.tsx';
import { Back, Plus } from '#panel/ui/icons.tsx';
import { useConversationWords } from '#panel/words/conversations/use.ts';
import { useList } from '../shared/list/list-state.ts';
import { useSelection } from '../shared/list/use-selection.ts';
import { resolve } from './actions.ts';
import { conversationHref, conversationIn, listHref, rowsQueryIn } from './address.ts';
import { ConversationList } from './ConversationList.tsx';
import { conversationName } from './conversation-name.ts';
import { type FrozenList, useFrozenList } from './frozen-list.ts';
import { ListHead } from './ListHead.tsx';
import { useIsListInUse } from './list-state.ts';
import { cachedConversation } from './queries.ts';
import { useConversationShortcuts } from './shortcuts.ts';
import { useRows } from './use-rows.ts';

const loadTalk = async () => ({
  default: (await import('./ConversationView.tsx')).ConversationView,
});
const ConversationView = lazyWithWords(loadTalk);
const loadSelected = () => import('./SelectionActions.tsx');
const SelectionActions = lazyWithWords(loadSelected, 'nothing');
const MessageHits = lazyWithWords(() => import('./MessageHits.tsx'), 'nothing');
const EmptyList = lazyWithWords(() => import('./EmptyList.tsx'), 'nothing');
const NoConversation = lazyWithWords(() => import('./NoConversation.tsx'), 'nothing');
const NewConversationDialog = lazyWithWords(() => import('./NewConversationDialog.tsx'), 'nothing');

/** Conversations: the list, the open conversation, and its sidebar. */
export default function Conversations() {
  const words = useConversationWords();
  usePreload(loadTalk, 0);
  const { slug, me } = useCurrentTeam();
  const id = conversationIn(usePathname());
  const search = useSearch();
  const list = useList(slug, 'conversations');
  const filters = useMemo(() => rowsQueryIn(list.get), [list]);
  const { query, all, rows, counts } = useRows(slug, filters, me?.user_id);
  const { isStill, onKeys, over } = useIsListInUse();
  const [ownIds, setOwn] = useState<ReadonlySet<string>>(new Set());
  const held = useFrozenList(rows, all, isStill, JSON.stringify([slug, filters]), ownIds);
  const [selected, select] = useSelection(JSON.stringify([slug, filters]));
  const chosen = useMemo(() => all.filter(({ id }) => selected.has(id)), [all, selected]);
  usePreload(loadSelected, 0);
  const [announcement, say] = useState('');
  const [begins, begin] = useState<{ readonly id: string; readonly field: string }>();
  const [isNew, setNew] = useState(false);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const open = (to: string | undefined, field?: string) => {
    begin(to === undefined || field === undefined ? undefined : { id: to, field });
    navigate(to === undefined ? listHref(slug, search) : conversationHref(slug, to, search));
  };
  /** Moves from a conversation that has been dealt with to the next one. */
  const goOn = (from: Conversation) => {
    setOwn((ids) => new Set([...ids, from.id]));
    const at = held.rows.findIndex((row) => row.id === from.id);
    const next = at < 0 ? held.rows[0] : (held.rows[at + 1] ?? held.rows[at - 1]);
    const name = conversationName(from, words);
    say(
      next
        ? words.acts.resolvedNext({ name, next: conversationName(next, words) })
        : words.acts.resolvedLast({ name }),
    );
    if (from.id === id) open(next?.id);
  };
  const onResolve = (of: Conversation) => {
    void resolve(slug, of);
    goOn(of);
  };
  const step = (by: 1 | -1) => () => {
    const at = held.rows.findIndex((row) => row.id === id);
    const next = held.rows[at < 0 ? 0 : at + by];
    if (next) open(next.id);
  };
  useConversationShortcuts({
    slug,
    isPeek: false,
    target() {
      const focused = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row;
      const meant = focused ?? id;
      return meant === undefined
        ? undefined
        : (held.rows.find((row) => row.id === meant) ?? cachedConversation(slug, meant));
    },
    isSelecting: chosen.length > 0,
    onResolve,
    opens(of, field) {
      if (of.id === id) return false;
      open(of.id, field);
      return true;
    },
    // Without an open conversation, j and k move through the list.
    more: id === undefined ? {} : { j: step(1), k: step(-1) },
  });
  const back = (
    <Link
      href={listHref(slug, search)}
      className="control inline-flex aspect-square items-center justify-center rounded text-muted hover:bg-surface @min-[640px]/page:hidden"
    >
      <Back />
      <span className="sr-only">{words.head.back}</span>
    </Link>
  );
  useDocumentTitle(id === undefined ? words.title : undefined);
  return (
    <div
      data-whole-phone={id === undefined ? undefined : true}
      className="@container/page -mx-4 -mt-2 -mb-20 md:-mx-6 md:-my-4"
    >
      <h1 className="sr-only">{words.title}</h1>
      <Fill isFlush>
        <div className="flex min-h-0 flex-1">
          <section
            aria-label={words.list}
            {...over}
            className={clsx(
              'flex w-full shrink-0 flex-col border-border @min-[640px]/page:w-72 @min-[640px]/page:border-r',
              id !== undefined && '@max-[639px]/page:hidden',
            )}
          >
            <ListHead
              list={list}
              filters={filters}
              counts={counts}
              create={
                <Button
                  data-create
                  look="quiet"
                  title={words.create}
                  className="aspect-square px-0!"
                  onClick={() => setNew(true)}
                >
                  <Plus />
                  <span className="sr-only">{words.create}</span>
                </Button>
              }
            />
            <Moved held={held} />
            <QueryContent query={query} rows={8}>
              {() => {
                const none = <EmptyList slug={slug} filters={filters} list={list} />;
                const few = (
                  <ConversationList
                    slug={slug}
                    rows={held.rows}
                    chosen={id}
                    search={search}
                    hasInboxes={new Set(all.map(({ inbox_id }) => inbox_id)).size > 1}
                    selected={selected}
                    onSelect={select}
                    onEnd={onEnd}
                    onKeys={onKeys}
                    isAsHighAsRows={filters.search !== undefined}
                  />
                );
                const conversationRows = held.rows.length === 0 ? undefined : few;
                if (filters.search === undefined) return conversationRows ?? none;
                return (
                  <>
                    {conversationRows}
                    <MessageHits
                      slug={slug}
                      filters={filters}
                      search={search}
                      none={conversationRows ? undefined : none}
                    />
                  </>
                );
              }}
            </QueryContent>
          </section>
          {id === undefined ? (
            <div className="flex flex-1 items-center justify-center @max-[639px]/page:hidden">
              <NoConversation hasSome={rows.length > 0} />
            </div>
          ) : (
            <ConversationView
              key={id}
              slug={slug}
              id={id}
              isPeek={false}
              back={back}
              begins={begins?.id === id ? begins.field : undefined}
              onResolve={onResolve}
              onGone={goOn}
            />
          )}
        </div>
      </Fill>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {chosen.length > 0 ? (
        <SelectionActions
          slug={slug}
          conversations={chosen}
          onDone={(ids) => {
            setOwn((current) => new Set([...current, ...ids]));
            select(new Set());
          }}
          onClear={() => select(new Set())}
        />
      ) : null}
      {isNew ? (
        <NewConversationDialog
          slug={slug}
          inbox={filters.inbox_id}
          onClose={() => setNew(false)}
          onOpen={(to) => open(to, 'conversation-answer')}
        />
      ) : null}
    </div>
  );
}

/** Notice that the frozen list is out of date. */
function Moved({ held }: { readonly held: FrozenList }) {
  const { held: words } = useConversationWords();
  return held.moved > 0 ? (
    <button
      type="button"
      onClick={held.apply}
      className="control flex shrink-0 items-center justify-between gap-2 border-border border-b bg-surface px-3 text-meta"
    >
      <span role="status">{words.moved({ count: held.moved })}</span>
      <span className="font-medium text-accent">{words.apply}</span>
    </button>
  ) : null;
}
