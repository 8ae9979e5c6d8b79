import { remembering } from '../../platform/remembering.ts';

/** How long an answer is believed without asking again: revocation and suspension have to hold within a second on every node. */
export const believedFor = 500;
const mostRemembered = 10_000;

/** Asks once for callers that come together, and remembers what was found for half a second. What is not found is never remembered. */
export function asking<T extends object>(ask: (key: string) => Promise<T | undefined>) {
  // By a clock that nobody sets: one that is put back must not make an answer believed for longer.
  const remembered = remembering<{ value: T; until: number }>(mostRemembered);
  const open = new Map<string, { since: number; found: Promise<T | undefined> }>();
  return {
    peek: (key: string) => remembered.peek(key)?.value,
    /** @param isGood of what is remembered; else it is asked for again */
    async find(key: string, isGood: (value: T) => boolean = () => true): Promise<T | undefined> {
      const now = performance.now();
      const known = remembered.get(key);
      if (known && known.until > now && isGood(known.value)) return known.value;
      const waiting = open.get(key);
      // A question that is slow to be answered would answer what was true when it was asked.
      if (waiting && waiting.since + believedFor > now) return waiting.found;
      const found = ask(key).then((value) => {
        // Counted from before the question: the answer is at least this old.
        if (value) remembered.set(key, { value, until: now + believedFor });
        else remembered.delete(key);
        return value;
      });
      const mine = { since: now, found };
      open.set(key, mine);
      const forget = () => {
        if (open.get(key) === mine) open.delete(key);
      };
      found.then(forget, forget);
      return found;
    },
  };
}
