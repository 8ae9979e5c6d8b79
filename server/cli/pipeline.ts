import type { Command } from 'commander';
import { constraintOf } from '../db/database.ts';
import { createPipeline } from '../features/accounts/teams.ts';
import {
  CommandError,
  print,
  readId,
  readName,
  table,
  teamId,
  UsageError,
  withDatabase,
} from './command.ts';

interface Column {
  slug: string;
  name: string;
}

/** `slug:Label`, collected. */
function readColumn(text: string, before: Column[]): Column[] {
  const [, slug = '', label = ''] = /^([^:]*):(.*)$/.exec(text) ?? [];
  if (!/^[a-z0-9]+([_-][a-z0-9]+)*$/.test(slug) || slug.length > 80) {
    throw new UsageError(
      '--column must be slug:Label; the slug is at most 80 lower-case letters and digits, in words joined by _ or -.',
    );
  }
  if (before.some((column) => column.slug === slug))
    throw new UsageError(`--column ${slug} is given twice.`);
  return [...before, { slug, name: readName(label, 'the label of --column') }];
}

export function pipeline(pauta: Command): void {
  pauta
    .command('pipeline')
    .description('pipelines and their columns')
    .command('create')
    .requiredOption('--team <slug>')
    .requiredOption('--name <name>')
    .requiredOption(
      '--column <slug:Label>',
      'a column; repeat it for each, in order; the last of several finishes tasks',
      readColumn,
      [],
    )
    .option(
      '--project <id>',
      'the project it belongs to; without it, the pipeline serves all projects of the team',
    )
    .description('create a pipeline')
    .action(
      async (
        options: { team: string; name: string; column: Column[]; project?: string },
        command: Command,
      ) => {
        if (options.column.length === 0)
          throw new UsageError('--column must be given at least once.');
        const projectId =
          options.project === undefined ? null : readId(options.project, '--project');
        const name = readName(options.name, '--name');
        const made = await withDatabase(({ platform }) =>
          platform.transaction(async (tx) => {
            const team = await teamId(tx, options.team);
            const wanted = { name, projectId, isTemplate: false, columns: options.column };
            return createPipeline(tx, team, wanted).catch((error: unknown) => {
              throw constraintOf(error) === 'pipelines_project_id_fkey'
                ? new CommandError(`The team has no project ${projectId}.`)
                : error;
            });
          }),
        );
        print(command, made, [
          `Created pipeline ${name} (${made.id})`,
          ...table(
            ['COLUMN', 'ID'],
            made.columns.map((column) => [column.slug, column.id]),
          ),
        ]);
      },
    );
}
