import type {
  Callback,
  Connection,
  Gateway,
  GatewayName,
  Health,
  Outgoing,
  Sent,
  Told,
} from './gateway.ts';
import { cloud } from './gateways/cloud.ts';
import { evolution } from './gateways/evolution.ts';
import { type Deliver, type Resumed, startSandbox } from './gateways/sandbox.ts';
import { waha } from './gateways/waha.ts';

/**
 * The platform's messaging service: the one door to every gateway, and all that the API knows of them. Today it runs in
 * the process; a service behind HTTP with these operations would take its place as it is.
 */
export interface MessagingService {
  /** Sends a text, once; never tries again. Does not throw. */
  sendText(connection: Connection, message: Outgoing): Promise<Sent>;
  /** Whether a connection can send now. Does not throw. */
  health(connection: Connection): Promise<Health>;
  /** What a gateway's callback says, once it is verified. */
  readCallback(connection: Connection, callback: Callback): Promise<Told>;
  /** Confirms what the sandbox took before this process started. */
  resumeSandbox(connection: Connection, message: Resumed): void;
  stop(): void;
}

export interface MessagingOptions {
  /** For how long a gateway may take to answer. */
  readonly timeoutMs: number;
  readonly sandboxDelayMs: number;
  /** Where the sandbox's callbacks go. */
  readonly deliver: Deliver;
}

/** What was decided of how long to wait for a gateway. */
export const gatewayTimeoutMs = 10_000;

/** The gateways that need no network of ours. */
const remote = { evolution, waha, cloud } as const;

/** What a gateway's configuration may hold, and the connection types it serves. */
export const gatewayNeeds = (name: GatewayName): Pick<Gateway, 'types' | 'config'> =>
  name === 'sandbox' ? { types: ['session', 'cloud'], config: {} } : remote[name];

export function startMessaging(options: MessagingOptions): MessagingService {
  const { timeoutMs, sandboxDelayMs, deliver } = options;
  const sandbox = startSandbox(sandboxDelayMs, deliver);
  const gateways: Record<GatewayName, Gateway> = { ...remote, sandbox: sandbox.gateway };
  return {
    async sendText(connection, message) {
      const sent = await gateways[connection.gateway].sendText(connection, message, timeoutMs);
      return sent.outcome === 'accepted'
        ? sent
        : { ...sent, reason: withoutSecrets(connection, sent.reason) };
    },
    async health(connection) {
      const health = await gateways[connection.gateway].health(connection, timeoutMs);
      return { ...health, found: withoutSecrets(connection, health.found) };
    },
    readCallback: async (connection, callback) =>
      gateways[connection.gateway].readCallback(connection, callback),
    resumeSandbox: (connection, message) => sandbox.resume(connection, message),
    stop: () => sandbox.stop(),
  };
}

/** Gateways repeat what they are sent, credentials at times: what is shown of their words holds none. */
function withoutSecrets({ gateway, config }: Connection, words: string): string {
  return Object.entries(gatewayNeeds(gateway).config).reduce((text, [name, { secret }]) => {
    const value = secret ? config[name] : undefined;
    return value ? text.replaceAll(value, '…') : text;
  }, words);
}
