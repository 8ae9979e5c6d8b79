import { useEffect, useState } from 'react';

/** Delay before requests, so that rows scrolled past make none. */
const settledMs = 120;

/** True once the component has been on screen for a moment. */
export function useSettled(): boolean {
  const [is, set] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => set(true), settledMs);
    return () => clearTimeout(timer);
  }, []);
  return is;
}
