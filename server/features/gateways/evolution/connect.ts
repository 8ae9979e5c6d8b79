import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Connection,
  type GatewayResult,
  readsGroups,
} from '#server/outbound/messaging/connection.ts';
import { finding } from '#server/outbound/messaging/findings.ts';
import type {
  CallbackSetting,
  GatewaySetup,
  Login,
} from '#server/outbound/messaging/gateway-setup.ts';
import { done, failed, type Json, list, object, text } from '../requests.ts';
import { secretHeader } from './callbacks.ts';
import {
  call,
  callGlobally,
  globalKeyOf,
  isMissing,
  messagesIn,
  missingInstance,
  needsInstance,
  refusedKey,
  resultOf,
  sentenceIn,
} from './client.ts';
import { checkFields } from './health.ts';

/*
 * Connects an instance of Evolution (E and B as in client.ts; E src/api/controllers/instance.controller.ts,
 * src/api/integrations/event/webhook/webhook.controller.ts). Creating an instance requires the global key; everything else requires the
 * instance's own key, the `hash` in the response.
 */

/** Events to call back (E src/api/integrations/event/event.controller.ts). Excludes media, which exceed every limit on callbacks. */
export const callbackEvents = [
  'MESSAGES_UPSERT',
  'MESSAGES_EDITED',
  'MESSAGES_UPDATE',
  'MESSAGES_DELETE',
  'SEND_MESSAGE',
  'SEND_MESSAGE_UPDATE',
  'QRCODE_UPDATED',
  'CONNECTION_UPDATE',
  'LOGOUT_INSTANCE',
  'REMOVE_INSTANCE',
  'STATUS_INSTANCE',
];

/** Further events if groups are read. */
const groupEvents = ['GROUPS_UPSERT', 'GROUP_PARTICIPANTS_UPDATE'];
const eventsOf = (connection: Connection) =>
  readsGroups(connection) ? [...callbackEvents, ...groupEvents] : callbackEvents;

/** Contains every field, because omitted ones keep their old values. */
const webhookOf = (connection: Connection, url: string) => ({
  enabled: true,
  url,
  headers: { [secretHeader]: connection.config.webhook_secret ?? '' },
  byEvents: false,
  base64: false,
  events: eventsOf(connection),
});

/** Returns the callback address, and whether it has all our settings and our secret. */
function callbackIn(connection: Connection, webhook: Json | undefined): CallbackSetting {
  const { config } = connection;
  const secret = Object.entries(object(webhook?.headers) ?? {}).find(
    ([name]) => name.toLowerCase() === secretHeader,
  )?.[1];
  const subscribed = new Set(list(webhook?.events));
  const isComplete =
    webhook?.enabled === true &&
    webhook.webhookBase64 !== true &&
    secret === config.webhook_secret &&
    eventsOf(connection).every((event) => subscribed.has(event));
  return { url: text(webhook?.url), isComplete };
}

async function readCallback(
  connection: Connection,
  timeoutMs: number,
): Promise<GatewayResult<CallbackSetting>> {
  const answer = await call(connection, 'GET', '/webhook/find', undefined, timeoutMs);
  return resultOf(answer, (json) => done(callbackIn(connection, json)));
}

async function setCallback(
  connection: Connection,
  url: string,
  timeoutMs: number,
): Promise<GatewayResult<undefined>> {
  const body = { webhook: webhookOf(connection, url) };
  const answer = await call(connection, 'POST', '/webhook/set', body, timeoutMs);
  const set = resultOf(answer, () => done(undefined));
  if (set.kind !== 'done')
    return set.kind === 'failed' && /enum values/.test(set.reason.said ?? '')
      ? failed(
          'rejected',
          finding(
            'version_old',
            'the gateway does not know all events: it needs version 2.3 or later',
          ),
        )
      : set;
  const current = await readCallback(connection, timeoutMs);
  if (current.kind !== 'done') return current;
  return current.value.url === url && current.value.isComplete
    ? done(undefined)
    : failed(
        'gateway',
        finding(
          'callback_refused',
          'the gateway accepted the callback address, but does not return it',
        ),
      );
}

/*
 * Logging out through the API destroys the message processor of an instance (B logoutInstance). Only the constructor mounts one, so the
 * instance connects and sends afterwards, but receives nothing until the gateway restarts. An instance is therefore deleted and created
 * again instead of logged out, which requires the global key.
 */
const needsGlobalKey = failed(
  'credentials',
  finding(
    'global_key_kept',
    'Evolution API receives nothing through an instance that was logged out until the gateway restarts: give its global key (global_key), so that the instance is created again, or log out on the phone under Linked devices',
  ),
);

const needsGlobalKeyForCode = failed(
  'credentials',
  finding(
    'global_key_for_code',
    'a pairing code after a QR code requires a new instance, which requires the global key (global_key): provide it, or scan the QR code',
  ),
);

/** Fetches the key of an existing instance, and whether its session has ended for good. */
async function findInstance(
  connection: Connection,
  key: string,
  timeoutMs: number,
): Promise<GatewayResult<{ readonly token: string; readonly isLoggedOut: boolean }>> {
  const name = connection.config.instance ?? '';
  const path = `/instance/fetchInstances?instanceName=${encodeURIComponent(name)}`;
  const answer = await callGlobally(connection, key, 'GET', path, undefined, timeoutMs);
  if (answer.kind === 'answer' && (answer.status === 401 || answer.status === 403))
    return refusedKey;
  return resultOf(answer, (_, value) => {
    const instance = list(value)
      .map(object)
      .find((one) => one?.name === name);
    const token = text(instance?.token);
    if (token === undefined)
      return failed(
        'gateway',
        finding('instance_taken', 'the gateway does not show the key of the instance'),
      );
    const { connectionStatus, disconnectionReasonCode } = instance ?? {};
    const isLoggedOut = connectionStatus === 'close' && disconnectionReasonCode === 401;
    return done({ token, isLoggedOut });
  });
}

/** Creates the instance, or adopts the existing one unless it was logged out. @returns its key */
async function create(
  connection: Connection,
  key: string,
  callback: string | undefined,
  timeoutMs: number,
): Promise<GatewayResult<string>> {
  const { instance, api_key } = connection.config;
  const body = {
    instanceName: instance,
    integration: 'WHATSAPP-BAILEYS',
    // An instance that replaces another keeps its key.
    ...(api_key && api_key !== key ? { token: api_key } : {}),
    // The session starts with the first request for its QR code.
    qrcode: false,
    groupsIgnore: !readsGroups(connection),
    // The phone sends its whole history once, when it is paired.
    syncFullHistory: true,
    // The gateway refuses a webhook without an address.
    ...(callback ? { webhook: webhookOf(connection, callback) } : {}),
  };
  const answer = await callGlobally(connection, key, 'POST', '/instance/create', body, timeoutMs);
  if (answer.kind === 'answer' && answer.status === 403) {
    const isTaken = messagesIn(answer.json).some((message) =>
      /already in use/.test(String(message)),
    );
    if (!isTaken) return refusedKey;
    const existingInstance = await findInstance(connection, key, timeoutMs);
    if (existingInstance.kind !== 'done') return existingInstance;
    const { token, isLoggedOut } = existingInstance.value;
    if (!isLoggedOut) return done(token);
    const existing = { ...connection, config: { ...connection.config, api_key: token } };
    const removed = await remove(existing, timeoutMs);
    return removed.kind === 'done' ? create(existing, key, callback, timeoutMs) : removed;
  }
  if (answer.kind === 'answer' && answer.status === 401) return refusedKey;
  return resultOf(answer, (json) => {
    const hash = text(json?.hash) ?? text(object(json?.hash)?.apikey);
    return hash === undefined
      ? failed(
          'gateway',
          finding('instance_taken', 'the gateway created the instance without showing its key'),
        )
      : done(hash);
  });
}

const prepare: GatewaySetup['prepare'] = async (input, { callbackUrl: url, setup }, timeoutMs) => {
  const { config } = input;
  const webhook_secret = config.webhook_secret || randomBytes(20).toString('hex');
  const connection = { ...input, config: { ...config, webhook_secret } };
  if (!setup.global_key && !config.global_key && !config.api_key)
    return failed(
      'credentials',
      finding('global_key_needed', 'the global key is needed to create the instance'),
    );
  const globalKey = setup.global_key
    ? done(setup.global_key)
    : await globalKeyOf(connection, timeoutMs);
  if (globalKey.kind !== 'done') return globalKey;
  const global = globalKey.value;
  const key =
    global === undefined
      ? done(config.api_key ?? '')
      : await create(connection, global, url, timeoutMs);
  if (key.kind !== 'done') return key;
  const api_key = key.value;
  const ownConnection = { ...connection, config: { ...connection.config, api_key } };
  const set = readsGroups(input)
    ? await setGroups(ownConnection, url, timeoutMs)
    : await setCallback(ownConnection, url, timeoutMs);
  if (set.kind !== 'done')
    return set.kind === 'failed' && set.cause === 'disconnected' && global === undefined
      ? needsInstance
      : set;
  const setupKey = global === undefined ? {} : { global_key: global };
  return done({ config: { api_key, webhook_secret, ...setupKey } });
};

/**
 * Sets whether the gateway drops messages of groups (E src/api/routes/settings.router.ts, src/validate/settings.schema.ts, which requires all
 * switches; B setSettings). An adopted instance may have any setting.
 */
async function setGroupsIgnored(
  connection: Connection,
  timeoutMs: number,
): Promise<GatewayResult<undefined>> {
  const current = await call(connection, 'GET', '/settings/find', undefined, timeoutMs);
  const settings = resultOf(current, (json) => done(json ?? {}));
  if (settings.kind !== 'done') return settings;
  const groupsIgnore = !readsGroups(connection);
  const { msgCall, wavoipToken, ...switches } = settings.value;
  if (switches.groupsIgnore === groupsIgnore) return done(undefined);
  const body = {
    rejectCall: switches.rejectCall === true,
    alwaysOnline: switches.alwaysOnline === true,
    readMessages: switches.readMessages === true,
    readStatus: switches.readStatus === true,
    syncFullHistory: switches.syncFullHistory === true,
    groupsIgnore,
    ...(text(msgCall) ? { msgCall } : {}),
    ...(text(wavoipToken) ? { wavoipToken } : {}),
  };
  const answer = await call(connection, 'POST', '/settings/set', body, timeoutMs);
  return resultOf(answer, () => done(undefined));
}

const setGroups: GatewaySetup['setGroups'] = async (connection, callbackUrl, timeoutMs) => {
  const set = await setGroupsIgnored(connection, timeoutMs);
  return set.kind === 'done' && callbackUrl !== undefined
    ? setCallback(connection, callbackUrl, timeoutMs)
    : set;
};

/** Replaces the instance with a new one of the same name, key and callback. */
async function recreate(
  connection: Connection,
  timeoutMs: number,
): Promise<GatewayResult<undefined>> {
  const globalKey = await globalKeyOf(connection, timeoutMs);
  if (globalKey.kind !== 'done') return globalKey;
  const global = globalKey.value;
  if (global === undefined) return needsGlobalKeyForCode;
  const callback = await readCallback(connection, timeoutMs);
  if (callback.kind !== 'done') return callback;
  const removed = await remove(connection, timeoutMs);
  if (removed.kind !== 'done') return removed;
  const created = await create(connection, global, callback.value.url, timeoutMs);
  return created.kind === 'done' ? done(undefined) : created;
}

/** Time for which Baileys shows one QR code (B: qrTimeout). */
const qrMs = 45_000;
/** Time without a QR code after which none will come. */
const noQrMs = 60_000;

/** Login in progress, by instance, which the gateway does not report. Lost with the process; the next request starts it again. */
interface UnderWay {
  /** Start of the current period without a QR code. */
  since: number;
  code?: string | undefined;
  codeSince: number;
  phone?: string | undefined;
}

const maxUnderWay = 1_000;
const underWay = new Map<string, UnderWay>();
const placeOf = ({ config }: Connection) => `${config.url} ${config.instance}`;

function following(place: string, now: number): UnderWay {
  const inProgress = underWay.get(place);
  // An entry that was not updated for this long belongs to an earlier login.
  const one =
    inProgress && now - Math.max(inProgress.since, inProgress.codeSince) < 3 * noQrMs
      ? inProgress
      : undefined;
  const followed = one ?? { since: now, codeSince: now };
  underWay.delete(place);
  underWay.set(place, followed);
  for (const oldest of underWay.keys()) {
    if (underWay.size <= maxUnderWay) break;
    underWay.delete(oldest);
  }
  return followed;
}

/** Reads a response of connect (instance.controller.ts, connectToWhatsapp). */
function loginIn(
  json: Json | undefined,
  place: string,
  phone: string | undefined,
): GatewayResult<Login> {
  const state = text(object(json?.instance)?.state);
  if (state === 'open') {
    underWay.delete(place);
    return done({ state: 'connected' });
  }
  const now = Date.now();
  const followed = following(place, now);
  const { code, pairingCode } = object(json?.qrcode) ?? json ?? {};
  const qr = text(code);
  if (qr === undefined) {
    if (now - followed.since < noQrMs) return done({ state: 'connecting' });
    underWay.delete(place);
    return done({
      state: 'failed',
      reason: finding(
        'qr_missing',
        `the gateway has shown no QR code for ${noQrMs / 1_000} s: it cannot reach the network, or its version is too old for it`,
      ),
    });
  }
  if (followed.code !== qr) Object.assign(followed, { code: qr, codeSince: now });
  followed.since = now;
  const login = { qr, expiresAt: followed.codeSince + qrMs };
  const pairing = text(pairingCode);
  return done(
    phone !== undefined && pairing !== undefined
      ? { ...login, state: 'code', code: pairing.replace(/^(.{4})(.{4})$/, '$1-$2') }
      : { ...login, state: 'scan' },
  );
}

const login: GatewaySetup['login'] = async (connection, { phone }, timeoutMs) => {
  const place = placeOf(connection);
  const connect = async () => {
    const query = phone === undefined ? '' : `?number=${encodeURIComponent(phone)}`;
    const answer = await call(connection, 'GET', '/instance/connect', undefined, timeoutMs, query);
    if (isMissing(answer)) return connection.config.global_key ? missingInstance : needsInstance;
    return resultOf(answer, (json) => loginIn(json, place, phone));
  };
  const first = await connect();
  if (first.kind !== 'done' || first.value.state === 'connected') return first;
  const followed = underWay.get(place);
  if (phone === undefined || !followed) return first;
  // The start of a session fixes whether it has a code, and for which number: another number needs a new session.
  const isOther = followed.phone !== undefined && followed.phone !== phone;
  const { state } = first.value;
  followed.phone = phone;
  if (state !== 'scan' && !(state === 'code' && isOther)) return first;
  const fresh = await recreate(connection, timeoutMs);
  if (fresh.kind !== 'done') return fresh;
  following(place, Date.now()).phone = phone;
  return connect();
};

const isNotConnected = (json: Json | undefined) => /not connected/.test(sentenceIn(json) ?? '');

const restart: GatewaySetup['restart'] = async (connection, timeoutMs) => {
  const answer = await call(connection, 'POST', '/instance/restart', undefined, timeoutMs);
  // A closed instance cannot be restarted, only connected.
  if (answer.kind === 'answer' && isNotConnected(answer.json)) {
    const begun = await call(connection, 'GET', '/instance/connect', undefined, timeoutMs);
    return resultOf(begun, () => done(undefined));
  }
  return resultOf(answer, () => done(undefined));
};

const stateAnswer = (connection: Connection, timeoutMs: number) =>
  call(connection, 'GET', '/instance/connectionState', undefined, timeoutMs);

const logout: GatewaySetup['logout'] = async (connection, timeoutMs) => {
  const global = await globalKeyOf(connection, timeoutMs);
  if (global.kind !== 'done') return global;
  if (global.value !== undefined) return remove(connection, timeoutMs);
  const answer = await stateAnswer(connection, timeoutMs);
  if (isMissing(answer)) return done(undefined);
  return resultOf(answer, (json) =>
    object(json?.instance)?.state === 'close' ? done(undefined) : needsGlobalKey,
  );
};

/** Max time that the gateway takes to remove an instance after its response, and the polling interval. */
const removalMs = 5_000;
const removalLookMs = 200;

const remove: GatewaySetup['remove'] = async (connection, timeoutMs) => {
  underWay.delete(placeOf(connection));
  const answer = await call(connection, 'DELETE', '/instance/delete', undefined, timeoutMs);
  if (isMissing(answer)) return done(undefined);
  const result = resultOf(answer, () => done(undefined));
  if (result.kind !== 'done') return result;
  // Until the instance is removed, its name is taken and refers to the old one.
  for (const end = performance.now() + removalMs; performance.now() < end; ) {
    if (isMissing(await stateAnswer(connection, timeoutMs))) return done(undefined);
    await sleep(removalLookMs);
  }
  return failed(
    'timeout',
    finding('instance_removing', 'the gateway has not removed the instance yet'),
  );
};

export const connecting: GatewaySetup = {
  setup: {
    global_key: {
      about:
        'the gateway’s global API key, to create the instance; not needed if the instance exists',
      pattern: /^[!-~]*$/,
      says: 'printable ASCII characters without spaces',
      secret: true,
      fallback: '',
    },
  },
  checkFields,
  prepare,
  login,
  setCallback,
  setGroups,
  callback: readCallback,
  restart,
  logout,
  remove,
};
