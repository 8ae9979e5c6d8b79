import type { Connection } from '#server/outbound/messaging/connection.ts';
import type { Gateway } from '#server/outbound/messaging/gateway.ts';
import type {
  ConnectionState,
  FieldCheck,
  GatewaySetup,
} from '#server/outbound/messaging/gateway-setup.ts';
import { done, exchange, healthOf, list, object, text, textOf } from '../requests.ts';
import {
  call,
  callGlobally,
  isGlobalKey,
  isMissing,
  needsInstanceWords,
  refusedKeyWords,
  resultOf,
} from './client.ts';

/** The gateway also reports `connecting` while it shows a QR code. */
const states: Readonly<Record<string, ConnectionState>> = {
  open: 'connected',
  connecting: 'connecting',
  close: 'disconnected',
};

/** Reports `open`, `connecting` or `close`: E src/api/controllers/instance.controller.ts */
export const health: Gateway['health'] = async (connection, timeoutMs) => {
  const answer = await call(connection, 'GET', '/instance/connectionState', undefined, timeoutMs);
  return healthOf(answer, (json) => {
    const stateText = text(object(json.instance)?.state) ?? 'unknown';
    const state = Object.hasOwn(states, stateText) ? states[stateText] : undefined;
    return { connected: stateText === 'open', found: `the session is ${textOf(stateText)}`, state };
  });
};

/*
 * Checks the fields of an Evolution inbox before it is connected (E src/api/routes/index.router.ts, `GET /`;
 * src/api/controllers/instance.controller.ts, fetchInstances; E as in index.ts).
 */

/** First version that calls back about edited messages. */
const oldest = [2, 3] as const;

const isOld = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < oldest[0] || (major === oldest[0] && minor < oldest[1]);
};

/** Checks that an Evolution responds at the address, and its version. */
async function checkAddress({ config }: Connection, timeoutMs: number): Promise<FieldCheck> {
  const field = 'url';
  const answer = await exchange('GET', `${config.url}/`, {}, undefined, timeoutMs);
  const result = resultOf(answer, (json) => done(json));
  // A gateway that hides its version is recognized by the next requests.
  if (result.kind === 'failed' && answer.kind !== 'answer')
    return { field, ok: false, cause: result.cause, reason: result.reason };
  const json = result.kind === 'done' ? result.value : undefined;
  const version = text(json?.version);
  if (version === undefined || !/evolution/i.test(text(json?.message) ?? ''))
    return {
      field,
      ok: false,
      cause: 'gateway',
      reason: 'no Evolution API answers at this address',
    };
  return isOld(version)
    ? {
        field,
        ok: false,
        cause: 'gateway',
        reason: `Evolution API ${textOf(version)} is older than ${oldest.join('.')}`,
      }
    : { field, ok: true, found: `Evolution API ${textOf(version)}` };
}

const isThere = (state: unknown) =>
  `the instance is there and is taken over (${textOf(state) ?? 'unknown'})`;
const isFree = 'the name is free';

/** Checks the global key, and whether the instance exists. @param field that holds the key */
async function checkGlobally(
  connection: Connection,
  field: 'global_key' | 'api_key',
  key: string,
  timeoutMs: number,
): Promise<readonly FieldCheck[]> {
  const { instance } = connection.config;
  const query = instance === undefined ? '' : `?instanceName=${encodeURIComponent(instance)}`;
  const path = `/instance/fetchInstances${query}`;
  const answer = await callGlobally(connection, key, 'GET', path, undefined, timeoutMs);
  const status = answer.kind === 'answer' ? answer.status : 0;
  if (status === 401 || status === 403)
    return [{ field, ok: false, cause: 'credentials', reason: refusedKeyWords }];
  const good: FieldCheck = { field, ok: true, found: 'the gateway takes the key' };
  const named = (finding: string): readonly FieldCheck[] =>
    instance === undefined ? [good] : [good, { field: 'instance', ok: true, found: finding }];
  if (status === 404) return named(isFree);
  const result = resultOf(answer, (_, value) => done(list(value).map(object)));
  if (result.kind !== 'done') return [];
  const one = result.value.find((each) => each?.name === instance);
  return named(one ? isThere(one.connectionStatus) : isFree);
}

/** Checks the key of an existing instance. */
async function checkInstance(
  connection: Connection,
  timeoutMs: number,
): Promise<readonly FieldCheck[]> {
  const answer = await call(connection, 'GET', '/instance/connectionState', undefined, timeoutMs);
  if (isMissing(answer)) {
    const key = connection.config.api_key ?? '';
    const isGlobal = await isGlobalKey(connection, key, timeoutMs);
    if (isGlobal.kind === 'done' && isGlobal.value)
      return checkGlobally(connection, 'api_key', key, timeoutMs);
    if (isGlobal.kind === 'done')
      return [{ field: 'instance', ok: false, cause: 'credentials', reason: needsInstanceWords }];
  }
  const result = resultOf(answer, (json) => done(object(json?.instance)?.state));
  if (result.kind === 'done')
    return [
      { field: 'api_key', ok: true, found: 'the gateway takes the key' },
      { field: 'instance', ok: true, found: isThere(result.value) },
    ];
  if (result.kind === 'impossible') return [];
  const { cause, reason } = result;
  return [{ field: cause === 'credentials' ? 'api_key' : 'instance', ok: false, cause, reason }];
}

export const checkFields: GatewaySetup['checkFields'] = async (connection, setup, timeoutMs) => {
  const { config } = connection;
  if (config.url === undefined) return [];
  const address = await checkAddress(connection, timeoutMs);
  if (!address.ok) return [address];
  const global = setup.global_key || config.global_key;
  if (global)
    return [address, ...(await checkGlobally(connection, 'global_key', global, timeoutMs))];
  const isKnown = config.api_key !== undefined && config.instance !== undefined;
  return isKnown ? [address, ...(await checkInstance(connection, timeoutMs))] : [address];
};
