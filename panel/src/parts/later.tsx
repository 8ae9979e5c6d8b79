import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { Skeleton } from '../ui/layout.tsx';
import { loadApart, useWords } from '../words/t.ts';

/** How long a screen has the network for itself. */
const settledAfterMs = 1_000;

/**
 * Loads what opens by a key or a click, once the screen has settled: whoever opens it types at once.
 * @param afterMs 0: while the screen's records are still on their way, for what a single key opens
 */
export function useSoon(load: () => Promise<unknown>, afterMs = settledAfterMs): void {
  useEffect(() => {
    const timer = setTimeout(() => load().catch(() => {}), afterMs);
    return () => clearTimeout(timer);
  }, [load, afterMs]);
}

type Shows<P> = (props: P) => ReactNode;

/**
 * A component that is loaded, with its words, when it is first shown. React's `lazy` would show it 0.3 s after what stood there
 * meanwhile, however early it came.
 * @param meanwhile what stands there until then
 */
export function later<P extends object>(
  load: () => Promise<{ default: Shows<P> }>,
  meanwhile: 'its shape' | 'nothing' = 'its shape',
): Shows<P> {
  let found: { Loaded?: Shows<P>; failure?: unknown } = {};
  let isAsked = false;
  const listeners = new Set<() => void>();
  const ask = async () => {
    isAsked = true;
    try {
      const { default: Loaded } = await load();
      await loadApart();
      found = { Loaded };
    } catch (failure) {
      // What cannot come now comes later; the screen that it belongs to stands meanwhile.
      if (!navigator.onLine) window.addEventListener('online', ask, { once: true });
      else if (meanwhile === 'its shape') found = { failure };
      else isAsked = false;
    }
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return function Later(props: P) {
    const { common } = useWords();
    const { Loaded, failure } = useSyncExternalStore(subscribe, () => found);
    if (Loaded) return <Loaded {...props} />;
    if (failure !== undefined) throw failure;
    if (!isAsked) void ask();
    return meanwhile === 'nothing' ? null : (
      <div className="p-4">
        <Skeleton label={common.loading} />
      </div>
    );
  };
}
