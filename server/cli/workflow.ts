import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { Row } from '../db/database.ts';
import { triggers } from '../events/catalogue.ts';
import * as operations from '../features/workflows/operations.ts';
import { continueRun, runs, stopRun } from '../features/workflows/run-operations.ts';
import { statuses } from '../features/workflows/table.ts';
import { versions } from '../features/workflows/versions.ts';
import { readJson, TooMuch } from '../platform/limited-json.ts';
import {
  CommandError,
  fileError,
  operatorPath,
  print,
  readId,
  readWhole,
  table,
} from './command.ts';
import { commandOf, groupOf, onRecord, onTeam } from './operation-command.ts';
import { workflowSchema } from './workflow-schema.ts';

/** @throws CommandError if the file cannot be read or is not JSON */
function readFile(argument: string): unknown {
  const path = operatorPath(argument);
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw fileError(path, 'read', error);
  }
  if (!isUtf8(bytes)) throw new CommandError(`${path} is not encoded in UTF-8.`);
  try {
    // Strips the byte order mark that some editors write before UTF-8.
    return readJson(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new CommandError(
      error instanceof TooMuch
        ? `${path} ${error.message}.`
        : `${path} is not well-formed JSON: ${(error as Error).message}.`,
    );
  }
}

interface StepRow {
  readonly step: number;
  readonly type: string;
  readonly status: string;
  readonly effect_id: string | null;
  readonly reason: string | null;
}

/** Formats a run, followed by its steps. */
function linesOf(run: Row): string[] {
  const { id, workflow, status, reason, record_type, record_id, created_at, next_step_at } = run;
  const about = record_type === null ? '' : `, ${String(record_type).slice(0, -1)} ${record_id}`;
  const next = next_step_at === null ? '' : `, next step at ${next_step_at}`;
  const stops = run.is_stopping === true ? ', stops after this step' : '';
  return [
    `${created_at}  ${status}  ${workflow}  (run ${id}${about}${next}${stops})`,
    ...(reason === null ? [] : [`    ${reason}`]),
    ...(run.steps as StepRow[]).map(
      (step) =>
        `    ${step.step}. ${step.type}: ${step.status}${step.effect_id === null ? '' : ` ${step.effect_id}`}`,
    ),
  ];
}

const noWorkflow = (id: string) => () => new CommandError(`There is no workflow ${id}.`);
const noRun = (id: string) => () => new CommandError(`There is no run ${id}.`);

function versionRow({ version, definition, created_at, created_by }: Row) {
  const { name, steps } = definition as { name: string; steps: unknown[] };
  const by = (created_by as { name: string } | null)?.name ?? '';
  return [version, name, steps.length, created_at, by];
}

const triggerOf = ({ event, from_phase, to_phase }: Row) => {
  const name =
    Object.entries(triggers).find(([, trigger]) => trigger.event === event)?.[0] ?? event;
  const phases = [from_phase && `from ${from_phase}`, to_phase && `to ${to_phase}`];
  return [name, ...phases.filter(Boolean)].join(' ');
};

export function workflow(pauta: Command): void {
  const { create, update, list, enable, disable } = operations;
  workflowSchema(groupOf(pauta, 'workflow'));

  commandOf(pauta, create)
    .requiredOption('--team <slug>')
    .requiredOption('--file <path>', 'the definition; docs/workflows.md describes the format')
    .action(async ({ team, file }: { team: string; file: string }, command: Command) => {
      const body = { definition: readFile(file) };
      const { id, name } = await onTeam(team, create, { body });
      print(command, { id }, `Created workflow ${name} (${id})`);
    });

  commandOf(pauta, update)
    .argument('<id>')
    .requiredOption('--file <path>', 'the definition; docs/workflows.md describes the format')
    .action(async (text: string, { file }: { file: string }, command: Command) => {
      const id = readId(text, 'ID');
      const body = { definition: readFile(file) };
      const changed = await onRecord('workflows', id, update, body, noWorkflow(id));
      const { version } = changed ?? {};
      print(command, { id, version }, `Workflow ${id} is at version ${version}.`);
    });

  commandOf(pauta, versions)
    .argument('<id>')
    .action(async (text: string, _options: object, command: Command) => {
      const id = readId(text, 'ID');
      const versionList =
        (await onRecord('workflows', id, versions, {}, noWorkflow(id)))?.versions ?? [];
      print(
        command,
        { versions: versionList },
        table(['VERSION', 'NAME', 'STEPS', 'CREATED', 'BY'], versionList.map(versionRow)),
      );
    });

  commandOf(pauta, list)
    .requiredOption('--team <slug>')
    .action(async ({ team }: { team: string }, command: Command) => {
      const { workflows } = await onTeam(team, list, {});
      print(
        command,
        { workflows },
        table(
          ['ID', 'NAME', 'ACTIVE', 'TRIGGER', 'STEPS'],
          workflows.map((row) => [row.id, row.name, row.is_active, triggerOf(row), row.steps]),
        ),
      );
    });

  commandOf(pauta, runs)
    .requiredOption('--team <slug>')
    .option('--workflow <id>', 'only runs of this workflow')
    .option('--status <status>', `only runs with this status: ${statuses.join(', ')}`)
    .option('--limit <number>', 'maximum number of runs', '20')
    .action(
      async (
        {
          team,
          limit,
          ...only
        }: { team: string; workflow?: string; status?: string; limit: string },
        command: Command,
      ) => {
        const body = { ...only, limit: readWhole(limit) };
        const { runs: runList } = await onTeam(team, runs, { body });
        const lines = runList.flatMap(linesOf);
        const isPart = only.workflow !== undefined || only.status !== undefined;
        const nothing = isPart ? 'No runs match.' : 'No workflow has run yet.';
        print(command, { runs: runList }, lines.length > 0 ? lines : nothing);
      },
    );

  for (const [operation, done] of [
    [enable, 'Enabled'],
    [disable, 'Disabled'],
  ] as const) {
    commandOf(pauta, operation)
      .argument('<id>')
      .action(async (text: string, _options: object, command: Command) => {
        const id = readId(text, 'ID');
        const row = await onRecord('workflows', id, operation, {}, noWorkflow(id));
        print(command, row ?? {}, `${done} workflow ${row?.name}.`);
      });
  }

  commandOf(pauta, continueRun)
    .argument('<run>')
    .option('--skip', 'skip the current step')
    .action(async (text: string, { skip = false }: { skip?: boolean }, command: Command) => {
      const id = readId(text, 'RUN');
      const run = await onRecord('workflow_runs', id, continueRun, { skip }, noRun(id));
      print(command, { ...run }, `Run ${id} continues.`);
    });

  commandOf(pauta, stopRun)
    .argument('<run>')
    .action(async (text: string, _options: object, command: Command) => {
      const id = readId(text, 'RUN');
      const run: Row = { ...(await onRecord('workflow_runs', id, stopRun, {}, noRun(id))) };
      const done = run.is_stopping === true ? 'stops after the current step' : 'is stopped';
      print(command, run, `Run ${id} ${done}.`);
    });
}
