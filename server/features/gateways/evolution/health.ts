import type { Connection } from '#server/outbound/messaging/connection.ts';
import { type Finding, finding } from '#server/outbound/messaging/findings.ts';
import type { Gateway } from '#server/outbound/messaging/gateway.ts';
import type {
  ConnectionState,
  FieldCheck,
  GatewaySetup,
} from '#server/outbound/messaging/gateway-setup.ts';
import { done, exchange, findings, healthOf, list, object, text, textOf } from '../requests.ts';
import {
  call,
  callGlobally,
  globalKeyRefused,
  instanceMissing,
  isGlobalKey,
  isMissing,
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
    const connected = stateText === 'open';
    const result = finding(
      connected ? 'session_up' : 'session_down',
      `the session is ${textOf(stateText)}`,
    );
    return { connected, found: result, state };
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
      reason: finding('other_service', 'no Evolution API answers at this address'),
    };
  const service = `Evolution API ${textOf(version)}`;
  return isOld(version)
    ? {
        field,
        ok: false,
        cause: 'gateway',
        reason: finding('version_old', `${service} is older than ${oldest.join('.')}`, {
          said: service,
        }),
      }
    : { field, ok: true, found: finding('identified', service) };
}

const isThere = (state: unknown) =>
  finding(
    'session_taken_over',
    `the instance exists and will be used (${textOf(state) ?? 'unknown'})`,
  );

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
    return [{ field, ok: false, cause: 'credentials', reason: globalKeyRefused }];
  const good: FieldCheck = { field, ok: true, found: findings.keyAccepted };
  const named = (reading: Finding): readonly FieldCheck[] =>
    instance === undefined ? [good] : [good, { field: 'instance', ok: true, found: reading }];
  if (status === 404) return named(findings.nameFree);
  const result = resultOf(answer, (_, value) => done(list(value).map(object)));
  if (result.kind !== 'done') return [];
  const one = result.value.find((each) => each?.name === instance);
  return named(one ? isThere(one.connectionStatus) : findings.nameFree);
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
      return [{ field: 'instance', ok: false, cause: 'credentials', reason: instanceMissing }];
  }
  const result = resultOf(answer, (json) => done(object(json?.instance)?.state));
  if (result.kind === 'done')
    return [
      { field: 'api_key', ok: true, found: findings.keyAccepted },
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
