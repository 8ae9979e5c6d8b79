import { iso } from '../../db/statement.ts';
import { Type } from '../../platform/schema.ts';
import {
  boolean,
  kind,
  line,
  number,
  oneOf,
  required,
  timestamp,
  uuid,
} from '../../records/fields.ts';
import { same, sorted, table } from '../../records/table.ts';

export const statuses = ['pending', 'done', 'skipped', 'failed'] as const;

const object = Type.Record(Type.String(), Type.Unknown());
const trigger = Type.Record(Type.String(), Type.String(), {
  examples: [{ type: 'deal_stage_changed', to: 'ganho' }],
});

/** SQL of the workflow's latest run: that of the latest event, by the index that allows one run an event. */
const lastRun = `(
  select row_to_json(l) from (
    select r.id, r.status, r.reason, ${iso('r.created_at')} as created_at from workflow_runs r
    where r.team_id = $team and r.workflow_id = t.id order by r.event_id desc limit 1) l)`;

const fields = {
  id: required(uuid),
  name: required(line(255, 1)),
  is_active: required(boolean),
  trigger: required(
    kind(trigger, 'what triggers it', 'json', {
      output: () => `json_strip_nulls(json_build_object('type',
        case t.event when 'deal.created' then 'deal_created' else 'deal_stage_changed' end, 'from', t.from_phase, 'to', t.to_phase))`,
    }),
  ),
  conditions: required(kind(Type.Array(object), 'a list of conditions', 'json')),
  steps: required(kind(Type.Array(object), 'a list of steps', 'json')),
  created_at: required(timestamp),
  last_run: {
    ...kind(
      Type.Object(
        {
          id: Type.String({ format: 'uuid' }),
          status: Type.Enum([...statuses]),
          reason: Type.Union([Type.String(), Type.Null()]),
          created_at: Type.String({ format: 'date-time' }),
        },
        {
          examples: [
            {
              id: '0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11',
              status: 'done',
              reason: null,
              created_at: '2026-11-30T12:00:00.000Z',
            },
          ],
        },
      ),
      'a run',
      'json',
    ),
    output: () => lastRun,
  },
};

/** Workflows as the panel shows them: trigger, conditions and steps as their definition says them. */
export const workflows = table({
  name: 'workflows',
  one: 'workflow',
  path: '/workflows',
  fields,
  filters: {},
  sorts: sorted(fields, 'name', 'created_at'),
});

const runFields = {
  id: required(uuid),
  workflow_id: required(uuid),
  deal_id: { ...uuid, output: () => `t.payload::json -> 'data' ->> 'id'` },
  status: required(oneOf('run_status', statuses)),
  reason: { ...line(), output: () => 't.reason' },
  depth: required(number(1, 1_000)),
  next_step_at: timestamp,
  steps: required(
    kind(Type.Array(object), 'a list of steps that were begun', 'json', {
      output: () => `coalesce((
        select json_agg(s order by s.step) from (
          select s.step + 1 as step, s.type, s.status, s.effect_id, s.reason, ${iso('s.started_at')} as started_at, ${iso('s.completed_at')} as completed_at
          from workflow_steps s where s.team_id = $team and s.run_id = t.id) s), '[]')`,
    }),
  ),
  created_at: required(timestamp),
  completed_at: timestamp,
};

/** Runs of workflows. Their ids are in the order in which they were begun. */
export const workflowRuns = table({
  name: 'workflow_runs',
  one: 'workflow run',
  path: '/workflow-runs',
  fields: runFields,
  filters: same(runFields, 'workflow_id', 'status'),
  sorts: { created_at: { by: ['t.id'], nullable: false, isText: false } },
});
