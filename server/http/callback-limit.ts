import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError } from '../platform/errors.ts';
import { remembering } from '../platform/remembering.ts';
import { addressOf } from './auth.ts';
import { countedAs, type RateLimit } from './rate-limit.ts';

/*
 * Callbacks carry no key, and who proves nothing is counted: by the address, and for an inbox that there is by both, so that one that is set up
 * wrongly does not keep the others of its gateway out. What is proven is counted by inbox, far above what a gateway has to tell.
 */

/** So many times the requests of an address an inbox may be told in a minute. */
const provenTimes = 100;
const mostRemembered = 10_000;

export interface CallbackLimit {
  /**
   * Before anything is looked up or read.
   * @throws ApiError RATE_LIMITED where too many were counted lately
   */
  refuse(request: FastifyRequest, reply: FastifyReply, inbox: string): void;
  /** The inbox is there. */
  found(inbox: string): void;
  /** Counts one that proved nothing. @throws ApiError RATE_LIMITED where it is one too many */
  countUnproven(request: FastifyRequest, reply: FastifyReply, inbox: string): Promise<void>;
  /** Counts one that its inbox's gateway sent. @throws ApiError RATE_LIMITED where it is one too many */
  countProven(reply: FastifyReply, inbox: string): Promise<void>;
}

/** @param limit of the requests of an address; none there is none here */
export function callbackLimit(limit: RateLimit): CallbackLimit {
  const proven = new RateLimiterMemory({ points: limit.perMinute * provenTimes, duration: 60 });
  /** Inboxes that were found. */
  const known = remembering<true>(mostRemembered);
  /** Who is refused, until when, in milliseconds. */
  const refused = remembering<number>(mostRemembered);
  const unprovenBy = (request: FastifyRequest, inbox: string) =>
    `callbacks ${countedAs(addressOf(request))}${known.has(inbox) ? ` ${inbox}` : ''}`;

  function refuseFor(seconds: number, reply: FastifyReply): never {
    // What else comes over this connection is not read.
    reply.headers({ 'retry-after': seconds, connection: 'close' });
    throw new ApiError('RATE_LIMITED', `Too many callbacks; try again in ${seconds} s.`);
  }
  function refuseFrom(whose: string, seconds: number, reply: FastifyReply): never {
    refused.set(whose, performance.now() + seconds * 1_000);
    return refuseFor(seconds, reply);
  }

  return {
    refuse(request, reply, inbox) {
      if (refused.size === 0) return;
      for (const whose of [unprovenBy(request, inbox), inbox]) {
        const left = (refused.get(whose) ?? 0) - performance.now();
        if (left > 0) refuseFor(Math.ceil(left / 1_000), reply);
        refused.delete(whose);
      }
    },
    found(inbox) {
      known.set(inbox, true);
    },
    async countUnproven(request, reply, inbox) {
      if (limit.perMinute === 0) return;
      const whose = unprovenBy(request, inbox);
      const { allowed, resetSeconds } = await limit.take(whose);
      if (!allowed) refuseFrom(whose, resetSeconds, reply);
    },
    async countProven(reply, inbox) {
      if (limit.perMinute === 0) return;
      const refusal = await proven.consume(inbox).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (refusal instanceof RateLimiterRes)
        refuseFrom(inbox, Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000)), reply);
    },
  };
}
