import { teamStatement } from '#server/db/statement.ts';
import { operation } from '#server/operations/operation.ts';
import { textOf } from '#server/records/crud-queries.ts';
import { required, singleLine } from '#server/records/fields.ts';
import { document } from '#server/records/statements.ts';
import { table } from '#server/records/table.ts';
import { tasks } from './table.ts';

/*
 * Numbers of tasks within their project (docs/adr/0161-task-numbers.md).
 */

/**
 * SQL of one row, `last`: the next number in the project of the row `place`. Locks the project's counter until the commit, always before
 * a column.
 * @param where a condition on `place`
 */
export const nextNumber = (where: string) => `
  insert into project_numbers as n (team_id, project_id, last)
  select $team, place.project_id, 1 from place where ${where}
  on conflict (team_id, project_id) do update set last = n.last + 1
  returning last`;

/** SQL of a row for each project of the rows `placed`: `last`, after as many numbers as it has rows. Locks the counters as {@link nextNumber}. */
export const nextNumbers = `
  insert into project_numbers as n (team_id, project_id, last)
  select $team, placed.project_id, count(*) from placed group by placed.project_id order by placed.project_id
  on conflict (team_id, project_id) do update set last = n.last + excluded.last
  returning project_id, last`;

/** A number as people write it: `SITE-123`, `site 123`. */
const written = /^\s*([a-z]{2,6})\s*[- ]\s*(\d{1,9})\s*$/i;

/** The key and the number in a text; undefined if it is no task number. */
export function parseTaskNumber(text: string): { key: string; number: number } | undefined {
  const [, key, number] = written.exec(text) ?? [];
  return key === undefined ? undefined : { key: key.toUpperCase(), number: Number(number) };
}

/** SQL: id of the project with the key `$key`, or that had it earlier. */
const projectOfKey = `coalesce(
  (select p.id from projects p where p.team_id = $team and p.key = $key::text),
  (select k.project_id from project_keys k where k.team_id = $team and k.key = $key::text))`;

/** SQL: the task `t` has the key `$key` and the number `$number`. */
export const hasNumber = `t.project_id = ${projectOfKey} and t.number = $number::integer`;

const find = teamStatement(
  `select ${document(tasks, `(select t.* from tasks t where t.team_id = $team and ${hasNumber} and ${tasks.visible} offset 0)`)} as data`,
);

/** Query parameters. */
const queryParameters = table({
  name: 'tasks',
  one: 'task',
  path: '/task-numbers',
  isWhole: true,
  fields: {},
  filters: {
    number: {
      field: required(singleLine(40, 1)),
      sql: 'true',
      about: 'Required. The number: SITE-123.',
    },
  },
  sorts: {},
});

export const findByNumber = operation({
  name: 'tasks.find',
  id: 'findTask',
  summary: 'Find a task by its number',
  note: 'Numbers with an earlier key of the project are found, too. Case is ignored.',
  allow: { key: 'read', user: 'member' },
  panel: { method: 'GET', path: queryParameters.path, status: 200 },
  emits: [],
  input: { query: queryParameters },
  output: { kind: 'record', table: tasks },
  mayFail: ['NOT_FOUND'],
  one: 'task',
  async run({ db }, { query: { filters } }) {
    const number = parseTaskNumber(String(filters.number ?? ''));
    return number && textOf((await db.lookUp(find, number))[0]);
  },
});
