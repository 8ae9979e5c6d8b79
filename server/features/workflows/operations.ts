import { v7 as uuidv7 } from 'uuid';
import type { Row, TeamDb } from '#server/db/database.ts';
import { isUnclaimed } from '#server/db/job-queue.ts';
import { iso, teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import { notices } from '#server/events/live/notices.ts';
import { versionOf } from '#server/events/outbox.ts';
import type { Context } from '#server/operations/context.ts';
import { reads } from '#server/operations/crud.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { panelReads } from '#server/operations/panel-only.ts';
import { conflict } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import { gets, lists, mustText } from '#server/records/crud-queries.ts';
import { about, boolean, kind, required, singleLine, uuid } from '#server/records/fields.ts';
import { parsed, readAfterWrite } from '#server/records/read-after-write.ts';
import { checkedDefinition } from './checked-definition.ts';
import { dryRun } from './dry-run.ts';
import { continueRun, runs, stopRun } from './run-operations.ts';
import { withValues } from './run-values.ts';
import { definitionSchema } from './schema.ts';
import { workflowRuns, workflows } from './table.ts';
import { changeWorkflow, columnsOf, insertWorkflow, versions } from './versions.ts';

const listAll = teamStatement(`
  select w.id, w.name, w.is_active, w.event, w.from_phase, w.to_phase, json_array_length(coalesce(v.steps, w.steps)) as steps, w.version,
    ${iso('w.created_at')} as created_at
  from workflows w
  left join workflow_versions v on v.team_id = $team and v.workflow_id = w.id and v.version = ${versionOf('w')}
  where w.team_id = $team and w.deleted_at is null order by w.created_at, w.id`);

/** Disabling a workflow ends its runs that wait for their next step. */
const setActive = teamStatement(`
  with old as materialized (
    select id, is_active from workflows where team_id = $team and id = $id and deleted_at is null for no key update),
  w as (
    update workflows w set is_active = $active,
      counts_from = case when not $active or w.timing is null then null when old.is_active then w.counts_from else clock.now end,
      next_at = case when w.timing is not null then clock.now end,
      waits_until = case when old.is_active and $active then w.waits_until end
    from old, (select now()) clock (now) where w.team_id = $team and w.id = old.id
    returning w.team_id, w.id, w.name, w.is_active, old.is_active as was_active),
  ended as (
    update workflow_runs r set status = 'skipped', reason = 'the workflow was disabled',
      next_step_at = null, completed_at = now(), claim = null, claimed_until = null
    from w where not w.is_active and r.team_id = $team and r.workflow_id = w.id and r.status = 'pending'
      and ${isUnclaimed('r')}
    returning r.id),
  ${notices(`select 'workflow_runs' as record_type, id as record_id from ended`)}
  select id, name, is_active, was_active from w`);

/** Finds another active workflow with this name. */
const sameName = teamStatement(
  'select id from workflows where team_id = $team and name = $name and is_active and id <> $id limit 1',
);
const nameOf = teamStatement(
  'select name from workflows where team_id = $team and id = $id and deleted_at is null',
);
const markDeleted = teamStatement(`
  with waits as (delete from workflow_waits where team_id = $team and workflow_id = $id)
  update workflows set deleted_at = now() where team_id = $team and id = $id returning name`);

/** Serializes the activation of the team's workflows until the transaction ends. */
const lockActivation = teamStatement(
  `select pg_advisory_xact_lock(hashtextextended($team::text || ' workflows', 9)) as held`,
);
const countActive = teamStatement(
  'select count(*)::int as n from workflows where team_id = $team and is_active and id <> $id',
);

/** Locks the team's workflows if one more may become active. @throws ApiError CONFLICT */
async function makeRoom(tx: TeamDb, id: string, { settings }: Context): Promise<void> {
  const most = settings.bounds?.TEAM_WORKFLOWS ?? 0;
  if (most === 0) return;
  await tx.run(lockActivation);
  const [row] = await tx.run(countActive, { id });
  if (Number(row?.n) >= most)
    throw conflict(
      `A team can have at most ${most} active workflows (TEAM_WORKFLOWS). Disable one first.`,
      'limit',
    );
}

/** @throws ApiError CONFLICT if another active workflow has the name, because both would run */
async function refuseTwin(db: TeamDb, id: string, name: string, instead: string): Promise<void> {
  const [twin] = await db.run(sameName, { id, name });
  if (twin)
    throw conflict(
      `Workflow ${twin.id} has the same name and is active, so both would run. Disable it first${instead}.`,
      'same_name_active',
      'name',
    );
}

const input = {
  fields: { definition: required(kind(Type.Unknown(), 'a workflow', 'json')) },
} as const;

const after = readAfterWrite(workflows);

export const create = operation({
  name: 'workflows.create',
  id: 'createWorkflow',
  summary: 'Create a workflow; it applies from the next change on',
  note: 'See docs/workflows.md for the definition.',
  cli: 'workflow create',
  allow: { operator: true, user: 'admin' },
  panel: { method: 'POST', path: workflows.path, status: 201 },
  emits: [],
  input,
  output: { kind: 'record', table: workflows },
  mayFail: ['CONFLICT'],
  one: 'workflow',
  async run(ctx, { values }) {
    const { db } = ctx;
    const definition = await checkedDefinition(db, values.definition);
    const { name } = definition;
    const id = uuidv7();
    await refuseTwin(db, id, name, ', or choose another name');
    const text = await after(db, async (tx) => {
      await makeRoom(tx, id, ctx);
      await tx.run(insertWorkflow, { id, ...columnsOf(definition) });
      await recordAudit(tx, { type: workflows.name, id, after: { name } });
      return id;
    });
    return parsed<{ id: string; name: string }>(mustText({ data: text }));
  },
});

const findName = teamStatement(
  'select name, is_active from workflows where team_id = $team and id = $id and deleted_at is null for no key update',
);

export const update = operation({
  name: 'workflows.update',
  id: 'updateWorkflow',
  summary: 'Replace the definition of a workflow',
  note: 'Takes effect from the next change on, as a new version. Runs in progress finish with the version with which they began.',
  cli: 'workflow update',
  allow: { operator: true, user: 'admin' },
  panel: { method: 'PUT', path: `${workflows.path}/:id`, status: 200 },
  emits: [],
  input: { path: ['id'], ...input },
  output: { kind: 'record', table: workflows },
  mayFail: ['CONFLICT'],
  one: 'workflow',
  async run({ db }, { id, values }) {
    const [row] = await db.run(nameOf, { id });
    if (!row) return undefined;
    const definition = await checkedDefinition(db, values.definition);
    const text = await after(db, async (tx) => {
      const [old] = await tx.run(findName, { id });
      if (!old) return undefined;
      if (old.is_active === true) await refuseTwin(tx, id, definition.name, '');
      const [change] = await tx.run(changeWorkflow, { id, ...columnsOf(definition) });
      if (change?.version !== null)
        await recordAudit(tx, {
          type: workflows.name,
          id,
          before: { name: old.name, version: change?.was },
          after: { name: definition.name, version: change?.version },
        });
      return id;
    });
    return text === undefined ? undefined : parsed<{ id: string; version: number }>(text);
  },
});

const schema = operation({
  name: 'workflows.schema',
  id: 'getWorkflowSchema',
  summary: 'Get the JSON Schema of workflow definitions',
  note: 'For editors with validation and completion.',
  allow: { user: 'admin' },
  panel: { method: 'GET', path: '/workflow-schema', status: 200 },
  emits: [],
  input: {},
  output: {
    kind: 'fields',
    name: 'WorkflowSchema',
    fields: {
      schema: required(kind(Type.Record(Type.String(), Type.Unknown()), 'a JSON Schema', 'json')),
    },
  },
  one: 'workflow',
  run: async () => ({ schema: definitionSchema() }),
});

const getRun = gets(workflowRuns);

export const list = operation({
  name: 'workflows.list',
  id: 'listWorkflows',
  summary: 'List the workflows of a team',
  cli: 'workflow list',
  allow: { operator: true },
  emits: [],
  input: {},
  output: { kind: 'object', keys: ['workflows'] },
  one: 'workflow',
  run: async ({ db }) => ({ workflows: await db.run(listAll) }),
});

const state = {
  kind: 'fields',
  name: 'WorkflowState',
  fields: {
    id: required(uuid),
    name: required(singleLine(255, 1)),
    is_active: about('True if it is enabled.', required(boolean)),
  },
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
  note: 'Later changes trigger it.',
  cli: 'workflow enable',
  allow: { operator: true, user: 'admin' },
  panel: { method: 'PUT', path: `${workflows.path}/:id/enable`, status: 200 },
  emits: [],
  input: { path: ['id'] },
  output: state,
  one: 'workflow',
  async run(ctx, { id }): Promise<Row | undefined> {
    const { db } = ctx;
    const [row] = await db.run(nameOf, { id });
    if (!row) return undefined;
    await refuseTwin(db, id, row.name as string, '');
    return db.transaction(async (tx) => {
      await makeRoom(tx, id, ctx);
      return switched(tx, id, true);
    });
  },
});

export const disable = operation({
  name: 'workflows.disable',
  id: 'disableWorkflow',
  summary: 'Disable a workflow: it is no longer triggered, and its waiting runs end',
  note: 'It can be enabled again.',
  cli: 'workflow disable',
  allow: { operator: true, user: 'admin' },
  panel: { method: 'PUT', path: `${workflows.path}/:id/disable`, status: 200 },
  emits: [],
  input: { path: ['id'] },
  output: state,
  one: 'workflow',
  run: ({ db }, { id }): Promise<Row | undefined> =>
    db.transaction((tx) => switched(tx, id, false)),
});

export const deleteWorkflow = operation({
  name: 'workflows.delete',
  id: 'deleteWorkflow',
  summary: 'Delete a workflow: it is no longer triggered, and its waiting runs end',
  note: 'It cannot be restored. Its runs can be read until they are 30 days old.',
  allow: { user: 'admin' },
  panel: { method: 'DELETE', path: `${workflows.path}/:id`, status: 200 },
  emits: [],
  input: { path: ['id'] },
  output: {
    kind: 'fields',
    name: 'DeletedWorkflow',
    fields: { id: required(uuid), deleted: required(boolean) },
  },
  one: 'workflow',
  run: ({ db }, { id }): Promise<Row | undefined> =>
    db.transaction(async (tx) => {
      // Locks the workflow, so that it is not enabled meanwhile.
      if (!(await tx.run(setActive, { id, active: false }))[0]) return undefined;
      const [row] = await tx.run(markDeleted, { id });
      await recordAudit(tx, { type: workflows.name, id, before: { name: row?.name } });
      return { id, deleted: true };
    }),
});

/** Other operations on workflows and their runs. */
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
    reads(workflowRuns, {
      list: lists(workflowRuns),
      async get(ctx, id) {
        const text = await getRun(ctx, id);
        return text === undefined ? undefined : withValues(ctx.db, id, text);
      },
    }),
    {
      list: ['workflows.list_runs', 'listRunsOfWorkflows'],
      get: ['workflows.get_run', 'getWorkflowRun'],
    },
    'admin',
  ),
  create,
  update,
  schema,
  versions,
  dryRun,
  list,
  runs,
  continueRun,
  stopRun,
  enable,
  disable,
  deleteWorkflow,
];
