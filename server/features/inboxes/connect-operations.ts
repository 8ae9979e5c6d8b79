import { teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import type { Context } from '#server/operations/context.ts';
import { operation } from '#server/operations/operation.ts';
import { type Connection, gatewayNames } from '#server/outbound/messaging/connection.ts';
import { finding } from '#server/outbound/messaging/findings.ts';
import type { MessagingService } from '#server/outbound/messaging/gateway.ts';
import { connectionStates } from '#server/outbound/messaging/gateway-setup.ts';
import { invalidRequest } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import {
  about,
  boolean,
  kind,
  number,
  oneOf,
  phone,
  required,
  singleLine,
  timestamp,
  uuid,
} from '#server/records/fields.ts';
import {
  completeConfig,
  isSameGateway,
  readSetup,
  returnedKeys,
  reusableConfig,
  storedConfig,
} from './config.ts';
import { configSealContext, connectionOf, type StoredInbox } from './connection.ts';
import { applyStates, emitsConnection } from './connection-state.ts';
import { detailsOfFinding, findingKind } from './finding-details.ts';
import { refuseInternal } from './gateway-address.ts';
import { checkConnection, startMonitoring } from './health.ts';
import { resetEvidence } from './health-evidence.ts';
import {
  callbackAddress,
  findInboxRecord,
  type InboxRecord,
  validConnection,
} from './inbox-record.ts';
import { unwrap, withInbox } from './service-holder.ts';

/*
 * Operations that connect inboxes; operators would otherwise do this by hand at the gateway. QR and pairing codes are returned to the
 * caller and never stored.
 */

const object = kind(Type.Record(Type.String(), Type.Unknown()), 'an object of texts', 'json');

const updateConfig = teamStatement(
  'update inboxes set config = $config where team_id = $team and id = $inbox and not is_deleted',
);

async function storeConfig(
  { db, settings }: Context,
  inbox: string,
  config: Readonly<Record<string, string>>,
): Promise<StoredInbox['config']> {
  const isEmpty = Object.keys(config).length === 0;
  const sealed = isEmpty
    ? null
    : settings.secrets.seal(JSON.stringify(config), configSealContext(db.id, inbox));
  await db.run(updateConfig, { inbox, config: sealed });
  return sealed;
}

/**
 * Creates the instance or session at the gateway, or adopts the existing one. Stores the secrets that verify callbacks before the gateway
 * learns the callback URL, and the values that the gateway returns afterwards.
 */
async function prepare(
  ctx: Context,
  service: MessagingService,
  { stored }: InboxRecord,
  input: { readonly config: object | null; readonly setup: object | null },
): Promise<Connection> {
  const { gateway, inbox } = stored;
  const keys = service.setupOf(gateway);
  if (!keys)
    throw invalidRequest(
      `The gateway ${gateway} cannot be connected by this service.`,
      'no_connecting',
    );
  await refuseInternal(ctx, input.config);
  const callbackUrl = callbackAddress(ctx, inbox);
  const setup = readSetup(gateway, keys, { ...input.setup });
  const begun = completeConfig(
    gateway,
    {
      ...reusableConfig(gateway, storedConfig(ctx, stored), { ...input.config }),
      ...input.config,
    },
    Object.keys(keys).length > 0 ? returnedKeys(gateway) : [],
  );
  const savedConfig = gateway === 'sandbox' ? null : await storeConfig(ctx, inbox, begun);
  const connection =
    gateway === 'sandbox'
      ? validConnection(ctx, stored)
      : { team: stored.team, inbox, gateway, config: begun, groups: stored.groups };
  const { config } = unwrap(await service.prepare(connection, { callbackUrl, setup }));
  const isTold = gateway !== 'sandbox' && Object.keys(config).length > 0;
  const whole = isTold ? completeConfig(gateway, { ...begun, ...config }) : begun;
  const sealed = isTold ? await storeConfig(ctx, inbox, whole) : savedConfig;
  await ctx.db.transaction(async (tx) => {
    await startMonitoring(tx, inbox, callbackUrl);
    await resetEvidence(tx, inbox);
    await recordAudit(tx, { type: 'inboxes', id: inbox, after: { gateway, state: 'connecting' } });
  });
  return validConnection(ctx, { ...stored, config: sealed });
}

const withValues = (setup: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(setup).filter(([, value]) => value !== ''));

const textsIn = (input: object | null): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...input }).filter(
      (each): each is [string, string] => typeof each[1] === 'string',
    ),
  );

const named = {
  id: required(uuid),
  name: required(singleLine()),
  gateway: required(oneOf('text', [...gatewayNames])),
};

const connecting = {
  kind: 'fields',
  name: 'InboxConnecting',
  fields: {
    ...named,
    callback: about('The callback URL for the gateway.', required(singleLine(2_048))),
  },
} as const;

const inState = {
  kind: 'fields',
  name: 'InboxState',
  fields: {
    ...named,
    state: about(
      'The state of the connection to the network.',
      oneOf('inbox_state', connectionStates),
    ),
    state_reason: singleLine(),
  },
} as const;

const inboxView = ({ stored, name }: InboxRecord) => ({
  id: stored.inbox,
  name,
  gateway: stored.gateway,
});

export const connectInbox = operation({
  name: 'inboxes.connect',
  id: 'connectInbox',
  summary: 'Connect an inbox: create its session at the gateway, and set its callback',
  note: 'Repeating it has no effect if everything is set up.',
  cli: 'inbox connect',
  allow: { operator: true, user: 'admin' },
  panel: { method: 'PUT', path: '/inboxes/:id/connect', status: 200 },
  emits: [],
  input: { path: ['id'], fields: { config: object, setup: object } },
  output: connecting,
  mayFail: ['BAD_GATEWAY'],
  one: 'inbox',
  run: (ctx, { id, values }) =>
    withInbox(ctx, id, async (service, inbox) => {
      await prepare(ctx, service, inbox, values);
      return { ...inboxView(inbox), callback: callbackAddress(ctx, id) };
    }),
});

export const loginInbox = operation({
  name: 'inboxes.login',
  id: 'loginInbox',
  summary: 'Get the next step of linking an inbox: a QR code or a pairing code',
  note: 'Request it again when it has expired, or to check whether the phone is linked.',
  allow: { operator: true, user: 'admin' },
  panel: { method: 'PUT', path: '/inboxes/:id/login', status: 200 },
  emits: ['inbox.connection'],
  input: {
    path: ['id'],
    fields: { phone: about('The number to pair with, instead of scanning a QR code.', phone) },
  },
  output: {
    kind: 'fields',
    name: 'InboxLogin',
    fields: {
      state: about(
        'The state of the connection to the network.',
        required(oneOf('inbox_state', connectionStates)),
      ),
      reason: singleLine(),
      reason_details: about('The code of `reason`; null if there is none.', findingKind),
      qr: about('The content of the QR code to scan with the phone.', singleLine(4_096)),
      code: about('The pairing code to enter on the phone.', singleLine()),
      expires_at: timestamp,
      /** For clients whose clock differs. */
      expires_in_ms: about('The validity in milliseconds.', number(0, Number.MAX_SAFE_INTEGER)),
    },
  },
  mayFail: ['BAD_GATEWAY'],
  one: 'inbox',
  run: (ctx, { id, values }) =>
    withInbox(ctx, id, async (service, inbox) => {
      const connection = validConnection(ctx, inbox.stored);
      const login = unwrap(await service.login(connection, { phone: values.phone ?? undefined }));
      const { state, reason, qr = null, code = null, expiresAt } = login;
      // The health check may also return the phone number.
      const isUp =
        state === 'connected' && (await checkConnection(ctx.db, service, connection)).isApplied;
      if (!isUp) await applyStates(ctx.db, id, [{ state, reason }], inbox);
      const reason_details = reason === undefined ? null : detailsOfFinding(reason);
      const step = { state, reason: reason?.text ?? null, reason_details, qr, code };
      if (expiresAt === undefined) return { ...step, expires_at: null, expires_in_ms: null };
      const expires_at = new Date(expiresAt).toISOString();
      const expires_in_ms = Math.max(0, expiresAt - Date.now());
      return { ...step, expires_at, expires_in_ms };
    }),
});

/** State of an inbox as operations on it return it. */
async function stateOf({ db }: Context, id: string) {
  const now = await findInboxRecord(db, id);
  return now && { ...inboxView(now), state: now.state, state_reason: now.reason };
}

export const restartInbox = operation({
  name: 'inboxes.restart',
  id: 'restartInbox',
  summary: "Restart an inbox's session at the gateway",
  note: 'The phone stays logged in.',
  cli: 'inbox restart',
  allow: { operator: true, user: 'admin' },
  panel: { method: 'PUT', path: '/inboxes/:id/restart', status: 200 },
  emits: ['inbox.connection'],
  input: { path: ['id'] },
  output: inState,
  mayFail: ['BAD_GATEWAY'],
  one: 'inbox',
  run: (ctx, { id }) =>
    withInbox(ctx, id, async (service, inbox) => {
      const connection = validConnection(ctx, inbox.stored);
      unwrap(await service.restart(connection));
      await ctx.db.transaction(async (tx) => {
        await resetEvidence(tx, id);
        await recordAudit(tx, { type: 'inboxes', id, after: { restarted: true } });
      });
      await checkConnection(ctx.db, service, connection);
      return stateOf(ctx, id);
    }),
});

const letGo = teamStatement(`
  update inbox_health set callback_url = null, check_at = null where team_id = $team and inbox_id = $inbox`);

/** Logs out and disconnects the inbox. A gateway without sessions (`impossible`) has nothing to log out; its inbox is only disconnected. */
async function logout({ db }: Context, service: MessagingService, connection: Connection) {
  const { inbox } = connection;
  const result = await service.logout(connection);
  if (result.kind !== 'impossible') unwrap(result);
  const text = result.kind === 'done' ? 'logged out here' : 'switched off here';
  const reason = finding('ended_here', text);
  await db.transaction(async (tx) => {
    await applyStates(tx, inbox, [{ state: 'disconnected', reason }]);
    await tx.run(letGo, { inbox });
    await recordAudit(tx, {
      type: 'inboxes',
      id: inbox,
      after: { state: 'disconnected', reason: text },
    });
  });
}

export const reconnectInbox = operation({
  name: 'inboxes.reconnect',
  id: 'reconnectInbox',
  summary: 'Log an inbox out and start a new session, keeping the inbox and its conversations',
  note: 'The phone must be linked again.',
  cli: 'inbox reconnect',
  allow: { operator: true, user: 'admin' },
  panel: { method: 'PUT', path: '/inboxes/:id/reconnect', status: 200 },
  emits: ['inbox.connection'],
  input: { path: ['id'], fields: { config: object, setup: object } },
  output: connecting,
  mayFail: ['BAD_GATEWAY'],
  one: 'inbox',
  run: (ctx, { id, values }) =>
    withInbox(ctx, id, async (service, inbox) => {
      const { gateway } = inbox.stored;
      // A session at another address is left alone, and so is one that the stored configuration cannot reach: the given configuration leads
      // to another session.
      const isSame = isSameGateway(gateway, storedConfig(ctx, inbox.stored), { ...values.config });
      const isUsable = !('code' in connectionOf(ctx.settings.secrets, inbox.stored));
      if (values.config === null || (isSame && isUsable)) {
        const connection = validConnection(ctx, inbox.stored);
        // Logging out may need values of this request, such as a global key.
        const setup = readSetup(gateway, service.setupOf(gateway) ?? {}, { ...values.setup });
        const config = { ...connection.config, ...textsIn(values.config), ...withValues(setup) };
        await logout(ctx, service, { ...connection, config });
      }
      await prepare(ctx, service, inbox, values);
      return { ...inboxView(inbox), callback: callbackAddress(ctx, id) };
    }),
});

export const disconnectInbox = operation({
  name: 'inboxes.disconnect',
  id: 'disconnectInbox',
  summary: 'Log out an inbox’s number',
  note: 'Removes the link from the phone; the inbox remains and can be connected again.',
  cli: 'inbox disconnect',
  allow: { operator: true, user: 'admin' },
  panel: { method: 'PUT', path: '/inboxes/:id/disconnect', status: 200 },
  emits: ['inbox.connection'],
  input: { path: ['id'] },
  output: inState,
  mayFail: ['BAD_GATEWAY'],
  one: 'inbox',
  run: (ctx, { id }) =>
    withInbox(ctx, id, async (service, inbox) => {
      await logout(ctx, service, validConnection(ctx, inbox.stored));
      return stateOf(ctx, id);
    }),
});

const remove = teamStatement(`
  with old as materialized (
    select * from inboxes where team_id = $team and id = $inbox and not is_deleted for update),
  t as (
    update inboxes i set is_deleted = true, is_active = false, is_connected = false, config = null, state = 'disconnected',
      state_reason = 'deleted', state_changed_at = now(), phone = null, up_since = null
    from old where i.team_id = $team and i.id = old.id returning i.*),
  ${emitsConnection},
  seen as (delete from inbox_health where team_id = $team and inbox_id in (select id from t)),
  played as (delete from sandbox_sessions where team_id = $team and inbox_id in (select id from t))
  select id, name from t`);

export const deleteInbox = operation({
  name: 'inboxes.delete',
  id: 'deleteInbox',
  summary: 'Delete an inbox and its session at the gateway; its conversations remain readable',
  note: 'Returns 502 if the gateway does not remove its session, unless `force` is given.',
  cli: 'inbox delete',
  allow: { operator: true, user: 'admin' },
  panel: { method: 'DELETE', path: '/inboxes/:id', status: 200 },
  emits: ['inbox.connection'],
  input: {
    path: ['id'],
    fields: {
      force: about('True to delete the inbox even if its gateway does not respond.', boolean),
    },
  },
  output: {
    kind: 'fields',
    name: 'InboxDeleted',
    fields: { id: required(uuid), deleted: required(boolean), removed: required(boolean) },
  },
  mayFail: ['BAD_GATEWAY'],
  one: 'inbox',
  run: (ctx, { id, values: { force } }) =>
    withInbox(ctx, id, async (service, inbox) => {
      let removed = false;
      // An inbox that was never configured has nothing at a gateway.
      if (inbox.stored.config !== null || inbox.stored.gateway === 'sandbox') {
        const result = force
          ? await forced(ctx, service, inbox)
          : await service.remove(validConnection(ctx, inbox.stored));
        if (result.kind === 'failed' && !force) unwrap(result);
        removed = result.kind === 'done';
      }
      return ctx.db.transaction(async (tx) => {
        const [row] = await tx.run(remove, { inbox: id });
        if (!row) return undefined;
        await recordAudit(tx, { type: 'inboxes', id, before: { name: row.name } });
        return { id, deleted: true, removed };
      });
    }),
});

/** Removes the session if the inbox is usable; otherwise leaves it at the gateway. */
async function forced(ctx: Context, service: MessagingService, { stored }: InboxRecord) {
  try {
    return await service.remove(validConnection(ctx, stored));
  } catch {
    return { kind: 'impossible' } as const;
  }
}
