import type { Row, TeamDb } from '#server/db/database.ts';
import { iso, teamStatement } from '#server/db/statement.ts';
import { actingUserSql } from '#server/events/audit.ts';
import { triggers } from '#server/events/catalogue.ts';
import { digestOf, versionOf } from '#server/events/outbox.ts';
import { operation } from '#server/operations/operation.ts';
import { Type } from '#server/platform/schema.ts';
import { about, kind, required } from '#server/records/fields.ts';
import type { Definition } from './definition.ts';
import type { StepType } from './step-input.ts';
import { triggerJson, workflows } from './table.ts';
import { timingOf } from './time-trigger.ts';

/*
 * Each definition of a workflow is stored as an immutable version; runs end with the version that they began with. As long as a node with
 * the previous version of the service is running, it reads and writes `workflows.steps`: its changes become a version as soon as they are
 * read here (docs/adr/0069-workflows-of-all-records.md).
 */

/** Max number of versions kept per workflow, in addition to those that a run refers to. */
const maxVersions = 100;

/** SQL: stores a change that a node with the previous version made to the workflow `w` as its next version; CTEs over `held`. */
const storeStaleVersion = `
  stale as (
    select held.*, held.version + case when exists (
      select from workflow_versions v where v.team_id = $team and v.workflow_id = held.id and v.version = held.version) then 1 else 0 end as next
    from held where held.kept is distinct from ${digestOf('held')}),
  caught as (
    insert into workflow_versions (team_id, workflow_id, version, name, event, from_phase, to_phase, timing, conditions, steps, created_at)
    select $team, id, next, name, event, from_phase, to_phase, timing, conditions, steps, case next when 1 then created_at else clock.now end
    from stale, (select now()) clock (now) returning *)`;

const lockWorkflow = `
  held as materialized (select * from workflows where team_id = $team and id = $id for no key update)`;

const catchUp = teamStatement(`
  with ${lockWorkflow}, ${storeStaleVersion},
  w as (
    update workflows w set version = stale.next, kept = ${digestOf('stale')}
    from stale where w.team_id = $team and w.id = stale.id returning w.version)
  select coalesce((select version from w), held.version) as version from held`);

const insertVersion = teamStatement(
  `select ${versionOf('w')} as version from workflows w where w.team_id = $team and w.id = $id`,
);

/** Ensures that the workflow's current definition is stored as a version. @returns its number; undefined if the workflow does not exist */
export async function currentVersion(db: TeamDb, id: string): Promise<number | undefined> {
  const [row] = await db.run(insertVersion, { id });
  if (row?.version === null) return (await db.run(catchUp, { id }))[0]?.version as number;
  return row?.version as number | undefined;
}

/** Types of steps that the previous version of the service supports. */
const previouslySupported: ReadonlySet<string> = new Set<StepType>([
  'create_task',
  'create_activity',
  'send_message',
  'update_deal',
  'call_webhook',
  'wait',
]);

const isKnownBefore = ({ trigger, steps }: Definition) =>
  trigger.type.startsWith('deal_') && steps.every(({ type }) => previouslySupported.has(type));

/** Parameters of a definition. `shown`: the steps that the previous version of the service may do. */
export const columnsOf = (definition: Definition) => {
  const { name, trigger, conditions, steps } = definition;
  return {
    name,
    event: triggers[trigger.type].event,
    from: trigger.from ?? null,
    to: trigger.to ?? null,
    timing: JSON.stringify(timingOf(trigger) ?? null),
    conditions: JSON.stringify(conditions),
    steps: JSON.stringify(steps),
    shown: isKnownBefore(definition) ? JSON.stringify(steps) : '[]',
  };
};

const givenVersion = `(select $name::text as name, $event::text as event, $from::text as from_phase, $to::text as to_phase,
      nullif($timing::text, 'null')::json as timing, $conditions::json as conditions, $steps::json as steps)`;

/** SQL: the times of a workflow whose trigger was given; null if changes trigger it. */
const givenTimes = `case when given.timing is not null then clock.now end`;

const addVersion = (version: string, from: string) => `
  v as (
    insert into workflow_versions (team_id, workflow_id, version, name, event, from_phase, to_phase, timing, conditions, steps, created_by)
    select $team, $id, ${version}, $name, $event, $from, $to, nullif($timing::text, 'null')::json, $conditions, $steps, ${actingUserSql}
    from ${from} returning version)`;

/** Inserts a workflow with its first version. */
export const insertWorkflow = teamStatement(`
  with given as ${givenVersion.replace('$steps::json', '$shown::json')},
  w as (
    insert into workflows (team_id, id, name, event, from_phase, to_phase, timing, counts_from, next_at, conditions, steps, kept)
    select $team, $id, name, event, from_phase, to_phase, timing, ${givenTimes}, ${givenTimes}, conditions, steps, ${digestOf('given')}
    from given, (select now()) clock (now) returning id),
  ${addVersion('1', 'w')}
  select id from w`);

/** SQL: true if a change leaves the time of the trigger as it is: what was due before it stays due. */
const isSameTiming = `(latest.event, latest.timing::text) is not distinct from (given.event, given.timing::text)`;

/**
 * Inserts the next version of a workflow if the definition differs. A node with the previous version would continue a run in progress with
 * steps that are not the run's: if such a run exists, it is shown no steps.
 */
export const changeWorkflow = teamStatement(`
  with ${lockWorkflow}, ${storeStaleVersion},
  latest as materialized (
    select held.*, coalesce(stale.next, held.version) as at, v.steps as kept_steps
    from held left join stale on true
    left join workflow_versions v on v.team_id = $team and v.workflow_id = held.id and v.version = held.version),
  given as materialized (
    select g.name, g.event, g.from_phase, g.to_phase, g.timing, g.conditions,
      case when exists (
        select from workflow_runs r where r.team_id = $team and r.workflow_id = $id and r.status = 'pending' and r.step > 0)
        then '[]' else $shown::json end as steps
    from ${givenVersion} g),
  changed as (
    select latest.at + 1 as version from latest
    where (latest.name, latest.event, latest.from_phase, latest.to_phase, coalesce(latest.timing::text, 'null'), latest.conditions::text,
        coalesce(case when exists (select from stale) then latest.steps end, latest.kept_steps, latest.steps)::text)
      is distinct from ($name, $event, $from, $to, $timing::text, $conditions::text, $steps::text)),
  ${addVersion('changed.version', 'changed')},
  w as (
    update workflows w set name = given.name, event = given.event, from_phase = given.from_phase, to_phase = given.to_phase,
      timing = given.timing, counts_from = case when ${isSameTiming} then latest.counts_from else ${givenTimes} end,
      next_at = case when ${isSameTiming} then latest.next_at else ${givenTimes} end,
      waits_until = case when ${isSameTiming} then latest.waits_until end,
      conditions = given.conditions, steps = given.steps, version = v.version, kept = ${digestOf('given')}
    from given, latest, v, (select now()) clock (now) where w.team_id = $team and w.id = $id returning w.id),
  old as (
    delete from workflow_versions o using v
    where o.team_id = $team and o.workflow_id = $id and o.version <= v.version - ${maxVersions}
      and not exists (
        select from workflow_runs r where r.team_id = $team and r.workflow_id = $id and r.version = o.version))
  select (select at from latest) as was, (select version from v) as version`);

const definitionOf = (
  v: string,
) => `json_build_object('name', ${v}.name, 'trigger', ${triggerJson(v)},
    'conditions', ${v}.conditions, 'steps', ${v}.steps)`;

const listVersions = teamStatement(`
  select v.version, ${definitionOf('v')} as definition, ${iso('v.created_at')} as created_at,
    case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as created_by
  from workflow_versions v left join users u on u.team_id = $team and u.id = v.created_by
  where v.team_id = $team and v.workflow_id = $id order by v.version desc`);

const definitionNow = teamStatement(`
  select ${definitionOf('v')} as definition from workflows w
  join workflow_versions v on v.team_id = $team and v.workflow_id = w.id and v.version = w.version
  where w.team_id = $team and w.id = $id and w.deleted_at is null`);

/** Returns the current definition; undefined if the workflow does not exist. */
export async function currentDefinition(db: TeamDb, id: string): Promise<unknown> {
  if ((await currentVersion(db, id)) === undefined) return undefined;
  return (await db.run(definitionNow, { id }))[0]?.definition;
}

const stepsOf = teamStatement(`
  select v.version, v.conditions, v.steps from workflow_versions v
  where v.team_id = $team and v.workflow_id = $id and v.version = $version`);

/** Returns the conditions and steps of a version. */
export const versionNamed = async (
  db: TeamDb,
  id: string,
  version: number,
): Promise<Row | undefined> => (await db.run(stepsOf, { id, version }))[0];

export const versions = operation({
  name: 'workflows.versions',
  id: 'listWorkflowVersions',
  summary: 'List the versions of a workflow',
  note: `One version per change of its definition, with its author and time. Newest first; the ${maxVersions} newest are kept, and those in use by a run.`,
  cli: 'workflow versions',
  allow: { operator: true, user: 'admin' },
  panel: { method: 'GET', path: `${workflows.path}/:id/versions`, status: 200 },
  emits: [],
  input: { path: ['id'] },
  output: {
    kind: 'fields',
    name: 'WorkflowVersions',
    fields: {
      versions: about(
        'The versions, latest first.',
        required(
          kind(
            Type.Array(
              Type.Object({
                version: Type.Integer(),
                definition: Type.Record(Type.String(), Type.Unknown()),
                created_at: Type.String({ format: 'date-time' }),
                created_by: Type.Union([
                  Type.Object({ id: Type.String({ format: 'uuid' }), name: Type.String() }),
                  Type.Null(),
                ]),
              }),
            ),
            'a list of versions',
            'json',
          ),
        ),
      ),
    },
  },
  one: 'workflow',
  async run({ db }, { id }) {
    if ((await currentDefinition(db, id)) === undefined) return undefined;
    return { versions: await db.run(listVersions, { id }) };
  },
});
