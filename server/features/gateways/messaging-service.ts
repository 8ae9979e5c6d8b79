import type {
  Connection,
  GatewayName,
  GatewayResult,
} from '#server/outbound/messaging/connection.ts';
import { type Finding, finding } from '#server/outbound/messaging/findings.ts';
import type { Gateway, Health, MessagingService } from '#server/outbound/messaging/gateway.ts';
import type { FieldCheck } from '#server/outbound/messaging/gateway-setup.ts';
import {
  type Outgoing,
  type OutgoingMedia,
  refused,
  type Sent,
  unknown,
} from '#server/outbound/messaging/outgoing-message.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { cloud } from './cloud/index.ts';
import { evolution } from './evolution/index.ts';
import { done, failed } from './requests.ts';
import { type AcceptedMessage, type Deliver, startSandbox } from './sandbox/index.ts';
import type { SandboxWorld } from './sandbox/session.ts';
import { waha } from './waha/index.ts';

/** Dependencies of sending and receiving. */
export interface Messaging {
  readonly service: MessagingService;
  readonly secrets: Secrets;
  readonly jidSuffix: string;
}

/** Messaging service in this process, with controls for the sandbox that lives in it. */
export interface InProcessService {
  readonly service: MessagingService;
  /** Confirms a message that the sandbox accepted before this process started. */
  resumeSandbox(connection: Connection, message: AcceptedMessage): void;
  /** Stops the sandbox; the next process resumes its unconfirmed messages. */
  stop(): void;
}

interface MessagingOptions {
  /** Max time for a gateway's response. */
  readonly timeoutMs: number;
  readonly sandboxDelayMs: number;
  /** Receives the sandbox's callbacks. */
  readonly deliver: Deliver;
  /** Persistence of the sandbox; nothing persists if absent. */
  readonly world?: SandboxWorld | undefined;
}

/** Max time for a gateway's response. */
export const gatewayTimeoutMs = 10_000;
/** Creating an instance with its QR code takes about five seconds. */
const connectTimeoutMs = 30_000;
/** A page of a history is several hundred records, and the gateway searches all its messages for them. */
const historyTimeoutMs = (timeoutMs: number) => 4 * timeoutMs;
/** Up to 100 MiB. */
const mediaTimeoutMs = 120_000;

/** Extra time for sending a file: half a megabyte per second, across two networks. */
function uploadMs({ content }: Outgoing): number {
  const media = content.kind === 'template' ? content.template.header : content;
  return media?.kind === 'media' ? Math.ceil(media.file.bytes / 500) : 0;
}

/** Gateways outside this process. */
const remote = { evolution, waha, cloud } as const;

/** Returns a gateway's configuration keys and the connection types it serves. */
export const gatewayNeeds = (name: GatewayName): Pick<Gateway, 'types' | 'config'> =>
  name === 'sandbox' ? { types: ['session', 'cloud'], config: {} } : remote[name];

/** True if a gateway may support this query; the sandbox reports what it cannot do itself. */
export const gatewayCan = (
  name: GatewayName,
  what: 'profile' | 'account' | 'phoneOf' | 'group' | 'pastMessages' | 'requestHistory',
): boolean => name === 'sandbox' || (remote[name] as Gateway)[what] !== undefined;

/** Reason why a gateway never sends this media; undefined if it may. */
export const refusalOfMedia = async (
  name: GatewayName,
  media: OutgoingMedia,
): Promise<string | undefined> =>
  name === 'sandbox' ? undefined : (remote[name] as Gateway).refuseMedia?.(media);

export function startMessaging(options: MessagingOptions): InProcessService {
  const { timeoutMs, sandboxDelayMs, deliver, world } = options;
  const sandbox = startSandbox(sandboxDelayMs, deliver, world);
  const gateways: Record<GatewayName, Gateway> = { ...remote, sandbox: sandbox.gateway };
  const gatewayOf = ({ gateway }: Connection) => gateways[gateway];

  /**
   * Request that a gateway may not support. Removes credentials from the reason of a failure.
   * @param find returns the gateway's function; undefined if it does not support the request
   */
  const optional =
    <A extends readonly unknown[], T>(
      find: (
        gateway: Gateway,
      ) =>
        | ((connection: Connection, ...rest: [...A, number]) => Promise<GatewayResult<T>>)
        | undefined,
      limitMs: number,
    ) =>
    async (connection: Connection, ...rest: A): Promise<GatewayResult<T>> => {
      const ask = find(gatewayOf(connection));
      if (!ask)
        return {
          kind: 'impossible',
          reason: unsupported(connection),
        };
      const result = await ask(connection, ...rest, limitMs).catch(() =>
        failed('gateway', serviceFailed),
      );
      return result.kind === 'done'
        ? result
        : { ...result, reason: withoutCredentials(connection, result.reason) };
    };
  const login = optional((gateway) => gateway.connecting?.login, connectTimeoutMs);

  const service: MessagingService = {
    async send(connection, message) {
      const sent = await gatewayOf(connection)
        .send(connection, message, timeoutMs + uploadMs(message))
        // No gateway throws on purpose; it is unknown whether the message was sent before the error.
        .catch((): Sent => unknown('gateway', serviceFailed));
      return withoutSecrets(connection, sent);
    },
    async change(connection, change) {
      const gateway = gatewayOf(connection);
      if (!gateway.change) return refused('rejected', unsupported(connection));
      const changed = await gateway
        .change(connection, change, timeoutMs)
        .catch((): Sent => unknown('gateway', serviceFailed));
      return withoutSecrets(connection, changed);
    },
    async health(connection) {
      const health = await gatewayOf(connection)
        .health(connection, timeoutMs)
        .catch((): Health => ({ connected: false, found: serviceFailed }));
      return { ...health, found: withoutCredentials(connection, health.found) };
    },
    async readCallback(connection, callback) {
      const parsed = gatewayOf(connection).readCallback(connection, callback);
      if (parsed.kind !== 'updates') return parsed;
      const { confirmations, states } = parsed;
      return {
        ...parsed,
        ...(confirmations && {
          confirmations: confirmations.map((each) => ({
            ...each,
            reason: each.reason && cleanText(connection, each.reason),
          })),
        }),
        ...(states && {
          states: states.map((each) => ({
            ...each,
            reason: each.reason && withoutCredentials(connection, each.reason),
          })),
        }),
      };
    },
    // Without an id the message is still sent, as to a gateway that accepts none.
    newMessageId: async (connection) =>
      gatewayOf(connection)
        .newMessageId?.(connection, timeoutMs)
        .catch(() => undefined),
    setupOf: (gateway) => gateways[gateway].connecting?.setup,
    async checkFields(connection, setup) {
      const checks =
        (await gatewayOf(connection)
          .connecting?.checkFields(connection, setup, timeoutMs)
          .catch((): readonly FieldCheck[] => [])) ?? [];
      return checks.map((check) =>
        check.ok ? check : { ...check, reason: withoutCredentials(connection, check.reason) },
      );
    },

    fetchMedia: optional((gateway) => gateway.fetchMedia, mediaTimeoutMs),
    markRead: optional((gateway) => gateway.markRead, timeoutMs),
    profile: optional((gateway) => gateway.profile, timeoutMs),
    account: optional((gateway) => gateway.account, timeoutMs),
    phoneOf: optional((gateway) => gateway.phoneOf, timeoutMs),
    group: optional((gateway) => gateway.group, timeoutMs),
    pastChats: optional((gateway) => gateway.pastChats, historyTimeoutMs(timeoutMs)),
    pastMessages: optional((gateway) => gateway.pastMessages, historyTimeoutMs(timeoutMs)),
    requestHistory: optional((gateway) => gateway.requestHistory, timeoutMs),
    templates: optional((gateway) => gateway.templates, timeoutMs),

    async login(connection, input) {
      const step = await login(connection, input);
      if (step.kind !== 'done' || step.value.reason === undefined) return step;
      const reason = withoutCredentials(connection, step.value.reason);
      return done({ ...step.value, reason });
    },
    prepare: optional((gateway) => gateway.connecting?.prepare, connectTimeoutMs),
    setCallback: optional((gateway) => gateway.connecting?.setCallback, timeoutMs),
    setGroups: optional((gateway) => gateway.connecting?.setGroups, connectTimeoutMs),
    callback: optional((gateway) => gateway.connecting?.callback, timeoutMs),
    restart: optional((gateway) => gateway.connecting?.restart, connectTimeoutMs),
    logout: optional((gateway) => gateway.connecting?.logout, connectTimeoutMs),
    remove: optional((gateway) => gateway.connecting?.remove, connectTimeoutMs),
  };
  return { service, resumeSandbox: sandbox.resume, stop: sandbox.stop };
}

/** Provides a messaging service for work that sends nothing and needs no state of the sandbox. */
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

const serviceFailed = finding('gateway_failed', 'the messaging service failed');

const unsupported = ({ gateway }: Connection) =>
  finding('unsupported', `the gateway ${gateway} cannot do this`);

/** Same as {@link cleanText}, for the reason of an outcome. */
const withoutSecrets = (connection: Connection, sent: Sent): Sent =>
  sent.outcome === 'accepted'
    ? sent
    : { ...sent, reason: withoutCredentials(connection, sent.reason) };

/** Same as {@link cleanText}, for the texts of a finding. */
const withoutCredentials = (
  connection: Connection,
  { text, said: detail, ...rest }: Finding,
): Finding => ({
  ...rest,
  text: cleanText(connection, text),
  ...(detail && { said: cleanText(connection, detail) }),
});

/** Max length of a gateway's text that is shown. */
const maxWordsLength = 220;

/** Removes credentials from a gateway's text, since gateways sometimes repeat what they receive, and shortens it. */
function cleanText({ gateway, config }: Connection, words: string): string {
  const without = Object.entries(gatewayNeeds(gateway).config).reduce(
    (text, [name, { secret }]) => {
      const value = secret ? config[name] : undefined;
      return value ? text.replaceAll(value, '…') : text;
    },
    words,
  );
  return without.slice(0, maxWordsLength);
}
