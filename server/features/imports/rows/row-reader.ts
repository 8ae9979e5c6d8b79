import { instantOf } from '#server/platform/zoned-time.ts';
import { splitList } from '#server/records/exported-columns.ts';
import type { Field } from '#server/records/fields.ts';
import { readCreate } from '#server/records/input.ts';
import { InvalidInput } from '#server/records/invalid-values.ts';
import { corporate, personal } from '../../crm/clients/table.ts';
import type { ImportedResource, MappedRecord } from '../reading/mapping.ts';
import { pautaPreset } from '../reading/pauta.ts';
import { severalSeparator } from '../reading/several.ts';
import type { Row } from '../reading/table.ts';
import {
  type Enumeration,
  isBlank,
  type Reading,
  readChoice,
  readDate,
  readEmail,
  readHours,
  readMoney,
  readNumber,
  readPhone,
  readTaxId,
  readText,
  readTimestamp,
  readYesNo,
  splitEmails,
  splitPhones,
  splitTags,
  type Timestamp,
} from '../reading/values.ts';
import { importedTables, linkedResources, memberFields } from './imported-tables.ts';
import { type CellComment, readAttachments, readChecklists, readComments } from './json-cells.ts';
import { type FileColumn, linkedOrder, type RowChoices } from './row-choices.ts';
import { problem, type RowProblem } from './row-problem.ts';

/*
 * Rows of a file as drafts of records: values as the API takes them, the links that the row names, and the problems of its cells. Reading
 * needs no database: members, links and matches are resolved later, for many rows at once.
 */

/** A link that a cell names. */
export interface NamedLink {
  readonly field: string;
  readonly resource: ImportedResource;
  readonly column: number;
  readonly cell: string;
  /** True if the cell has an id, not a name. */
  readonly isId: boolean;
}

/** A member of the team that a cell names. */
export interface NamedMember {
  readonly field: string;
  readonly column: number;
  readonly cell: string;
}

/** A record that a row makes, before anything is looked up. */
export interface Draft {
  readonly key: string;
  readonly resource: ImportedResource;
  /** Fields with a value in the row, as the API takes them. */
  readonly values: Record<string, unknown>;
  /** Field → key of another record of the row. */
  readonly ofRow: Readonly<Record<string, string>>;
  readonly named: NamedLink[];
  readonly members: NamedMember[];
  /** Id in Pauta, and id in the other product. */
  id: string | null;
  externalId: string | null;
  /** Times that no field of the API sets. */
  readonly moments: Record<string, string>;
  /** Lines for its notes. */
  readonly lines: string[];
  /** Phases or columns by their names. */
  place: string | null;
  outcome: string | null;
  isArchived: boolean;
  readonly comments: CellComment[];
  /** Values of exports of Pauta that no field of the API sets: slug, key, position, column_slug, board_name, squad_name. */
  readonly exported: Record<string, string>;
  /** Field → column that fills it. */
  readonly columns: Record<string, number>;
}

/** A row as drafts, in an order in which links lead to earlier ones. */
export interface RowDraft {
  readonly line: number;
  readonly cells: readonly string[];
  readonly drafts: readonly Draft[];
  readonly problems: readonly RowProblem[];
}

/** Everything on which the reading of cells depends. */
export interface ReaderParts {
  readonly choices: RowChoices;
  readonly columns: readonly FileColumn[];
  readonly preset: string | null;
  readonly timeZone: string;
}

const msPerHour = 3_600_000;
const isoInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Enumerations whose type in the database is a text. */
const enumerations: Readonly<Record<string, Enumeration>> = { 'activities.type': 'activity_type' };

const isEnum = ({ schema }: Field) => Array.isArray((schema as { enum?: unknown }).enum);
const maxLengthOf = ({ schema }: Field) =>
  Number((schema as { maxLength?: number }).maxLength ?? 50_000);
const boundsOf = ({ schema }: Field) => {
  const { minimum, maximum } = schema as { minimum?: number; maximum?: number };
  return {
    ...(minimum !== undefined && { least: minimum }),
    ...(maximum !== undefined && { most: maximum }),
  };
};

/** Fields that are hours. */
const hours = new Set(['estimated_hours', 'actual_hours']);
/** Texts with several lines. */
const prose = new Set(['notes', 'description', 'briefing', 'checklist_markdown']);

const mended = <T>(reading: Reading<T>, codes: readonly string[]): Reading<T> =>
  reading.problem && reading.offer !== undefined && codes.includes(reading.problem.code)
    ? { value: reading.offer }
    : reading;

/** Returns a function that converts local times to UTC. Times of a file are near to each other, so offsets are kept by the hour. */
function utcOf(zone: string): (at: Timestamp) => string {
  const offsets = new Map<number, number>();
  return ({ text, isLocal }) => {
    if (!isLocal) return text;
    const local = Date.parse(`${text}Z`);
    const hour = Math.floor(local / msPerHour);
    let offset = offsets.get(hour);
    if (offset === undefined) {
      offset = instantOf(zone, hour * msPerHour) - hour * msPerHour;
      if (offsets.size > 100_000) offsets.clear();
      offsets.set(hour, offset);
    }
    return new Date(local + offset).toISOString();
  };
}

interface Cell {
  readonly column: number;
  readonly text: string;
}

/** Returns a function that reads rows as drafts. */
export function rowReader({
  choices,
  columns,
  preset,
  timeZone,
}: ReaderParts): (row: Row) => RowDraft {
  const toUtc = utcOf(timeZone);
  const records = linkedOrder(choices.records);
  const nameOf = (column: number) => columns[column]?.name || `Coluna ${column + 1}`;
  const orderOf = (column: number) => choices.date_order ?? columns[column]?.date_order ?? 'dmy';
  const markOf = (column: number) => (columns[column]?.decimal_mark === 'point' ? '.' : ',');
  /** Record and field → its columns. */
  const targets = new Map<string, Map<string, number[]>>();
  for (const { column, record, field } of choices.columns) {
    const fields = targets.get(record) ?? new Map<string, number[]>();
    fields.set(field, [...(fields.get(field) ?? []), column]);
    targets.set(record, fields);
  }
  const mapped = new Set(choices.columns.map(({ column }) => column));
  const unmapped = columns.filter(
    ({ column, is_noted: isNoted }) => isNoted && !mapped.has(column),
  );
  const isClickUp = preset === 'clickup';
  const isPauta = preset === pautaPreset;
  const isEmptyCell = isPauta ? (cell: string) => cell === '' : isBlank;

  /** Reads a cell as a value of a declared field. */
  function readField(
    resource: ImportedResource,
    name: string,
    field: Field,
    { column, text }: Cell,
  ): Reading<unknown> {
    if (hours.has(name))
      return isClickUp && /^\d+$/.test(text.trim())
        ? { value: Math.round((Number(text) / msPerHour) * 100) / 100 }
        : readHours(text, markOf(column));
    if (isEnum(field)) {
      const enumeration = enumerations[`${resource}.${name}`] ?? (field.sql as Enumeration);
      return readChoice(text, enumeration);
    }
    if (name === 'cpf' || name === 'cnpj') {
      const reading = mended(readTaxId(text, [name]), ['lost_zeros']);
      return reading.problem ? reading : { value: reading.value.value };
    }
    if (field.format === 'phone')
      return mended(readPhone(text, choices.area_code ?? undefined), ['area_code_missing']);
    if (name === 'email') return readEmail(text);
    switch (field.format) {
      case 'date':
        return readDate(text, { order: orderOf(column), isPast: name === 'birth_date' });
      case 'date_time':
        return readTime({ column, text });
      case 'amount':
        return readMoney(text, markOf(column));
      case 'number':
        return readNumber(text, { mark: markOf(column), ...boundsOf(field) });
      case 'boolean':
        return readYesNo(text);
      default:
    }
    if (field.sql === 'text[]') return { value: splitTags(text) };
    if (name === 'goals') return { value: readGoals(text) };
    return readText(text, maxLengthOf(field));
  }

  const readTime = ({ column, text }: Cell): Reading<string> => {
    // With milliseconds, as this service writes times.
    if (isoInstant.test(text) && Number.isFinite(Date.parse(text))) return { value: text };
    const reading = readTimestamp(text, { order: orderOf(column) });
    return reading.problem ? { problem: reading.problem } : { value: toUtc(reading.value) };
  };

  function readRecord(
    { key, resource, links }: MappedRecord,
    cells: readonly string[],
    problems: RowProblem[],
  ): Draft {
    const { table, notes } = importedTables[resource];
    const draft: Draft = {
      ...{ key, resource, values: {}, ofRow: links, named: [], members: [] },
      ...{ id: null, externalId: null, moments: {}, lines: [], place: null, outcome: null },
      ...{ isArchived: false, comments: [], exported: {}, columns: {} },
    };
    const { values } = draft;
    const keep = ({ column, text }: Cell) => {
      draft.lines.push(`${nameOf(column)}: ${text.trim()}`);
    };
    const refuse = (
      { column, text }: Cell,
      field: string,
      { code, values: details }: { readonly code: string; readonly values?: object },
    ) => {
      problems.push(
        problem(code as RowProblem['code'], {
          ...{ column, record: key, field, value: text },
          values: { ...details },
        }),
      );
    };
    const joined: Record<string, string[]> = {};
    const set = (name: string, cell: Cell, reading: Reading<unknown>) => {
      draft.columns[name] ??= cell.column;
      if (reading.problem) refuse(cell, name, reading.problem);
      else values[name] = reading.value;
    };
    const setMoment = (name: string, cell: Cell) => {
      const reading = readTime(cell);
      if (reading.problem) refuse(cell, name, reading.problem);
      else draft.moments[name] = reading.value;
    };
    const address: Record<string, string> = {};

    function setField(name: string, filled: readonly Cell[]): void {
      const [cell] = filled;
      if (!cell || name === 'ignored') return;
      const field = table.fields[name];
      if (exportedNames.has(name)) {
        draft.exported[name] = cell.text;
        return;
      }
      if (name === 'contract_name') {
        keep(cell);
        return;
      }
      if (name === 'contract_id') return;
      if (isPauta && field && name !== 'id' && !isSpecial(name)) {
        set(name, cell, exactValue(field, cell.text, markOf(cell.column)));
        return;
      }
      switch (name) {
        case 'id':
          draft.id = cell.text.trim();
          draft.columns.id = cell.column;
          return;
        case 'external_id':
          draft.externalId = cell.text.trim().slice(0, 255);
          draft.columns.external_id = cell.column;
          return;
        case 'created_at':
        case 'updated_at':
        case 'won_at':
        case 'lost_at':
          setMoment(name, cell);
          return;
        case 'first_name':
        case 'last_name':
          joined[name] = filled.map(({ text }) => text.trim());
          draft.columns.name ??= cell.column;
          return;
        case 'tax_id': {
          const reading = mended(readTaxId(cell.text), ['lost_zeros']);
          draft.columns.cpf ??= cell.column;
          draft.columns.cnpj ??= cell.column;
          if (reading.problem) refuse(cell, name, reading.problem);
          else values[reading.value.kind] = reading.value.value;
          return;
        }
        case 'column':
        case 'phase':
          draft.place = cell.text.trim();
          draft.columns[name] = cell.column;
          return;
        case 'outcome': {
          const reading = readChoice(cell.text, 'deal_outcome');
          if (reading.problem) refuse(cell, name, reading.problem);
          else draft.outcome = reading.value;
          return;
        }
        case 'is_archived':
        case 'is_completed': {
          if (name in table.fields) break;
          const reading = readYesNo(cell.text);
          if (reading.problem) refuse(cell, name, reading.problem);
          else if (name === 'is_archived') draft.isArchived = reading.value;
          else if (reading.value) draft.moments.is_completed = 'true';
          return;
        }
        case 'comments':
          for (const { text } of filled) draft.comments.push(...readComments(text));
          return;
        case 'attachments':
          for (const { text } of filled) draft.lines.push(...readAttachments(text));
          return;
        case 'checklist_markdown': {
          const text = readChecklists(cell.text);
          if (text !== '') set(name, cell, readText(text, 50_000));
          return;
        }
        case 'parent_name':
        case 'pipeline_name':
        case 'budget':
          for (const each of filled) keep(each);
          return;
        case 'address':
          address.street ??= cell.text.trim();
          draft.columns.address = cell.column;
          return;
        case 'time':
          return;
        case 'occurred_at': {
          const [column] = targets.get(key)?.get('time') ?? [];
          const time = column === undefined ? '' : (cells[column] ?? '').trim();
          const text = time === '' || isBlank(time) ? cell.text : `${cell.text.trim()} ${time}`;
          set(name, cell, readTime({ column: cell.column, text }));
          return;
        }
        default:
      }
      const part = /^address\.(\w+)$/.exec(name)?.[1];
      if (part !== undefined) {
        address[part] = isPauta ? cell.text : cell.text.trim();
        draft.columns.address ??= cell.column;
        return;
      }
      const member = memberFields[name];
      if (member !== undefined) {
        for (const each of filled)
          draft.members.push({ field: member, column: each.column, cell: each.text });
        return;
      }
      const linkField = name.replace(/_name$/, '_id');
      const target = linkedResources[resource][linkField];
      if (target !== undefined) {
        draft.named.push({
          ...{ field: linkField, resource: target, column: cell.column, cell: cell.text.trim() },
          isId: name.endsWith('_id'),
        });
        return;
      }
      if (!field) {
        for (const each of filled) keep(each);
        return;
      }
      if (field.format === 'phone' || (resource === 'clients' && isPhoneOfClient(name))) {
        setPhones(name, field, filled);
        return;
      }
      if (name === 'email') {
        setEmails(name, filled);
        return;
      }
      if (field.sql === 'text[]') {
        const all = filled.flatMap(({ text }) => splitTags(text));
        set(name, cell, { value: [...new Set(all)] });
        return;
      }
      if (prose.has(name) && filled.length > 1) {
        const text = filled.map((each) => each.text.trim()).join('\n');
        set(name, cell, readText(text, maxLengthOf(field)));
        return;
      }
      set(name, cell, readField(resource, name, field, cell));
      for (const each of filled.slice(1)) keep(each);
    }

    /** Keeps the first valid phone, and the others in the notes. */
    function setPhones(name: string, field: Field, filled: readonly Cell[]): void {
      let first: { readonly cell: Cell; readonly reading: Reading<unknown> } | undefined;
      for (const cell of filled)
        for (const text of splitPhones(cell.text)) {
          const each = { column: cell.column, text };
          // Clients have phones in any notation.
          const reading =
            field.format === 'phone'
              ? readField(resource, name, field, each)
              : readClientPhone(text, maxLengthOf(field));
          if (values[name] === undefined && !reading.problem) set(name, each, reading);
          else if (reading.problem && !first) first = { cell: each, reading };
          else keep(each);
        }
      if (!first) return;
      if (values[name] === undefined) set(name, first.cell, first.reading);
      else keep(first.cell);
    }

    function setEmails(name: string, filled: readonly Cell[]): void {
      for (const cell of filled)
        for (const text of splitEmails(cell.text)) {
          const each = { column: cell.column, text };
          const reading = readEmail(text);
          if (values[name] === undefined) set(name, each, reading);
          else keep(each);
        }
    }

    const readClientPhone = (text: string, limit: number): Reading<unknown> => {
      const reading = mended(readPhone(text, choices.area_code ?? undefined), [
        'area_code_missing',
      ]);
      // Only what a spreadsheet has damaged is refused: the field takes any notation.
      return reading.problem && ['exponent', 'formula_error'].includes(reading.problem.code)
        ? reading
        : readText(text, limit);
    };

    for (const [name, fileColumns] of targets.get(key) ?? []) {
      const filled = fileColumns.flatMap((column) => {
        const text = cells[column] ?? '';
        return isEmptyCell(text) ? [] : [{ column, text }];
      });
      setField(name, filled);
    }
    if (Object.keys(address).length > 0) values.address = address;
    const { first_name: first = [], last_name: last = [] } = joined;
    const full = [...first, ...last].join(' ').trim();
    const nameField = importedTables[resource].name;
    if (full !== '' && values[nameField] === undefined) {
      values[nameField] = full;
      draft.columns[nameField] ??= draft.columns.name ?? 0;
    }
    if (resource === 'clients') completeClient(draft, keep, cells);
    if (notes in values && typeof values[notes] === 'string' && values[notes] === '')
      delete values[notes];
    // An id says more precisely than a name where a link leads.
    draft.named.sort((a, b) => Number(b.isId) - Number(a.isId));
    return draft;
  }

  /** Chooses the type of a client, and keeps fields of the other type in the notes. */
  function completeClient(
    { values, columns: from }: Draft,
    keep: (cell: Cell) => void,
    cells: readonly string[],
  ): void {
    const has = (names: readonly string[]) => names.some((name) => values[name] !== undefined);
    const isCompany =
      values.type !== undefined ? values.type === 'PJ' : has(corporate) || !has(personal);
    if (Object.keys(values).length === 0) return;
    if (values.type === undefined) values.type = isCompany ? 'PJ' : 'PF';
    for (const name of isCompany ? personal : corporate) {
      if (values[name] === undefined) continue;
      const column = from[name];
      if (column !== undefined) keep({ column, text: cells[column] ?? '' });
      delete values[name];
    }
  }

  return ({ line, cells }) => {
    const problems: RowProblem[] = [];
    const damaged = cells.findIndex((cell) => cell.includes('\0'));
    if (damaged >= 0) return refusedAsDamaged({ line, cells }, damaged);
    let drafts = records.map((record) => readRecord(record, cells, problems));
    drafts = arrange(drafts, choices, problems);
    const primary = drafts.find(({ key }) => key === choices.primary) ?? drafts.at(-1);
    if (primary && choices.keep_unmapped)
      for (const { column } of unmapped) {
        const text = cells[column] ?? '';
        if (!isBlank(text)) primary.lines.push(`${nameOf(column)}: ${text.trim()}`);
      }
    for (const draft of drafts) completeNotes(draft, problems);
    if (drafts.length === 0 && problems.length === 0) problems.push(problem('nothing_to_store'));
    for (const draft of drafts) validate(draft, problems);
    return { line, cells, drafts, problems };
  };
}

/** Refuses a row with a NUL character, which no text of the database can have. @param column of the first one */
function refusedAsDamaged({ line, cells }: Row, column: number): RowDraft {
  const storable = cells.map((cell) => cell.replaceAll('\0', '\ufffd'));
  const value = storable[column] ?? null;
  return {
    line,
    cells: storable,
    drafts: [],
    problems: [problem('nul_character', { column, value })],
  };
}

/** Values of exports of Pauta that are kept as they are. */
const exportedNames = new Set([
  ...['slug', 'key', 'position', 'column_slug', 'board_name', 'squad_name'],
]);

/** Fields of exports of Pauta that are read as in other files. */
const isSpecial = (name: string) =>
  name === 'column' || name === 'created_at' || name === 'updated_at' || name.endsWith('_id');

/** Reads a value of an export of Pauta, as records/exported-columns.ts describes it. */
function exactValue(field: Field, text: string, mark: string): Reading<unknown> {
  if (field.sql === 'text[]') return { value: splitList(text) };
  if (field.sql === 'json') return { value: readGoals(text) };
  if (field.format === 'boolean') return readYesNo(text);
  if (field.format === 'number' || field.format === 'amount') {
    const value = Number(mark === ',' ? text.replace(',', '.') : text);
    return Number.isFinite(value) ? { value } : readNumber(text);
  }
  return { value: text };
}

const isPhoneOfClient = (name: string) =>
  name === 'phone' || name === 'mobile_phone' || name === 'msgapp';

/** True if a row says something about a record. */
const isEmpty = ({ values, named, members, lines, externalId, id, place }: Draft) =>
  Object.keys(values).length === 0 &&
  named.length === 0 &&
  members.length === 0 &&
  lines.length === 0 &&
  externalId === null &&
  id === null &&
  place === null;

/** Removes records that a row does not have, and gives clients without a name that of their contact. */
function arrange(
  all: readonly Draft[],
  { primary, email_to: emailTo }: RowChoices,
  problems: RowProblem[],
): Draft[] {
  let drafts = all.filter((draft) => !isEmpty(draft) || draft.key === primary);
  const byKey = (key: string) => drafts.find((draft) => draft.key === key);
  for (const client of drafts.filter(({ resource }) => resource === 'clients')) {
    if (client.values.name !== undefined) continue;
    const contact = drafts.find(
      ({ resource, ofRow }) => resource === 'contacts' && ofRow.client_id === client.key,
    );
    const name =
      client.values.legal_name ??
      client.values.trade_name ??
      client.values.display_name ??
      contact?.values.custom_name;
    const onlyEmail = Object.keys(client.values).every(
      (field) => field === 'email' || field === 'type' || field === 'source',
    );
    if (contact && onlyEmail && (emailTo === 'notes' || name === undefined)) {
      for (const field of ['email', 'source'])
        if (typeof client.values[field] === 'string')
          contact.lines.push(`${field === 'email' ? 'E-mail' : 'Origem'}: ${client.values[field]}`);
      contact.lines.push(...client.lines);
      drafts = drafts.filter((draft) => draft !== client);
      continue;
    }
    if (name === undefined) continue;
    client.values.name = name;
    if (name === contact?.values.custom_name && client.values.cnpj === undefined)
      client.values.type = 'PF';
  }
  // A contact needs a phone. In a row about something else, it is kept in the notes.
  for (const contact of drafts.filter(({ resource }) => resource === 'contacts')) {
    if (contact.values.phone !== undefined || contact.key === primary) continue;
    if (problems.some(({ record, field }) => record === contact.key && field === 'phone')) continue;
    const main = primary === null ? drafts.at(-1) : byKey(primary);
    if (!main || main === contact || contact.externalId !== null || contact.id !== null) continue;
    const name = contact.values.custom_name;
    if (typeof name === 'string') {
      main.lines.push(`Contato: ${name}`);
      problems.push(
        problem('kept_in_notes', {
          ...{ record: contact.key, field: 'custom_name', value: name, is_refusal: false },
          column: contact.columns.custom_name ?? null,
        }),
      );
    }
    main.lines.push(...contact.lines);
    drafts = drafts.filter((draft) => draft !== contact);
  }
  const isAlone = drafts.length === 1 && drafts[0] !== undefined && isEmpty(drafts[0]);
  return isAlone ? [] : drafts;
}

/** Longest text of notes. */
const maxNotes = 50_000;

/** Adds the kept lines to the notes. */
export function completeNotes(draft: Draft, problems: RowProblem[]): void {
  if (draft.lines.length === 0) return;
  const { notes } = importedTables[draft.resource];
  const text = typeof draft.values[notes] === 'string' ? `${draft.values[notes]}\n\n` : '';
  const all = text + draft.lines.splice(0).join('\n');
  if (all.length > maxNotes) {
    problems.push(
      problem('too_long', {
        ...{ record: draft.key, field: notes, values: { limit: maxNotes } },
      }),
    );
    return;
  }
  draft.values[notes] = all;
}

/** An id in the place of those that are not looked up yet. */
const anyId = '00000000-0000-4000-8000-000000000000';

/** Validates a draft as the API validates a create, and keeps the cleaned values. */
function validate(draft: Draft, problems: RowProblem[]): void {
  const { key, resource, values, named, ofRow, columns } = draft;
  const { input } = importedTables[resource];
  const links = Object.fromEntries(
    [...named.map(({ field }) => field), ...Object.keys(ofRow)].map((field) => [field, anyId]),
  );
  // A project may also be chosen for the whole file.
  const body = { project_id: anyId, ...links, ...values };
  const accepted = Object.fromEntries(
    Object.entries(body).filter(([name]) => name in input.of.fields),
  );
  try {
    const clean = readCreate(input, accepted);
    for (const name of Object.keys(values)) if (name in clean) values[name] = clean[name];
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    for (const { name, code, limit } of error.problems) {
      if (problems.some(({ record, field }) => record === key && field === name)) continue;
      // A matched record already has what a new one needs: the planner decides.
      if (code === 'required') continue;
      const value = values[name];
      problems.push(
        problem(`field_${code}`, {
          ...{ record: key, field: name, column: columns[name] ?? null },
          value: typeof value === 'string' ? value : null,
          values: limit === undefined ? {} : { limit },
        }),
      );
    }
  }
}

/** Free-form goals: an object of JSON, or a text under one key. */
function readGoals(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // A text.
  }
  return { objetivo: text.trim() };
}

/** Separates values of a cell, for members. */
export const partsOfCell = (cell: string): string[] =>
  cell.includes(severalSeparator) ? cell.split(severalSeparator) : splitTags(cell);
