import { EventEmitter } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { admit } from '#server/http/admission.ts';
import { makeLog } from '#server/platform/log.ts';

/* The number of requests in progress that a process admits of one team: more of one that has been alone for ten seconds. */

const size = 10;
/** Of half of the connections: five for two of them, and eight for one. */
const usual = 13;
const alone = 40;

beforeEach(() => vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

/** Response that is only closed. */
class FakeResponse extends EventEmitter {
  destroyed = false;
  statusCode = 200;
}

function newProcess() {
  const inProgress = new Map<string, FakeResponse[]>();
  const server = createServer((request, response) => {
    const team = String(request.headers.team);
    inProgress.set(team, [...(inProgress.get(team) ?? []), response as unknown as FakeResponse]);
  });
  const origin = ({ headers }: IncomingMessage) => {
    const caller = String(headers.team);
    return { queueKey: caller || 'unknown', team: caller.replace('called ', '') };
  };
  admit(server, {
    database: { size, waitingTeams: () => 0, waiting: () => 0 },
    originOf: origin,
    log: makeLog('silent'),
    metrics: undefined,
    headers: {},
    idOf: () => 'id',
    unready: () => undefined,
    answering() {},
  });
  return {
    send(team: string, count: number) {
      for (let i = 0; i < count; i += 1)
        server.emit(
          'request',
          { headers: { team }, url: '/api/v1/deals' } as unknown as IncomingMessage,
          new FakeResponse() as unknown as ServerResponse,
        );
    },
    /** Number of requests of a team that were admitted and are not answered. */
    of: (team: string) => inProgress.get(team)?.length ?? 0,
    /** Answers all requests of a team in progress. Those that wait are admitted in their place. */
    answer(team: string) {
      const all = inProgress.get(team) ?? [];
      inProgress.set(team, []);
      for (const response of all) response.emit('close');
    },
  };
}

test('a team has the usual number of requests in progress until it has been alone for ten seconds', () => {
  const { send, of, answer } = newProcess();
  send('a', 1);
  answer('a');
  vi.advanceTimersByTime(9_900);
  send('a', 60);
  expect(of('a')).toBe(usual);
});

test('a team that has been alone for ten seconds has more', () => {
  const { send, of, answer } = newProcess();
  send('a', 1);
  answer('a');
  vi.advanceTimersByTime(10_000);
  send('a', 60);
  expect(of('a')).toBe(alone);
});

test('the first request of another team is admitted at once, and both then have the usual number', () => {
  const { send, of, answer } = newProcess();
  send('a', 1);
  answer('a');
  vi.advanceTimersByTime(10_000);
  send('a', 60);
  send('b', 1);
  expect(of('b')).toBe(1);
  // The admitted ones continue; none of those that wait follows until fewer than the usual number are in progress.
  answer('a');
  expect(of('a')).toBeLessThanOrEqual(usual);
  vi.advanceTimersByTime(5_000);
  answer('a');
  send('a', 60);
  expect(of('a')).toBe(usual);
});

test('callers that cannot be identified never count as alone, and do not end the time of a team', () => {
  const { send, of, answer } = newProcess();
  send('a', 1);
  answer('a');
  vi.advanceTimersByTime(10_000);
  send('', 60);
  expect(of('')).toBe(usual);
  answer('');
  vi.advanceTimersByTime(2_000);
  answer('');
  send('a', 60);
  expect(of('a')).toBe(alone);
});

test('calls of the hooks of a team that is alone have the usual number', () => {
  const { send, of, answer } = newProcess();
  send('a', 1);
  answer('a');
  vi.advanceTimersByTime(10_000);
  send('called a', 60);
  expect(of('called a')).toBe(usual);
  send('a', 60);
  expect(of('a')).toBeGreaterThan(usual);
});
