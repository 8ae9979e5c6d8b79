import { useEffect, useState } from 'react';
import { clockOf } from './model.ts';

/** Countdown to a moment. @param children renders the remaining time; null once it has passed */
export function Countdown({
  to,
  children,
}: {
  readonly to: string;
  readonly children: (left: string | undefined) => string;
}) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const left = Date.parse(to) - now;
  return (
    <time dateTime={to} className="tabular-nums">
      {children(left > 0 ? clockOf(left) : undefined)}
    </time>
  );
}
