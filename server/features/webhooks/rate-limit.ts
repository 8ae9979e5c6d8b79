/*
 * Limits the bytes per minute that a team's deliveries may send from this process: a token bucket that refills evenly. Deliveries that find
 * it empty wait in the database.
 */

export interface ByteRate {
  /** True if the team may send now. */
  isOpen(team: string): boolean;
  /** Counts sent bytes. An overdrawn bucket refills before the team may send again. */
  sends(team: string, bytes: number): void;
}

const minuteMs = 60_000;

/** @param perMinute max number of bytes; 0 means unlimited */
export function byteRate(perMinute: number, now = () => performance.now()): ByteRate {
  if (perMinute === 0) return { isOpen: () => true, sends: () => {} };
  /** Missing bytes in buckets that are not full, and the time when they were computed. */
  const missing = new Map<string, { bytes: number; at: number }>();
  const missingOf = (team: string): number => {
    const last = missing.get(team);
    if (!last) return 0;
    const bytes = last.bytes - ((now() - last.at) / minuteMs) * perMinute;
    if (bytes > 0) return bytes;
    missing.delete(team);
    return 0;
  };
  return {
    isOpen: (team) => missingOf(team) < perMinute,
    sends: (team, bytes) => missing.set(team, { bytes: missingOf(team) + bytes, at: now() }),
  };
}
