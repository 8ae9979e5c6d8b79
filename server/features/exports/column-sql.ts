import { iso } from '#server/db/statement.ts';
import type { ExportedColumn, ExportedResource } from '#server/records/exported-columns.ts';
import { displayNameOf, type Table } from '#server/records/table.ts';
import { bulkKinds } from '../bulk-kinds.ts';

/* SQL of exported columns, for a record called `t`. */

/** The list of the panel, whose filters and sort an export takes. */
export function listTableOf(resource: ExportedResource): Table {
  const kind = bulkKinds[resource];
  if (!kind) throw new Error(`${resource} has no list`);
  return kind.list.input.query ?? kind.crud.table;
}

/** SQL of a record's id across installations: that in the Pauta from which it was first imported, else its id here. @param id SQL of its id */
export const exportedId = (resource: string, id: string) => `coalesce((
    select min(e.external_id) from external_ids e
    where e.team_id = $team and e.resource = '${resource}' and e.record_id = ${id} and e.source = 'pauta'), ${id}::text)`;

/** Kinds of records whose ids are kept across installations. */
const identified: ReadonlySet<string> = new Set(['clients', 'projects', 'deals', 'tasks']);

/** Fields that refer to members. */
const memberFields: ReadonlySet<string> = new Set([
  'created_by',
  'reporter_id',
  'responsible_id',
  'assigned_to',
]);

/** SQL of the names or e-mail addresses of the members whose ids a column contains. */
const members = (column: string, of: 'name' | 'email') => `coalesce((
    select array_agg(u.${of} order by a.n) from unnest(${column}) with ordinality a (id, n)
      join users u on u.team_id = $team and u.id = a.id), '{}')`;

/** SQL of a column's value. Numbers, booleans, lists and objects as such, everything else as text. */
export function columnSql(
  resource: ExportedResource,
  { field: name, part, kind }: ExportedColumn,
): string {
  const { fields } = listTableOf(resource);
  const field = fields[name];
  if (!field) throw new Error(`${resource} has no field ${name}`);
  const column = `t."${name}"`;
  if (name === 'id') return exportedId(resource, column);
  if (name === 'assignee_ids') return members(column, part === 'email' ? 'email' : 'name');
  if (memberFields.has(name))
    return `(select u.${part === 'email' ? 'email' : 'name'} from users u where u.team_id = $team and u.id = ${column})`;
  if (name === 'column')
    return part === 'slug'
      ? column
      : `(select c.name from columns c where c.team_id = $team and c.pipeline_id = t.pipeline_id and c.slug = ${column})`;
  const { target } = field;
  if (target !== undefined) {
    if (part === 'id')
      return `case when ${column} is not null then ${identified.has(target) ? exportedId(target, column) : `${column}::text`} end`;
    const named = bulkKinds[target]?.crud.table ?? { fields: {} };
    return `(select ${displayNameOf(named as Table, 'o')} from ${target} o where o.team_id = $team and o.id = ${column})`;
  }
  if (part !== undefined) return `${column} ->> '${part}'`;
  if (kind === 'time') return iso(column);
  if (kind === 'money' || kind === 'number' || kind === 'boolean' || kind === 'json') return column;
  if (kind === 'list') return `${column}::text[]`;
  return `(${field.output?.(column) ?? column})::text`;
}
