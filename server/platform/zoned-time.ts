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

function formattedTime(zone: string, at: number): number {
  const parts = { year: 0, month: 1, day: 1, hour: 0, minute: 0, second: 0 };
  for (const { type, value } of formatOf(zone).formatToParts(at))
    if (type in parts) parts[type as keyof typeof parts] = Number(value);
  const { year, month, day, hour, minute, second } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

const quarterMs = 15 * minuteMs;
/** Enough for about a month in each of several zones. */
const mostOffsets = 20_000;
/** Local time minus UTC at whole quarters of an hour, by zone and quarter. Formatting a time takes a hundred times as long as a lookup. */
const offsets = new Map<string, number>();

function offsetAtQuarter(zone: string, quarter: number): number {
  const key = `${zone} ${quarter}`;
  const cached = offsets.get(key);
  if (cached !== undefined) return cached;
  const offset = formattedTime(zone, quarter * quarterMs) - quarter * quarterMs;
  if (offsets.size >= mostOffsets) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

/** The local time at an instant, in whole seconds. @param at Unix milliseconds, after the year 1 */
export function localTime(zone: string, at: number): number {
  const quarter = Math.floor(at / quarterMs);
  const offset = offsetAtQuarter(zone, quarter);
  // A clock that changes between two quarters is read exactly.
  if (offset !== offsetAtQuarter(zone, quarter + 1)) return formattedTime(zone, at);
  return Math.floor(at / 1_000) * 1_000 + offset;
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
