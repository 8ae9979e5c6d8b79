import type { TeamDb } from '#server/db/database.ts';
import { type Settings, servicesOf } from '#server/operations/context.ts';
import { inboundOperation } from '#server/operations/inbound-operation.ts';
import type { Callback, Connection, GatewayName } from '#server/outbound/messaging/connection.ts';
import type { Updates } from '#server/outbound/messaging/incoming-updates.ts';
import { isUuid } from '#server/platform/uuid.ts';
import type { Messaging } from '../gateways/messaging-service.ts';
import { callbackPath, connectionOf } from '../inboxes/connection.ts';
import { applyStates } from '../inboxes/connection-state.ts';
import { recordCallback } from '../inboxes/health-evidence.ts';
import { attributeActs } from './account.ts';
import { type AfterMessage, findReceiver } from './automatic-replies.ts';
import { confirm } from './delivery-statuses.ts';
import { matchEchoes } from './echoes.ts';
import { applyEdits, applyRevokes } from './edits-and-revokes.ts';
import { applyGroupChanges } from './groups.ts';
import { takeSharedHistories, takeSharedNames } from './history/shared-history.ts';
import { learnLids } from './lids.ts';
import { queueLookups } from './queue-lookups.ts';
import { storeIncoming } from './store-incoming.ts';

/** Outcome of a callback. */
type Received =
  /** Unknown inbox or failed verification, deliberately indistinguishable. */
  | { readonly kind: 'unverified' }
  | { readonly kind: 'malformed' }
  /** The inbox's configuration cannot be decrypted or is incomplete, so nothing can be verified: not the gateway's fault. */
  | { readonly kind: 'unusable'; readonly reason: string }
  | { readonly kind: 'handshake'; readonly answer: string }
  | { readonly kind: 'taken'; readonly gateway: GatewayName; readonly ignored: Updates['ignored'] };

/** Inbox that receives a callback. */
interface Receiver extends Connection {
  readonly after?: AfterMessage;
}

/** Reason why a callback is not read. */
type Closed = Extract<Received, { kind: 'unverified' | 'unusable' }>;

/**
 * Returns the inbox that receives callbacks, or why none can be received.
 * @throws ApiError UNAVAILABLE if the database is unreachable
 */
async function receiverAt(
  { secrets }: Pick<Messaging, 'secrets'>,
  db: TeamDb,
  inbox: string,
): Promise<Receiver | Closed> {
  const receiver = await findReceiver(db, inbox);
  if (!receiver) return { kind: 'unverified' };
  const connection = connectionOf(secrets, receiver.stored);
  if ('code' in connection)
    return receiver.stored.config === null
      ? { kind: 'unverified' }
      : { kind: 'unusable', reason: connection.text };
  const { stored: _, ...after } = receiver;
  return { ...connection, after };
}

/**
 * Verifies, then applies a gateway's callback, including the sandbox's. Every part is idempotent, so a callback that fails halfway can be
 * retried whole.
 * @param proven called after verification, before anything is applied
 * @throws ApiError UNAVAILABLE if the database is unreachable
 */
export async function receiveFrom(
  { service, jidSuffix }: Messaging,
  db: TeamDb,
  { after, ...connection }: Receiver,
  callback: Callback,
  proven: () => Promise<void> = async () => {},
): Promise<Received> {
  const { inbox } = connection;
  const parsed = await service.readCallback(connection, callback);
  if (parsed.kind === 'unverified') return parsed;
  await proven();
  if (parsed.kind !== 'updates') return parsed;
  recordCallback(db, inbox, {
    isConfirmation: (parsed.confirmations?.length ?? 0) > 0,
    isIncoming: (parsed.messages?.length ?? 0) > 0,
  });
  await learnLids(db, jidSuffix, parsed.lids ?? []);
  await matchEchoes(db, inbox, jidSuffix, parsed.echoes ?? []);
  await confirm(db, inbox, parsed.confirmations ?? []);
  const areGroupsMuted = connection.groups === 'muted';
  const { account } = parsed;
  for (const { from, ...message } of await attributeActs(db, account, parsed.messages ?? [])) {
    const isMuted = areGroupsMuted && message.chat.group !== undefined;
    const arrived = { ...message, origin: from, isMuted, account };
    await storeIncoming(db, inbox, jidSuffix, arrived, after);
  }
  await queueLookups(db, connection, parsed.messages ?? []);
  await applyEdits(db, inbox, await attributeActs(db, account, parsed.edits ?? []));
  await applyRevokes(db, inbox, await attributeActs(db, account, parsed.revokes ?? []));
  await applyStates(db, inbox, parsed.states ?? []);
  await applyGroupChanges(db, inbox, parsed.groups ?? []);
  const { histories = [], names = [] } = parsed;
  const areNamed = await takeSharedNames(db, inbox, jidSuffix, names);
  const isTaken = await takeSharedHistories(db, inbox, jidSuffix, histories);
  return {
    kind: 'taken',
    gateway: connection.gateway,
    ignored: {
      ...parsed.ignored,
      ...(areNamed ? {} : { shared_name: names.length }),
      ...(isTaken ? {} : { shared_history: histories.length }),
    },
  };
}

/** Same as {@link receiveFrom}, by inbox id. */
export async function receive(
  messaging: Messaging,
  db: TeamDb,
  inbox: string,
  callback: Callback,
): Promise<Received> {
  const receiver = await receiverAt(messaging, db, inbox);
  return 'kind' in receiver ? receiver : receiveFrom(messaging, db, receiver, callback);
}

const first = (value: unknown) => {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  return typeof one === 'string' ? one : undefined;
};

const texts = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, first(value)]));

const messagingOf = (settings: Settings): Messaging => ({
  service: servicesOf(settings).messaging,
  secrets: settings.secrets,
  jidSuffix: settings.jidSuffix,
});

/** Receives the callbacks of an inbox's gateway: confirmations, incoming messages, echoes. */
export const receiveCallback = inboundOperation<Receiver | Closed, Received>({
  name: 'messaging.receive',
  id: 'receiveCallback',
  summary: 'Receive a callback of a gateway',
  allow: { gateway: true },
  inbound: { methods: ['GET', 'POST'], path: callbackPath(':team', ':inbox'), status: 200 },
  emits: [
    'contact.created',
    'contact.updated',
    'conversation.updated',
    'inbox.connection',
    'message.created',
    'message.updated',
    'msgapp.message.received',
    'msgapp.message.status',
  ],
  output: { kind: 'fields', name: 'Acknowledgement', fields: {} },

  find: async (db, settings, inbox) =>
    isUuid(inbox) ? receiverAt(settings, db, inbox) : undefined,

  async run({ db, settings }, at, { method, headers, query, body, proven }) {
    if ('kind' in at) return at;
    const callback: Callback = {
      method,
      headers: texts(headers),
      query: texts(Object(query)),
      body,
    };
    return receiveFrom(messagingOf(settings), db, at, callback, async () => proven());
  },
});
