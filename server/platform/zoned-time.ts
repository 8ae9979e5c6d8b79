/* Local times of IANA zones. Local times are Unix milliseconds as if the zone were UTC. */

const dayMs = 86_400_000;
const minuteMs = 60_000;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, format);
  return format;
}

/** The local time at an instant. @param at Unix milliseconds, after the year 1 */
export function localTime(zone: string, at: number): number {
  const parts = { year: 0, month: 1, day: 1, hour: 0, minute: 0, second: 0 };
  for (const { type, value } of formatOf(zone).formatToParts(at))
    if (type in parts) parts[type as keyof typeof parts] = Number(value);
  const { year, month, day, hour, minute, second } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** UTC midnight of the local day at an instant. */
export const localDay = (zone: string, at: number): number =>
  Math.floor(localTime(zone, at) / dayMs) * dayMs;

/**
 * The first instant at which the local clock shows a whole minute or a later one: of a minute that the clock skips, the moment of the
 * change; of one that it repeats, the first.
 */
export function instantOf(zone: string, local: number): number {
  const offsetAt = (at: number) => localTime(zone, at) - at;
  const before = offsetAt(local - dayMs);
  const after = offsetAt(local + dayMs);
  if (before === after) return local - before;
  // The clock changes within these two days: finds the minute from which the later offset applies.
  let low = local - dayMs;
  let high = local + dayMs;
  while (high - low > minuteMs) {
    const middle = low + Math.floor((high - low) / 2 / minuteMs) * minuteMs;
    if (offsetAt(middle) === before) low = middle;
    else high = middle;
  }
  return local - before < high ? local - before : Math.max(high, local - after);
}
