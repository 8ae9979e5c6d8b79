import type { Command } from 'commander';
import { columnFields, create } from '../features/work/pipelines/operations.ts';
import { print, table, UsageError } from './command.ts';
import { commandOf, onTeam } from './operation-command.ts';

interface Column {
  readonly slug: string;
  readonly name: string;
}

/** Parses a repeatable `slug:Label` option. */
function readColumn(text: string, before: readonly Column[]): Column[] {
  const [, slug = '', label = ''] = /^([^:]*):(.*)$/.exec(text) ?? [];
  const name = label.trim();
  if (!columnFields.slug.check(slug))
    throw new UsageError(
      `--column must be slug:Label; the slug is ${columnFields.slug.requirement}.`,
    );
  if (!columnFields.name.check(name))
    throw new UsageError(`the label of --column ${columnFields.name.problem(name)}.`);
  if (before.some((column) => column.slug === slug))
    throw new UsageError(`--column ${slug} is given twice.`);
  return [...before, { slug, name }];
}

interface Options {
  readonly team: string;
  readonly name: string;
  readonly column: readonly Column[];
  readonly project?: string;
}

export function pipeline(pauta: Command): void {
  commandOf(pauta, create)
    .requiredOption('--team <slug>')
    .requiredOption('--name <name>')
    .requiredOption(
      '--column <slug:Label>',
      'a column; repeat the option for each, in order; the last of several completes tasks',
      readColumn,
      [],
    )
    .option(
      '--project <id>',
      'the project of the pipeline; without it, the pipeline serves all projects of the team',
    )
    .action(async ({ team, name, column, project }: Options, command: Command) => {
      if (column.length === 0) throw new UsageError('--column must be given at least once.');
      const body = { name, columns: column, project_id: project };
      const labels = { columns: '--column', project_id: '--project' };
      const { id, columns } = await onTeam(team, create, { body }, { labels });
      const created = { id, columns: columns.map(({ id, slug }) => ({ id, slug })) };
      print(command, created, [
        `Created pipeline ${name.trim()} (${id})`,
        ...table(
          ['COLUMN', 'ID'],
          columns.map(({ slug, id }) => [slug, id]),
        ),
      ]);
    });
}
