import type { IncomingHttpHeaders } from 'node:http';
import { invalid } from '#server/platform/errors.ts';

/*
 * Loop protection. A hook creates a task, the task emits an event, and its delivery may reach a hook again. Each delivery contains the
 * number of hooks it will have passed; a request over the maximum creates no task, so such a loop ends, whatever services it leads through.
 */

export const hopsHeader = 'X-Pauta-Hops';

/** Max number of hooks in a chain, each called because of the previous one. */
export const maxHops = 5;

/**
 * Returns the number of hooks that a call has passed, including the called one; 0 if it is not a delivery of a Pauta.
 * @throws ApiError VALIDATION_ERROR if it exceeds the maximum, or is not a number
 */
export function readHops(headers: IncomingHttpHeaders): number {
  const header = headers[hopsHeader.toLowerCase()];
  if (header === undefined) return 0;
  const hops = typeof header === 'string' && /^\d{1,9}$/.test(header) ? Number(header) : undefined;
  if (hops === undefined)
    throw invalid(
      `${hopsHeader} must be a whole number, given once.`,
      hopsHeader,
      'invalid_format',
    );
  if (hops > maxHops)
    throw invalid(
      `${hopsHeader} is ${hops}: this request passed through more than ${maxHops} hooks, each called because of the one before. It is a loop, and ends here.`,
      hopsHeader,
      'too_large',
      { limit: maxHops, reason: 'loop' },
    );
  return hops;
}
