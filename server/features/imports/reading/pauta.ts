import { isUuid } from '#server/platform/uuid.ts';
import {
  type ExportedColumn,
  type ExportedResource,
  exportedColumns,
  exportedResources,
} from '#server/records/exported-columns.ts';
import type { MappedColumn, Mapping } from './mapping.ts';

/*
 * Exports of Pauta itself, recognized by their headers in either language, or by the keys of JSON Lines. Their values are read exactly.
 */

/** Name of the preset. */
export const pautaPreset = 'pauta';

const keys: Readonly<Record<ExportedResource, string>> = {
  clients: 'client',
  contacts: 'contact',
  projects: 'project',
  tasks: 'task',
  deals: 'deal',
  campaigns: 'campaign',
  activities: 'activity',
};

/** Ways in which files name their columns. */
const namings = [
  { header: ({ pt }: ExportedColumn) => pt, decimalMark: 'comma' },
  { header: ({ en }: ExportedColumn) => en, decimalMark: 'point' },
  { header: ({ name }: ExportedColumn) => name, decimalMark: 'point' },
] as const;

/** Field of a mapping that a column fills. */
function fieldOf(
  { name, field, part, isReadOnly }: ExportedColumn,
  all: readonly string[],
): string {
  if (isReadOnly) return 'ignored';
  if (part === 'email') return `${memberOf[field] ?? 'ignored'}`;
  // The e-mail address says more precisely who it is.
  if (field in memberOf) return all.includes(`${name}_email`) ? 'ignored' : (memberOf[field] ?? '');
  if (part === 'slug') return 'column_slug';
  if (part === 'id') return field;
  if (part !== undefined) return `${field}.${part}`;
  if (field === 'pipeline_id') return 'board_name';
  return field.endsWith('_id') ? field.replace(/_id$/, '_name') : field;
}

const memberOf: Readonly<Record<string, string>> = {
  assignee_ids: 'assignee_member',
  reporter_id: 'reporter_member',
  responsible_id: 'responsible_member',
  assigned_to: 'assigned_member',
};

/** Maps an export of Pauta; undefined if it is none. @param rows its first records */
export function recognizePauta(
  names: readonly string[],
  rows: readonly (readonly string[])[],
): Mapping | undefined {
  for (const { header, decimalMark } of namings)
    for (const resource of exportedResources) {
      const declared = exportedColumns[resource];
      const byHeader = new Map(declared.map((column) => [header(column), column]));
      const columns = names.map((name) => byHeader.get(name));
      const idAt = columns.findIndex((column) => column?.name === 'id');
      const isOurs =
        idAt >= 0 &&
        columns.every((column) => column !== undefined) &&
        names.length > 2 &&
        rows.every((cells) => isUuid(cells[idAt] ?? ''));
      if (!isOurs) continue;
      const key = keys[resource];
      const all = columns.map((column) => column?.name ?? '');
      const mapped = columns.flatMap((column, at): MappedColumn[] =>
        column ? [{ column: at, record: key, field: fieldOf(column, all) }] : [],
      );
      return {
        preset: pautaPreset,
        records: [{ key, resource, links: {} }],
        columns: mapped,
        ...{ unmapped: [], questions: [], decimalMark },
      };
    }
  return undefined;
}
