import {
  type Connection,
  type Gateway,
  type GatewayName,
  type Health,
  type MessagingService,
  type Sent,
  unknown,
} from '../../outbound/messaging.ts';
import { cloud } from './gateways/cloud.ts';
import { evolution } from './gateways/evolution.ts';
import { type Deliver, type Resumed, startSandbox } from './gateways/sandbox.ts';
import { waha } from './gateways/waha.ts';

/** The messaging service in this process, with what only it has: a sandbox that lives in it. */
export interface InProcessService {
  readonly service: MessagingService;
  /** Confirms what the sandbox took before this process started. */
  resumeSandbox(connection: Connection, message: Resumed): void;
  /** Ends the sandbox; what it has not confirmed is resumed by the next process. */
  stop(): void;
}

export interface MessagingOptions {
  /** For how long a gateway may take to answer. */
  readonly timeoutMs: number;
  readonly sandboxDelayMs: number;
  /** Where the sandbox's callbacks go. */
  readonly deliver: Deliver;
}

/** How long a gateway may take to answer. */
export const gatewayTimeoutMs = 10_000;

/** The gateways that are somewhere else. */
const remote = { evolution, waha, cloud } as const;

/** What a gateway's configuration may hold, and the connection types it serves. */
export const gatewayNeeds = (name: GatewayName): Pick<Gateway, 'types' | 'config'> =>
  name === 'sandbox' ? { types: ['session', 'cloud'], config: {} } : remote[name];

export function startMessaging(options: MessagingOptions): InProcessService {
  const { timeoutMs, sandboxDelayMs, deliver } = options;
  const sandbox = startSandbox(sandboxDelayMs, deliver);
  const gateways: Record<GatewayName, Gateway> = { ...remote, sandbox: sandbox.gateway };
  const service: MessagingService = {
    async sendText(connection, message) {
      const sent = await gateways[connection.gateway]
        .sendText(connection, message, timeoutMs)
        // No gateway throws on purpose; whether it had sent by then, nobody knows.
        .catch((): Sent => unknown('gateway', 'the messaging service failed'));
      return sent.outcome === 'accepted'
        ? sent
        : { ...sent, reason: shown(connection, sent.reason) };
    },
    async health(connection) {
      const health = await gateways[connection.gateway]
        .health(connection, timeoutMs)
        .catch((): Health => ({ connected: false, found: 'the messaging service failed' }));
      return { ...health, found: shown(connection, health.found) };
    },
    async readCallback(connection, callback) {
      const parsed = gateways[connection.gateway].readCallback(connection, callback);
      if (parsed.kind !== 'updates') return parsed;
      const confirmations = parsed.confirmations.map((confirmation) => ({
        ...confirmation,
        reason: confirmation.reason && shown(connection, confirmation.reason),
      }));
      return { ...parsed, confirmations };
    },
  };
  return { service, resumeSandbox: sandbox.resume, stop: sandbox.stop };
}

/** A messaging service for what sends nothing: asking gateways, and reading what they tell. */
export async function withMessaging<T>(
  timeoutMs: number,
  work: (service: MessagingService) => Promise<T>,
): Promise<T> {
  const { service, stop } = startMessaging({
    timeoutMs,
    sandboxDelayMs: 0,
    deliver: async () => true,
  });
  try {
    return await work(service);
  } finally {
    stop();
  }
}

/** The most that is shown of what a gateway says. */
const longestWords = 220;

/** Gateways repeat what they are sent, credentials at times: what is shown of their words holds none, and is not long. */
function shown({ gateway, config }: Connection, words: string): string {
  const without = Object.entries(gatewayNeeds(gateway).config).reduce(
    (text, [name, { secret }]) => {
      const value = secret ? config[name] : undefined;
      return value ? text.replaceAll(value, '…') : text;
    },
    words,
  );
  return without.slice(0, longestWords);
}
