import type { GatewayResult } from '#server/outbound/messaging/connection.ts';
import { type Finding, type FindingCode, finding } from '#server/outbound/messaging/findings.ts';
import type { Gateway } from '#server/outbound/messaging/gateway.ts';
import type { FieldCheck, GatewaySetup } from '#server/outbound/messaging/gateway-setup.ts';
import { healthOf, hmac, list, object, text, textOf } from '../requests.ts';
import { type Config, graphRequest, isMissing, resultOf } from './client.ts';

/* Health of a number: its status, its account and the token. Sources as in connect.ts. */

/** States of O `WhatsAppBusinessAccountToNumberStatus` and `WhatsAppPhoneNumberStatus` in which the number can answer customers. */
const activeStates = new Set(['CONNECTED', 'LINKED', 'FLAGGED', 'RESTRICTED', 'RATE_LIMITED']);

const statusNotes: Record<string, readonly [FindingCode, string] | undefined> = {
  FLAGGED: ['quality_low', 'its quality is low; the network may limit it'],
  RESTRICTED: [
    'number_restricted',
    'it reached its limit: it answers customers, and starts no new conversations for now',
  ],
  RATE_LIMITED: ['throttled', 'it sends too fast'],
  PENDING: ['number_unregistered', 'it has to be registered: connect it with its PIN'],
  DISCONNECTED: ['number_unregistered', 'it has to be registered: connect it with its PIN'],
  BANNED: ['number_banned', 'the network banned it'],
};

/** Interprets a number's status. */
function statusOf(value: unknown) {
  const status = textOf(value) ?? 'CONNECTED';
  const isConnected = activeStates.has(status) || status.startsWith('MESSAGING_LIMIT_');
  const [code, note] = (Object.hasOwn(statusNotes, status) && statusNotes[status]) || [
    isConnected ? 'number_ready' : 'number_state',
  ];
  const says = note ? `${status} (${note})` : status;
  /** Finding about the status. */
  const describe = (text: string) => finding(code, text, { error: status });
  return { isConnected, says, describe };
}

/** O `GET /{Version}/{Phone-Number-ID}`. */
export const health: Gateway['health'] = async ({ config }, timeoutMs) => {
  const fields = 'display_phone_number,verified_name,quality_rating,status';
  const path = `${config.phone_number_id}?fields=${fields}`;
  return healthOf(await graphRequest(config, 'GET', path, undefined, timeoutMs), (json) => {
    const name = textOf(json.verified_name) ?? 'without a name';
    const quality = textOf(json.quality_rating) ?? 'unknown';
    const { isConnected, says, describe } = statusOf(json.status);
    return {
      connected: isConnected,
      found: describe(`the number (${name}) is ${says}, quality ${quality}`),
    };
  });
};

/** Failure of a field. */
type FieldFailure = Extract<GatewayResult<never>, { kind: 'failed' }> & { readonly field: string };

export type Step<T> = Promise<GatewayResult<T> | FieldFailure>;

/** Failure of a field, whose name begins the reason. */
export const fieldFailed = (field: string, reason: Finding): FieldFailure => ({
  kind: 'failed',
  cause: 'credentials',
  field,
  reason: { ...reason, text: `${field}: ${reason.text}` },
});

/** Fetches the number, which proves that the token may see it. */
export async function numberAt(config: Config, timeoutMs: number) {
  const path = `${config.phone_number_id}?fields=display_phone_number,verified_name,status`;
  const answer = await graphRequest(config, 'GET', path, undefined, timeoutMs);
  if (answer.kind === 'answer' && isMissing(answer.json))
    return fieldFailed(
      'phone_number_id',
      finding(
        'number_unknown',
        'the network knows no number with this ID, or access_token may not see it',
      ),
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
    ? fieldFailed(
        'access_token',
        finding('permission_missing', `lacks the permission ${missing.join(' and ')}`, {
          said: missing.join(', '),
        }),
      )
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
    return fieldFailed(
      'business_account_id',
      finding(
        'account_unknown',
        'the network knows no account with this ID, or access_token may not see it',
      ),
    );
  const result = resultOf(answer, timeoutMs, (json) =>
    list(json.data).map((number) => object(number)?.id),
  );
  if (result.kind !== 'done') return result;
  return result.value.includes(config.phone_number_id)
    ? { kind: 'done', value: undefined }
    : fieldFailed(
        'business_account_id',
        finding('other_account', 'the account has no number with this phone_number_id'),
      );
}

// Checks of fields -------------------------------------------------------------------------------------------------

/*
 * Checks each field of a number of the official API with the network before it is connected. App secrets: D
 * graph-api/guides/secure-requests; a request with an invalid proof of the secret is refused (100).
 */

/** @param otherwise the field of a failure that names none */
function fieldFailure(
  failure: Exclude<Awaited<Step<unknown>>, { kind: 'done' }>,
  otherwise: string,
): FieldCheck {
  const cause = failure.kind === 'failed' ? failure.cause : 'rejected';
  const isAway = cause === 'network' || cause === 'timeout';
  const named = 'field' in failure ? failure.field : otherwise;
  const field = isAway ? 'url' : named;
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
    return {
      field,
      ok: true,
      found: finding('secret_matches', "it is the secret of the token's app"),
    };
  const message = text(object(answer.json?.error)?.message) ?? '';
  return isMissing(answer.json) || !/appsecret_proof/.test(message)
    ? undefined
    : {
        field,
        ok: false,
        cause: 'credentials',
        reason: finding('app_secret_wrong', "app_secret: it is not the secret of the token's app"),
      };
}

export const checkFields: GatewaySetup['checkFields'] = async ({ config }, setup, timeoutMs) => {
  if (config.phone_number_id === undefined || config.access_token === undefined) return [];
  const number = await numberAt(config, timeoutMs);
  if (number.kind !== 'done') return [fieldFailure(number, 'access_token')];
  const { name, phone, isConnected, says, describe } = number.value;
  const holder = [name, phone && `+${phone}`].filter(Boolean).join(', ');
  const account = setup.business_account_id || config.business_account_id;
  const [permitted, owned, secret] = await Promise.all([
    checkPermissions(config, timeoutMs),
    account ? checkAccount(config, account, timeoutMs) : undefined,
    config.app_secret === undefined ? undefined : checkSecret(config, timeoutMs),
  ]);
  const checks: FieldCheck[] = [
    { field: 'phone_number_id', ok: true, found: finding('identified', holder || says) },
    permitted.kind === 'done'
      ? {
          field: 'access_token',
          ok: true,
          found: finding('permitted', 'it may send and set up'),
        }
      : fieldFailure(permitted, 'access_token'),
  ];
  if (owned)
    checks.push(
      owned.kind === 'done'
        ? {
            field: 'business_account_id',
            ok: true,
            found: finding('number_belongs', 'the number belongs to it'),
          }
        : fieldFailure(owned, 'business_account_id'),
    );
  if (secret) checks.push(secret);
  if (!isConnected && !setup.pin)
    checks.push({
      field: 'pin',
      ok: false,
      cause: 'disconnected',
      reason: describe(`pin: the number is ${says}`),
    });
  return checks;
};
