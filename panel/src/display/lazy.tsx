import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { Skeleton } from '../ui/layout.tsx';
import { loadTranslations, useWords } from '../words/translations.ts';

/** Delay that leaves the network to the screen's own requests. */
const settledAfterMs = 1_000;

/**
 * Preloads a component that a key or a click opens, so that it is ready for typing.
 * @param afterMs 0 if a single key opens it: loads while the screen's records are still loading
 */
export function usePreload(load: () => Promise<unknown>, afterMs = settledAfterMs): void {
  useEffect(() => {
    const timer = setTimeout(() => load().catch(() => {}), afterMs);
    return () => clearTimeout(timer);
  }, [load, afterMs]);
}

/** Loads a part of a screen once the screen is painted without it. */
export const afterPaint =
  <T,>(load: () => Promise<T>) =>
  async (): Promise<T> => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return load();
  };

let loadingPieces = 0;

/** True while a piece that was rendered is loading. */
export const isLoadingPiece = () => loadingPieces > 0;

type Shows<P> = (props: P) => ReactNode;

/**
 * Lazy component that loads with its words when first rendered. Unlike React's `lazy`, which keeps a fallback for at least 0.3 s, it
 * renders as soon as it has loaded.
 * @param meanwhile fallback while it loads
 */
export function lazyWithWords<P extends object>(
  load: () => Promise<{ default: Shows<P> }>,
  meanwhile: 'its shape' | 'nothing' = 'its shape',
): Shows<P> {
  let result: { Loaded?: Shows<P>; failure?: unknown } = {};
  let isRequested = false;
  const listeners = new Set<() => void>();
  const startLoading = async () => {
    isRequested = true;
    loadingPieces += 1;
    try {
      const { default: Loaded } = await load();
      await loadTranslations();
      result = { Loaded };
    } catch (failure) {
      // Retries a failed load later: when the browser is online again, or at the next render. The surrounding screen stays.
      if (!navigator.onLine) window.addEventListener('online', startLoading, { once: true });
      else if (meanwhile === 'its shape') result = { failure };
      else isRequested = false;
    }
    loadingPieces -= 1;
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return function Later(props: P) {
    const { common } = useWords();
    const { Loaded, failure } = useSyncExternalStore(subscribe, () => result);
    if (Loaded) return <Loaded {...props} />;
    if (failure !== undefined) throw failure;
    if (!isRequested) void startLoading();
    return meanwhile === 'nothing' ? null : (
      <div className="p-4">
        <Skeleton label={common.loading} />
      </div>
    );
  };
}
