import type { Command } from 'commander';
import { teamStatement } from '../db/statement.ts';
import { tasks } from '../resources/tasks.ts';
import { changeTold, tellsChange } from '../rest/statements.ts';
import { CommandError, print, readId, teamId, withDatabase } from './command.ts';

export const restore = teamStatement(`
  with old as materialized (
    select * from tasks where team_id = $team and id = $id and deleted_at is not null for update),
  t as (
    update tasks t set deleted_at = null, updated_at = greatest(now(), old.updated_at) from old
    where t.team_id = $team and t.id = old.id returning t.*),
  ${tellsChange(tasks, 't', changeTold(tasks, 'updated'))}
  select id, title from t`);

export function task(pauta: Command): void {
  pauta
    .command('task')
    .description('tasks')
    .command('restore')
    .argument('<id>')
    .requiredOption('--team <slug>')
    .description('take a task out of the trash')
    .action(async (id: string, options: { team: string }, command: Command) => {
      const wanted = readId(id, 'ID');
      const [row] = await withDatabase(async ({ platform, database }) =>
        database.team(await teamId(platform, options.team)).run(restore, { id: wanted }),
      );
      if (!row) throw new CommandError(`The trash of the team holds no task ${wanted}.`);
      print(command, row, `Task ${row.title} is back.`);
    });
}
