import type { Connection } from '#server/outbound/messaging/connection.ts';
import { type Finding, finding } from '#server/outbound/messaging/findings.ts';
import type { Health } from '#server/outbound/messaging/gateway.ts';
import type { FieldCheck, GatewaySetup } from '#server/outbound/messaging/gateway-setup.ts';
import { phoneOf } from '../phones.ts';
import { findings, healthOf, object, text, textOf } from '../requests.ts';
import { states } from './callbacks.ts';
import { call, resultOf, sessionOf } from './client.ts';
import { complaint, environmentOf, isUseless } from './versions.ts';

/** Reports the session as WORKING or why it is not (D sessions), and the features that the version lacks. */
export async function health(connection: Connection, timeoutMs: number): Promise<Health> {
  const [answer, environment] = await Promise.all([
    call(connection, 'GET', `/api/sessions/${sessionOf(connection)}`, undefined, timeoutMs),
    environmentOf(connection, timeoutMs),
  ]);
  const missing = environment && complaint(environment);
  return healthOf(answer, (json) => {
    const status = text(json.status) ?? 'unknown';
    const connected = status === 'WORKING';
    const words = `the session is ${textOf(status)}`;
    const result = missing
      ? { ...missing, text: `${words}; ${missing.text}` }
      : finding(connected ? 'session_up' : 'session_down', words);
    const state = states[status];
    // Requesting a pairing code sets the number before anyone is logged in.
    const phone = state === 'connected' ? phoneOf(object(json.me)?.id) : undefined;
    return { connected, state, phone, found: result };
  });
}

/* Checks the fields of a WAHA inbox before it is connected (W src/api/server.controller.ts, src/api/sessions.controller.ts). */

const failed = (field: string, reason: Finding): FieldCheck => ({
  field,
  ok: false,
  cause: 'gateway',
  reason,
});

export const checkFields: GatewaySetup['checkFields'] = async (connection, _setup, timeoutMs) => {
  const { url, api_key: key, session } = connection.config;
  if (url === undefined || key === undefined) return [];
  const path = `/api/sessions/${sessionOf(connection)}`;
  const [environment, answer] = await Promise.all([
    environmentOf(connection, timeoutMs),
    call(connection, 'GET', path, undefined, timeoutMs),
  ]);
  const isFree = answer.kind === 'answer' && answer.status === 404;
  const result = resultOf(answer, (json) => text(json?.status));
  if (!isFree && result.kind === 'failed') {
    const { cause, reason } = result;
    return [{ field: cause === 'credentials' ? 'api_key' : 'url', ok: false, cause, reason }];
  }
  if (!environment)
    return [failed('url', finding('other_service', 'no WAHA answers at this address'))];
  const missing = complaint(environment);
  const status = result.kind === 'done' ? textOf(result.value) : undefined;
  const there = finding(
    'session_taken_over',
    `the session exists and will be used (${status ?? 'unknown'})`,
  );
  return [
    missing !== undefined && isUseless(environment)
      ? failed('url', missing)
      : {
          field: 'url',
          ok: true,
          found: missing ?? finding('identified', `WAHA ${environment.version}`),
        },
    { field: 'api_key', ok: true, found: findings.keyAccepted },
    ...(session === undefined
      ? []
      : [{ field: 'session', ok: true, found: isFree ? findings.nameFree : there } as const]),
  ];
};
