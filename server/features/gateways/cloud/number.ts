import { list, object, text, textOf } from '#server/features/gateways/requests.ts';
import type { GatewayResult } from '#server/outbound/messaging/connection.ts';
import { type Config, graphRequest, isMissing, resultOf } from './client.ts';

/* Queries the network about a number, its account and the token. Sources as in connect.ts. */

/** States of O `WhatsAppBusinessAccountToNumberStatus` and `WhatsAppPhoneNumberStatus` in which the number can answer customers. */
const activeStates = new Set(['CONNECTED', 'LINKED', 'FLAGGED', 'RESTRICTED', 'RATE_LIMITED']);

const statusNotes: Record<string, string | undefined> = {
  FLAGGED: 'its quality is low; the network may limit it',
  RESTRICTED: 'it reached its limit: it answers customers, and starts no new conversations for now',
  RATE_LIMITED: 'it sends too fast',
  PENDING: 'it has to be registered: connect it with its PIN',
  DISCONNECTED: 'it has to be registered: connect it with its PIN',
  BANNED: 'the network banned it',
};

/** Interprets a number's status. */
export function statusOf(told: unknown): { isConnected: boolean; says: string } {
  const status = textOf(told) ?? 'CONNECTED';
  const note = Object.hasOwn(statusNotes, status) ? statusNotes[status] : undefined;
  return {
    isConnected: activeStates.has(status) || status.startsWith('MESSAGING_LIMIT_'),
    says: note ? `${status} (${note})` : status,
  };
}

export type Step<T> = Promise<GatewayResult<T>>;

/** Failure of a field, whose name begins the reason. */
export const failed = (reason: string): GatewayResult<never> => ({
  kind: 'failed',
  cause: 'credentials',
  reason,
});

/** Fetches the number, which proves that the token may see it. */
export async function numberAt(config: Config, timeoutMs: number) {
  const path = `${config.phone_number_id}?fields=display_phone_number,verified_name,status`;
  const answer = await graphRequest(config, 'GET', path, undefined, timeoutMs);
  if (answer.kind === 'answer' && isMissing(answer.json))
    return failed(
      'phone_number_id: the network knows no number with this ID, or access_token may not see it',
    );
  return resultOf(answer, timeoutMs, (json) => ({
    phone: text(json.display_phone_number)?.replace(/\D/g, ''),
    name: textOf(json.verified_name),
    ...statusOf(json.status),
  }));
}

const needed = ['whatsapp_business_messaging', 'whatsapp_business_management'];

/** Checks the token's permissions. If the network does not list them, later steps reveal missing ones. */
export async function checkPermissions(config: Config, timeoutMs: number): Step<undefined> {
  const answer = await graphRequest(config, 'GET', 'me/permissions', undefined, timeoutMs);
  const asked = resultOf(answer, timeoutMs, (json) =>
    list(json.data)
      .map(object)
      .filter((one) => one?.status === 'granted')
      .map((one) => one?.permission),
  );
  if (asked.kind !== 'done' || asked.value.length === 0) return { kind: 'done', value: undefined };
  const missing = needed.filter((permission) => !asked.value.includes(permission));
  return missing.length > 0
    ? failed(`access_token: lacks the permission ${missing.join(' and ')}`)
    : { kind: 'done', value: undefined };
}

/** Checks that the number belongs to the account. */
export async function checkAccount(
  config: Config,
  account: string,
  timeoutMs: number,
): Step<undefined> {
  const path = `${account}/phone_numbers?fields=id&limit=500`;
  const answer = await graphRequest(config, 'GET', path, undefined, timeoutMs);
  if (answer.kind === 'answer' && isMissing(answer.json))
    return failed(
      'business_account_id: the network knows no account with this ID, or access_token may not see it',
    );
  const asked = resultOf(answer, timeoutMs, (json) =>
    list(json.data).map((number) => object(number)?.id),
  );
  if (asked.kind !== 'done') return asked;
  return asked.value.includes(config.phone_number_id)
    ? { kind: 'done', value: undefined }
    : failed('business_account_id: the account has no number with this phone_number_id');
}
