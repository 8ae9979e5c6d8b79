import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
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
import { failed, type Json, list, object, text } from '../requests.ts';
import { reasons, states } from './callbacks.ts';
import { call, done, optionalResultOf, resultOf, sessionOf } from './client.ts';
import { checkFields } from './health.ts';

/*
 * Sessions: D content/docs/how-to/sessions/index.md, W src/api/{sessions,auth}.controller.ts. A session that is not scanned has six QR
 * codes, the first for 60 s and the others for 20 s, and then fails; so it is started when a user opens the login, not before.
 */

// Configuration of a session ---------------------------------------------------------------------------------------

/*
 * Configuration of a session at the gateway: W src/structures/sessions.dto.ts, webhooks.config.dto.ts. A change replaces it whole and
 * restarts the session, so settings of others are kept, and a correct configuration is left alone.
 */

/** `message.any` covers all events of `message`. */
export const callbackEvents = [
  'message.any',
  'message.ack',
  'message.reaction',
  'message.edited',
  'message.revoked',
  'session.status',
];

/** Further events if groups are read. */
const groupEvents = ['group.v2.join', 'group.v2.participants', 'group.v2.update'];
const eventsOf = (connection: Connection) =>
  readsGroups(connection) ? [...callbackEvents, ...groupEvents] : callbackEvents;

/** After 2 s, 4 s, 6 s…: four hours in all. The gateway keeps pending retries in memory. */
const retries = { policy: 'linear', delaySeconds: 2, attempts: 120 };

const webhookOf = (connection: Connection, url: string): Json => ({
  url,
  events: eventsOf(connection),
  hmac: { key: connection.config.webhook_secret },
  retries,
});

/** Callback URLs of an inbox end in its id, wherever Pauta is hosted. */
const isOurs = ({ inbox }: Connection, webhook: unknown) =>
  text(object(webhook)?.url)?.includes(inbox) === true;

/** Returns our callback; if the session has none, the first of the others, next to which ours is set. */
function callbackIn(connection: Connection, config: Json | undefined): CallbackSetting {
  const all = list(config?.webhooks);
  const webhook = object(all.find((one) => isOurs(connection, one)) ?? all[0]);
  // A gateway may hide the key: setting it again restarts the session, so a hidden key counts as set.
  const isSigned = Boolean(object(webhook?.hmac)?.key);
  const isComplete =
    isSigned && hasAllEvents(connection, webhook) && !withholdsGroups(connection, config);
  return { url: text(webhook?.url), isComplete };
}

function hasAllEvents(connection: Connection, webhook: Json | undefined): boolean {
  const sent = list(webhook?.events);
  return eventsOf(connection).every((event) => sent.includes(event) || sent.includes('*'));
}

const ignoresGroups = (config: Json | undefined) => object(config?.ignore)?.groups === true;

/** True if the session drops messages of groups that are read. Delivering those that are not read is harmless. */
const withholdsGroups = (connection: Connection, config: Json | undefined) =>
  readsGroups(connection) && ignoresGroups(config);

/**
 * Returns the configuration with our callback in it.
 * @param now the current configuration
 * @param areGroupsExact true to stop the delivery of groups that are not read
 * @returns undefined if it is already correct
 */
function configWith(
  connection: Connection,
  now: Json | undefined,
  callbackUrl: string,
  areGroupsExact = false,
): Json | undefined {
  const webhook = webhookOf(connection, callbackUrl);
  const all = list(now?.webhooks);
  const ours = all.filter((one) => isOurs(connection, one));
  const others = all.filter((one) => !isOurs(connection, one));
  const groups = !readsGroups(connection);
  const areGroupsSet = areGroupsExact
    ? ignoresGroups(now) === groups
    : !withholdsGroups(connection, now);
  if (ours.length === 1 && isSame(connection, object(ours[0]), webhook) && areGroupsSet)
    return undefined;
  const ignored = { groups, status: true, channels: true, broadcast: true };
  return {
    ignore: ignored,
    // Without the store the NOWEB engine neither quotes nor downloads again; with fullSync the phone sends its history when it is paired.
    noweb: { store: { enabled: true, fullSync: true } },
    ...now,
    ...(areGroupsSet ? {} : { ignore: { ...ignored, ...object(now?.ignore), groups } }),
    webhooks: [...others, webhook],
  };
}

/** The gateway adds its own fields, as null. */
function isSame(connection: Connection, one: Json | undefined, settings: Json): boolean {
  return (
    one?.url === settings.url &&
    object(one?.hmac)?.key === object(settings.hmac)?.key &&
    hasAllEvents(connection, one)
  );
}

// Sessions ---------------------------------------------------------------------------------------------------------

const sessionPath = (connection: Connection, action = '') =>
  `/api/sessions/${sessionOf(connection)}${action}`;

/** Fetches the session from the gateway; `exists: false` if it has none. */
async function find(
  connection: Connection,
  timeoutMs: number,
): Promise<
  GatewayResult<{ readonly exists: boolean; readonly status: string; readonly config?: Json }>
> {
  const answer = await call(connection, 'GET', sessionPath(connection), undefined, timeoutMs);
  if (answer.kind === 'answer' && answer.status === 404)
    return { kind: 'done', value: { exists: false, status: 'STOPPED' } };
  return resultOf(answer, (json) => {
    const status = text(json?.status);
    const config = object(json?.config);
    return status === undefined ? undefined : { exists: true, status, ...(config && { config }) };
  });
}

/** Sets the session's callback, and creates the session if it does not exist. */
async function ensure(
  connection: Connection,
  callbackUrl: string,
  timeoutMs: number,
  areGroupsExact = false,
): Promise<GatewayResult<undefined>> {
  const name = connection.config.session;
  const session = await find(connection, timeoutMs);
  if (session.kind !== 'done') return session;
  const { config: current } = session.value;
  const config = configWith(connection, current, callbackUrl, areGroupsExact);
  if (session.value.exists) return update(connection, config, timeoutMs);
  const body = { name, start: true, config };
  const answer = await call(connection, 'POST', '/api/sessions', body, timeoutMs);
  // Created by someone else in between, with any configuration.
  const isThere = answer.kind === 'answer' && answer.status === 422;
  return isThere ? update(connection, config, timeoutMs) : done(answer);
}

/** Sets whether the session drops messages of groups; see {@link ensure}. A change restarts the session. */
const setGroups: GatewaySetup['setGroups'] = async (connection, callbackUrl, timeoutMs) => {
  if (callbackUrl !== undefined) return ensure(connection, callbackUrl, timeoutMs, true);
  const session = await find(connection, timeoutMs);
  if (session.kind !== 'done') return session;
  const { exists, config } = session.value;
  const groups = !readsGroups(connection);
  const isSet = !exists || ignoresGroups(config) === groups;
  const ignore = { ...object(config?.ignore), groups };
  return update(connection, isSet ? undefined : { ...config, ignore }, timeoutMs);
};

async function update(
  connection: Connection,
  config: Json | undefined,
  timeoutMs: number,
): Promise<GatewayResult<undefined>> {
  if (!config) return { kind: 'done', value: undefined };
  const body = { name: connection.config.session, config };
  return done(await call(connection, 'PUT', sessionPath(connection), body, timeoutMs));
}

/** Permissions of the key: everything for one session, nothing for others. */
const actions = { read: true, send: true, control: true, setting: true, app: false, delete: true };

/** Creates a key for this session alone, if the gateway can: from 2026.1.4 on, with the administrator's key. Undefined if it cannot. */
async function createSessionKey(
  connection: Connection,
  timeoutMs: number,
): Promise<string | undefined> {
  const { session } = connection.config;
  const body = { isAdmin: false, isActive: true, session, actions };
  const made = resultOf(await call(connection, 'POST', '/api/keys', body, timeoutMs), (json) =>
    text(json?.key),
  );
  return made.kind === 'done' && /^[!-~]+$/.test(made.value) ? made.value : undefined;
}

/** Last QR or pairing code of a session, and its expiry. In memory only: anyone with a code can take over the account. */
const lastCodes = new LRUCache<string, { readonly value: string; readonly until: number }>({
  max: 1_000,
  ttl: 180_000,
});
const placeOf = ({ team, inbox }: Connection, what: 'qr' | 'code') => `${team} ${inbox} ${what}`;

/** Lifetime of a pairing code on the network's own screen. */
const codeMs = 160_000;
/** Lifetime of every QR code except the first; the gateway does not report which one it returns. */
const qrMs = 20_000;
/** The first QR code lives longer: an unchanged code is polled again soon. */
const onceMoreMs = 5_000;

/** @returns undefined if there is no code at the moment: it was just scanned (W session.noweb.core.ts then empties it), or expired */
async function qr(
  connection: Connection,
  timeoutMs: number,
): Promise<GatewayResult<Login> | undefined> {
  const path = `/api/${sessionOf(connection)}/auth/qr?format=raw`;
  const answer = await call(connection, 'GET', path, undefined, timeoutMs);
  if (answer.kind === 'answer' && (answer.status === 422 || answer.json?.value === ''))
    return undefined;
  const got = resultOf(answer, (json) => text(json?.value));
  if (got.kind !== 'done') return got;
  const before = lastCodes.get(placeOf(connection, 'qr'));
  const until =
    before?.value === got.value
      ? Math.max(before.until, Date.now() + onceMoreMs)
      : Date.now() + qrMs;
  lastCodes.set(placeOf(connection, 'qr'), { value: got.value, until });
  return { kind: 'done', value: { state: 'scan', qr: got.value, expiresAt: until } };
}

/** Returns a pairing code, reusing the last one: a new code would invalidate the one that is being typed. */
async function code(
  connection: Connection,
  phone: string,
  timeoutMs: number,
): Promise<GatewayResult<Login>> {
  const place = `${placeOf(connection, 'code')} ${phone}`;
  const before = lastCodes.get(place);
  const login = ({ value, until }: { value: string; until: number }): GatewayResult<Login> => ({
    kind: 'done',
    value: { state: 'code', code: value, expiresAt: until },
  });
  if (before && before.until > Date.now()) return login(before);
  const path = `/api/${sessionOf(connection)}/auth/request-code`;
  const got = resultOf(
    await call(connection, 'POST', path, { phoneNumber: phone }, timeoutMs),
    (json) => text(json?.code),
  );
  if (got.kind !== 'done') return got;
  const fresh = { value: got.value, until: Date.now() + codeMs };
  lastCodes.set(place, fresh);
  return login(fresh);
}

/** Max wait for a session that is starting. */
const maxWaitMs = 15_000;
const pollMs = 400;

/** Starts a session that is stopped or has failed. */
async function start(
  connection: Connection,
  status: string,
  timeoutMs: number,
): Promise<GatewayResult<undefined>> {
  if (status === 'STOPPED') {
    const answer = await call(
      connection,
      'POST',
      sessionPath(connection, '/start'),
      undefined,
      timeoutMs,
    );
    // The session is already running.
    const isRunning = answer.kind === 'answer' && answer.status === 422;
    return isRunning ? { kind: 'done', value: undefined } : done(answer);
  }
  return restart(connection, timeoutMs);
}

async function login(
  connection: Connection,
  { phone }: { readonly phone?: string | undefined },
  timeoutMs: number,
): Promise<GatewayResult<Login>> {
  const end = Date.now() + timeoutMs;
  const until = Math.min(end - 2_000, Date.now() + maxWaitMs);
  const left = () => Math.max(end - Date.now(), 1);
  let isStarted = false;
  for (;;) {
    const session = await find(connection, left());
    if (session.kind !== 'done') return session;
    const { exists, status } = session.value;
    if (!exists)
      return failed('disconnected', finding('session_missing', 'the gateway has no such session'));
    const state = states[status];
    if (state === 'scan') {
      const step = await (phone === undefined
        ? qr(connection, left())
        : code(connection, phone, left()));
      if (step) return step;
    }
    const standsStill = state === 'disconnected' || state === 'failed';
    if (standsStill && !isStarted) {
      isStarted = true;
      const started = await start(connection, status, left());
      if (started.kind !== 'done') return started;
    } else if ((state !== 'connecting' && state !== 'scan') || Date.now() > until) {
      const reported = state === undefined || state === 'scan' ? 'connecting' : state;
      return { kind: 'done', value: { state: reported, reason: reasons[reported] } };
    }
    await pause(pollMs);
  }
}

const restart = async (
  connection: Connection,
  timeoutMs: number,
): Promise<GatewayResult<undefined>> =>
  done(await call(connection, 'POST', sessionPath(connection, '/restart'), undefined, timeoutMs));

/** Ends a session; a missing session counts as success. */
async function end(
  connection: Connection,
  method: 'POST' | 'DELETE',
  action: string,
  timeoutMs: number,
): Promise<GatewayResult<undefined>> {
  const answer = await call(
    connection,
    method,
    sessionPath(connection, action),
    undefined,
    timeoutMs,
  );
  const isGone = answer.kind === 'answer' && answer.status === 404;
  return isGone ? { kind: 'done', value: undefined } : done(answer);
}

export const connecting: GatewaySetup = {
  setup: {},
  checkFields,
  async prepare(connection, { callbackUrl }, timeoutMs) {
    const until = Date.now() + timeoutMs;
    const ensured = await ensure(connection, callbackUrl, timeoutMs);
    if (ensured.kind !== 'done') return ensured;
    const key = await createSessionKey(connection, Math.max(until - Date.now(), 1));
    return { kind: 'done', value: { config: key === undefined ? {} : { api_key: key } } };
  },
  login,
  setCallback: (connection, url, timeoutMs) => ensure(connection, url, timeoutMs),
  setGroups,
  async callback(connection, timeoutMs) {
    const answer = await call(connection, 'GET', sessionPath(connection), undefined, timeoutMs);
    return optionalResultOf(answer, (json) => callbackIn(connection, object(json?.config)));
  },
  restart,
  // Also stops the session: a running one would show QR codes that are never scanned, and fail.
  async logout(connection, timeoutMs) {
    const until = Date.now() + timeoutMs;
    const loggedOut = await end(connection, 'POST', '/logout', timeoutMs);
    if (loggedOut.kind !== 'done') return loggedOut;
    return end(connection, 'POST', '/stop', Math.max(until - Date.now(), 1));
  },
  remove: (connection, timeoutMs) => end(connection, 'DELETE', '', timeoutMs),
};
