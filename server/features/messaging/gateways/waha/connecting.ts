import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Connecting, Login } from '../../../../outbound/messaging/connecting.ts';
import type { Asked, Connection } from '../../../../outbound/messaging/connection.ts';
import { type Json, object, text } from '../../wire.ts';
import { reasons, states } from './callbacks.ts';
import { checkFields } from './checking.ts';
import { asked, call, done, sessionOf, settled } from './requests.ts';
import { callbackIn, configWith } from './session-config.ts';

/*
 * Sessions: D content/docs/how-to/sessions/index.md, W src/api/{sessions,auth}.controller.ts. A session that nobody scans has six QR
 * codes, the first for 60 s and the others for 20 s, and then fails; so it is started when somebody looks, not before.
 */

const sessionPath = (connection: Connection, action = '') =>
  `/api/sessions/${sessionOf(connection)}${action}`;

/** The session as the gateway has it; `exists: false` where it does not. */
async function find(
  connection: Connection,
  timeoutMs: number,
): Promise<Asked<{ readonly exists: boolean; readonly status: string; readonly config?: Json }>> {
  const answer = await call(connection, 'GET', sessionPath(connection), undefined, timeoutMs);
  if (answer.kind === 'answer' && answer.status === 404)
    return { kind: 'done', value: { exists: false, status: 'STOPPED' } };
  return asked(answer, (json) => {
    const status = text(json?.status);
    const config = object(json?.config);
    return status === undefined ? undefined : { exists: true, status, ...(config && { config }) };
  });
}

/** Has the session call back to an address, and makes it where it is not there. */
async function ensure(
  connection: Connection,
  callbackUrl: string,
  timeoutMs: number,
): Promise<Asked<undefined>> {
  const name = connection.config.session;
  const found = await find(connection, timeoutMs);
  if (found.kind !== 'done') return found;
  const config = configWith(connection, found.value.config, callbackUrl);
  if (found.value.exists) return update(connection, config, timeoutMs);
  const body = { name, start: true, config };
  const answer = await call(connection, 'POST', '/api/sessions', body, timeoutMs);
  // Made by somebody else in between: with whatever configuration.
  const isThere = answer.kind === 'answer' && answer.status === 422;
  return isThere ? update(connection, config, timeoutMs) : done(answer);
}

async function update(
  connection: Connection,
  config: Json | undefined,
  timeoutMs: number,
): Promise<Asked<undefined>> {
  if (!config) return { kind: 'done', value: undefined };
  const body = { name: connection.config.session, config };
  return done(await call(connection, 'PUT', sessionPath(connection), body, timeoutMs));
}

/** What a key has to be good for: everything of one session, and nothing of others. */
const actions = { read: true, send: true, control: true, setting: true, app: false, delete: true };

/**
 * A key for this session alone, where the gateway makes one: from 2026.1.4 on, for those who hold the key of its administrator.
 * Undefined where it does not.
 */
async function ownKey(connection: Connection, timeoutMs: number): Promise<string | undefined> {
  const { session } = connection.config;
  const body = { isAdmin: false, isActive: true, session, actions };
  const made = asked(await call(connection, 'POST', '/api/keys', body, timeoutMs), (json) =>
    text(json?.key),
  );
  return made.kind === 'done' && /^[!-~]+$/.test(made.value) ? made.value : undefined;
}

/** The last QR or pairing code of a session, and until when it holds. In memory only: whoever has one takes the account. */
const shown = new LRUCache<string, { readonly value: string; readonly until: number }>({
  max: 1_000,
  ttl: 180_000,
});
const placeOf = ({ team, inbox }: Connection, what: 'qr' | 'code') => `${team} ${inbox} ${what}`;

/** What the network's own screen gives a pairing code. */
const codeMs = 160_000;
/** Every QR but the first, which of them it is is not told. */
const qrMs = 20_000;
/** The first holds for longer: one that is still there is looked at again soon. */
const onceMoreMs = 5_000;

/** @returns undefined where there is none at the moment: it was just scanned (W session.noweb.core.ts empties it then), or ran out */
async function qr(connection: Connection, timeoutMs: number): Promise<Asked<Login> | undefined> {
  const path = `/api/${sessionOf(connection)}/auth/qr?format=raw`;
  const answer = await call(connection, 'GET', path, undefined, timeoutMs);
  if (answer.kind === 'answer' && (answer.status === 422 || answer.json?.value === ''))
    return undefined;
  const got = asked(answer, (json) => text(json?.value));
  if (got.kind !== 'done') return got;
  const before = shown.get(placeOf(connection, 'qr'));
  const until =
    before?.value === got.value
      ? Math.max(before.until, Date.now() + onceMoreMs)
      : Date.now() + qrMs;
  shown.set(placeOf(connection, 'qr'), { value: got.value, until });
  return { kind: 'done', value: { state: 'scan', qr: got.value, expiresAt: until } };
}

/** Asking for another code makes the one that somebody is typing worthless. */
async function code(
  connection: Connection,
  phone: string,
  timeoutMs: number,
): Promise<Asked<Login>> {
  const place = `${placeOf(connection, 'code')} ${phone}`;
  const before = shown.get(place);
  const login = ({ value, until }: { value: string; until: number }): Asked<Login> => ({
    kind: 'done',
    value: { state: 'code', code: value, expiresAt: until },
  });
  if (before && before.until > Date.now()) return login(before);
  const path = `/api/${sessionOf(connection)}/auth/request-code`;
  const got = asked(
    await call(connection, 'POST', path, { phoneNumber: phone }, timeoutMs),
    (json) => text(json?.code),
  );
  if (got.kind !== 'done') return got;
  const fresh = { value: got.value, until: Date.now() + codeMs };
  shown.set(place, fresh);
  return login(fresh);
}

/** How long a session that starts is waited for. */
const mostWaitMs = 15_000;
const lookMs = 400;

/** Starts a session that stands still. */
async function start(
  connection: Connection,
  status: string,
  timeoutMs: number,
): Promise<Asked<undefined>> {
  if (status === 'STOPPED') {
    const answer = await call(
      connection,
      'POST',
      sessionPath(connection, '/start'),
      undefined,
      timeoutMs,
    );
    // It runs by now.
    const isRunning = answer.kind === 'answer' && answer.status === 422;
    return isRunning ? { kind: 'done', value: undefined } : done(answer);
  }
  return restart(connection, timeoutMs);
}

async function login(
  connection: Connection,
  { phone }: { readonly phone?: string | undefined },
  timeoutMs: number,
): Promise<Asked<Login>> {
  const end = Date.now() + timeoutMs;
  const until = Math.min(end - 2_000, Date.now() + mostWaitMs);
  const left = () => Math.max(end - Date.now(), 1);
  let isStarted = false;
  for (;;) {
    const found = await find(connection, left());
    if (found.kind !== 'done') return found;
    const { exists, status } = found.value;
    if (!exists)
      return { kind: 'failed', cause: 'disconnected', reason: 'the gateway has no such session' };
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
      const told = state === undefined || state === 'scan' ? 'connecting' : state;
      return { kind: 'done', value: { state: told, reason: reasons[told] } };
    }
    await pause(lookMs);
  }
}

const restart = async (connection: Connection, timeoutMs: number): Promise<Asked<undefined>> =>
  done(await call(connection, 'POST', sessionPath(connection, '/restart'), undefined, timeoutMs));

/** A session that is not there is a success. */
async function end(
  connection: Connection,
  method: 'POST' | 'DELETE',
  action: string,
  timeoutMs: number,
): Promise<Asked<undefined>> {
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

export const connecting: Connecting = {
  setup: {},
  checkFields,
  async prepare(connection, { callbackUrl }, timeoutMs) {
    const until = Date.now() + timeoutMs;
    const ensured = await ensure(connection, callbackUrl, timeoutMs);
    if (ensured.kind !== 'done') return ensured;
    const key = await ownKey(connection, Math.max(until - Date.now(), 1));
    return { kind: 'done', value: { config: key === undefined ? {} : { api_key: key } } };
  },
  login,
  setCallback: ensure,
  async callback(connection, timeoutMs) {
    const answer = await call(connection, 'GET', sessionPath(connection), undefined, timeoutMs);
    return settled(answer, (json) => callbackIn(connection, object(json?.config)));
  },
  restart,
  // A session that runs would show QR codes to nobody, and fail.
  async logout(connection, timeoutMs) {
    const until = Date.now() + timeoutMs;
    const loggedOut = await end(connection, 'POST', '/logout', timeoutMs);
    if (loggedOut.kind !== 'done') return loggedOut;
    return end(connection, 'POST', '/stop', Math.max(until - Date.now(), 1));
  },
  remove: (connection, timeoutMs) => end(connection, 'DELETE', '', timeoutMs),
};
