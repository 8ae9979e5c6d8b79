import type { GatewayResult } from '#server/outbound/messaging/connection.ts';
import type { Gateway } from '#server/outbound/messaging/gateway.ts';
import type { FieldCheck, GatewaySetup } from '#server/outbound/messaging/gateway-setup.ts';
import { healthOf, hmac, list, object, text, textOf } from '../requests.ts';
import { type Config, graphRequest, isMissing, resultOf } from './client.ts';

/* Health of a number: its status, its account and the token. Sources as in connect.ts. */

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
function statusOf(value: unknown): { isConnected: boolean; says: string } {
  const status = textOf(value) ?? 'CONNECTED';
  const note = Object.hasOwn(statusNotes, status) ? statusNotes[status] : undefined;
  return {
    isConnected: activeStates.has(status) || status.startsWith('MESSAGING_LIMIT_'),
    says: note ? `${status} (${note})` : status,
  };
}

/** O `GET /{Version}/{Phone-Number-ID}`. */
export const health: Gateway['health'] = async ({ config }, timeoutMs) => {
  const fields = 'display_phone_number,verified_name,quality_rating,status';
  const path = `${config.phone_number_id}?fields=${fields}`;
  return healthOf(await graphRequest(config, 'GET', path, undefined, timeoutMs), (json) => {
    const name = textOf(json.verified_name) ?? 'without a name';
    const quality = textOf(json.quality_rating) ?? 'unknown';
    const { isConnected, says } = statusOf(json.status);
    return {
      connected: isConnected,
      found: `the number (${name}) is ${says}, quality ${quality}`,
    };
  });
};

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
  const result = resultOf(answer, timeoutMs, (json) =>
    list(json.data)
      .map(object)
      .filter((one) => one?.status === 'granted')
      .map((one) => one?.permission),
  );
  if (result.kind !== 'done' || result.value.length === 0)
    return { kind: 'done', value: undefined };
  const missing = needed.filter((permission) => !result.value.includes(permission));
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
  const result = resultOf(answer, timeoutMs, (json) =>
    list(json.data).map((number) => object(number)?.id),
  );
  if (result.kind !== 'done') return result;
  return result.value.includes(config.phone_number_id)
    ? { kind: 'done', value: undefined }
    : failed('business_account_id: the account has no number with this phone_number_id');
}

// Checks of fields -------------------------------------------------------------------------------------------------

/*
 * Checks each field of a number of the official API with the network before it is connected. App secrets: D
 * graph-api/guides/secure-requests; a request with an invalid proof of the secret is refused (100).
 */

/** Field that a refusal concerns: the one named in its reason, otherwise the default. */
const fieldIn = (reason: string, otherwise: string) =>
  /^(phone_number_id|access_token|business_account_id|pin): /.exec(reason)?.[1] ?? otherwise;

function fieldFailure(
  failure: Exclude<GatewayResult<unknown>, { kind: 'done' }>,
  otherwise: string,
): FieldCheck {
  const cause = failure.kind === 'failed' ? failure.cause : 'rejected';
  const isAway = cause === 'network' || cause === 'timeout';
  const field = isAway ? 'url' : fieldIn(failure.reason, otherwise);
  return { field, ok: false, cause, reason: failure.reason };
}

/** Checks that the secret belongs to the token's app; undefined if the network does not confirm or deny it. */
async function checkSecret(config: Config, timeoutMs: number): Promise<FieldCheck | undefined> {
  const proof = hmac('sha256', config.app_secret ?? '', Buffer.from(config.access_token ?? ''));
  const path = `${config.phone_number_id}?fields=verified_name&appsecret_proof=${proof}`;
  const answer = await graphRequest(config, 'GET', path, undefined, timeoutMs);
  const field = 'app_secret';
  if (answer.kind !== 'answer') return undefined;
  if (answer.status === 200)
    return { field, ok: true, found: "it is the secret of the token's app" };
  const message = text(object(answer.json?.error)?.message) ?? '';
  return isMissing(answer.json) || !/appsecret_proof/.test(message)
    ? undefined
    : {
        field,
        ok: false,
        cause: 'credentials',
        reason: "app_secret: it is not the secret of the token's app",
      };
}

export const checkFields: GatewaySetup['checkFields'] = async ({ config }, setup, timeoutMs) => {
  if (config.phone_number_id === undefined || config.access_token === undefined) return [];
  const number = await numberAt(config, timeoutMs);
  if (number.kind !== 'done') return [fieldFailure(number, 'access_token')];
  const { name, phone, isConnected, says } = number.value;
  const finding = [name, phone && `+${phone}`].filter(Boolean).join(', ');
  const account = setup.business_account_id || config.business_account_id;
  const [permitted, owned, secret] = await Promise.all([
    checkPermissions(config, timeoutMs),
    account ? checkAccount(config, account, timeoutMs) : undefined,
    config.app_secret === undefined ? undefined : checkSecret(config, timeoutMs),
  ]);
  const checks: FieldCheck[] = [
    { field: 'phone_number_id', ok: true, found: finding || says },
    permitted.kind === 'done'
      ? { field: 'access_token', ok: true, found: 'it may send and set up' }
      : fieldFailure(permitted, 'access_token'),
  ];
  if (owned)
    checks.push(
      owned.kind === 'done'
        ? { field: 'business_account_id', ok: true, found: 'the number belongs to it' }
        : fieldFailure(owned, 'business_account_id'),
    );
  if (secret) checks.push(secret);
  if (!isConnected && !setup.pin)
    checks.push({
      field: 'pin',
      ok: false,
      cause: 'disconnected',
      reason: `pin: the number is ${says}`,
    });
  return checks;
};
