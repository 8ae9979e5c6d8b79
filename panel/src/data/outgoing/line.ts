import { Failure } from '../../api/call.ts';
import type { Message } from '../../api/types.ts';
import { asFailure } from '../../commands/act.ts';
import { type Kept, problemOf } from './kept.ts';

/*
 * Sends what is kept, each conversation's messages one after the other, in the order in which they were written. What was asked for and not
 * answered is asked for again under the same id, until the service says what became of it; then only is it let go of.
 */

/** What became of a message. */
export type Outcome =
  | { readonly kind: 'done'; readonly message: Message | undefined }
  /** The gateway did not take it, or nobody knows: the service has the message, and says so. */
  | {
      readonly kind: 'gateway';
      readonly failure: Failure;
      readonly message?: Message | undefined;
    }
  | { readonly kind: 'refused'; readonly failure: Failure };

export interface Ports {
  all(): readonly Kept[];
  change(item: Kept, to: Partial<Kept>): Kept | undefined;
  drop(item: Kept): void;
  /** @returns the message; undefined for a note @throws Failure */
  request(item: Kept): Promise<Message | undefined>;
  isOnline(): boolean;
  now(): number;
  pause(ms: number): Promise<void>;
  /** Told before a message is let go of: whatever shows it has it by another way then. */
  ended(item: Kept, outcome: Outcome): Promise<void>;
  /** Whether the person of an item is still who is signed in. */
  isSamePerson(item: Kept): Promise<boolean>;
  /** Resolves when something more is to be sent. */
  woken(): Promise<void>;
}

/** How a round ended: all is sent, the service is out of reach, or somebody else is signed in. */
export type Ended = 'done' | 'away' | 'stopped';

/** Requests of different conversations at once: a browser has six connections to a host. */
const mostAtOnce = 3;

/** For how long a request of the same id may be running elsewhere. */
const runningMs = 60_000;
const askAgainMs = 1_500;

/** Only the ids of messages last for ever; an Idempotency-Key holds for a day. */
const keyHoldsMs = 20 * 60 * 60_000;

/** Answered before anything is done with a request. */
const notHere = ['UNAUTHORIZED', 'SECOND_FACTOR_REQUIRED'];
const untouched = [...notHere, 'RATE_LIMITED', 'TEAM_BUSY'];
const isPassing = ({ code, status }: Failure) =>
  ['OFFLINE', 'UNREADABLE', 'UNAVAILABLE', 'RATE_LIMITED'].includes(code) ||
  status === 429 ||
  (status >= 500 && code !== 'BAD_GATEWAY');
/** Its first request is not over yet: it may have been begun by a tab that is gone. */
const isRunning = ({ code, message }: Failure) =>
  code === 'CONFLICT' && message.includes('still running');
/** A 502 names the message that it is about where there is one. */
const hasMessage = ({ message }: Failure) => /message [0-9a-f-]{36} of conversation/.test(message);

/** Whoever repeats a request is answered with the message as it is by then: nobody may have heard of its outcome yet. */
const isBeingSent = (message: Message | undefined) =>
  message?.status === 'pending' && message.status_reason === null;

/** What a message that was asked for shows of its sending. */
function outcomeOf(message: Message | undefined): Outcome {
  const { status, status_reason: reason } = message ?? {};
  if (status !== 'failed' && status !== 'pending') return { kind: 'done', message };
  const said = status === 'pending' ? 'Whether it was sent is not known' : 'It was not sent';
  const failure = new Failure('BAD_GATEWAY', `${reason ?? 'other'}. ${said}.`, 502);
  return { kind: 'gateway', failure, message };
}

type Step = 'next' | 'away' | 'stopped';

async function refuse(ports: Ports, item: Kept, failure: Failure): Promise<Step> {
  const kept = ports.change(item, { problem: problemOf(failure), isUnknown: undefined });
  if (kept) await ports.ended(kept, { kind: 'refused', failure });
  return 'next';
}

async function end(ports: Ports, item: Kept, outcome: Outcome): Promise<Step> {
  await ports.ended(item, outcome);
  ports.drop(item);
  return 'next';
}

/** Asks for one message, once or until it runs nowhere else. */
async function step(ports: Ports, item: Kept): Promise<Step> {
  if (!ports.isOnline() && item.triedAt === undefined) return 'away';
  if (item.way !== 'write' && ports.now() - (item.triedAt ?? ports.now()) > keyHoldsMs)
    return refuse(
      ports,
      item,
      new Failure('EXPIRED', 'It is not known any more whether this was sent.'),
    );
  // Written before anybody is asked: whatever happens from here on, it is known that it may have been sent.
  const asked = ports.change(item, {
    triedAt: item.triedAt ?? ports.now(),
    isUnknown: item.triedAt === undefined ? undefined : true,
  });
  if (!asked) return 'next';
  const since = ports.now();
  for (;;) {
    try {
      const message = await ports.request(asked);
      if (!isBeingSent(message) || ports.now() - since > runningMs)
        return await end(ports, asked, outcomeOf(message));
      ports.change(asked, { isUnknown: true });
      await ports.pause(askAgainMs);
    } catch (error) {
      const failure = asFailure(error);
      const { code } = failure;
      if (isRunning(failure) && ports.now() - since < runningMs) {
        ports.change(asked, { isUnknown: true });
        await ports.pause(askAgainMs);
        continue;
      }
      if (untouched.includes(code) && item.triedAt === undefined)
        ports.change(asked, { triedAt: undefined });
      else if (isPassing(failure)) ports.change(asked, { isUnknown: true });
      if (isPassing(failure)) return 'away';
      if (notHere.includes(code)) return 'stopped';
      if (code === 'FORBIDDEN' && !(await ports.isSamePerson(asked))) {
        if (item.triedAt === undefined) ports.change(asked, { triedAt: undefined });
        return 'stopped';
      }
      if (code === 'BAD_GATEWAY' && hasMessage(failure)) {
        // Asked again, the service answers with the message itself.
        const message =
          asked.way === 'write' ? await ports.request(asked).catch(() => undefined) : undefined;
        return end(ports, asked, { kind: 'gateway', failure, message });
      }
      return refuse(ports, asked, failure);
    }
  }
}

const headOf = (ports: Ports, conversation: string) =>
  ports.all().find(({ conversationId, problem }) => conversationId === conversation && !problem);

/** Sends all that is kept. To be called by one tab at a time. */
export async function sendAll(ports: Ports): Promise<Ended> {
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
      if (isStopped || busy.size >= mostAtOnce) break;
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
