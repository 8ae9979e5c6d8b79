import { iso, teamStatement } from '#server/db/statement.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { Type } from '#server/platform/schema.ts';
import { about, kind, number, required, timestamp, uuid } from '#server/records/fields.ts';
import { deliveryStatuses } from './deliveries.ts';
import { webhooks } from './table.ts';

/*
 * Status of endpoints, for the panel: the last delivery and the last reception, the start of continuous failures, the end of the previous
 * secret's validity, and the target of tasks.
 */

/** Latest of an endpoint's records, as JSON. */
const last = (table: string, columns: string) => `(
  select row_to_json(l) from (
    select ${columns}, ${iso('d.created_at')} as created_at from ${table} d
    where d.team_id = $team and d.webhook_id = w.id order by d.id desc limit 1) l)`;

const common = `'id', w.id, 'failing_since', ${iso('w.failing_since')},
  'previous_secret_until', ${iso('case when w.previous_secret_until > now() then w.previous_secret_until end')},
  'delivery', ${last('deliveries', `d.status, d.reason, d.attempts as attempt_count, ${iso('d.next_attempt_at')} as next_attempt_at, ${iso('d.completed_at')} as completed_at`)},
  'reception', ${last('receptions', 'd.status, d.reason')}`;

const all = teamStatement(`
  select coalesce(json_agg(json_build_object(${common}) order by w.id), '[]') as endpoints from webhooks w where w.team_id = $team`);

const counted = (status: string, and = 'true') => `(
  select count(*) from deliveries d where d.team_id = $team and d.webhook_id = w.id and d.status = '${status}' and ${and})`;

const named = (of: string) =>
  `case when ${of}.id is not null then json_build_object('id', ${of}.id, 'name', ${of}.name) end`;

const single = teamStatement(`
  select json_build_object(${common}, 'pending', ${counted('pending')},
    'retrying', ${counted('pending', 'd.reason is not null')}, 'failed', ${counted('failed')},
    'pipeline', ${named('p')}, 'project', ${named('x')}, 'column', ${named('c')}) as endpoint
  from webhooks w
    left join columns k on k.team_id = $team and k.id = w.target_column_id
    left join pipelines p on p.team_id = $team and p.id = coalesce(w.target_pipeline_id, k.pipeline_id)
    left join projects x on x.team_id = $team and x.id = p.project_id
    left join lateral (
      select f.id, f.name from columns f
      where f.team_id = $team and f.pipeline_id = p.id and (w.target_column_id is null or f.id = w.target_column_id)
      order by f.position, f.id limit 1) c on true
  where w.team_id = $team and w.id = $id`);

const text = Type.Union([Type.String(), Type.Null()]);
const moment = Type.String({ format: 'date-time' });
const commonFields = {
  id: required(uuid),
  failing_since: timestamp,
  previous_secret_until: about('The time until which the previous secret is valid.', timestamp),
  delivery: about(
    'The latest delivery; null if there was none.',
    kind(
      Type.Object({
        status: about('The status.', Type.Enum([...deliveryStatuses])),
        reason: about('The reason why the last attempt failed.', text),
        attempt_count: about('The number of attempts so far.', Type.Integer()),
        next_attempt_at: about(
          'Time of the next attempt; null if there is none.',
          Type.Union([moment, Type.Null()]),
        ),
        completed_at: about('When it was delivered or failed.', Type.Union([moment, Type.Null()])),
        created_at: moment,
      }),
      'an object',
      'json',
    ),
  ),
  reception: about(
    'The latest request received; null if there was none.',
    kind(
      Type.Object({
        status: about(
          'accepted: it created a task. rejected: no task could be created from it.',
          Type.Enum(['accepted', 'rejected']),
        ),
        reason: about('The reason for the rejection.', text),
        created_at: moment,
      }),
      'an object',
      'json',
    ),
  ),
};
const idAndName = kind(
  Type.Object({ id: Type.String({ format: 'uuid' }), name: Type.String() }),
  'an object',
  'json',
);
const count = required(number(0, 1_000_000_000));

export const endpointHealthOperations: readonly Operation[] = [
  operation({
    name: 'webhooks.standings',
    id: 'listWebhookStandings',
    summary: 'List the health of all webhook endpoints',
    note: '`delivery` and `reception` are the latest ones, up to 30 days old. `failing_since`: the time since which every attempt has failed. `previous_secret_until`: the time until which the secret before the last rotation is accepted.',
    allow: { user: 'admin' },
    panel: { method: 'GET', path: '/webhook-standings', status: 200 },
    emits: [],
    input: {},
    output: { kind: 'fields', name: 'WebhookStanding', isList: true, fields: commonFields },
    one: webhooks.one,
    run: async ({ db }) => (await db.read(all))[0]?.endpoints as object | undefined,
  }),
  operation({
    name: 'webhooks.overview',
    id: 'getWebhookOverview',
    summary: 'Get the health of a webhook endpoint',
    note: 'Adds to the fields of the list the number of deliveries that are pending (of which `retrying` failed and will be retried) and that failed permanently, and the target of its tasks: `column` is the first one of the pipeline if the endpoint names none.',
    allow: { user: 'admin' },
    panel: { method: 'GET', path: `${webhooks.path}/:id/overview`, status: 200 },
    emits: [],
    input: { path: ['id'] },
    output: {
      kind: 'fields',
      name: 'WebhookOverview',
      fields: {
        ...commonFields,
        pending: about('The number of deliveries waiting for their next attempt.', count),
        retrying: about('The number of pending deliveries that failed and will be retried.', count),
        failed: about('The number of deliveries that were given up.', count),
        pipeline: about('The board on which tasks are created.', idAndName),
        project: idAndName,
        column: about('The column in which tasks are created.', idAndName),
      },
    },
    one: webhooks.one,
    run: async ({ db }, { id }) =>
      (await db.read(single, { id }))[0]?.endpoint as object | undefined,
  }),
];
