import { useEffect, useMemo, useRef, useState } from 'react';
import { withParam } from '#panel/route/record-paths.ts';
import { navigate, useSearch } from '#panel/route/router.tsx';
import { scrollListsToStart } from '#panel/ui/scroll-to-start.ts';
import { type ListState, paramsIn } from '../shared/list/list-state.ts';

/** Time for which the list stays frozen after a key press. */
const stillMs = 4_000;

/** State of the list, kept in the address along with the open conversation. */
export function useListState(slug: string): ListState {
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
        scrollListsToStart();
      },
    };
  }, [slug, search]);
}

/** Tracks if the list is hovered or navigated by keyboard. */
export function useIsListInUse() {
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
