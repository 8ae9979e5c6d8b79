/** Subscription to the time for `useSyncExternalStore`: notifies at an interval, and when the tab becomes visible or hidden. */
export const tickEvery = (milliseconds: number) => (listener: () => void) => {
  const timer = setInterval(listener, milliseconds);
  document.addEventListener('visibilitychange', listener);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', listener);
  };
};
