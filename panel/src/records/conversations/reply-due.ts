const minuteMs = 60_000;
/** An answer is due soon if this time is left. */
export const soonMinutes = 30;

/** State of a due time, and the time until it, or since it: whole minutes, at least one. @param now Unix milliseconds */
export function dueAt(
  due: string,
  now: number,
): { readonly state: 'late' | 'soon' | 'later'; readonly ms: number } {
  const left = Date.parse(due) - now;
  const minutes = left > 0 ? Math.ceil(left / minuteMs) : Math.max(1, Math.floor(-left / minuteMs));
  const state = left <= 0 ? 'late' : minutes <= soonMinutes ? 'soon' : 'later';
  return { state, ms: minutes * minuteMs };
}
