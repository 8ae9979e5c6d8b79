import { useEffect, useState } from 'react';
import { Warning } from '../ui/icons.tsx';
import { say } from '../ui/Toast.tsx';
import { useWords, wordsNow } from '../words/translations.ts';
import { buildHere } from './preloads.ts';

/* Watches the connection, and checks for a newer version of the panel. */

const offlineAfterMs = 3_000;
const askEveryMs = 60_000;

/** Banner shown after the browser has been offline for three seconds. */
export function OfflineBanner() {
  const { app } = useWords();
  const [isOffline, setOffline] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      if (navigator.onLine) setOffline(false);
      else timer = setTimeout(() => setOffline(true), offlineAfterMs);
    };
    look();
    window.addEventListener('online', look);
    window.addEventListener('offline', look);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', look);
      window.removeEventListener('offline', look);
    };
  }, []);
  return isOffline ? (
    <p
      role="status"
      className="sticky top-0 z-30 flex items-center justify-center gap-2 border-border border-b bg-surface px-4 py-2"
    >
      <span className="text-warn">
        <Warning />
      </span>
      {app.offline}
    </p>
  ) : null;
}

async function isNewer(): Promise<boolean> {
  const response = await fetch('/', { method: 'HEAD', headers: { accept: 'text/html' } });
  const build = response.headers.get('x-pauta-panel');
  return build !== null && build !== buildHere;
}

function offer(): void {
  const { app } = wordsNow();
  say(app.newVersion, {
    actions: [{ label: app.reload, act: () => location.reload() }],
    stays: true,
  });
}

const ask = () =>
  isNewer().then(
    (newer) => newer && offer(),
    () => {},
  );

/** Delay that leaves the network to the first screen. */
const liveAfterMs = 500;

/** Keeps a team's data up to date, starting shortly after the first screen. */
export function useLiveUpdates(slug: string | undefined): void {
  useEffect(() => {
    if (slug === undefined) return;
    let stop = () => {};
    let isLeft = false;
    const begin = async () => {
      const { startLiveUpdates } = await import('./live-updates.ts');
      if (!isLeft) stop = startLiveUpdates(slug, () => void ask());
    };
    const timer = setTimeout(() => begin().catch(() => {}), liveAfterMs);
    return () => {
      isLeft = true;
      clearTimeout(timer);
      stop();
    };
  }, [slug]);
}

/**
 * Offers to reload if the server has a new version of the panel when the tab becomes visible, or when a chunk of this version is missing.
 */
export function useVersionCheck(): void {
  useEffect(() => {
    let askedAt = Date.now();
    const look = () => {
      if (document.visibilityState === 'hidden' || Date.now() - askedAt < askEveryMs) return;
      askedAt = Date.now();
      void ask();
    };
    document.addEventListener('visibilitychange', look);
    window.addEventListener('focus', look);
    window.addEventListener('vite:preloadError', ask);
    return () => {
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('focus', look);
      window.removeEventListener('vite:preloadError', ask);
    };
  }, []);
}
