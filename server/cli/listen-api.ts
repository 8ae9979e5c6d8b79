import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError, UsageError } from './command.ts';

/*
 * A Pauta at some address, asked over HTTP as any program would ask it.
 */

/** So much of the stream may be silent: heartbeats come every 15 s. */
const silenceMs = 45_000;
/** How long one request may take. */
const requestMs = 30_000;
const firstWaitMs = 500;
const longestWaitMs = 15_000;
/** How often a page of the log is asked for: a rate limit lets few of them through in a minute. */
const patientTries = 20;

/** One event of a stream (HTML, 9.2). */
export interface Told {
  readonly event: string;
  /** Where to go on after it. */
  readonly id: string;
  /** As it came. */
  readonly data: string;
}

/** Why a request was not answered, where asking again may help. */
class Passing extends Error {
  readonly waitMs: number | undefined;
  constructor(message: string, waitMs?: number) {
    super(message);
    this.waitMs = waitMs;
  }
}

export interface Api {
  /** Such as http://127.0.0.1:3000/api. */
  readonly address: string;
  /**
   * Asks for a path below /v1.
   * @param tries how often, while nobody answers or it is told to come again
   * @returns the body; of a DELETE, no data where it was gone already
   * @throws CommandError saying why it was refused, or that nobody answers
   */
  ask(method: string, path: string, body?: object, tries?: number): Promise<Answer>;
  /**
   * Follows the events of the key's team, across breaks: goes on after the event that was taken last. Where the stream cannot tell what
   * was missed, it is read from the log: some of it may come twice then.
   * @param lost told why a connection is gone, before it comes back
   * @throws CommandError where the key does not hold, or there are no streams
   */
  follow(signal: AbortSignal, lost: (why: string) => void): AsyncGenerator<Told>;
}

export interface Answer {
  readonly data: Readonly<Record<string, unknown>> | readonly Readonly<Record<string, unknown>>[];
  readonly pagination?: { readonly pages: number };
}

/** @param given an origin, or the address of the API @throws UsageError where it is no http or https address */
export function apiAt(given: string, key: string): Api {
  const address = `${given.replace(/\/+$/, '').replace(/\/api(\/v1)?$/, '')}/api`;
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
    throw new UsageError('--url must be an http or https address, such as http://127.0.0.1:3000.');
  const authorization = `Bearer ${key}`;

  /** @throws Passing, CommandError for anything but a 2xx and, where that is an answer, a 404 */
  async function fetched(path: string, init: RequestInit): Promise<Response> {
    let response: Response;
    try {
      const { headers, ...rest } = init;
      const all = { ...headers, authorization };
      response = await fetch(`${address}/v1${path}`, { ...rest, headers: all, redirect: 'error' });
    } catch (error) {
      throw new Passing(`${address} cannot be reached (${reasonOf(error)})`);
    }
    if (response.ok || (response.status === 404 && init.method === 'DELETE')) return response;
    const said = await messageIn(response);
    const { status } = response;
    const wait = Number(response.headers.get('retry-after') ?? Number.NaN) * 1_000;
    if (status === 429 || status === 502 || status === 503 || status === 504)
      throw new Passing(said, Number.isFinite(wait) ? wait : undefined);
    if (status === 401) throw new CommandError('The service does not take this API key.');
    throw new CommandError(said);
  }

  /** Where the log is read from, should the stream lose its place: the last event that was taken, or the beginning. */
  let taken: { readonly at: string; readonly id: string } | undefined;

  async function* events(since: string | undefined, signal: AbortSignal): AsyncGenerator<Told> {
    const quiet = new AbortController();
    const given = since === undefined ? {} : { 'last-event-id': since };
    const response = await fetched('/events/stream', {
      method: 'GET',
      headers: { accept: 'text/event-stream', ...given },
      signal: AbortSignal.any([signal, quiet.signal]),
    });
    if (!response.headers.get('content-type')?.startsWith('text/event-stream') || !response.body)
      throw new CommandError(`${address} has no event stream: is it a Pauta of this version?`);
    const now = Date.parse(response.headers.get('date') ?? '') || Date.now();
    taken ??= { at: new Date(now).toISOString(), id: '' };
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    try {
      for (let rest = ''; ; ) {
        const timer = setTimeout(() => quiet.abort(), silenceMs);
        const { value, done } = await reader.read().finally(() => clearTimeout(timer));
        if (done) return;
        const blocks = (rest + value).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) yield toldIn(block);
      }
    } finally {
      await reader.cancel().catch(() => {});
    }
  }

  async function ask(method: string, path: string, body?: object, tries = 5): Promise<Answer> {
    const headers = {
      ...(body && { 'content-type': 'application/json' }),
      ...(method === 'POST' && { 'idempotency-key': crypto.randomUUID() }),
    };
    for (let attempt = 1; ; attempt += 1) {
      try {
        const signal = AbortSignal.timeout(requestMs);
        const sent = body === undefined ? null : JSON.stringify(body);
        const response = await fetched(path, { method, headers, body: sent, signal });
        return response.status === 404 ? { data: {} } : ((await response.json()) as Answer);
      } catch (error) {
        if (error instanceof CommandError) throw error;
        if (attempt >= tries) throw new CommandError(sentence(error));
        await sleep(waitAfter(attempt, error));
      }
    }
  }

  /** What the log holds after an event, as the stream would have told it. */
  async function* logged(last: NonNullable<typeof taken>): AsyncGenerator<Told> {
    const query = `from=${encodeURIComponent(last.at)}&sort=created_at&limit=100`;
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const found = await ask('GET', `/events?${query}&page=${page}`, undefined, patientTries);
      pages = found.pagination?.pages ?? 0;
      // The bytes of an event are what JSON.stringify makes of it: so they are what is signed, here too.
      for (const event of found.data as { id: string }[])
        if (event.id > last.id) yield { event: 'event', id: '', data: JSON.stringify(event) };
    }
  }

  function note({ event, data }: Told): void {
    if (event !== 'event') return;
    const { id, created_at: at } = JSON.parse(data) as { id: string; created_at: string };
    taken = { at, id };
  }

  return {
    address,
    ask,
    async *follow(signal, lost) {
      let since: string | undefined;
      let wasThere = false;
      for (let failures = 0; !signal.aborted; ) {
        let why = 'the connection broke';
        let failure: unknown;
        try {
          for await (const told of events(since, signal)) {
            failures = 0;
            wasThere = true;
            if (told.event === 'end') {
              if ((JSON.parse(told.data) as { reason: string }).reason === 'unauthorized')
                throw new CommandError(
                  'The API key no longer holds: revoked, expired, or its user may no longer.',
                );
              why = 'the service is stopping';
              break;
            }
            if (told.data !== '') yield told;
            note(told);
            if (told.event === 'resync' && taken)
              for await (const missed of logged(taken)) {
                yield missed;
                note(missed);
              }
            // Only now: what was not taken is told again.
            if (told.id !== '') since = told.id;
          }
        } catch (error) {
          if (signal.aborted) return;
          if (error instanceof CommandError) throw error;
          // Whoever has just typed the address wants to know.
          if (!wasThere) throw new CommandError(sentence(error));
          failure = error;
          if (error instanceof Passing) why = error.message.replace(/\.$/, '');
        }
        if (signal.aborted) return;
        lost(why);
        failures += 1;
        await sleep(waitAfter(failures, failure), undefined, { signal }).catch(() => {});
      }
    },
  };
}

/** How long to wait after so many failures in a row: as long as the service asks for, else longer each time. */
function waitAfter(failures: number, error: unknown): number {
  const asked = error instanceof Passing ? error.waitMs : undefined;
  const backoff = Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - 1));
  return (asked ?? backoff) + Math.random() * firstWaitMs;
}

/** The innermost reason that a request was not answered. */
function reasonOf(error: unknown): string {
  const { cause, message, code } = error as Error & { code?: string };
  return cause === undefined ? (code ?? message) : reasonOf(cause);
}

const sentence = (error: unknown) => `${(error as Error).message.replace(/\.$/, '')}.`;

async function messageIn(response: Response): Promise<string> {
  const text = await response.text().catch(() => '');
  try {
    return (JSON.parse(text) as { error: { message: string } }).error.message;
  } catch {
    return `The service answered ${response.status}.`;
  }
}

/** Lines of a stream that stand together. */
function toldIn(block: string): Told {
  const told = { event: 'message', id: '', data: '' };
  for (const line of block.split('\n')) {
    const at = line.indexOf(':');
    const [name, value] = [line.slice(0, at), line.slice(at + 1).replace(/^ /, '')];
    if (name === 'event' || name === 'id') told[name] = value;
    else if (name === 'data') told.data += value;
  }
  return told;
}
