import type { Problem } from '#server/records/invalid-values.ts';
import type { ImportedResource, MappedColumn, MappedRecord, Mapping } from '../reading/mapping.ts';
import type { DayOrder } from '../reading/values.ts';
import { fieldsOf, linkedResources } from './imported-tables.ts';
import {
  type emailTargets,
  type inactiveActions,
  type MatchKey,
  type matchActions,
  matchKeysOf,
  maxRecords,
} from './schemas.ts';

/* Choices for the import of a table, and the contents of its file as far as they depend on them. */

/** A mapping and what happens to matches. */
export interface RowChoices {
  readonly records: readonly MappedRecord[];
  readonly columns: readonly MappedColumn[];
  /** Key of the record that the row is about; null if none is. */
  readonly primary: string | null;
  /** Source under which ids of the file are kept. */
  readonly source: string;
  /** Key of a record → how it is found; absent for the first of its keys that the mapping fills. */
  readonly match_by: Readonly<Record<string, MatchKey | null>>;
  readonly on_match: (typeof matchActions)[number];
  readonly on_inactive: (typeof inactiveActions)[number];
  readonly create_linked: boolean;
  readonly keep_unmapped: boolean;
  readonly email_to: (typeof emailTargets)[number];
  readonly date_order: DayOrder | null;
  /** Area code of phones without one. */
  readonly area_code: string | null;
  /** Project of tasks and campaigns that name none. */
  readonly project_id: string | null;
  readonly emits: boolean;
}

/** A column of the file. */
export interface FileColumn {
  readonly column: number;
  readonly name: string;
  readonly samples: readonly string[];
  readonly filled: number;
  readonly decimal_mark: 'comma' | 'point';
  readonly date_order: DayOrder;
  /** False if it says nothing about a record: without a field it is left out, not kept in the notes. */
  readonly is_noted: boolean;
}

/** Columns that the file of refused rows has in addition. They are left out when it is imported. */
export const addedColumns = ['Linha (importação)', 'Coluna (importação)', 'Motivo (importação)'];

/** Columns of products that only they have a use for. */
const technical: Readonly<Record<string, RegExp>> = {
  trello: /^(?:pos|missingComments|dueComplete)$/,
  google_contacts: / - Label$/,
  google_contacts_before_2024: / - Type$/,
};

/** True if a column without a field can be kept in the notes. */
export const isNoted = (name: string, preset: string | null): boolean =>
  !addedColumns.includes(name) && !(preset !== null && technical[preset]?.test(name));

/** Contents of a file on which choices depend. */
export interface TableContents {
  readonly columns: readonly FileColumn[];
  readonly rows: number;
  readonly guess: Pick<Mapping, 'records' | 'columns' | 'preset' | 'unmapped' | 'questions'> & {
    readonly source: string;
    readonly primary: string | null;
  };
}

/** Fields of clients that only a table of clients has. */
const ofClients = new Set([
  ...['cpf', 'cnpj', 'tax_id', 'rg', 'type', 'status', 'legal_name', 'trade_name', 'birth_date'],
  ...['state_registration', 'address', 'gender'],
]);

/** Guesses the record that rows are about: not the client of a contact or a deal, unless its details are in the table. */
export function primaryOf(
  records: readonly MappedRecord[],
  columns: readonly MappedColumn[],
): string | null {
  const further = records.find(
    ({ resource }) => resource !== 'clients' && resource !== 'contacts' && resource !== 'projects',
  );
  const last = records.at(-1);
  if (further || !last) return (further ?? last)?.key ?? null;
  const client = records.find(({ resource }) => resource === 'clients');
  const isOfClients =
    client &&
    columns.some(
      ({ record, field }) => record === client.key && ofClients.has(field.replace(/\..*$/, '')),
    );
  return (isOfClients ? client : (records.find(({ resource }) => resource === 'contacts') ?? last))
    .key;
}

/** Finds what is wrong with choices. */
export function problemsOfChoices(
  {
    records,
    columns,
    primary,
    match_by: matchBy,
  }: Pick<RowChoices, 'records' | 'columns' | 'primary' | 'match_by'>,
  { columns: fileColumns }: TableContents,
): Problem[] {
  const problems: Problem[] = [];
  const refuse = (name: string, problem: string, code: Problem['code'] = 'not_allowed') =>
    problems.push({ name, problem, code });
  const resources = new Map<string, ImportedResource>();
  for (const { key, resource } of records) {
    if (resources.has(key)) refuse('records', 'must have different keys', 'duplicate');
    resources.set(key, resource);
  }
  if (records.length === 0) refuse('records', 'must have at least one record', 'too_few');
  if (records.length > maxRecords) refuse('records', 'has too many records', 'too_many');
  for (const { resource, links } of records)
    for (const [field, key] of Object.entries(links)) {
      const target = linkedResources[resource][field];
      if (target === undefined || resources.get(key) !== target)
        refuse('records', `: ${field} of ${resource} cannot lead to this record`);
    }
  if (isCircular(records)) refuse('records', 'must not link to each other in a circle');
  const width = fileColumns.length;
  for (const { column, record, field } of columns) {
    const resource = resources.get(record);
    if (column >= width) refuse('columns', 'must be columns of the file');
    else if (!resource) refuse('columns', 'must name records of the mapping');
    else if (!fieldsOf(resource).has(field))
      refuse('columns', `: ${resource} have no field ${field.slice(0, 40)}`);
  }
  for (const { key } of records)
    if (!columns.some(({ record }) => record === key))
      refuse('columns', 'must fill each record of the mapping', 'too_few');
  if (primary !== null && !resources.has(primary)) refuse('primary', 'must be the key of a record');
  for (const [key, by] of Object.entries(matchBy)) {
    const resource = resources.get(key);
    if (!resource) refuse('match_by', 'must name records of the mapping');
    else if (by !== null && !matchKeysOf[resource].includes(by))
      refuse(
        'match_by',
        `: ${resource} are found by ${matchKeysOf[resource].join(', ')}, not by ${by}`,
      );
  }
  return problems.slice(0, 20);
}

function isCircular(records: readonly MappedRecord[]): boolean {
  const links = new Map(records.map(({ key, links }) => [key, Object.values(links)]));
  const reaches = (from: string, to: string, depth: number): boolean =>
    depth < maxRecords &&
    (links.get(from) ?? []).some((next) => next === to || reaches(next, to, depth + 1));
  return records.slice(0, maxRecords).some(({ key }) => reaches(key, key, 0));
}

/** Records in an order in which links lead to earlier ones. */
export function linkedOrder(records: readonly MappedRecord[]): MappedRecord[] {
  const ordered: MappedRecord[] = [];
  const add = (record: MappedRecord) => {
    if (ordered.includes(record)) return;
    for (const key of Object.values(record.links)) {
      const target = records.find((each) => each.key === key);
      if (target) add(target);
    }
    ordered.push(record);
  };
  for (const record of records) add(record);
  return ordered;
}
