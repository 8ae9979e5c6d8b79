import { iso } from '#server/db/statement.ts';
import { triggers } from '#server/events/catalogue.ts';
import { versionOf } from '#server/events/outbox.ts';
import { orNull, Type } from '#server/platform/schema.ts';
import { detailsField, detailsOf, detailsSchema } from '#server/records/coded-reason.ts';
import {
  about,
  boolean,
  kind,
  number,
  oneOf,
  required,
  singleLine,
  timestamp,
  uuid,
} from '#server/records/fields.ts';
import { equals, sorted, table } from '#server/records/table.ts';
import { runReasonCodes, runReasonValues } from './run-reasons.ts';
import { recordTypes } from './subjects.ts';
import { timingNames } from './time-trigger.ts';

export const statuses = ['pending', 'done', 'skipped', 'failed', 'stopped'] as const;

const object = Type.Record(Type.String(), Type.Unknown());
const trigger = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Boolean(), Type.Array(Type.Integer())]),
  { examples: [{ type: 'deal_stage_changed', to: 'ganho' }] },
);

/** SQL: the trigger as in definitions. @param w a workflow or a version of one */
export const triggerJson = (
  w: string,
): string => `json_strip_nulls(json_build_object('type', case ${w}.event
    ${Object.entries(triggers)
      .map(([type, { event }]) => `when '${event}' then '${type}'`)
      .join(' ')} end, 'from', ${w}.from_phase, 'to', ${w}.to_phase,
    ${timingNames.map((name) => `'${name}', ${w}.timing -> '${name}'`).join(', ')}))`;

/** SQL of the workflow's latest run: the one of the latest event, by the index that allows one run per event. */
const lastRun = `(
  select row_to_json(l) from (
    select r.id, r.status, r.reason, ${iso('r.created_at')} as created_at from workflow_runs r
    where r.team_id = $team and r.workflow_id = t.id order by r.event_id desc limit 1) l)`;

const fields = {
  id: required(uuid),
  name: required(singleLine(255, 1)),
  is_active: about('True if it is active.', required(boolean)),
  trigger: required(
    kind(trigger, 'the trigger', 'json', {
      output: () => triggerJson('t'),
    }),
  ),
  conditions: about(
    'The conditions on the record.',
    required(kind(Type.Array(object), 'a list of conditions', 'json')),
  ),
  // The steps in the table itself are for the previous version of the service.
  steps: about(
    'The steps, in order.',
    required(
      kind(Type.Array(object), 'a list of steps', 'json', {
        output: () => `coalesce((
        select v.steps from workflow_versions v
        where v.team_id = $team and v.workflow_id = t.id and v.version = ${versionOf('t')}), t.steps)`,
      }),
    ),
  ),
  version: required(number(1, 1_000_000)),
  created_at: required(timestamp),
  last_run: {
    ...kind(
      Type.Object(
        {
          id: Type.String({ format: 'uuid' }),
          status: about('The status.', Type.Enum([...statuses])),
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

/** Workflows as the panel shows them: trigger, conditions and steps as in their definition. */
export const workflows = table({
  name: 'workflows',
  one: 'workflow',
  path: '/workflows',
  visible: 't.deleted_at is null',
  fields,
  filters: {},
  sorts: sorted(fields, 'name', 'created_at'),
});

/** SQL: the workflow of a run. @param run alias of the run */
const workflowOf = (run: string, what: string) =>
  `(select ${what} from workflows w where w.team_id = $team and w.id = ${run}.workflow_id)`;

/** SQL: the type of the record that a run is about, derived from its event; null for a schedule. @param run alias of the run */
export const recordTypeOf = (run: string): string =>
  `case split_part(${run}.payload::json ->> 'type', '.', 1) when 'deal' then 'deals' when 'task' then 'tasks'
    when 'campaign' then 'campaigns' when 'schedule' then null else 'conversations' end`;

/** SQL: the record that a run is about; null for a schedule. @param run alias of the run */
export const recordIdOf = (run: string): string =>
  `coalesce(${run}.record_id::text, ${run}.payload::json -> 'data' ->> 'id')`;

const isScheduled = (run: string) =>
  `${run}.payload::json ->> 'type' = '${triggers.schedule.kind}'`;

const recordNameOf = (run: string): string => `(
  select coalesce(d.record ->> 'title', d.record ->> 'name', d.record -> 'contact' ->> 'name')
  from (select coalesce(${run}.subject::json, ${run}.payload::json -> 'data') as record) d)`;

const moment = Type.String({ format: 'date-time' });
const id = Type.String({ format: 'uuid' });

/** Step that has started. Only responses with a single run have the optional fields (run-values.ts). */
const step = Type.Object({
  step: about('The position of the step, starting at 1.', Type.Integer()),
  type: about('The type of step.', Type.String()),
  status: about('The status.', Type.Enum(['running', 'done', 'failed', 'skipped'])),
  effect_id: about('The record that the step created or changed.', orNull(id)),
  reason: about('The reason for the failure.', orNull(Type.String())),
  reason_details: about(
    'The code of `reason`, and the values in it; null if there is none.',
    orNull(detailsSchema(runReasonCodes, runReasonValues)),
  ),
  started_at: about('When it started.', moment),
  completed_at: about('When it ended.', orNull(moment)),
  values: about(
    'The step’s values, with all placeholders filled in. Only in responses with a single run, for steps that were done or tried.',
    Type.Optional(object),
  ),
  conversation_id: about(
    'The conversation of the message that the step sent or tried to send.',
    Type.Optional(id),
  ),
});

const runFields = {
  id: required(uuid),
  workflow_id: about('The workflow.', required(uuid)),
  workflow: required(
    kind(
      Type.Object(
        { id: Type.String({ format: 'uuid' }), name: Type.String() },
        { examples: [{ id: '0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11', name: 'Boas-vindas' }] },
      ),
      'a workflow',
      'json',
      { output: () => workflowOf('t', `json_build_object('id', w.id, 'name', w.name)`) },
    ),
  ),
  version: number(1, 1_000_000),
  record_type: about('The type of the record; null if a schedule started the run.', {
    ...oneOf('text', recordTypes),
    output: () => recordTypeOf('t'),
  }),
  record_id: about('The record; null if a schedule started the run.', {
    ...uuid,
    output: () => recordIdOf('t'),
  }),
  due_at: about('When the schedule that started the run was due; otherwise null.', {
    ...timestamp,
    output: () => `case when ${isScheduled('t')} then t.payload::json ->> 'due_at' end`,
  }),
  /** Name of the record when the run began; for a conversation, its contact's name. */
  record_name: { ...singleLine(), output: () => recordNameOf('t') },
  // Only for runs about a deal, for compatibility.
  deal_id: about('The deal.', {
    ...uuid,
    output: () => `case when ${recordTypeOf('t')} = 'deals' then ${recordIdOf('t')} end`,
  }),
  status: about('The status.', required(oneOf('run_status', statuses))),
  reason: { ...singleLine(), output: () => 't.reason' },
  reason_details: detailsField('reason', runReasonCodes, runReasonValues),
  depth: about(
    'The number of workflows in the chain that led to it, including itself.',
    required(number(1, 1_000)),
  ),
  next_step_at: about('When the next step is due; null if there is none.', timestamp),
  /** True if a user has stopped it: it ends after the step in progress. */
  is_stopping: about(
    'True if it stops after the current step.',
    required({ ...boolean, output: () => `(t.stopping and t.status = 'pending')` }),
  ),
  steps: about(
    'The steps that were started.',
    required(
      kind(Type.Array(step), 'a list of the steps that were started', 'json', {
        output: () => `coalesce((
        select json_agg(s order by s.step) from (
          select s.step + 1 as step, s.type, s.status, s.effect_id, s.reason, ${detailsOf('s.reason_details', 's.reason')} as reason_details,
            ${iso('s.started_at')} as started_at, ${iso('s.completed_at')} as completed_at
          from workflow_steps s where s.team_id = $team and s.run_id = t.id) s), '[]')`,
      }),
    ),
  ),
  created_at: required(timestamp),
  completed_at: about('When it ended.', timestamp),
};

/** Runs of workflows. Their ids are in the order in which they began. */
export const workflowRuns = table({
  name: 'workflow_runs',
  one: 'workflow run',
  path: '/workflow-runs',
  fields: runFields,
  filters: equals(runFields, 'workflow_id', 'status'),
  sorts: { created_at: { by: ['t.id'], nullable: false, isText: false } },
});
