import { useEffect, useState } from 'react';

/** What is only scrolled past asks for nothing. */
const settledMs = 120;

/** Whether something has stood on the screen for a moment. */
export function useSettled(): boolean {
  const [is, set] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => set(true), settledMs);
    return () => clearTimeout(timer);
  }, []);
  return is;
}
