import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Callback,
  type Confirmation,
  type Connection,
  type Gateway,
  isNetworkId,
  type Outgoing,
  type ParsedCallback,
  refused,
  type Sent,
  unknown,
} from '../../../outbound/messaging.ts';
import { isSame } from '../../../platform/constant-time.ts';
import { isPhone } from '../phones.ts';
import { hmac, list, object, parse, text } from '../wire.ts';

/*
 * The sandbox: a network that runs in this process, for trying and testing. It takes every message and confirms it as a
 * real network would, with signed callbacks through the same way in. What a number does is in its last digits:
 *
 *   0000  the send is refused             0003  confirmations twice and out of order
 *   0001  never confirmed                 0004  answers after the timeout; confirmed all the same
 *   0002  accepted, later `failed`
 *
 * Callback: POST, header `x-sandbox-signature` (hex HMAC-SHA256 of the body), body
 * `{"statuses": [{"id", "reference", "status", "reason"}], "messages": [{"id", "from", "name", "text"}]}`.
 */

const signatureHeader = 'x-sandbox-signature';

/** Takes a callback as any that comes in. @returns whether it was taken in; the network comes again where it was not */
export type Deliver = (connection: Connection, callback: Callback) => Promise<boolean>;

export interface Sandbox {
  readonly gateway: Gateway;
  /** Confirms what the network took before this process started. */
  resume(connection: Connection, message: Resumed): void;
  /** Forgets what is not confirmed yet; the next start resumes it. */
  stop(): void;
}

/** A message that the network took. */
export interface Resumed {
  readonly reference: string;
  readonly to: string;
  /** When, as Date.now(). */
  readonly since: number;
}

/** One confirmation on its way. */
interface Due {
  readonly at: number;
  readonly connection: Connection;
  readonly confirmation: Confirmation;
}

/** The most confirmations in one callback. */
const mostAtOnce = 500;
const tickMs = 20;
const again = 1_000;

/** What a message's reference becomes on this network; the worker looks for ids that begin so. */
const networkIdOf = (reference: string) => `sandbox.${reference}`;

/** Which confirmations a number gets, each with the delays after which it comes. */
function fateOf(to: string): readonly (readonly [Confirmation['status'], number])[] {
  if (to.endsWith('0001')) return [];
  if (to.endsWith('0002')) return [['failed', 1]];
  if (to.endsWith('0003'))
    return [
      ['read', 1],
      ['delivered', 1],
      ['read', 2],
      ['delivered', 2],
    ];
  return [
    ['delivered', 1],
    ['read', 2],
  ];
}

/** A signed callback of the network. */
export function sandboxCallback(connection: Connection, content: object): Callback {
  const body = Buffer.from(JSON.stringify(content));
  const signature = hmac('sha256', connection.config.webhook_secret ?? '', body);
  return { method: 'POST', headers: { [signatureHeader]: signature }, query: {}, body };
}

/** @param delayMs after how long a message is delivered; it is read after twice that */
export function startSandbox(delayMs: number, deliver: Deliver): Sandbox {
  let due: Due[] = [];
  let isStopped = false;

  function schedule(connection: Connection, { reference, to, since }: Resumed): void {
    const networkId = networkIdOf(reference);
    const reason = 'the sandbox gives up on numbers that end in 0002';
    // A clock that is put back holds nothing up: from now on it is counted.
    const taken = performance.now() + Math.min(0, since - Date.now());
    for (const [status, delays] of fateOf(to)) {
      const confirmation: Confirmation =
        status === 'failed'
          ? { networkId, reference, status, reason }
          : { networkId, reference, status };
      due.push({ at: taken + delays * delayMs, connection, confirmation });
    }
  }

  /** Delivers what is due, in the order of its time, an inbox at a time. */
  async function flush(): Promise<void> {
    const now = performance.now();
    const ready = due.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
    if (ready.length === 0) return;
    due = due.filter(({ at }) => at > now);
    const byInbox = Map.groupBy(ready, ({ connection }) => connection.inbox);
    for (const [, ofInbox] of byInbox) {
      for (let i = 0; i < ofInbox.length; i += mostAtOnce) {
        const part = ofInbox.slice(i, i + mostAtOnce);
        const [first] = part;
        if (!first || isStopped) return;
        const statuses = part.map(({ confirmation: { networkId, ...rest } }) => ({
          id: networkId,
          ...rest,
        }));
        const callback = sandboxCallback(first.connection, { statuses });
        const isTaken = await deliver(first.connection, callback).catch(() => false);
        if (!isTaken) due.push(...part.map((each) => ({ ...each, at: performance.now() + again })));
      }
    }
  }

  let isFlushing = false;
  const timer = setInterval(() => {
    if (isFlushing) return;
    isFlushing = true;
    void flush().finally(() => {
      isFlushing = false;
    });
  }, tickMs);
  timer.unref();

  async function sendText(
    connection: Connection,
    { to, reference }: Outgoing,
    timeoutMs: number,
  ): Promise<Sent> {
    if (to.endsWith('0000'))
      return refused('rejected', 'the sandbox refuses numbers that end in 0000');
    if (to.endsWith('0004')) {
      await sleep(timeoutMs);
      schedule(connection, { reference, to, since: Date.now() });
      return unknown('timeout', `the gateway did not answer within ${timeoutMs / 1_000} s`);
    }
    schedule(connection, { reference, to, since: Date.now() });
    return { outcome: 'accepted', networkId: networkIdOf(reference) };
  }

  return {
    gateway: {
      name: 'sandbox',
      types: ['session', 'cloud'],
      config: {},
      sendText,
      health: async () => ({ connected: true, found: 'the sandbox is always available' }),
      readCallback,
    },
    resume: schedule,
    stop() {
      isStopped = true;
      clearInterval(timer);
    },
  };
}

const isStatus = (status: unknown): status is Confirmation['status'] =>
  ['sent', 'delivered', 'read', 'failed'].includes(status as string);

function readCallback({ config }: Connection, { method, headers, body }: Callback): ParsedCallback {
  const signature = hmac('sha256', config.webhook_secret ?? '', body);
  if (method !== 'POST' || !isSame(headers[signatureHeader], signature))
    return { kind: 'unverified' };
  const json = parse(body);
  if (!json) return { kind: 'malformed' };
  const confirmations = list(json.statuses)
    .map(object)
    .flatMap((reported) =>
      reported && isNetworkId(reported.id) && isStatus(reported.status)
        ? [
            {
              networkId: reported.id,
              reference: text(reported.reference),
              status: reported.status,
              reason: text(reported.reason),
            },
          ]
        : [],
    );
  const incoming = list(json.messages)
    .map(object)
    .flatMap((message) =>
      message &&
      isNetworkId(message.id) &&
      typeof message.from === 'string' &&
      isPhone(message.from)
        ? [
            {
              networkId: message.id,
              phone: message.from,
              name: text(message.name),
              type: 'text',
              text: text(message.text) ?? '',
            },
          ]
        : [],
    );
  return { kind: 'updates', confirmations, incoming, echoes: [], nameless: 0 };
}
