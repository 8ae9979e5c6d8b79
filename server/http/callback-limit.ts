import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError } from '../platform/errors.ts';
import { lruCache } from '../platform/lru-cache.ts';
import { addressOf } from './auth.ts';
import { countedAs, type RateLimit } from './rate-limit.ts';

/*
 * Callbacks carry no API key. Unproven ones are counted by address, and for an existing inbox by address and inbox, so that one
 * misconfigured inbox does not block the others of its gateway. Proven ones are counted by inbox, with a limit far above a
 * gateway's traffic.
 */

/** Proven callbacks allowed per inbox and minute, as a multiple of the limit per address. */
const provenTimes = 100;
const maxRemembered = 10_000;

export interface CallbackLimit {
  /**
   * Runs before any look-up or read.
   * @throws ApiError RATE_LIMITED if the limit was exceeded recently
   */
  refuse(request: FastifyRequest, reply: FastifyReply, inbox: string): void;
  /** Records that the inbox exists. */
  proven(inbox: string): void;
  /** Counts an unproven callback. @throws ApiError RATE_LIMITED if it exceeds the limit */
  countUnproven(request: FastifyRequest, reply: FastifyReply, inbox: string): Promise<void>;
  /** Counts a callback proven to come from the inbox's gateway. @throws ApiError RATE_LIMITED if it exceeds the limit */
  countProven(reply: FastifyReply, inbox: string): Promise<void>;
}

/** @param limit limit of requests per address; if that is disabled, so is this */
export function callbackLimit(limit: RateLimit): CallbackLimit {
  const proven = new RateLimiterMemory({ points: limit.perMinute * provenTimes, duration: 60 });
  /** Existing inboxes. */
  const remembered = lruCache<true>(maxRemembered);
  /** Refused sources, and until when, in milliseconds. */
  const refused = lruCache<number>(maxRemembered);
  const unprovenBy = (request: FastifyRequest, inbox: string) =>
    `callbacks ${countedAs(addressOf(request))}${remembered.has(inbox) ? ` ${inbox}` : ''}`;

  function refuseFor(seconds: number, reply: FastifyReply): never {
    // Further requests on this connection are not read.
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
    proven(inbox) {
      remembered.set(inbox, true);
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
