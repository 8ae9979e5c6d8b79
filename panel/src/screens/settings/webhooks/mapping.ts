import type { MappingTry } from '#panel/api/types.ts';

/* Converts a field_mapping to form rows and back: each task field with its source (docs/webhooks.md). */

type Kind = 'path' | 'template' | 'constant' | 'list' | 'json';
export const kinds: readonly Kind[] = ['path', 'template', 'constant', 'list', 'json'];

export interface Row {
  readonly field: string;
  readonly kind: Kind;
  readonly text: string;
}

/** Task fields that a mapping may set, in the order offered. */
export const fields = [
  'title',
  'description',
  'priority',
  'start_date',
  'due_date',
  'assignee_id',
  'assignee_ids',
  'reporter_id',
  'estimated_hours',
  'tags',
  'checklist_markdown',
  'blocked_by_ids',
  'project_id',
  'parent_id',
] as const;

type Plain = string | number | boolean;
const isPlain = (value: unknown): value is Plain =>
  ['string', 'number', 'boolean'].includes(typeof value);

/** Form representation of a source. */
function rowOf(field: string, source: unknown): Row {
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

/** True if an entry survives conversion to comma-separated text and back. */
const isEntry = (text: string) => text !== '' && text.trim() === text && !text.includes(',');

export const rowsOf = (mapping: object): readonly Row[] =>
  Object.entries(mapping).map(([field, source]) => rowOf(field, source));

/** Source that a row represents. @throws SyntaxError for invalid JSON */
function sourceOf({ kind, text }: Row): unknown {
  if (kind === 'constant') return { value: text };
  if (kind === 'json') return JSON.parse(text) as unknown;
  if (kind !== 'list') return text;
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

/** Builds a field_mapping from rows; undefined if one contains invalid JSON. */
export function mappingOf(rows: readonly Row[]): object | undefined {
  try {
    return Object.fromEntries(rows.map((row) => [row.field, sourceOf(row)]));
  } catch {
    return undefined;
  }
}

/** Parses a field_mapping; undefined unless it is a JSON object. */
export function mappingIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Pretty-prints JSON; returns other or truncated text unchanged. */
export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

type ProblemName =
  | 'noSource'
  | 'notSettable'
  | 'nobody'
  | 'needsProject'
  | 'notJson'
  | 'empty'
  | 'tooMuch'
  | 'noTarget'
  | 'value';

type MappingProblem = MappingTry['problems'][number];

const byReason: Partial<Record<NonNullable<MappingProblem['reason']>, ProblemName>> = {
  broken_json: 'notJson',
  empty_body: 'empty',
  malformed: 'notJson',
  no_target: 'noTarget',
  project_missing: 'needsProject',
  too_much: 'tooMuch',
};
const byCode: Partial<Record<MappingProblem['code'], ProblemName>> = {
  invalid_template: 'noSource',
  not_found: 'nobody',
  unknown: 'notSettable',
};

export const problemNameOf = ({
  code,
  reason,
}: Pick<MappingProblem, 'code' | 'reason'>): ProblemName =>
  (reason && byReason[reason]) ?? byCode[code] ?? 'value';

/** Formats a found value for display. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') return value;
  const isTexts = Array.isArray(value) && value.every((each) => typeof each === 'string');
  return isTexts ? value.join(', ') : JSON.stringify(value);
}
