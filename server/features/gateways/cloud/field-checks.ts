import { hmac, object, text } from '#server/features/gateways/requests.ts';
import type { GatewayResult } from '#server/outbound/messaging/connection.ts';
import type { FieldCheck, GatewaySetup } from '#server/outbound/messaging/gateway-setup.ts';
import { type Config, graphRequest, isMissing } from './client.ts';
import { checkAccount, checkPermissions, numberAt } from './number.ts';

/*
 * Checks each field of a number of the official API with the network before it is connected. App secrets: D
 * graph-api/guides/secure-requests; a request with an invalid proof of the secret is refused (100).
 */

/** Field that a refusal concerns: the one named in its reason, otherwise the default. */
const fieldIn = (reason: string, otherwise: string) =>
  /^(phone_number_id|access_token|business_account_id|pin): /.exec(reason)?.[1] ?? otherwise;

function failed(
  asked: Exclude<GatewayResult<unknown>, { kind: 'done' }>,
  otherwise: string,
): FieldCheck {
  const cause = asked.kind === 'failed' ? asked.cause : 'rejected';
  const isAway = cause === 'network' || cause === 'timeout';
  const field = isAway ? 'url' : fieldIn(asked.reason, otherwise);
  return { field, ok: false, cause, reason: asked.reason };
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
  const said = text(object(answer.json?.error)?.message) ?? '';
  return isMissing(answer.json) || !/appsecret_proof/.test(said)
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
  if (number.kind !== 'done') return [failed(number, 'access_token')];
  const { name, phone, isConnected, says } = number.value;
  const told = [name, phone && `+${phone}`].filter(Boolean).join(', ');
  const account = setup.business_account_id || config.business_account_id;
  const [permitted, owned, secret] = await Promise.all([
    checkPermissions(config, timeoutMs),
    account ? checkAccount(config, account, timeoutMs) : undefined,
    config.app_secret === undefined ? undefined : checkSecret(config, timeoutMs),
  ]);
  const checks: FieldCheck[] = [
    { field: 'phone_number_id', ok: true, found: told || says },
    permitted.kind === 'done'
      ? { field: 'access_token', ok: true, found: 'it may send and set up' }
      : failed(permitted, 'access_token'),
  ];
  if (owned)
    checks.push(
      owned.kind === 'done'
        ? { field: 'business_account_id', ok: true, found: 'the number belongs to it' }
        : failed(owned, 'business_account_id'),
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
