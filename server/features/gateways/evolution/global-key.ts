import { randomUUID } from 'node:crypto';
import type { Connection, GatewayResult } from '#server/outbound/messaging/connection.ts';
import { callGlobally, done, failed, refusedKeyWords, resultOf } from './client.ts';

/* Global key of the gateway (E as in requests.ts; E src/api/guards/auth.guard.ts): creates instances, and has access to all of them. */

const changedGlobalKey = failed(
  'credentials',
  `${refusedKeyWords}: give the one it has now (global_key)`,
);

/** True if the key is global. Queries an instance that cannot exist, which only the global key may do (fetchInstances). */
export async function isGlobalKey(
  connection: Connection,
  key: string,
  timeoutMs: number,
): Promise<GatewayResult<boolean>> {
  const path = `/instance/fetchInstances?instanceName=${randomUUID()}`;
  const answer = await callGlobally(connection, key, 'GET', path, undefined, timeoutMs);
  if (answer.kind === 'answer' && answer.status === 404) return done(true);
  if (answer.kind === 'answer' && (answer.status === 401 || answer.status === 403))
    return done(false);
  return resultOf(answer, () => done(true));
}

/**
 * Returns the global key, if the configuration has a valid one under either name. Call it before removing an instance: without the key
 * nothing could replace it.
 */
export async function globalKeyOf(
  { config, ...rest }: Connection,
  timeoutMs: number,
): Promise<GatewayResult<string | undefined>> {
  const { global_key, api_key } = config;
  const key = global_key || api_key;
  if (!key) return done(undefined);
  const isGlobal = await isGlobalKey({ config, ...rest }, key, timeoutMs);
  if (isGlobal.kind !== 'done') return isGlobal;
  if (isGlobal.value) return done(key);
  return global_key ? changedGlobalKey : done(undefined);
}
