import { v7 as uuidv7 } from 'uuid';
import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { eventKinds } from '#server/features/event-kinds.ts';
import type { Context } from '#server/operations/context.ts';
import { crud } from '#server/operations/crud.ts';
import { namesRefused } from '#server/outbound/connection-guard.ts';
import { duplicate, invalid, limitReached } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import { detailsField } from '#server/records/coded-reason.ts';
import {
  createsWithSlug,
  gets,
  lists,
  removes,
  updates,
  type Values,
} from '#server/records/crud-queries.ts';
import {
  about,
  boolean,
  distinct,
  freeObject,
  generated,
  kind,
  link,
  required,
  singleLine,
  slug,
  timestamp,
  uuid,
  webAddress,
  withDefault,
} from '#server/records/fields.ts';
import { inputs, stored } from '#server/records/input.ts';
import type { Derived } from '#server/records/statements.ts';
import { sorted, table, updatedSince } from '#server/records/table.ts';
import { failureCodes, failureValues } from './failure-reasons.ts';
import { newSecret, sealContextOf } from './signature.ts';

const fields = {
  id: required(uuid),
  name: about(
    'The name of the endpoint; also the title of tasks that it creates from requests without one.',
    required(singleLine(255, 1)),
  ),
  slug: about(
    'The name in the inbound URL, unique in the team; derived from name if omitted. Cannot be changed.',
    slug,
  ),
  is_active: about('True if the endpoint delivers and receives.', withDefault(boolean, true)),
  target_pipeline_id: about(
    'The board on which received requests create tasks.',
    link('pipelines'),
  ),
  target_column_id: about('The column of that board.', link('columns')),
  field_mapping: about(
    'Task field → path in the received payload (lead.name, items[0].title), or a {{template}}.',
    freeObject({ title: 'lead.name', description: '{{lead.message}}' }),
  ),
  url: about(
    'The URL that receives events; null for an endpoint that only receives requests.',
    webAddress,
  ),
  events: about(
    'The event types to deliver; * (all) if a url is given without a list.',
    generated({
      ...kind(
        Type.Array(Type.Enum(['*', ...eventKinds]), { maxItems: 100 }),
        `a list of event kinds: * (all), ${eventKinds.join(', ')}`,
        'text[]',
        { clean: distinct((name) => name) },
      ),
      fallback: [],
    }),
  ),
  disabled_reason: about(
    'The reason why the service disabled the endpoint: its receiver responded 410, every delivery failed for five days, or too many deliveries were pending. Enabling the endpoint clears it.',
    singleLine(),
  ),
  disabled_reason_details: detailsField('disabled_reason', failureCodes, failureValues),
  created_at: required(timestamp),
  updated_at: required(timestamp),
};

const writable = [
  'name',
  'is_active',
  'target_pipeline_id',
  'target_column_id',
  'field_mapping',
  'url',
  'events',
] as const;

/** Fields shown only in the response that creates them. */
export const shownOnCreate = {
  secret_token: 'Signs deliveries and receptions. Shown only in this response.',
};

export const webhooks = table({
  name: 'webhooks',
  one: 'webhook endpoint',
  about:
    'Endpoints that deliver events (url, events), receive requests from other systems and turn them into tasks, or both.',
  effectOfDelete: 'Deletes the endpoint permanently.',
  example: {
    name: 'Site form',
    slug: 'site-form',
    events: ['deal.created', 'deal.stage_changed'],
  },
  exampleChange: { is_active: false },
  path: '/webhooks',
  fields,
  filters: {
    active: {
      field: boolean,
      sql: 't.is_active = $active::boolean',
      about: 'Only active or only inactive endpoints.',
    },
    url: {
      field: fields.url,
      // An index cannot hold values of this length.
      sql: 'md5(t.url) = md5($url::text) and t.url = $url::text',
      about: 'Only endpoints that deliver to exactly this URL.',
    },
    ...updatedSince,
  },
  sorts: sorted(fields, 'name', 'created_at', 'updated_at'),
  constraints: {
    webhooks_slug_key: () =>
      duplicate('slug is already used by another webhook endpoint of the team.', 'slug'),
    webhooks_target_place_fkey: () =>
      invalid(
        'target_column_id must be a column of target_pipeline_id.',
        'target_column_id',
        'not_allowed',
      ),
  },
});

const webhookInputs = inputs(webhooks, {
  create: [...writable, 'slug'],
  update: writable,
  ignored: Object.keys(shownOnCreate),
});

/** Adds the secret to the endpoint, for the only response that shows it. */
export const withSecret = (text: string, secret: string) =>
  `${text.slice(0, -1)},"secret_token":${JSON.stringify(secret)}}`;

const create = createsWithSlug(webhooks, webhookInputs.create, {
  secret_token: '$secret_sealed::bytea',
  // An endpoint with a url and without a list of events receives all events.
  events: `coalesce($events::text[], case when $url::text is null then '{}' else '{*}' end::text[])`,
});

/** Serializes the creation of the team's endpoints until the transaction ends. */
const lockCreates = teamStatement(
  `select pg_advisory_xact_lock(hashtextextended($team::text || ' webhooks', 9)) as held`,
);
const countAll = teamStatement('select count(*)::int as n from webhooks where team_id = $team');

/** Creates an endpoint within the team's limit. @throws ApiError CONFLICT */
async function createWithin(most: number, db: TeamDb, values: Values): Promise<string> {
  if (most === 0) return create(db, values);
  return db.transaction(async (tx) => {
    await tx.run(lockCreates);
    // A separate statement, so that it sees the endpoints created before the lock was granted.
    const [row] = await tx.run(countAll);
    if (Number(row?.n) >= most)
      throw limitReached(
        `A team can have at most ${most} webhook endpoints; delete one first.`,
        'TEAM_WEBHOOKS',
      );
    return create(tx, values);
  });
}

/** Path of an installation's hooks, after any prefix of a proxy. */
const hookPath = /\/api\/hooks\/[^/]+\/[^/]+\/?$/;

/** @throws ApiError VALIDATION_ERROR if the url is a hook of this installation, whose deliveries would come back */
function refuseOwnHooks({ leadsHere }: Context, { url }: Values): void {
  if (typeof url !== 'string') return;
  const address = new URL(url);
  const path = address.pathname.replace(/%[0-7][\da-f]/gi, (code) => decodeURIComponent(code));
  if (hookPath.test(path) && leadsHere?.(address))
    throw invalid(
      'url must not be a hook of this installation: its deliveries would come back.',
      'url',
      'not_allowed',
      { reason: 'own_webhook' },
    );
}

/** @throws ApiError VALIDATION_ERROR if deliveries may not reach the url */
function refusePrivate({ settings }: Context, { url }: Values): void {
  if (typeof url === 'string' && namesRefused(new URL(url), settings.allowCidrs ?? []))
    throw invalid(
      'url must lead to a public address; WEBHOOK_ALLOW_CIDRS lets the operator allow a private range.',
      'url',
      'not_allowed',
      { reason: 'private_address' },
    );
}

const hasUrl = teamStatement(
  'select from webhooks w where w.team_id = $team and w.id = $id and w.url = $url',
);

/** Enabling an endpoint or changing its url resets its history of failures. */
function consequences(inputNames: ReadonlySet<string>): Derived {
  const isNew = [
    ...(inputNames.has('is_active') ? ['($is_active::boolean and not old.is_active)'] : []),
    ...(inputNames.has('url') ? ['$url::text is distinct from old.url'] : []),
  ].join(' or ');
  return {
    ...(inputNames.has('url') && !inputNames.has('events')
      ? {
          events: `case when $url::text is null then '{}'
            when old.url is null and old.events = '{}' then '{*}' else old.events end`,
        }
      : {}),
    ...(inputNames.has('is_active')
      ? { disabled_reason: 'case when not $is_active::boolean then old.disabled_reason end' }
      : {}),
    ...(isNew ? { failing_since: `case when not (${isNew}) then old.failing_since end` } : {}),
  };
}

const update = updates(webhooks, webhookInputs.update, consequences);

export default crud(
  webhooks,
  webhookInputs,
  { shownOnce: shownOnCreate, minRole: 'admin', fresh: ['url'] },
  {
    list: lists(webhooks),
    get: gets(webhooks),
    async create(context, values) {
      refuseOwnHooks(context, values);
      refusePrivate(context, values);
      const { db, settings } = context;
      const id = uuidv7();
      const secret = newSecret();
      const text = await createWithin(settings.bounds?.TEAM_WEBHOOKS ?? 0, db, {
        ...stored(fields, values),
        id,
        secret_sealed: settings.secrets.seal(secret, sealContextOf(db.id, id)),
      });
      return withSecret(text, secret);
    },
    async update(context, id, values) {
      refuseOwnHooks(context, values);
      // A client that sends back the whole record does not change the url.
      if (
        typeof values.url === 'string' &&
        !(await context.db.run(hasUrl, { id, url: values.url }))[0]
      )
        refusePrivate(context, values);
      return update(context, id, values);
    },
    delete: removes(webhooks),
  },
);
