import type { Snapshot } from '#server/db/database.ts';
import { type ExportedResource, exportedResources } from '#server/records/exported-columns.ts';
import { countStatement, type ExportedList, listRows } from './list-rows.ts';
import { stepSizes } from './step-sizes.ts';
import { csvFormat, jsonLinesFormat } from './text-formats.ts';
import { xlsxOf } from './xlsx.ts';

/* Contents of files: the bytes of a list in each format. */

export const listFormats = ['csv', 'xlsx', 'jsonl'] as const;
export type ListFormat = (typeof listFormats)[number];
export const exportFormats = [...listFormats, 'zip'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  jsonl: 'application/x-ndjson',
  zip: 'application/zip',
} as const satisfies Record<ExportFormat, string>;

/** Names of files and sheets. */
const names = {
  pt: {
    clients: 'Clientes',
    contacts: 'Contatos',
    projects: 'Projetos',
    tasks: 'Tarefas',
    deals: 'Negócios',
    campaigns: 'Campanhas',
    activities: 'Atividades',
  },
  en: {
    clients: 'Clients',
    contacts: 'Contacts',
    projects: 'Projects',
    tasks: 'Tasks',
    deals: 'Deals',
    campaigns: 'Campaigns',
    activities: 'Activities',
  },
} as const satisfies Record<string, Record<ExportedResource, string>>;

export const isExportedResource = (name: string): name is ExportedResource =>
  (exportedResources as readonly string[]).includes(name);

/** Display name of a file: `Contatos 2026-11-28.csv`. A whole team's is named after it. */
export function fileNameOf(about: {
  readonly resource: string;
  readonly language: 'pt' | 'en';
  readonly format: string;
  readonly slug: string;
  /** YYYY-MM-DD. */
  readonly day: string;
}): string {
  const { resource, language, format, slug, day } = about;
  const name = isExportedResource(resource) ? names[language][resource] : slug;
  return `${name} ${day}.${format}`;
}

/** A list, its format and its language. */
export interface ListSpec extends ExportedList {
  readonly format: ListFormat;
  readonly language: 'pt' | 'en';
  /** True if confidential fields are empty. */
  readonly isMasked: boolean;
}

/** Counts the records of a list in a snapshot. */
export async function countIn(
  snapshot: Snapshot,
  list: Omit<ExportedList, 'columns'>,
): Promise<number> {
  const { statement, parameters } = countStatement(list);
  for await (const [row] of snapshot.rows(statement, { ...parameters }, () => 1))
    return row?.[0] as number;
  return 0;
}

/**
 * The bytes of a list.
 * @param wrote called after each step with the number of records written so far; stops the work by throwing
 */
export async function listBytes(
  snapshot: Snapshot,
  spec: ListSpec,
  wrote: (records: number) => Promise<void>,
): Promise<AsyncIterable<Uint8Array>> {
  const { format, columns, language, resource } = spec;
  const sizes = stepSizes();
  let done = 0;
  async function* steps() {
    for await (const rows of listRows(snapshot, spec, spec.isMasked, sizes.next)) {
      yield rows;
      done += rows.length;
      await wrote(done);
    }
  }
  if (format === 'xlsx')
    return xlsxOf({ columns, language, sheet: names[language][resource] }, steps(), sizes.wrote);
  const { head, row } = format === 'csv' ? csvFormat(columns, language) : jsonLinesFormat(columns);
  return (async function* () {
    if (head !== '') yield Buffer.from(head);
    for await (const rows of steps()) {
      const text = rows.map(row).join('');
      sizes.wrote(rows.length, text.length);
      yield Buffer.from(text);
    }
  })();
}
