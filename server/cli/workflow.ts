import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { v7 as uuidv7 } from 'uuid';
import type { Row, TeamDb } from '../db/database.ts';
import { isFree } from '../db/queue.ts';
import { iso, platformStatement, teamStatement } from '../db/statement.ts';
import { triggers } from '../events/catalogue.ts';
import { type Definition, readDefinition } from '../features/workflows/definition.ts';
import { brokenLinks } from '../features/workflows/links.ts';
import { readJson, TooMuch } from '../platform/json.ts';
import { CommandError, print, readId, table, teamId, UsageError, withDatabase } from './command.ts';
import { workflowSchema } from './workflow-schema.ts';

const insert = teamStatement(`
  insert into workflows (team_id, id, name, event, from_phase, to_phase, conditions, steps)
  values ($team, $id, $name, $event, $from, $to, $conditions, $steps) returning id`);

const listAll = teamStatement(`
  select id, name, is_active, event, from_phase, to_phase, json_array_length(steps) as steps, ${iso('created_at')} as created_at
  from workflows where team_id = $team order by created_at, id`);

/** With a workflow that is switched off the runs end that wait for their next step. */
const setActive = platformStatement(`
  with w as (update workflows set is_active = $active where id = $id returning team_id, id, name, is_active),
  ended as (
    update workflow_runs r set status = 'skipped', reason = 'the workflow was disabled',
      next_step_at = null, completed_at = now(), claim = null, claimed_until = null
    from w where not w.is_active and r.team_id = w.team_id and r.workflow_id = w.id and r.status = 'pending'
      and ${isFree('r')})
  select id, name, is_active from w`);

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

const statuses = ['pending', 'done', 'skipped', 'failed'];

const sameName = teamStatement(
  'select id from workflows where team_id = $team and name = $name and is_active limit 1',
);

/** Until the end of the transaction, nobody else makes a workflow of the team active. */
const holdActive = teamStatement(
  `select pg_advisory_xact_lock(hashtextextended($team::text || ' workflows', 9)) as held`,
);
const countActive = teamStatement(
  'select count(*)::int as n from workflows where team_id = $team and is_active and id <> $id',
);

/** Holds the team's workflows where there is room for one more that is active. @throws CommandError */
async function makeRoom(tx: TeamDb, id: string, most: number): Promise<void> {
  if (most === 0) return;
  await tx.run(holdActive);
  const [row] = await tx.run(countActive, { id });
  if (Number(row?.n) >= most)
    throw new CommandError(
      `A team can have at most ${most} active workflows (TEAM_WORKFLOWS). Disable one first.`,
    );
}

const teamOf = platformStatement('select team_id from workflows where id = $id');

/** The active workflow that has the name of another. */
const twinOf = platformStatement(`
  select t.id from workflows w join workflows t on t.team_id = w.team_id and t.name = w.name and t.id <> w.id
  where w.id = $id and t.is_active limit 1`);

/** @throws CommandError where there is a twin: both would run */
function refuseTwin(twin: Row | undefined, instead: string): void {
  if (twin)
    throw new CommandError(
      `Workflow ${twin.id} has the same name and is active, so both would run. Disable it first${instead}.`,
    );
}

/** @throws CommandError when the file cannot be read or is no workflow */
function readFile(path: string): Definition {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}.`);
  }
  if (!isUtf8(bytes)) throw new CommandError(`${path} is not encoded in UTF-8.`);
  let file: unknown;
  try {
    // Without the mark that some editors put before UTF-8.
    file = readJson(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new CommandError(
      error instanceof TooMuch
        ? `${path} ${error.message}.`
        : `${path} is not well-formed JSON: ${(error as Error).message}.`,
    );
  }
  return readDefinition(file);
}

function readLimit(text: string): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > 1_000)
    throw new UsageError('--limit must be a whole number from 1 to 1000.');
  return limit;
}

interface StepRow {
  readonly step: number;
  readonly type: string;
  readonly status: string;
  readonly effect_id: string | null;
  readonly reason: string | null;
}

/** A run, and below it its steps. */
function linesOf(run: Row): string[] {
  const { id, workflow, status, reason, deal_id, created_at, next_step_at } = run;
  const next = next_step_at === null ? '' : `, next step at ${next_step_at}`;
  return [
    `${created_at}  ${status}  ${workflow}  (run ${id}, deal ${deal_id}${next})`,
    ...(reason === null ? [] : [`    ${reason}`]),
    ...(run.steps as StepRow[]).map(
      (step) =>
        `    ${step.step}. ${step.type}: ${step.status}${step.effect_id === null ? '' : ` ${step.effect_id}`}`,
    ),
  ];
}

const triggerOf = ({ event, from_phase, to_phase }: Row) => {
  const name = Object.entries(triggers).find(([, kind]) => kind === event)?.[0] ?? event;
  const phases = [from_phase && `from ${from_phase}`, to_phase && `to ${to_phase}`];
  return [name, ...phases.filter(Boolean)].join(' ');
};

export function workflow(pauta: Command): void {
  const group = pauta.command('workflow').description('workflows and their runs');
  workflowSchema(group);

  group
    .command('create')
    .requiredOption('--team <slug>')
    .requiredOption('--file <path>', 'the definition; docs/workflows.md describes the format')
    .description('create a workflow; it runs from the next change on')
    .action(async (options: { team: string; file: string }, command: Command) => {
      const definition = readFile(options.file);
      const { name, trigger, conditions, steps } = definition;
      const id = uuidv7();
      await withDatabase(async ({ config, platform, database }) => {
        const db = database.team(await teamId(platform, options.team));
        const broken = await brokenLinks(db, definition);
        if (broken.length > 0) throw new CommandError(`${broken.join('; ')}.`);
        const [twin] = await db.run(sameName, { name });
        refuseTwin(twin, ', or choose another name');
        await db.transaction(async (tx) => {
          await makeRoom(tx, id, config.TEAM_WORKFLOWS);
          await tx.run(insert, {
            id,
            name,
            event: triggers[trigger.type],
            from: trigger.from ?? null,
            to: trigger.to ?? null,
            conditions: JSON.stringify(conditions),
            steps: JSON.stringify(steps),
          });
        });
      });
      print(command, { id }, `Created workflow ${name} (${id})`);
    });

  group
    .command('list')
    .requiredOption('--team <slug>')
    .description('list the workflows of a team')
    .action(async (options: { team: string }, command: Command) => {
      const workflows = await withDatabase(async ({ platform, database }) =>
        database.team(await teamId(platform, options.team)).run(listAll),
      );
      print(
        command,
        { workflows },
        table(
          ['ID', 'NAME', 'ACTIVE', 'TRIGGER', 'STEPS'],
          workflows.map((row) => [row.id, row.name, row.is_active, triggerOf(row), row.steps]),
        ),
      );
    });

  group
    .command('runs')
    .requiredOption('--team <slug>')
    .option('--workflow <id>', 'only runs of this workflow')
    .option('--status <status>', `only runs with this status: ${statuses.join(', ')}`)
    .option('--limit <number>', 'how many runs', '20')
    .description('show the last runs of a team, step by step')
    .action(
      async (
        options: { team: string; workflow?: string; status?: string; limit: string },
        command: Command,
      ) => {
        const { status = null } = options;
        if (status !== null && !statuses.includes(status))
          throw new UsageError(`--status must be one of ${statuses.join(', ')}.`);
        const only = options.workflow === undefined ? null : readId(options.workflow, '--workflow');
        const limit = readLimit(options.limit);
        const runs = await withDatabase(async ({ platform, database }) =>
          database
            .team(await teamId(platform, options.team))
            .run(lastRuns, { workflow: only, status, limit }),
        );
        const lines = runs.flatMap(linesOf);
        const isPart = only !== null || status !== null;
        const nothing = isPart ? 'No runs match.' : 'No workflow has run yet.';
        print(command, { runs }, lines.length > 0 ? lines : nothing);
      },
    );

  for (const [verb, active, about] of [
    ['enable', true, 'enable a workflow'],
    ['disable', false, 'disable a workflow: nothing triggers it, and its waiting runs end'],
  ] as const) {
    group
      .command(verb)
      .argument('<id>')
      .description(about)
      .action(async (id: string, _options: object, command: Command) => {
        const wanted = readId(id, 'ID');
        const [row] = await withDatabase(async ({ config, platform }) => {
          if (active) refuseTwin((await platform.run(twinOf, { id: wanted }))[0], '');
          return platform.transaction(async (tx, team) => {
            const [owner] = active ? await tx.run(teamOf, { id: wanted }) : [];
            if (owner) await makeRoom(team(owner.team_id as string), wanted, config.TEAM_WORKFLOWS);
            return tx.run(setActive, { id: wanted, active });
          });
        });
        if (!row) throw new CommandError(`There is no workflow ${wanted}.`);
        print(command, row, `${active ? 'Enabled' : 'Disabled'} workflow ${row.name}.`);
      });
  }
}
