import { useEffect, useState } from 'react';

/** Current performance.now(), updated twice a second while on. */
export function useTicking(isOn: boolean): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (!isOn) return;
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), 500);
    return () => clearInterval(timer);
  }, [isOn]);
  return now;
}

/** Seconds left until a moment of performance.now(); 0 after it. */
export function useSecondsLeft(until: number | undefined): number {
  const now = useTicking(until !== undefined);
  return until === undefined ? 0 : Math.max(0, Math.ceil((until - now) / 1_000));
}
