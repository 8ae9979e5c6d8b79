import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../platform/errors.ts';
import { lruCache } from '../platform/lru-cache.ts';
import { addressOf } from './auth.ts';
import { countedAs } from './rate-limit.ts';

/*
 * Tokens of connected agents count against their person, so they are looked up before a request is counted. Unknown ones count against the
 * address: once it has exceeded its limit, tokens that this process has not seen are refused without a look-up.
 */

const maxRemembered = 10_000;

export interface ExhaustedAddresses {
  /** @throws ApiError RATE_LIMITED if the address exceeded its limit and the window has not ended */
  refuse(request: FastifyRequest, reply: FastifyReply): void;
  /** Passes a result on; if it is RATE_LIMITED, refuses the address until Retry-After. */
  remember<T>(request: FastifyRequest, reply: FastifyReply, result: Promise<T>): Promise<T>;
}

export function exhaustedAddresses(): ExhaustedAddresses {
  /** Refused addresses, and until when, in milliseconds of a monotonic clock. */
  const refusedUntil = lruCache<number>(maxRemembered);
  const sourceOf = (request: FastifyRequest) => countedAs(addressOf(request));
  return {
    refuse(request, reply) {
      if (refusedUntil.size === 0) return;
      const source = sourceOf(request);
      const seconds = Math.ceil(((refusedUntil.get(source) ?? 0) - performance.now()) / 1_000);
      if (seconds <= 0) {
        refusedUntil.delete(source);
        return;
      }
      reply.header('retry-after', seconds);
      throw new ApiError(
        'RATE_LIMITED',
        `Rate limit exceeded: too many requests with invalid tokens from this address; try again in ${seconds} s.`,
      );
    },
    async remember(request, reply, result) {
      try {
        return await result;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'RATE_LIMITED')
          refusedUntil.set(
            sourceOf(request),
            performance.now() + Number(reply.getHeader('retry-after') ?? 1) * 1_000,
          );
        throw error;
      }
    },
  };
}
