/*
 * How many bytes a team's deliveries may send in a minute from this process: a bucket that fills up evenly. What comes when it is
 * empty waits in the database.
 */

export interface Pace {
  /** Whether the team may send now. */
  isOpen(team: string): boolean;
  /** It sends so many bytes. What a bucket lacks is made up for before it sends again. */
  sends(team: string, bytes: number): void;
}

const minuteMs = 60_000;

/** @param perMinute 0: as many as there are */
export function paceOf(perMinute: number, now = () => performance.now()): Pace {
  if (perMinute === 0) return { isOpen: () => true, sends: () => {} };
  /** What is missing in buckets that are not full, and since when that was so. */
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
