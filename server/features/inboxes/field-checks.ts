import type { Context } from '#server/operations/context.ts';
import { operation } from '#server/operations/operation.ts';
import {
  type ConfigKey,
  type GatewayName,
  gatewayNames,
} from '#server/outbound/messaging/connection.ts';
import { type FindingCode, finding } from '#server/outbound/messaging/findings.ts';
import type { FieldCheck } from '#server/outbound/messaging/gateway-setup.ts';
import { notFound } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import { about, kind, oneOf, required, singleLine, uuid } from '#server/records/fields.ts';
import { gatewayNeeds } from '../gateways/messaging-service.ts';
import { reusableConfig, storedConfig } from './config.ts';
import { detailsOfFinding, findingSchema } from './finding-details.ts';
import { refuseInternal } from './gateway-address.ts';
import { findInboxRecord } from './inbox-record.ts';
import { withService } from './service-holder.ts';

/* Checks each field of an inbox against its gateway while the user fills in the form. Stores, creates and changes nothing. */

type Texts = Readonly<Record<string, string>>;

const object = kind(Type.Record(Type.String(), Type.Unknown()), 'an object of texts', 'json');

const check = Type.Object({
  field: about('A key of `config` or `setup`, or `callback`.', Type.String()),
  ok: about('True if everything is in order.', Type.Boolean()),
  found: about('The gateway’s response.', Type.Union([Type.String(), Type.Null()])),
  cause: about(
    'The cause, as in the status_reason of a message that was not sent; null if there is none.',
    Type.Union([Type.String(), Type.Null()]),
  ),
  reason: Type.Union([Type.String(), Type.Null()]),
  details: about(
    'The code of `found` or `reason`, with the cause.',
    Type.Union([findingSchema, Type.Null()]),
  ),
});

const fieldError = (field: string, code: FindingCode, text: string): FieldCheck => ({
  field,
  ok: false,
  cause: 'rejected',
  reason: finding(code, text),
});

/** Returns the well-formed values by name, and the problems of the others. Empty values count as not given. */
function readGiven(keys: Readonly<Record<string, ConfigKey>>, input: object) {
  const problems: FieldCheck[] = [];
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(input)) {
    if (value === '' || value === null) continue;
    const key = Object.hasOwn(keys, name) ? keys[name] : undefined;
    if (!key) problems.push(fieldError(name, 'malformed', `${name} is unknown`));
    else if (typeof value !== 'string' || !key.pattern.test(value))
      problems.push(fieldError(name, 'malformed', `${name} must be ${key.says}`));
    else values[name] = name === 'url' ? value.replace(/\/+$/, '') : value;
  }
  return { problems, values };
}

const withFallbacks = (keys: Readonly<Record<string, ConfigKey>>, values: Texts): Texts => ({
  ...Object.fromEntries(
    Object.entries(keys).flatMap(([name, { fallback }]) => (fallback ? [[name, fallback]] : [])),
  ),
  ...values,
});

/** Checks the callback address as far as possible from here. */
function callbackCheck(gateway: GatewayName, publicUrl: string | undefined): FieldCheck[] {
  if (publicUrl === undefined)
    return [
      fieldError(
        'callback',
        'public_url_missing',
        'PUBLIC_URL is not set: the address at which gateways reach this service',
      ),
    ];
  const needsHttps = gateway === 'cloud' && !publicUrl.startsWith('https://');
  return needsHttps
    ? [
        fieldError(
          'callback',
          'https_needed',
          'the network calls back by https only; PUBLIC_URL is another address',
        ),
      ]
    : [];
}

/** Stored values of the inbox for fields that are not given. */
async function otherStoredValues(
  ctx: Context,
  inbox: string | null,
  gateway: GatewayName,
  config: Texts,
): Promise<Texts> {
  if (inbox === null) return {};
  const record = await findInboxRecord(ctx.db, inbox);
  if (!record) throw notFound('inbox');
  const { stored } = record;
  return stored.gateway === gateway
    ? (reusableConfig(gateway, storedConfig(ctx, stored), config) as Texts)
    : {};
}

export const checkInboxFields = operation({
  name: 'inboxes.try',
  id: 'tryInbox',
  summary:
    'Test the configuration of an inbox at its gateway, field by field, before connecting it',
  note: 'Stores and creates nothing. With `inbox_id`, omitted fields take their stored values, unless `url` differs.',
  allow: { operator: true, user: 'admin' },
  panel: { method: 'PUT', path: '/inbox-trials', status: 200 },
  emits: [],
  input: {
    fields: {
      gateway: required(oneOf('text', [...gatewayNames])),
      inbox_id: uuid,
      config: object,
      setup: object,
    },
  },
  output: {
    kind: 'fields',
    name: 'InboxTrial',
    fields: {
      public_url: about('The public URL of the service.', singleLine(2_048)),
      checks: about(
        'The checks, in order.',
        required(kind(Type.Array(check), 'a list of checks', 'json')),
      ),
    },
  },
  one: 'inbox',
  run: (ctx, { values: { gateway, inbox_id: inbox, config, setup } }) =>
    withService(ctx.settings, async (service) => {
      await refuseInternal(ctx, config);
      const { config: keys } = gatewayNeeds(gateway);
      const input = readGiven(keys, config ?? {});
      const once = readGiven(service.setupOf(gateway) ?? {}, setup ?? {});
      const stored = await otherStoredValues(ctx, inbox, gateway, input.values);
      const whole = withFallbacks(keys, { ...stored, ...input.values });
      const connection = { team: ctx.db.id, inbox: inbox ?? '', gateway, config: whole };
      const publicUrl = ctx.settings.publicUrl;
      const checks = [
        ...callbackCheck(gateway, publicUrl),
        ...input.problems,
        ...once.problems,
        ...(await service.checkFields(connection, once.values)),
      ];
      return {
        public_url: publicUrl ?? null,
        checks: checks.map(({ field, ...each }) => ({
          field,
          ok: each.ok,
          found: each.ok ? each.found.text : null,
          cause: each.ok ? null : each.cause,
          reason: each.ok ? null : each.reason.text,
          details: detailsOfFinding(each.ok ? each.found : { ...each.reason, cause: each.cause }),
        })),
      };
    }),
});
