import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import type { Fetch } from '#packages/sdk/src/exchange.ts';
import { Pauta, PautaError, type PautaOptions } from '#packages/sdk/src/index.ts';
import { type RateLimit, rateLimit } from '#server/http/rate-limit.ts';
import { makeLog } from '#server/platform/log.ts';
import { type Service, startApp, type TestTeam } from '#test/support/harness.ts';

/* Fixture for tests of the SDK: a team, and a listening app of the service. */

interface Integration {
  readonly team: TestTeam;
  /** A client of the team. */
  client(options?: PautaOptions): Pauta;
  /** Another app, until the file ends. @returns its origin */
  listen(limit?: RateLimit): Promise<string>;
}

export const unlimited = rateLimit(0, undefined, makeLog('silent'));

export function useIntegration(service: Service): Integration {
  const made: { team?: TestTeam; origin?: string } = {};
  const closing: (() => Promise<unknown>)[] = [];
  const self: Integration = {
    get team() {
      if (!made.team) throw new Error('the team is there from beforeAll on');
      return made.team;
    },
    client: (options = {}) =>
      new Pauta({ baseUrl: made.origin, apiKey: self.team.key, ...options }),
    async listen(limit = unlimited) {
      const { database, keys, secrets, messaging, storage } = service;
      const app = await startApp(database, keys, limit, secrets, messaging, undefined, storage);
      await app.listen({ port: 0, host: '127.0.0.1' });
      closing.push(() => app.close());
      return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    },
  };
  beforeAll(async () => {
    made.team = await service.team();
    made.origin = await self.listen();
  });
  afterAll(async () => {
    for (const close of closing) await close();
  });
  return self;
}

/** A fetch that records its requests. @param wrap may replace the request */
export function noting(wrap: (go: Fetch, tries: number) => Fetch = (go) => go) {
  const seen: { method: string; url: string; key: string | null; status: number }[] = [];
  const noted: Fetch = async (input, init) => {
    const go = wrap(fetch, seen.length);
    const headers = new Headers(init?.headers);
    const note = { method: init?.method ?? '', url: String(input), status: 0 };
    const at = seen.push({ ...note, key: headers.get('idempotency-key') }) - 1;
    const response = await go(input, init);
    seen[at] = { ...(seen[at] as (typeof seen)[0]), status: response.status };
    return response;
  };
  return { seen, fetch: noted };
}

export const failing = async (promise: PromiseLike<unknown>): Promise<PautaError> => {
  try {
    await promise;
  } catch (error) {
    if (error instanceof PautaError) return error;
    throw error;
  }
  throw new Error('it did not fail');
};
