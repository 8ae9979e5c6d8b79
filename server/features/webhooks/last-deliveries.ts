import { iso, teamStatement } from '../../db/statement.ts';
import { operation } from '../../operations/operation.ts';
import type { Procedure } from '../../operations/registry.ts';
import { line, oneOf, required, timestamp, uuid } from '../../records/fields.ts';
import { webhooks } from './table.ts';

/*
 * What became of each endpoint's last delivery: the panel's list shows it beside the endpoint.
 */

const all = teamStatement(`
  select coalesce(json_agg(json_build_object('id', w.id, 'status', d.status, 'reason', d.reason,
    'created_at', ${iso('d.created_at')}, 'completed_at', ${iso('d.completed_at')}) order by w.id), '[]') as deliveries
  from webhooks w cross join lateral (
    select d.status, d.reason, d.created_at, d.completed_at from deliveries d
    where d.team_id = $team and d.webhook_id = w.id order by d.id desc limit 1) d
  where w.team_id = $team`);

export const listLastDeliveries: Procedure = operation({
  name: 'webhooks.last_deliveries',
  id: 'listLastDeliveries',
  summary: 'List the last delivery of each webhook endpoint',
  note: '`id` is the endpoint’s. Endpoints without a delivery in the last 30 days are left out.',
  allow: { user: 'admin' },
  panel: { method: 'GET', path: '/last-deliveries', status: 200 },
  emits: [],
  takes: {},
  answers: {
    kind: 'fields',
    name: 'LastDelivery',
    isList: true,
    fields: {
      id: required(uuid),
      status: required(oneOf('delivery_status', ['pending', 'delivered', 'failed'])),
      reason: line(),
      created_at: required(timestamp),
      completed_at: timestamp,
    },
  },
  one: webhooks.one,
  run: async ({ db }) => (await db.read(all))[0]?.deliveries as object | undefined,
});
