import type { GatewayResult } from '#server/outbound/messaging/connection.ts';
import { finding } from '#server/outbound/messaging/findings.ts';
import type { GatewaySetup, Login } from '#server/outbound/messaging/gateway-setup.ts';
import { failed, object, text } from '../requests.ts';
import { type Config, graphRequest, isDone, isMissing, resultOf } from './client.ts';
import { checkAccount, checkFields, checkPermissions, fieldFailed, numberAt } from './health.ts';

/*
 * Connects a number of the official API. Sources: O, as in index.ts: `GET` and `POST /{Phone-Number-ID}`,
 * `POST /{Phone-Number-ID}/register`, `GET /{WABA-ID}/phone_numbers`, `POST /{WABA-ID}/subscribed_apps`; D,
 * developers.facebook.com/docs/whatsapp/embedded-signup/webhooks/override: `webhook_configuration`, and that the app must be subscribed
 * first.
 */

async function post(
  config: Config,
  path: string,
  body: object,
  timeoutMs: number,
): Promise<GatewayResult<true>> {
  return resultOf(
    await graphRequest(config, 'POST', path, { ...body }, timeoutMs),
    timeoutMs,
    isDone,
  );
}

/** Fetches the callback address: the number's own, otherwise its account's, otherwise the app's. */
async function callbackUrl({ config }: { config: Config }, timeoutMs: number) {
  const path = `${config.phone_number_id}?fields=webhook_configuration`;
  return resultOf(
    await graphRequest(config, 'GET', path, undefined, timeoutMs),
    timeoutMs,
    (json): { readonly url: string | undefined } => {
      const set = object(json.webhook_configuration);
      const url =
        text(set?.phone_number) ?? text(set?.whatsapp_business_account) ?? text(set?.application);
      return { url };
    },
  );
}

/** Sets the callback. The network requests the verify token from the address before accepting it. */
async function setCallback(connection: { config: Config }, url: string, timeoutMs: number) {
  const { config } = connection;
  const set = await post(
    config,
    `${config.phone_number_id}`,
    {
      webhook_configuration: { override_callback_uri: url, verify_token: config.verify_token },
    },
    timeoutMs,
  );
  if (set.kind === 'failed')
    return {
      ...set,
      reason: {
        ...set.reason,
        code: 'callback_refused' as const,
        text: `the callback address was not accepted: ${set.reason.text}; the network must reach it, by https, and the app must be subscribed to the account`,
      },
    };
  if (set.kind !== 'done') return set;
  const now = await callbackUrl(connection, timeoutMs);
  if (now.kind !== 'done') return now;
  return now.value.url === url
    ? ({ kind: 'done', value: undefined } as const)
    : failed(
        'credentials',
        finding(
          'callback_refused',
          `the network calls back at ${now.value.url ?? 'no address'}, although it accepted the address of this service`,
          { said: now.value.url },
        ),
      );
}

const none = (what: string): GatewayResult<never> => ({
  kind: 'impossible',
  reason: finding(
    'unsupported',
    `a number of the official API has no session that could be ${what}`,
  ),
});

export const connecting: GatewaySetup = {
  setup: {
    business_account_id: {
      about: "ID of the number's business account, if it is not configured yet",
      pattern: /^(\d{1,32})?$/,
      says: '1 to 32 digits, or empty',
      fallback: '',
    },
    pin: {
      about: 'PIN of the number, if it is not registered yet',
      pattern: /^(\d{6})?$/,
      says: '6 digits, or empty',
      secret: true,
      fallback: '',
    },
  },

  checkFields,
  /** Checks each field with the network, registers the number if needed, and sets the callback. */
  async prepare(connection, { callbackUrl: url, setup }, timeoutMs) {
    const { config } = connection;
    const account = setup.business_account_id || config.business_account_id;
    if (!account)
      return fieldFailed(
        'business_account_id',
        finding('account_needed', 'the ID of the business account is required'),
      );
    const number = await numberAt(config, timeoutMs);
    if (number.kind !== 'done') return number;
    const permitted = await checkPermissions(config, timeoutMs);
    if (permitted.kind !== 'done') return permitted;
    const owned = await checkAccount(config, account, timeoutMs);
    if (owned.kind !== 'done') return owned;
    if (!number.value.isConnected) {
      const { says, describe } = number.value;
      if (!setup.pin) return fieldFailed('pin', describe(`the number is ${says}`));
      const pin = { messaging_product: 'whatsapp', pin: setup.pin };
      const registered = await post(config, `${config.phone_number_id}/register`, pin, timeoutMs);
      if (registered.kind === 'failed')
        return {
          ...registered,
          reason: {
            ...registered.reason,
            text: `the number was not registered: ${registered.reason.text}`,
          },
        };
      if (registered.kind !== 'done') return registered;
    }
    const subscribed = await post(config, `${account}/subscribed_apps`, {}, timeoutMs);
    if (subscribed.kind === 'failed')
      return {
        ...subscribed,
        reason: {
          ...subscribed.reason,
          code: 'app_not_subscribed' as const,
          text: `the app was not subscribed: ${subscribed.reason.text}`,
        },
      };
    if (subscribed.kind !== 'done') return subscribed;
    const called = await setCallback(connection, url, timeoutMs);
    if (called.kind !== 'done') return called;
    return { kind: 'done', value: { config: { ...config, business_account_id: account } } };
  },

  async login({ config }, _given, timeoutMs): Promise<GatewayResult<Login>> {
    const number = await numberAt(config, timeoutMs);
    if (number.kind !== 'done') return number;
    const { isConnected, says, describe } = number.value;
    return {
      kind: 'done',
      value: isConnected
        ? { state: 'connected' }
        : { state: 'disconnected', reason: describe(`the number is ${says}`) },
    };
  },

  setCallback,
  async callback(connection, timeoutMs) {
    const result = await callbackUrl(connection, timeoutMs);
    // The network signs all its callbacks, and does not show the fields that the app is subscribed to.
    return result.kind === 'done'
      ? { kind: 'done', value: { url: result.value.url, isComplete: true } }
      : result;
  },
  setGroups: async () => none('asked for groups'),
  restart: async () => none('restarted'),
  logout: async () => none('logged out'),

  /** The number stays registered; it no longer calls back here. */
  async remove({ config }, timeoutMs) {
    const body = { webhook_configuration: { override_callback_uri: '' } };
    const answer = await graphRequest(config, 'POST', `${config.phone_number_id}`, body, timeoutMs);
    if (answer.kind === 'answer' && isMissing(answer.json))
      return { kind: 'done', value: undefined };
    const result = resultOf(answer, timeoutMs, isDone);
    return result.kind === 'done' ? { kind: 'done', value: undefined } : result;
  },
};
