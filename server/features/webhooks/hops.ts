import type { IncomingHttpHeaders } from 'node:http';
import { invalid } from '../../platform/errors.ts';

/*
 * A hook makes a task, the task emits an event, and its delivery may find its way to a hook again. Each delivery says how many
 * hooks it will have come through; one too many makes no task, so that such a ring ends wherever it leads in between.
 */

export const hopsHeader = 'X-Pauta-Hops';

/** How many hooks, each called by what the one before made, a change may lead to. */
export const mostHops = 5;

/**
 * How many hooks a call has come through, the one that it calls included; 0 where it is no delivery of a Pauta.
 * @throws ApiError VALIDATION_ERROR where that is too many, or no number
 */
export function readHops(headers: IncomingHttpHeaders): number {
  const given = headers[hopsHeader.toLowerCase()];
  if (given === undefined) return 0;
  const hops = typeof given === 'string' && /^\d{1,9}$/.test(given) ? Number(given) : undefined;
  if (hops === undefined) throw invalid(`${hopsHeader} must be a whole number, given once.`);
  if (hops > mostHops)
    throw invalid(
      `${hopsHeader} is ${hops}: this request passed through more than ${mostHops} hooks, each called because of the one before. It is a loop, and ends here.`,
    );
  return hops;
}
