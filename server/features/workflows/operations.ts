import { v7 as uuidv7 } from 'uuid';
import type { Row, TeamDb } from '../../db/database.ts';
import { isFree } from '../../db/queue.ts';
import { iso, teamStatement } from '../../db/statement.ts';
import { recordAudit } from '../../events/audit.ts';
import { triggers } from '../../events/catalogue.ts';
import type { Context } from '../../operations/context.ts';
import { reads } from '../../operations/crud.ts';
import { type Operation, operation } from '../../operations/operation.ts';
import { panelReads } from '../../operations/panel-only.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import { Type } from '../../platform/schema.ts';
import { answersAfter, parsed } from '../../records/answering.ts';
import { boolean, kind, line, oneOf, required, uuid, withDefault } from '../../records/fields.ts';
import { mustText } from '../../records/verbs.ts';
import { type Definition, readDefinition } from './definition.ts';
import { brokenLinks } from './links.ts';
import { definitionSchema } from './schema.ts';
import { statuses, workflowRuns, workflows } from './table.ts';

export { statuses };

const insert = teamStatement(`
  insert into workflows (team_id, id, name, event, from_phase, to_phase, conditions, steps)
  values ($team, $id, $name, $event, $from, $to, $conditions, $steps) returning id`);

const listAll = teamStatement(`
  select id, name, is_active, event, from_phase, to_phase, json_array_length(steps) as steps, ${iso('created_at')} as created_at
  from workflows where team_id = $team order by created_at, id`);

/** With a workflow that is switched off the runs end that wait for their next step. */
const setActive = teamStatement(`
  with old as materialized (select id, is_active from workflows where team_id = $team and id = $id for no key update),
  w as (
    update workflows w set is_active = $active from old where w.team_id = $team and w.id = old.id
    returning w.team_id, w.id, w.name, w.is_active, old.is_active as was_active),
  ended as (
    update workflow_runs r set status = 'skipped', reason = 'the workflow was disabled',
      next_step_at = null, completed_at = now(), claim = null, claimed_until = null
    from w where not w.is_active and r.team_id = $team and r.workflow_id = w.id and r.status = 'pending'
      and ${isFree('r')})
  select id, name, is_active, was_active from w`);

/** The last runs with what became of each step. */
const lastRuns = teamStatement(`
  select r.id, r.workflow_id, w.name as workflow, r.payload::json -> 'data' ->> 'id' as deal_id, r.status, r.reason, r.depth,
    ${iso('r.created_at')} as created_at, ${iso('r.completed_at')} as completed_at,
    ${iso('r.next_step_at')} as next_step_at,
    (select coalesce(json_agg(s order by s.step), '[]') from (
      select s.step + 1 as step, s.type, s.status, s.effect_id, s.reason,
        ${iso('s.started_at')} as started_at, ${iso('s.completed_at')} as completed_at
      from workflow_steps s where s.team_id = $team and s.run_id = r.id) s) as steps
  from workflow_runs r join workflows w on w.team_id = $team and w.id = r.workflow_id
  where r.team_id = $team and ($workflow::uuid is null or r.workflow_id = $workflow)
    and ($status::run_status is null or r.status = $status)
  order by r.id desc limit $limit`);

/** Another workflow that is active and has this name. */
const sameName = teamStatement(
  'select id from workflows where team_id = $team and name = $name and is_active and id <> $id limit 1',
);
const nameOf = teamStatement('select name from workflows where team_id = $team and id = $id');

/** Until the end of the transaction, nobody else makes a workflow of the team active. */
const holdActive = teamStatement(
  `select pg_advisory_xact_lock(hashtextextended($team::text || ' workflows', 9)) as held`,
);
const countActive = teamStatement(
  'select count(*)::int as n from workflows where team_id = $team and is_active and id <> $id',
);

/** Holds the team's workflows where there is room for one more that is active. @throws ApiError CONFLICT */
async function makeRoom(tx: TeamDb, id: string, { settings }: Context): Promise<void> {
  const most = settings.bounds?.TEAM_WORKFLOWS ?? 0;
  if (most === 0) return;
  await tx.run(holdActive);
  const [row] = await tx.run(countActive, { id });
  if (Number(row?.n) >= most)
    throw conflict(
      `A team can have at most ${most} active workflows (TEAM_WORKFLOWS). Disable one first.`,
    );
}

/** @throws ApiError CONFLICT where another active workflow has the name: both would run */
async function refuseTwin(db: TeamDb, id: string, name: string, instead: string): Promise<void> {
  const [twin] = await db.run(sameName, { id, name });
  if (twin)
    throw conflict(
      `Workflow ${twin.id} has the same name and is active, so both would run. Disable it first${instead}.`,
    );
}

const takes = {
  fields: { definition: required(kind(Type.Unknown(), 'a workflow', 'json')) },
} as const;

const after = answersAfter(workflows);

/** @throws ApiError VALIDATION_ERROR naming what is wrong with it, and links that lead nowhere */
async function checked(db: TeamDb, given: unknown): Promise<Definition> {
  const definition = readDefinition(given);
  const broken = await brokenLinks(db, definition);
  if (broken.length > 0) throw invalid(`${broken.join('; ')}.`);
  return definition;
}

const columnsOf = ({ name, trigger, conditions, steps }: Definition) => ({
  name,
  event: triggers[trigger.type],
  from: trigger.from ?? null,
  to: trigger.to ?? null,
  conditions: JSON.stringify(conditions),
  steps: JSON.stringify(steps),
});

export const create = operation({
  name: 'workflows.create',
  id: 'createWorkflow',
  summary: 'Create a workflow; it runs from the next change on',
  note: 'docs/workflows.md describes the definition.',
  cli: 'workflow create',
  allow: { operator: true, user: 'admin' },
  panel: { method: 'POST', path: workflows.path, status: 201 },
  emits: [],
  takes,
  answers: { kind: 'record', table: workflows },
  mayFail: ['CONFLICT'],
  one: 'workflow',
  async run(ctx, { values }) {
    const { db } = ctx;
    const definition = await checked(db, values.definition);
    const { name } = definition;
    const id = uuidv7();
    await refuseTwin(db, id, name, ', or choose another name');
    const text = await after(db, async (tx) => {
      await makeRoom(tx, id, ctx);
      await tx.run(insert, { id, ...columnsOf(definition) });
      await recordAudit(tx, { type: workflows.name, id, after: { name } });
      return id;
    });
    return parsed<{ id: string; name: string }>(mustText({ data: text }));
  },
});

const findName = teamStatement(
  'select name, is_active from workflows where team_id = $team and id = $id for update',
);

/** Runs that are between two steps would go on with steps of another workflow: they end. */
const replace = teamStatement(`
  with old as materialized (select * from workflows where team_id = $team and id = $id for update),
  w as (
    update workflows w set name = $name, event = $event, from_phase = $from, to_phase = $to, conditions = $conditions, steps = $steps
    from old where w.team_id = $team and w.id = old.id returning w.id, w.steps),
  ended as (
    update workflow_runs r set status = 'skipped', reason = 'the workflow was changed',
      next_step_at = null, completed_at = now(), claim = null, claimed_until = null
    from w, old where old.steps::text <> w.steps::text and r.team_id = $team and r.workflow_id = w.id
      and r.status = 'pending' and r.step > 0 and ${isFree('r')})
  select id from w`);

const update = operation({
  name: 'workflows.update',
  id: 'updateWorkflow',
  summary: 'Replace the definition of a workflow',
  note: 'It holds from the next change on. Where its steps change, runs that wait between two steps end as skipped.',
  allow: { user: 'admin' },
  panel: { method: 'PUT', path: `${workflows.path}/:id`, status: 200 },
  emits: [],
  takes: { path: ['id'], ...takes },
  answers: { kind: 'record', table: workflows },
  mayFail: ['CONFLICT'],
  one: 'workflow',
  async run({ db }, { id, values }) {
    const [found] = await db.run(nameOf, { id });
    if (!found) return undefined;
    const definition = await checked(db, values.definition);
    return after(db, async (tx) => {
      const [old] = await tx.run(findName, { id });
      if (!old) return undefined;
      if (old.is_active === true) await refuseTwin(tx, id, definition.name, '');
      await tx.run(replace, { id, ...columnsOf(definition) });
      await recordAudit(tx, {
        type: workflows.name,
        id,
        before: { name: old.name },
        after: { name: definition.name },
      });
      return id;
    });
  },
});

const schema = operation({
  name: 'workflows.schema',
  id: 'getWorkflowSchema',
  summary: 'Get the JSON Schema of workflow definitions',
  allow: { user: 'admin' },
  panel: { method: 'GET', path: '/workflow-schema', status: 200 },
  emits: [],
  takes: {},
  answers: {
    kind: 'fields',
    name: 'WorkflowSchema',
    fields: {
      schema: required(kind(Type.Record(Type.String(), Type.Unknown()), 'a JSON Schema', 'json')),
    },
  },
  one: 'workflow',
  run: async () => ({ schema: definitionSchema() }),
});

/** What the panel reads of workflows and their runs. */
export const workflowOperations: readonly Operation[] = [
  ...panelReads(
    reads(workflows),
    {
      list: ['workflows.page', 'listTeamWorkflows'],
      get: ['workflows.get', 'getWorkflow'],
    },
    'admin',
  ),
  ...panelReads(
    reads(workflowRuns),
    {
      list: ['workflows.list_runs', 'listRunsOfWorkflows'],
      get: ['workflows.get_run', 'getWorkflowRun'],
    },
    'admin',
  ),
];

/** What the panel does with workflows beside what the command line does. */
export const workflowProcedures = [update, schema] as const;

export const list = operation({
  name: 'workflows.list',
  id: 'listWorkflows',
  summary: 'List the workflows of a team',
  cli: 'workflow list',
  allow: { operator: true },
  emits: [],
  takes: {},
  answers: { kind: 'object', keys: ['workflows'] },
  one: 'workflow',
  run: async ({ db }) => ({ workflows: await db.run(listAll) }),
});

const mostRuns = 1_000;

export const runs = operation({
  name: 'workflows.runs',
  id: 'listWorkflowRuns',
  summary: 'Show the last runs of a team, step by step',
  cli: 'workflow runs',
  allow: { operator: true },
  emits: [],
  takes: {
    fields: {
      workflow: uuid,
      status: oneOf('run_status', [...statuses]),
      limit: withDefault(
        kind(
          Type.Integer({ minimum: 1, maximum: mostRuns }),
          `a whole number from 1 to ${mostRuns}`,
          'integer',
        ),
        20,
      ),
    },
  },
  answers: { kind: 'object', keys: ['runs'] },
  one: 'workflow',
  run: async ({ db }, { values }) => ({ runs: await db.run(lastRuns, values) }),
});

const state = {
  kind: 'fields',
  name: 'WorkflowState',
  fields: { id: required(uuid), name: required(line(255, 1)), is_active: required(boolean) },
} as const;

async function switched(tx: TeamDb, id: string, active: boolean): Promise<Row | undefined> {
  const [row] = await tx.run(setActive, { id, active });
  if (!row) return undefined;
  const { was_active: wasActive, ...now } = row;
  if (wasActive !== active)
    await recordAudit(tx, {
      type: workflows.name,
      id,
      before: { is_active: !active },
      after: { is_active: active },
    });
  return now;
}

export const enable = operation({
  name: 'workflows.enable',
  id: 'enableWorkflow',
  summary: 'Enable a workflow',
  cli: 'workflow enable',
  allow: { operator: true, user: 'admin' },
  panel: { method: 'PUT', path: `${workflows.path}/:id/enable`, status: 200 },
  emits: [],
  takes: { path: ['id'] },
  answers: state,
  one: 'workflow',
  async run(ctx, { id }): Promise<Row | undefined> {
    const { db } = ctx;
    const [found] = await db.run(nameOf, { id });
    if (!found) return undefined;
    await refuseTwin(db, id, found.name as string, '');
    return db.transaction(async (tx) => {
      await makeRoom(tx, id, ctx);
      return switched(tx, id, true);
    });
  },
});

export const disable = operation({
  name: 'workflows.disable',
  id: 'disableWorkflow',
  summary: 'Disable a workflow: nothing triggers it, and its waiting runs end',
  cli: 'workflow disable',
  allow: { operator: true, user: 'admin' },
  panel: { method: 'PUT', path: `${workflows.path}/:id/disable`, status: 200 },
  emits: [],
  takes: { path: ['id'] },
  answers: state,
  one: 'workflow',
  run: ({ db }, { id }): Promise<Row | undefined> =>
    db.transaction((tx) => switched(tx, id, false)),
});
