import { setTimeout as sleep } from 'node:timers/promises';
import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { operation } from '#server/operations/operation.ts';
import { type Connection, gatewayNames } from '#server/outbound/messaging/connection.ts';
import type { MessagingService } from '#server/outbound/messaging/gateway.ts';
import { connectionStates } from '#server/outbound/messaging/gateway-setup.ts';
import { isUuid } from '#server/platform/uuid.ts';
import {
  about,
  boolean,
  number,
  oneOf,
  required,
  singleLine,
  timestamp,
  uuid,
} from '#server/records/fields.ts';
import { connectionOf } from './connection.ts';
import { detailsOfFinding, findingKind } from './finding-details.ts';
import { type CheckResult, checkConnection, startMonitoring } from './health.ts';
import { evidenceOf } from './health-evidence.ts';
import { callbackAddress, findInboxRecord, validConnection } from './inbox-record.ts';
import { unwrap, withInbox } from './service-holder.ts';

/** Advice on how to fix an inbox; null if nothing needs fixing. */
function adviceOf({ health, dead, evidence }: CheckResult, state: string | null): string | null {
  if (health.fault === 'gateway') return 'check that the gateway runs and can be reached from here';
  if (health.fault === 'configuration') return 'correct the configuration';
  if (dead !== undefined) return 'restart the session; where that does not help, reconnect it';
  if (!health.connected) {
    const isLoggingIn = ['scan', 'code', 'passkey', 'connecting'].includes(health.state ?? '');
    return isLoggingIn ? 'finish the login: connect it' : 'reconnect it';
  }
  if (state !== null && state !== 'connected') return 'connect it';
  if (evidence && evidence.failed_sends > 0) return 'sends fail: look at the reason';
  return null;
}

const count = number(0, Number.MAX_SAFE_INTEGER);

export const inboxHealth = operation({
  name: 'inboxes.health',
  id: 'getInboxHealth',
  summary: 'Get the health of an inbox',
  note: 'Includes recommended actions for problems.',
  cli: 'inbox health',
  allow: { operator: true, user: 'member' },
  panel: { method: 'GET', path: '/inboxes/:id/health', status: 200 },
  emits: ['inbox.connection'],
  input: { path: ['id'] },
  output: {
    kind: 'fields',
    name: 'InboxHealth',
    fields: {
      id: required(uuid),
      name: required(singleLine()),
      gateway: required(oneOf('text', [...gatewayNames])),
      active: about('True if it is enabled.', required(boolean)),
      ok: about('True if messages can be sent and received.', required(boolean)),
      state: about(
        'The state of the connection to the network.',
        oneOf('inbox_state', connectionStates),
      ),
      state_reason: singleLine(),
      state_changed_at: about('When the state last changed.', timestamp),
      phone: about('The number with its country code.', singleLine()),
      found: about('The findings, in words.', required(singleLine(4_096))),
      found_details: about('The code of `found`.', required(findingKind)),
      dead: about('The reason why the inbox cannot be recovered; null if it can.', singleLine()),
      advice: about('The recommended action; null if none is needed.', singleLine()),
      callback_url: about('The callback URL for the gateway.', singleLine(2_048)),
      last_callback_at: timestamp,
      last_confirmed_at: about('When the network last confirmed a message.', timestamp),
      last_incoming_at: about('When a message was last received.', timestamp),
      heard: boolean,
      last_sent_at: about('When the last message was sent.', timestamp),
      unanswered_sends: about(
        'The number of messages that the network has not confirmed.',
        required(count),
      ),
      failed_sends: about(
        'The number of messages that failed since the last success.',
        required(count),
      ),
      failing_since: timestamp,
      last_failure: about('The reason why the last message failed.', singleLine()),
    },
  },
  one: 'inbox',
  run: (ctx, { id }) =>
    withInbox(ctx, id, async (service, inbox) => {
      const { stored } = inbox;
      const connection = connectionOf(ctx.settings.secrets, stored);
      const look: CheckResult =
        'code' in connection
          ? {
              health: { connected: false, found: connection, fault: 'configuration' },
              evidence: await evidenceOf(ctx.db, id),
              dead: undefined,
              isApplied: false,
            }
          : await checkConnection(ctx.db, service, connection);
      const now = (await findInboxRecord(ctx.db, id)) ?? inbox;
      const advice = adviceOf(look, now.state);
      const { evidence } = look;
      return {
        id,
        name: now.name,
        gateway: stored.gateway,
        active: now.isActive,
        ok: advice === null && now.isActive,
        state: now.state,
        state_reason: now.reason,
        state_changed_at: now.changedAt,
        phone: now.phone,
        found: look.health.found.text,
        found_details: detailsOfFinding(look.health.found),
        dead: look.dead ?? null,
        advice,
        callback_url: evidence?.callback_url ?? null,
        last_callback_at: evidence?.last_callback_at ?? null,
        last_confirmed_at: evidence?.last_confirmed_at ?? null,
        last_incoming_at: evidence?.last_incoming_at ?? null,
        heard: evidence?.heard ?? null,
        last_sent_at: evidence?.last_sent_at ?? null,
        unanswered_sends: evidence?.unanswered_sends ?? 0,
        failed_sends: evidence?.failed_sends ?? 0,
        failing_since: evidence?.failing_since ?? null,
        last_failure: evidence?.last_failure ?? null,
      };
    }),
});

const maxAddressLength = 2_048;

const clock = teamStatement('select now() as now, $team::uuid as team');
const cameSince = teamStatement(`
  select last_callback_at, last_callback_at > $since::timestamptz as proven from inbox_health
  where team_id = $team and inbox_id = $inbox`);

/** Callbacks are written to the database within ten seconds. */
const proofMs = 12_000;
const pollIntervalMs = 250;

/** Waits for a callback of the gateway. */
async function proof(db: TeamDb, inbox: string, since: unknown) {
  for (const end = performance.now() + proofMs; ; await sleep(pollIntervalMs)) {
    const [row] = await db.run(cameSince, { inbox, since });
    const proven = row?.proven === true;
    if (proven || performance.now() > end)
      return { proven, last_callback_at: (row?.last_callback_at as string | null) ?? null };
  }
}

const longSegment = /^(?=.*\d)[\w.~-]{20,}$/;

/** Strips possible secrets from an address: credentials, query parameters, and long path segments that are not ids. */
function withoutSecrets(address: string): string | null {
  const url = URL.parse(address);
  if (!url) return null;
  const path = url.pathname
    .split('/')
    .map((part) => (longSegment.test(part) && !isUuid(part) ? '…' : part))
    .join('/');
  return `${url.origin}${path === '/' ? '' : path}`.slice(0, maxAddressLength);
}

/** Sets the callback if the gateway has a different, incomplete or missing one. @returns the previous address, and whether it was set */
export async function repairCallback(
  service: MessagingService,
  connection: Connection,
  url: string,
) {
  const callback = unwrap(await service.callback(connection));
  const had =
    callback.url === undefined ? null : callback.url === url ? url : withoutSecrets(callback.url);
  if (callback.url === url && callback.isComplete) return { had, isSet: false };
  unwrap(await service.setCallback(connection, url));
  return { had, isSet: true };
}

export const checkCallback = operation({
  name: 'inboxes.check_callback',
  id: 'checkInboxCallback',
  summary: 'Check that an inbox’s gateway calls back, and set the callback again if not',
  note: 'Also returns whether the gateway has called back since.',
  cli: 'inbox check',
  allow: { operator: true, user: 'admin' },
  panel: { method: 'PUT', path: '/inboxes/:id/check', status: 200 },
  emits: [],
  input: {
    path: ['id'],
    fields: { restart: about('True to restart the gateway’s session as well.', boolean) },
  },
  output: {
    kind: 'fields',
    name: 'InboxCheck',
    fields: {
      id: required(uuid),
      callback: about(
        'The URL that the gateway should call.',
        required(singleLine(maxAddressLength)),
      ),
      had: about(
        'The previous callback URL; null if there was none.',
        singleLine(maxAddressLength),
      ),
      set: about('True if the callback was set again.', required(boolean)),
      proven: about('True if the gateway has called back since.', required(boolean)),
      last_callback_at: timestamp,
      last_incoming_at: about('When a message was last received.', timestamp),
      heard: boolean,
    },
  },
  mayFail: ['BAD_GATEWAY'],
  one: 'inbox',
  run: (ctx, { id, values }) =>
    withInbox(ctx, id, async (service, inbox) => {
      const connection = validConnection(ctx, inbox.stored);
      const [now] = await ctx.db.run(clock);
      const url = (await evidenceOf(ctx.db, id))?.callback_url ?? callbackAddress(ctx, id);
      const { had, isSet } = await repairCallback(service, connection, url);
      // The sandbox calls back when its callback is set; other gateways when a session starts.
      if (!isSet && inbox.stored.gateway === 'sandbox')
        unwrap(await service.setCallback(connection, url));
      if (values.restart === true) unwrap(await service.restart(connection));
      await startMonitoring(ctx.db, id, url);
      const proven = await proof(ctx.db, id, now?.now);
      const seen = await evidenceOf(ctx.db, id);
      const { last_incoming_at = null, heard = null } = seen ?? {};
      return { id, callback: url, had, set: isSet, ...proven, last_incoming_at, heard };
    }),
});
