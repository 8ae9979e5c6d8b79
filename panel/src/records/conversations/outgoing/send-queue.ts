import { Failure } from '#panel/api/call.ts';
import type { Message } from '#panel/api/types.ts';
import { asFailure } from '#panel/commands/use-action.ts';
import { reasonIn } from '../thread/failure-reasons.ts';
import { problemOf, type UnsentMessage } from './unsent-messages.ts';

/*
 * Sends stored messages, in order within each conversation. An attempt without a response is repeated under the same id until the server
 * reports the outcome; only then is the message removed.
 */

/** Outcome of a message. */
export type Outcome =
  | { readonly kind: 'done'; readonly message: Message | undefined }
  /** The gateway did not accept it, or the result is unknown; the server has stored the message with that status. */
  | {
      readonly kind: 'gateway';
      readonly failure: Failure;
      readonly message?: Message | undefined;
    }
  | { readonly kind: 'refused'; readonly failure: Failure };

export interface Ports {
  all(): readonly UnsentMessage[];
  change(item: UnsentMessage, to: Partial<UnsentMessage>): UnsentMessage | undefined;
  drop(item: UnsentMessage): void;
  /**
   * @returns the message; undefined for a note
   * @throws Failure
   */
  request(item: UnsentMessage): Promise<Message | undefined>;
  isOnline(): boolean;
  now(): number;
  pause(ms: number): Promise<void>;
  /** Called before a message is removed, so that other views have it by then. */
  ended(item: UnsentMessage, outcome: Outcome): Promise<void>;
  /** True if the author of an item is still signed in. */
  isSamePerson(item: UnsentMessage): Promise<boolean>;
  /** Resolves when there is more to send. */
  woken(): Promise<void>;
}

/** Result of a round: all sent, server unreachable, or another user signed in. */
type RoundResult = 'done' | 'away' | 'stopped';

/** Concurrent requests of different conversations; a browser allows six connections per host. */
const maxAtOnce = 3;

/** Maximum time for which a request with the same id may run elsewhere. */
const runningMs = 60_000;
const askAgainMs = 1_500;

/** Message ids are remembered forever; an Idempotency-Key expires after a day. */
const keyHoldsMs = 20 * 60 * 60_000;

/** Rejections that happen before the request is processed. */
const signedOutCodes = ['UNAUTHORIZED', 'SECOND_FACTOR_REQUIRED'];
const notProcessedCodes = [...signedOutCodes, 'RATE_LIMITED', 'TEAM_BUSY'];
const isPassing = ({ code, status }: Failure) =>
  ['OFFLINE', 'UNREADABLE', 'UNAVAILABLE', 'RATE_LIMITED'].includes(code) ||
  status === 429 ||
  (status >= 500 && code !== 'BAD_GATEWAY');
/** The first request is still running, perhaps from a closed tab. */
const isRunning = ({ reason }: Failure) => reason === 'still_running';
/** True if a 502 refers to the stored message. */
const hasMessage = ({ gateway }: Failure) => gateway?.message_id !== undefined;

/** A retry returns the current message, whose outcome may still be pending. */
const isBeingSent = (message: Message | undefined) =>
  message?.status === 'pending' && message.status_reason === null;

/** Outcome of sending, as the message shows it. */
function outcomeOf(message: Message | undefined): Outcome {
  const { status, status_reason: reason } = message ?? {};
  if (status !== 'failed' && status !== 'pending') return { kind: 'done', message };
  const { cause } = reasonIn(reason ?? null);
  const failed = cause === 'gateway' ? 'probably_not_sent' : 'not_sent';
  const failure = new Failure('BAD_GATEWAY', reason ?? '', 502, undefined, {
    gateway: { code: 'other', cause, outcome: status === 'pending' ? 'unknown' : failed },
  });
  return { kind: 'gateway', failure, message };
}

type Step = 'next' | 'away' | 'stopped';

async function refuse(ports: Ports, item: UnsentMessage, failure: Failure): Promise<Step> {
  const refusedItem = ports.change(item, { problem: problemOf(failure), isUnknown: undefined });
  if (refusedItem) await ports.ended(refusedItem, { kind: 'refused', failure });
  return 'next';
}

async function end(ports: Ports, item: UnsentMessage, outcome: Outcome): Promise<Step> {
  await ports.ended(item, outcome);
  ports.drop(item);
  return 'next';
}

/** Requests one message, and repeats the request while it is running elsewhere. */
async function step(ports: Ports, item: UnsentMessage): Promise<Step> {
  if (!ports.isOnline() && item.triedAt === undefined) return 'away';
  if (item.way !== 'write' && ports.now() - (item.triedAt ?? ports.now()) > keyHoldsMs)
    return refuse(
      ports,
      item,
      new Failure('EXPIRED', 'It is not known any more whether this was sent.'),
    );
  // Stored before the request: from here on the message may have been sent, whatever happens.
  const pending = ports.change(item, {
    triedAt: item.triedAt ?? ports.now(),
    isUnknown: item.triedAt === undefined ? undefined : true,
  });
  if (!pending) return 'next';
  const since = ports.now();
  for (;;) {
    try {
      const message = await ports.request(pending);
      if (!isBeingSent(message) || ports.now() - since > runningMs)
        return await end(ports, pending, outcomeOf(message));
      ports.change(pending, { isUnknown: true });
      await ports.pause(askAgainMs);
    } catch (error) {
      const failure = asFailure(error);
      const { code } = failure;
      if (isRunning(failure) && ports.now() - since < runningMs) {
        ports.change(pending, { isUnknown: true });
        await ports.pause(askAgainMs);
        continue;
      }
      if (notProcessedCodes.includes(code) && item.triedAt === undefined)
        ports.change(pending, { triedAt: undefined });
      else if (isPassing(failure)) ports.change(pending, { isUnknown: true });
      if (isPassing(failure)) return 'away';
      if (signedOutCodes.includes(code)) return 'stopped';
      if (code === 'FORBIDDEN' && !(await ports.isSamePerson(pending))) {
        if (item.triedAt === undefined) ports.change(pending, { triedAt: undefined });
        return 'stopped';
      }
      if (code === 'BAD_GATEWAY') {
        // A repeated request returns the message itself.
        const message =
          pending.way === 'write' ? await ports.request(pending).catch(() => undefined) : undefined;
        if (hasMessage(failure)) return end(ports, pending, { kind: 'gateway', failure, message });
        // The previous version of the service names the message in words only.
        if (message) return end(ports, pending, outcomeOf(message));
      }
      return refuse(ports, pending, failure);
    }
  }
}

const headOf = (ports: Ports, conversation: string) =>
  ports.all().find(({ conversationId, problem }) => conversationId === conversation && !problem);

/** Sends all stored messages. Only one tab at a time may call this. */
export async function sendAll(ports: Ports): Promise<RoundResult> {
  const busy = new Map<string, Promise<void>>();
  const away = new Set<string>();
  let isStopped = false;
  const work = async (conversation: string) => {
    for (;;) {
      const head = headOf(ports, conversation);
      if (!head || isStopped) return;
      const is = await step(ports, head);
      if (is === 'stopped') isStopped = true;
      if (is === 'away') away.add(conversation);
      if (is !== 'next') return;
    }
  };
  for (;;) {
    const waiting = new Set(
      ports
        .all()
        .filter(({ problem }) => !problem)
        .map(({ conversationId }) => conversationId),
    );
    for (const conversation of waiting) {
      if (isStopped || busy.size >= maxAtOnce) break;
      if (busy.has(conversation) || away.has(conversation)) continue;
      busy.set(
        conversation,
        work(conversation).finally(() => busy.delete(conversation)),
      );
    }
    if (busy.size === 0) return isStopped ? 'stopped' : away.size > 0 ? 'away' : 'done';
    await Promise.race([...busy.values(), ports.woken()]);
  }
}
