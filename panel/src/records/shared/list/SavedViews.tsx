import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import type { SavedView } from '#panel/api/types.ts';
import { withMoved } from '#panel/commands/positions.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Link, navigate } from '#panel/route/router.tsx';
import { icon } from '#panel/ui/icons.tsx';
import { type MenuItem, MoreMenu } from '#panel/ui/Menu.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useListWords } from '#panel/words/lists/use.ts';
import type { ListState } from './list-state.ts';
import { savedViewActions, viewsQuery } from './saved-views.ts';

const SavedViewDialog = lazyWithWords(() => import('./SavedViewDialog.tsx'), 'nothing');

const Bookmark = icon(<path d="M4.5 2.5h7v11L8 11l-3.5 2.5z" />);

const tab =
  'control inline-flex shrink-0 items-center rounded px-2 text-muted hover:bg-surface hover:text-text data-chosen:bg-tint data-chosen:font-medium data-chosen:text-text';

interface Props {
  readonly list: ListState;
  /** True in a column, where the views wrap. */
  readonly isNarrow?: boolean;
}

/** Saved views of a list, the user's own and the team's, as links, with the actions for the current one. */
export default function SavedViews({ list, isNarrow = false }: Props) {
  const { views: words } = useListWords();
  const { data = [] } = useQuery(viewsQuery(list.slug));
  const [dialog, show] = useState<'new' | 'rename'>();
  const views = data.filter(({ resource }) => resource === list.resource);
  const { view } = list;
  const href = (id?: string) => location.pathname + (id ? `?saved=${id}` : '');
  const isSavable = list.isChanged || views.length > 0;
  if (!isSavable) return null;
  return (
    <div
      className={clsx(
        'flex min-w-0 items-center gap-1 overflow-x-auto sm:overflow-visible',
        views.length > 0 && 'order-1 sm:w-full',
      )}
    >
      <nav
        aria-label={words.title}
        className={clsx(
          'flex min-w-0 items-center gap-1',
          isNarrow && 'sm:flex-wrap',
          views.length === 0 && 'hidden',
        )}
      >
        <Link href={href()} data-chosen={view ? undefined : true} className={tab}>
          {words.all}
        </Link>
        {views.map(({ id, name }) => (
          <Link key={id} href={href(id)} data-chosen={id === view?.id || undefined} className={tab}>
            {name}
          </Link>
        ))}
      </nav>
      {view ? (
        <ViewMenu list={list} view={view} views={views} onRename={() => show('rename')} />
      ) : null}
      {list.isChanged ? (
        <button
          type="button"
          onClick={() => show('new')}
          className="control inline-flex shrink-0 items-center rounded px-2 text-accent hover:underline"
        >
          {views.length > 0 ? (
            words.save
          ) : (
            <>
              <span className="contents sm:hidden">
                <Bookmark />
              </span>
              <span className="max-sm:sr-only">{words.save}</span>
            </>
          )}
        </button>
      ) : null}
      {dialog ? (
        <SavedViewDialog
          list={list}
          view={dialog === 'rename' ? view : undefined}
          onClose={() => show(undefined)}
        />
      ) : null}
    </div>
  );
}

interface MenuProps {
  readonly list: ListState;
  readonly view: SavedView;
  readonly views: readonly SavedView[];
  readonly onRename: () => void;
}

function ViewMenu({ list, view, views, onRename }: MenuProps) {
  const { views: words } = useListWords();
  const acts = savedViewActions(list.slug);
  const { act, failure } = useAction((run: () => Promise<unknown>) => run());
  const ids = views.map(({ id }) => id);
  const at = ids.indexOf(view.id);
  const moveTo = (place: number) => () => act(() => acts.order(withMoved(ids, view.id, place)));
  const toScope = view.scope === 'team' ? 'private' : 'team';
  const items: MenuItem[] = [
    ...(view.may_change && list.isChanged
      ? [
          {
            label: words.keep,
            act: () =>
              act(async () => {
                await acts.change(view.id, { query: list.params });
                navigate(`${location.pathname}?saved=${view.id}`, { replace: true });
                say(words.saved);
              }),
          },
        ]
      : []),
    {
      label: view.is_pinned ? words.unpin : words.pin,
      act: () => act(() => acts.pin(view.id, !view.is_pinned)),
    },
    ...(at > 0 ? [{ label: words.toLeft, act: moveTo(at - 1) }] : []),
    ...(at < ids.length - 1 ? [{ label: words.toRight, act: moveTo(at + 1) }] : []),
    ...(view.may_change
      ? [
          { label: words.rename, act: onRename },
          {
            label: toScope === 'team' ? words.share : words.makePrivate,
            act: () => act(() => acts.change(view.id, { scope: toScope })),
          },
          {
            label: words.remove,
            isDangerous: true,
            act: () =>
              act(async () => {
                await acts.remove(view.id);
                navigate(location.pathname, { replace: true });
                say(words.removed);
              }),
          },
        ]
      : []),
  ];
  return (
    <>
      <MoreMenu label={words.actions({ name: view.name })} align="start" items={items} />
      <FailureNotice failure={failure} />
    </>
  );
}
