import { firstKeys, linksOf } from './fields.ts';
import {
  type CheckInput,
  type ImportedResource,
  type MappedRecord,
  type MatchKey,
  type Question,
  type RowChoices,
  recordsIn,
  type Table,
} from './types.ts';

/* The mapping while it is edited: pure changes of a draft, and the input that it becomes. */

type Options = Pick<
  RowChoices,
  | 'on_match'
  | 'on_inactive'
  | 'create_linked'
  | 'keep_unmapped'
  | 'email_to'
  | 'date_order'
  | 'area_code'
  | 'project_id'
  | 'emits'
>;

/** Choices that are not sent yet. */
export interface Draft extends Options {
  readonly records: readonly MappedRecord[];
  readonly columns: RowChoices['columns'];
  /** Keys of records → how they are recognized, null for never, as far as it was changed. */
  readonly match_by: Readonly<Record<string, MatchKey | null>>;
  /** Questions that were answered. */
  readonly answered: readonly string[];
}

const defaults: Options = {
  on_match: 'fill_blanks',
  on_inactive: 'skip',
  create_linked: true,
  keep_unmapped: true,
  email_to: 'client',
  date_order: null,
  area_code: null,
  project_id: null,
  emits: false,
};

/** Identity of a question in a draft. Columns share the question about the order of their dates. */
export const questionKey = ({ code, column }: Question) =>
  code === 'column' ? `column ${column}` : code;

/** Fields by which a record is recognized, in the order of the service. */
const keyFields: readonly (readonly [MatchKey, readonly string[]])[] = [
  ['id', ['id']],
  ['external_id', ['external_id']],
  ['document', ['cpf', 'cnpj', 'tax_id']],
  ['phone', ['phone', 'mobile_phone', 'msgapp']],
  ['email', ['email']],
];

const matchesIn = (matches: RowChoices['match_by']): Draft['match_by'] =>
  Object.fromEntries(
    Object.entries(matches).map(([key, by]) => [
      key,
      keyFields.map(([name]) => name).find((name) => name === by) ?? null,
    ]),
  );

/** The draft with which a table begins: its last choices, or the guess. */
export function firstDraft({ guess }: Table, choices: RowChoices | null): Draft {
  if (!choices)
    return {
      ...defaults,
      ...{ columns: guess.columns, match_by: {}, answered: [] },
      records: recordsIn(guess.records),
    };
  const { columns } = choices;
  const { on_match, on_inactive, create_linked, keep_unmapped, email_to } = choices;
  const { date_order, area_code, project_id, emits } = choices;
  return {
    ...{ columns, on_match, on_inactive, create_linked, keep_unmapped },
    ...{ email_to, date_order, area_code, project_id, emits },
    records: recordsIn(choices.records),
    match_by: matchesIn(choices.match_by),
    answered: guess.questions.map(questionKey),
  };
}

/** Questions without an answer, one of each. */
export const openQuestions = ({ guess }: Table, { answered }: Draft): readonly Question[] =>
  guess.questions.filter(
    (question, i, all) =>
      !answered.includes(questionKey(question)) &&
      all.findIndex((each) => questionKey(each) === questionKey(question)) === i,
  );

export const answer = (draft: Draft, question: Question): Draft => ({
  ...draft,
  answered: [...new Set([...draft.answered, questionKey(question)])],
});

/** Field of a column as `record.field`; empty for none. A column with several fields has its first one. */
export function targetOf({ columns }: Draft, column: number): string {
  const mapped = columns.find((each) => each.column === column);
  return mapped ? `${mapped.record}.${mapped.field}` : '';
}

/** Splits `client.address.city`. */
export function splitTarget(target: string): readonly [record: string, field: string] {
  const dot = target.indexOf('.');
  return [target.slice(0, dot), target.slice(dot + 1)];
}

/** Sends a column to a field (`record.field`), or nowhere. */
export function withTarget(draft: Draft, column: number, target: string): Draft {
  const others = draft.columns.filter((each) => each.column !== column);
  const [record, field] = splitTarget(target);
  const columns =
    target === ''
      ? others
      : [...others, { column, record, field }].toSorted((a, b) => a.column - b.column);
  return { ...draft, columns, answered: [...new Set([...draft.answered, `column ${column}`])] };
}

/** Key of a further record: `contact`, then `contact2`. */
function keyFor(records: readonly MappedRecord[], resource: ImportedResource): string {
  const first = firstKeys[resource];
  let key = first;
  for (let n = 2; records.some((each) => each.key === key); n += 1) key = `${first}${n}`;
  return key;
}

/** Adds a record to each row, with its links to the others. */
export function withRecord(draft: Draft, resource: ImportedResource): Draft {
  const key = keyFor(draft.records, resource);
  const added = { key, resource, links: {} };
  return { ...draft, records: linked([...draft.records, added]) };
}

/** Links records to those of the same row to which nothing links them yet. */
const linked = (records: readonly MappedRecord[]): MappedRecord[] =>
  records.map((record) => {
    const links = { ...record.links };
    for (const [field, resource] of Object.entries(linksOf[record.resource])) {
      const target = records.find((each) => each.resource === resource);
      if (target && !(field in links)) links[field] = target.key;
    }
    return { ...record, links };
  });

/** Removes a record with its columns. */
export function withoutRecord(draft: Draft, key: string): Draft {
  const { [key]: _, ...match_by } = draft.match_by;
  return {
    ...draft,
    match_by,
    columns: draft.columns.filter(({ record }) => record !== key),
    records: withLinksAmong(draft.records.filter((record) => record.key !== key)),
  };
}

const withLinksAmong = (records: readonly MappedRecord[]): MappedRecord[] =>
  records.map((record) => ({
    ...record,
    links: Object.fromEntries(
      Object.entries(record.links).filter(([, key]) => records.some((each) => each.key === key)),
    ),
  }));

/** Ways to recognize a record that its columns allow. */
export function matchKeysOf({ columns }: Draft, { key, resource }: MappedRecord): MatchKey[] {
  const isPerson = resource === 'contacts' || resource === 'clients';
  return keyFields
    .filter(
      ([name, fields]) =>
        (isPerson || name === 'id' || name === 'external_id') &&
        columns.some(({ record, field }) => record === key && fields.includes(field)),
    )
    .map(([name]) => name);
}

/** The way to recognize a record without a choice; undefined if the service decides by its name or by the whole row. */
export const defaultMatch = (keys: readonly MatchKey[], { resource }: MappedRecord) =>
  keys.find((key) => key !== 'email' && (key !== 'phone' || resource === 'contacts'));

/** The mapping without records that no column fills. */
function mappingOf({ records, columns }: Draft) {
  const filled = records.filter(({ key }) => columns.some(({ record }) => record === key));
  return { records: withLinksAmong(filled), columns: [...columns] };
}

/** Input of a preview. */
export function previewInput(draft: Draft) {
  const { keep_unmapped, email_to, date_order, area_code } = draft;
  return { ...mappingOf(draft), keep_unmapped, email_to, date_order, area_code };
}

/** Input of a check. */
export function checkInput(draft: Draft): CheckInput {
  const { on_match, on_inactive, create_linked, project_id, emits } = draft;
  const { records } = mappingOf(draft);
  const match_by = Object.fromEntries(
    Object.entries(draft.match_by).filter(([key]) => records.some((each) => each.key === key)),
  );
  return {
    ...previewInput(draft),
    ...{ match_by, on_match, on_inactive, create_linked, project_id, emits },
  };
}
