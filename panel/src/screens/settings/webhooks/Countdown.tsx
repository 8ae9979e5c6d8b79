import { useEffect, useState } from 'react';
import { clockOf } from './model.ts';

/** How long it is until a moment, as a clock that runs down. @param children what is said with it; null once it has come */
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
