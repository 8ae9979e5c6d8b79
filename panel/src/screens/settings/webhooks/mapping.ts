/*
 * A field_mapping as rows of a form: each field of the task with where its value comes from (docs/webhooks.md).
 */

export type Kind = 'path' | 'template' | 'constant' | 'list' | 'json';
export const kinds: readonly Kind[] = ['path', 'template', 'constant', 'list', 'json'];

export interface Row {
  readonly field: string;
  readonly kind: Kind;
  readonly text: string;
}

/** The fields of a task that a mapping may give, in the order in which they are offered. */
export const fields = [
  'title',
  'description',
  'priority',
  'due_date',
  'assignee_id',
  'assignee_ids',
  'reporter_id',
  'estimated_hours',
  'tags',
  'checklist_markdown',
  'project_id',
] as const;

type Plain = string | number | boolean;
const isPlain = (value: unknown): value is Plain =>
  ['string', 'number', 'boolean'].includes(typeof value);

/** How a source is written in the form. */
export function rowOf(field: string, source: unknown): Row {
  if (typeof source === 'string')
    return { field, kind: source.includes('{{') ? 'template' : 'path', text: source };
  if (Array.isArray(source) && source.every((each) => typeof each === 'string' && isEntry(each)))
    return { field, kind: 'list', text: source.join(', ') };
  if (typeof source === 'object' && source !== null && Object.keys(source).join() === 'value') {
    const { value } = source as { readonly value: unknown };
    if (isPlain(value)) return { field, kind: 'constant', text: String(value) };
  }
  if (typeof source === 'number') return { field, kind: 'constant', text: String(source) };
  return { field, kind: 'json', text: JSON.stringify(source) };
}

/** Whether a list's entry comes back as it is when the list is read as a text. */
const isEntry = (text: string) => text !== '' && text.trim() === text && !text.includes(',');

export const rowsOf = (mapping: object): readonly Row[] =>
  Object.entries(mapping).map(([field, source]) => rowOf(field, source));

/** What a row stands for. @throws SyntaxError where its JSON is none */
export function sourceOf({ kind, text }: Row): unknown {
  if (kind === 'constant') return { value: text };
  if (kind === 'json') return JSON.parse(text) as unknown;
  if (kind !== 'list') return text;
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

/** The field_mapping of rows; undefined where one of them holds JSON that is none. */
export function mappingOf(rows: readonly Row[]): object | undefined {
  try {
    return Object.fromEntries(rows.map((row) => [row.field, sourceOf(row)]));
  } catch {
    return undefined;
  }
}

/** A text as a field_mapping; undefined where it is no JSON object. */
export function mappingIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** JSON on lines of its own; any other text, and what was cut off, as it is. */
export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

export type ProblemName =
  | 'noSource'
  | 'notSettable'
  | 'nobody'
  | 'needsProject'
  | 'notJson'
  | 'empty'
  | 'tooMuch'
  | 'noTarget'
  | 'value';

/** What is wrong, for those problems that the panel says in its own words. */
const problems: readonly (readonly [RegExp, ProblemName])[] = [
  [/ is neither a path such as /, 'noSource'],
  [/^field_mapping\..* cannot be set;/, 'notSettable'],
  [/: no .+ has this id/, 'nobody'],
  [/field_mapping must give project_id/, 'needsProject'],
  [/^The body is empty/, 'empty'],
  [/^The body (is not valid JSON|must be (a JSON object|JSON in UTF-8))/, 'notJson'],
  [
    /its templates (expand|insert)|at most 64 kB|at most \d+ \{\{templates|^The body must have/,
    'tooMuch',
  ],
  [/no target_pipeline_id/, 'noTarget'],
  [/ must (be|not|contain|have)|cannot be null/, 'value'],
];

export const problemNameOf = (message: string): ProblemName =>
  problems.find(([pattern]) => pattern.test(message))?.[1] ?? 'value';

/** A found value as it is shown. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') return value;
  const isTexts = Array.isArray(value) && value.every((each) => typeof each === 'string');
  return isTexts ? value.join(', ') : JSON.stringify(value);
}
