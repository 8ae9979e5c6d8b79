import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import ipaddr from 'ipaddr.js';
import { v7 as uuidv7 } from 'uuid';
import { namedOnly, workflowCall } from '../events/catalogue.ts';
import { eventKinds } from '../features/event-kinds.ts';
import { type Attempted, makeSender, type Sender } from '../features/webhooks/delivery-attempt.ts';
import { signedHeaders } from '../features/webhooks/signature.ts';
import { CommandError, UsageError, wantsJson } from './command.ts';
import { type Api, apiAt } from './listen-api.ts';

/*
 * Delivers webhooks to a program that only this machine can reach: reads the team's events from its event stream, signs them and
 * sends them as the service would deliver them (docs/adr/0077-event-stream.md).
 */

interface Options {
  readonly key?: string;
  readonly url?: string;
  readonly forward: string;
  readonly events?: string;
  readonly secret?: string;
  readonly from?: string;
}

/** Timeout of a response, as with deliveries. */
export const timeoutMs = 15_000;
/** Interval between attempts while the receiver is unreachable. */
const knockEveryMs = 1_000;
/** Events delivered to one specific endpoint, and never to this one. */
const ofOthers: readonly string[] = ['webhook.test', workflowCall];

/** Temporary endpoint whose secret signs the events while the command runs. */
interface Endpoint {
  readonly id: string | undefined;
  readonly secret: string;
}

interface Delivered extends Attempted {
  readonly id: string;
  readonly type: string;
  /** Position after it. */
  readonly cursor: string;
}

/** Output of the command: text lines, or one JSON object per line with --json. */
interface Page {
  begin(about: {
    team: unknown;
    endpoint: Endpoint;
    forward: string;
    events: readonly string[];
  }): void;
  delivered(each: Delivered): void;
  /** Writes a note to standard error, even with --json. */
  printNote(text: string): void;
}

export function listen(pauta: Command): void {
  pauta
    .command('listen')
    .description("forward a team's events to a program on this machine, signed like webhooks")
    .requiredOption('--forward <url>', 'address to forward events to: http://127.0.0.1:4000/pauta')
    .option(
      '--key <key>',
      'an API key of the team; default: PAUTA_API_KEY, which other users of this machine cannot see',
    )
    .option(
      '--url <address>',
      'address of the service; default: PAUTA_URL, otherwise the service on this machine',
    )
    .option('--events <types>', 'only these types, separated by commas; default: *')
    .option(
      '--secret <secret>',
      'sign with this whsec_… secret: creates no endpoint, so a read-only key is enough',
    )
    .option(
      '--from <cursor>',
      'continue after this position, which an earlier run printed; beginning: all events that are still stored',
    )
    .action(async (options: Options, command: Command) => {
      const { env } = process;
      const key = options.key ?? env.PAUTA_API_KEY;
      if (!key) throw new UsageError('An API key is required: use --key or PAUTA_API_KEY.');
      const local = `http://${env.HOST ?? '127.0.0.1'}:${env.PORT ?? 3000}`;
      const api = apiAt(options.url ?? env.PAUTA_URL ?? local, key);
      const forward = readForward(options.forward);
      const events = readEvents(options.events);
      const page = pageOf(wantsJson(command));
      const secret = options.secret === undefined ? undefined : readSecret(options.secret);
      const { from } = options;
      // The service takes an empty cursor for none, which would skip events.
      if (from !== undefined && !/^[!-~]+$/.test(from))
        throw new UsageError('--from must be a cursor that an earlier run printed, or beginning.');
      await untilStopped(async (signal) => {
        const { data: me } = await api.ask('GET', '/me', undefined, 1);
        const { team, key: ownKey } = me as { team: { name: string }; key: { scope: string } };
        if (secret === undefined && ownKey.scope === 'read')
          throw new CommandError(
            'This key is read-only and cannot create an endpoint: use one with the scope full, or --secret.',
          );
        const endpoint = secret ? { id: undefined, secret } : await makeEndpoint(api, events);
        try {
          const begin = () => page.begin({ team, endpoint, forward, events });
          const to = { forward, events, secret: endpoint.secret, from };
          await forwardAll(api, to, page, begin, signal);
        } finally {
          if (endpoint.id !== undefined) await removeEndpoint(api, endpoint.id, page);
        }
      });
    });
}

/** @throws UsageError */
export function readForward(text: string): string {
  const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw new UsageError('--forward must be an http or https address.');
  if (url.username !== '' || url.password !== '')
    throw new UsageError('--forward must not contain a user name or password.');
  return url.href;
}

/** @throws UsageError naming the unknown types */
function readEvents(text = '*'): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  const allowed = ['*', ...eventKinds.filter((kind) => !ofOthers.includes(kind))];
  const unknown = names.filter((name) => !allowed.includes(name));
  if (unknown.length > 0)
    throw new UsageError(
      `--events: ${unknown.join(', ')} is not an event type; allowed: ${allowed.join(', ')}.`,
    );
  return names;
}

/** @throws UsageError */
export function readSecret(text: string): string {
  if (!/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(text))
    throw new UsageError('--secret must be whsec_ and base64 of at least 24 bytes.');
  return text;
}

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** A terminal sends Ctrl-C to npm and to this process, and npm forwards it: signals within this time are one. */
const sameSignalMs = 1_000;

/** Runs until done, or until a signal requests a stop; a later signal ends the process at once. */
async function untilStopped(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stopping = new AbortController();
  const restoreSignals = () => {
    for (const each of stopSignals) process.off(each, stop);
  };
  const stop = () => {
    stopping.abort();
    setTimeout(restoreSignals, sameSignalMs).unref();
  };
  for (const each of stopSignals) process.on(each, stop);
  // The reader of the output has closed it.
  process.stdout.on('error', stop);
  try {
    await work(stopping.signal);
  } finally {
    restoreSignals();
    process.stdout.off('error', stop);
  }
}

const nameOf = (pid: number) => `pauta listen on ${hostname()} (process ${pid})`;

/** Creates the endpoint, and removes those left by killed listeners of this machine. */
async function makeEndpoint(api: Api, events: readonly string[]): Promise<Endpoint> {
  const left: string[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const list = await api.ask('GET', `/webhooks?limit=100&sort=created_at&page=${page}`);
    pages = list.pagination?.pages ?? 0;
    for (const { id, name } of list.data as { id: string; name: string }[]) {
      const pid = Number(/\(process (\d+)\)$/.exec(name)?.[1]);
      if (name === nameOf(pid) && (pid === process.pid || !isRunning(pid))) left.push(id);
    }
  }
  for (const id of left) await api.ask('DELETE', `/webhooks/${id}`);
  const { data } = await api.ask('POST', '/webhooks', { name: nameOf(process.pid), events });
  const { id, secret_token: secret } = data as { id: string; secret_token: string };
  return { id, secret };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function removeEndpoint(api: Api, id: string, page: Page): Promise<void> {
  page.printNote('Removing the endpoint…');
  try {
    await api.ask('DELETE', `/webhooks/${id}`, undefined, 3);
    page.printNote('Removed.');
  } catch (error) {
    const { message } = error as Error;
    page.printNote(
      `Endpoint ${id} was not removed: ${message} The next start on this machine removes it.`,
    );
  }
}

interface Forwarding {
  readonly forward: string;
  readonly events: readonly string[];
  readonly secret: string;
  readonly from?: string | undefined;
}

/** Forwards events one after another until it is stopped, then prints the position. */
async function forwardAll(
  api: Api,
  to: Forwarding,
  page: Page,
  begin: () => void,
  signal: AbortSignal,
): Promise<void> {
  const sender = makeSender({ allow: everywhere, timeoutMs });
  let hasBegun = false;
  let cursor = '';
  let isAway = false;
  const lost = (why: string) => {
    if (!isAway) page.printNote(`${why}: reconnecting; no events are lost.`);
    isAway = true;
  };
  try {
    for await (const { event, id: position, data } of api.follow(signal, lost, to.from)) {
      if (isAway) page.printNote('Connected again.');
      isAway = false;
      if (!hasBegun) begin();
      hasBegun = true;
      if (event === 'resync')
        page.printNote(
          `The stream has lost its position (${(JSON.parse(data) as { reason: string }).reason}): reading the event log; some events may arrive twice.`,
        );
      if (event === 'event') {
        const { id, type } = JSON.parse(data) as { id: string; type: string };
        if (isAsked(to.events, type)) {
          const attempted = await attemptUntilThere(sender, to, id, data, page, signal);
          if (!attempted) break;
          page.delivered({ ...attempted, id, type, cursor: position || cursor });
        }
      }
      cursor = position || cursor;
    }
  } finally {
    sender.close();
    if (cursor !== '') page.printNote(`To continue after the last event: --from ${cursor}`);
  }
}

/** True if an endpoint with these `events` receives a type. */
const isAsked = (events: readonly string[], type: string): boolean =>
  !ofOthers.includes(type) &&
  (events.includes(type) ||
    (events.includes('*') && !(namedOnly as readonly string[]).includes(type)));

/** Ranges of all addresses. */
export const everywhere = ['0.0.0.0/0', '::/0'].map((range) => ipaddr.parseCIDR(range));

/** Headers of a delivery, as the service sends them. */
export const deliveryHeaders = (
  secrets: readonly [string, ...string[]],
  id: string,
  body: string,
): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'Pauta-Webhooks/1',
  'x-request-id': uuidv7(),
  ...signedHeaders(secrets, id, new Date(), body),
});

/** Sends an event, retrying while the receiver is unreachable: programs restart often during development. */
async function attemptUntilThere(
  sender: Sender,
  { forward, secret }: Forwarding,
  id: string,
  body: string,
  page: Page,
  signal: AbortSignal,
): Promise<Attempted | undefined> {
  for (let isWaiting = false; !signal.aborted; isWaiting = true) {
    const attempted = await sender.attempt({
      url: forward,
      body,
      headers: deliveryHeaders([secret], id, body),
      signal,
    });
    if (attempted.status !== null || attempted.error?.code === 'no_answer') return attempted;
    if (!isWaiting && !signal.aborted)
      page.printNote(`Waiting for ${forward}: ${attempted.error?.text}.`);
    await sleep(knockEveryMs, undefined, { signal }).catch(() => {});
  }
  return undefined;
}

const say = (text: string) => void process.stdout.write(`${text}\n`);
const printNote = (text: string) => void process.stderr.write(`${text}\n`);

const pageOf = (isJson: boolean): Page => (isJson ? asJson : forPeople);

const asJson: Page = {
  begin: ({ team, endpoint, forward, events }) =>
    say(
      JSON.stringify({
        team,
        forward,
        events,
        webhook_id: endpoint.id ?? null,
        secret_token: endpoint.secret,
      }),
    ),
  delivered: ({ id, type, status, error, durationMs, cursor }) =>
    say(
      JSON.stringify({
        ...{ id, type, status, error: error?.text ?? null },
        ...{ duration_ms: durationMs, cursor },
      }),
    ),
  printNote,
};

const forPeople: Page = {
  begin: ({ team, endpoint, forward, events }) =>
    say(
      [
        `Events of ${(team as { name: string }).name}: ${events.join(', ')} → ${forward}`,
        `Secret: ${endpoint.secret}${endpoint.id === undefined ? '' : ' (until this command ends)'}`,
        'Ready. Press Ctrl-C to stop.',
        '',
      ].join('\n'),
    ),
  delivered: ({ id, type, status, error, durationMs }) => {
    const took = `${durationMs} ms`.padStart(8);
    const failed = error === null ? '' : `  ${error.text}`;
    say(
      `${new Date().toTimeString().slice(0, 8)}  ${status ?? '---'} ${took}  ${type}  ${id}${failed}`,
    );
  },
  printNote,
};
