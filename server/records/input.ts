import { isUtf8 } from 'node:buffer';
import type { FieldCode } from '../platform/error-reasons.ts';
import { invalidRequest } from '../platform/errors.ts';
import { readJson, TooMuch } from '../platform/limited-json.ts';
import { fieldProblem, missingField, nullField } from './field-problem.ts';
import { type Field, type Fields, isAlways, singleLine } from './fields.ts';
import { InvalidInput, maxProblems, type Problem } from './invalid-values.ts';
import { maxPerPage, type Order } from './statements.ts';
import { type Table, withArticle } from './table.ts';

type Values = Record<string, unknown>;

/** Owner of an input's fields: a table, or an object that only a call uses. */
export type Shape<Name extends string = string> = Pick<Table<Name>, 'name' | 'one' | 'fields'> &
  Partial<Pick<Table, 'links' | 'constraints' | 'about' | 'example' | 'exampleChange'>>;

/** Body of a call. Ignores fields that it does not accept, so that a record can be sent back as it was read. */
export interface Input<Name extends string = string> {
  readonly of: Shape<Name>;
  /** create: all accepted fields get a value; update: only those given. */
  readonly kind: 'create' | 'update';
  readonly accepts: readonly Name[];
  /** Fields accepted only with the record's current value. */
  readonly immutable?: readonly Name[];
  /** Other names that a response may contain; also ignored. */
  readonly ignored?: readonly string[];
  /** Fields that are allowed only with some values of another field, for the document; a constraint enforces it. */
  readonly apart?: {
    readonly by: Name;
    /** Value of that field → fields that must then be unset. */
    readonly without: Readonly<Record<string, readonly Name[]>>;
  };
  /** Problems of the combination of values; excludes individually invalid ones. */
  readonly problems?: (values: Values) => readonly Problem[];
}

/** Inputs of create and update for a table's records. */
export interface Inputs {
  readonly create: Input;
  readonly update: Input;
}

/** Declares an input; the compiler checks its names against the fields. */
export const input = <Name extends string>(
  of: Shape<Name>,
  declaration: Omit<Input<NoInfer<Name>>, 'of'>,
): Input => ({ of, ...declaration });

/** Declares the inputs of create and update for a table's records; `immutable` applies to update, the rest to both. */
export const inputs = <Name extends string>(
  of: Table<Name>,
  {
    create,
    update,
    immutable = [],
    ignored = [],
    ...both
  }: Readonly<Record<'create' | 'update', readonly NoInfer<Name>[]>> &
    Pick<Input<NoInfer<Name>>, 'immutable' | 'ignored' | 'apart'>,
): Inputs => ({
  create: { of, kind: 'create', accepts: create, ignored, ...both },
  update: { of, kind: 'update', accepts: update, immutable, ignored, ...both },
});

/** @throws InvalidInput with the problems, if there are any. @param further number of additional problems */
export function refuse(problems: readonly Problem[], further = 0): void {
  if (problems.length > 0) throw new InvalidInput(problems, further);
}

/** Problems of names that the caller chose, up to the maximum for one error. */
const foreignProblems = (names: readonly string[], problem: string, code: FieldCode): Problem[] =>
  names.slice(0, maxProblems).map((name) => ({ name, problem, code, isForeign: true }));

/** @throws InvalidInput if there are any names */
const refuseNames = (names: readonly string[], problem: string, code: FieldCode) =>
  refuse(foreignProblems(names, problem, code), Math.max(0, names.length - maxProblems));

/** JSON that may contain a NUL or an unpaired surrogate, neither of which PostgreSQL can store. */
const suspect = /\\u(0000|[dD][89a-fA-F])/;

const isUnstorable = (text: string) => text.includes('\0') || !text.isWellFormed();

function hasUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return isUnstorable(value);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasUnstorableText);
  return Object.entries(value).some(
    ([key, inner]) => isUnstorable(key) || hasUnstorableText(inner),
  );
}

/**
 * Parses a request body as an object of fields. An empty body counts as `{}`.
 * @throws ApiError VALIDATION_ERROR if it is not a JSON object in UTF-8, or contains a text that cannot be stored
 */
export function readBody(bytes: Buffer): Values {
  if (bytes.length === 0) return {};
  if (!isUtf8(bytes)) throw invalidRequest('The body must be JSON in UTF-8.', 'malformed');
  const text = bytes.toString('utf8');
  let body: unknown;
  try {
    body = readJson(text);
  } catch (error) {
    if (error instanceof TooMuch) throw invalidRequest(`The body ${error.message}.`, 'too_much');
    throw invalidRequest('The body is not valid JSON.', 'broken_json');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalidRequest('The body must be a JSON object.', 'malformed');
  }
  if (suspect.test(text)) refuseUnstorable(body as Values);
  return body as Values;
}

/** @throws ApiError VALIDATION_ERROR naming the fields with texts that cannot be stored */
export function refuseUnstorable(body: Values): void {
  const bad = Object.entries(body).filter(([name, value]) => hasUnstorableText([name, value]));
  refuseNames(
    bad.map(([name]) => name),
    'must not contain a NUL character or an unpaired surrogate',
    'characters',
  );
}

/**
 * Validates a body against an input.
 * @returns only accepted fields that were given, each cleaned; on create every accepted field (null or its default if not given)
 * @throws ApiError VALIDATION_ERROR naming every invalid field and the allowed values
 */
function check(
  { of: { one, fields }, ignored = [], problems: also }: Input,
  body: Values,
  accepted: readonly string[],
  create: boolean,
): Values {
  const values: Values = {};
  const problems: Problem[] = [];
  const unknown = Object.keys(body).filter(
    (name) => !Object.hasOwn(fields, name) && !ignored.includes(name),
  );
  problems.push(...foreignProblems(unknown, `is not a field of ${withArticle(one)}`, 'unknown'));
  for (const name of accepted) {
    const field = fields[name];
    if (!field) throw new Error(`an input accepts ${name}, which is not a field of ${one}`);
    const bodyValue = Object.hasOwn(body, name) ? body[name] : undefined;
    if (bodyValue === undefined || (create && bodyValue === null)) {
      if (!create) continue;
      if (field.required) problems.push(missingField(name, field));
      values[name] = field.isGenerated ? null : (field.fallback ?? null);
    } else if (bodyValue === null) {
      if (Array.isArray(field.fallback)) values[name] = [];
      else if (typeof field.fallback === 'object') values[name] = {};
      else if (isAlways(field)) problems.push(nullField(name, field));
      else values[name] = null;
    } else {
      const value = field.clean ? field.clean(bodyValue) : bodyValue;
      if (field.check(value)) values[name] = value;
      else problems.push(fieldProblem(name, field, value));
    }
  }
  refuse([...problems, ...(also?.(values) ?? [])], Math.max(0, unknown.length - maxProblems));
  return values;
}

/** Values of a create: all fields that it accepts. @throws ApiError VALIDATION_ERROR */
export const readCreate = (input: Input, body: Values) => check(input, body, input.accepts, true);

/** Values of an update: the accepted and immutable fields that were given. @throws ApiError VALIDATION_ERROR */
export const readUpdate = (input: Input, body: Values) =>
  check(input, body, [...input.accepts, ...(input.immutable ?? [])], false);

/** For POSTs without a body. @throws ApiError VALIDATION_ERROR naming the fields */
export function refuseFields(body: Values): void {
  refuseNames(Object.keys(body), 'is not allowed here: this operation takes no fields', 'unknown');
}

/** Converts values for the database driver. */
export function stored(fields: Fields, values: Values): Values {
  const out: Values = {};
  for (const [name, value] of Object.entries(values)) {
    const store = fields[name]?.store;
    out[name] = store && value !== null ? store(value) : value;
  }
  return out;
}

/** A validated list query. */
export interface ListQuery {
  readonly page: number;
  readonly limit: number;
  readonly order: Order;
  /** Filter name → value, for the filters in use, in order of declaration. */
  readonly filters: Values;
  readonly search: string | undefined;
  /** Cursor after which the page begins; `page` is then only a label. */
  readonly after: string | undefined;
}

export const searchText = singleLine(255);

/** Problem of a text that contains a NUL character. */
const unstorable = (name: string, field: Field): Problem => ({
  name,
  problem: `must be ${field.requirement}`,
  code: 'characters',
});

function readInteger(
  name: string,
  text: string | undefined,
  fallback: number,
  most: number,
  problems: Problem[],
): number {
  if (text === undefined) return fallback;
  const value = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= most) return value;
  problems.push({
    name,
    problem: `must be a whole number from 1 to ${most}`,
    ...(value > most ? { code: 'too_large', limit: most } : { code: 'invalid_format' }),
  });
  return fallback;
}

function readOrder(resource: Table, text: string | undefined, problems: Problem[]): Order {
  if (text === undefined) return { field: resource.latestBy ?? 'created_at', descending: true };
  const descending = text.startsWith('-');
  const field = descending ? text.slice(1) : text;
  if (!Object.hasOwn(resource.sorts, field)) {
    problems.push({
      name: 'sort',
      problem: `must be one of ${Object.keys(resource.sorts).join(', ')}, with the prefix - for descending order`,
      code: 'not_allowed',
    });
  }
  return { field, descending };
}

/** Parameter names allowed in a list's query. */
export const queryNames = (resource: Table) => [
  ...(resource.isWhole ? [] : ['page', 'limit', 'sort', 'after']),
  ...Object.keys(resource.filters),
  ...(resource.search ? ['search'] : []),
];

/** Parameters with a non-empty text; repeated and unknown ones are problems. */
function readParameters(
  query: unknown,
  allowed: readonly string[],
  problems: Problem[],
): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const [name, value] of Object.entries(query as Record<string, string | string[]>)) {
    if (!allowed.includes(name)) {
      const list =
        allowed.length > 0 ? `allowed: ${allowed.join(', ')}` : 'this operation takes none';
      problems.push({
        name,
        problem: `is not a query parameter; ${list}`,
        code: 'unknown',
        isForeign: true,
      });
    } else if (Array.isArray(value))
      problems.push({ name, problem: 'must be given only once', code: 'too_many', limit: 1 });
    else if (value !== '') parameters[name] = value;
  }
  return parameters;
}

/** @throws ApiError VALIDATION_ERROR naming every invalid parameter and the allowed values */
export function readListQuery(resource: Table, query: unknown): ListQuery {
  const problems: Problem[] = [];
  const parameters = readParameters(query, queryNames(resource), problems);
  const filters: Values = {};
  for (const [name, { field }] of Object.entries(resource.filters)) {
    const text = parameters[name];
    if (text === undefined) continue;
    const read = field.fromQuery ? field.fromQuery(text) : text;
    const value = field.clean ? field.clean(read) : read;
    if (text.includes('\0')) problems.push(unstorable(name, field));
    else if (!field.check(value)) problems.push(fieldProblem(name, field, value));
    else filters[name] = value;
  }
  const search = parameters.search?.trim();
  if (search?.includes('\0')) problems.push(unstorable('search', searchText));
  else if (search && !searchText.check(search))
    problems.push(fieldProblem('search', searchText, search));
  // An unpaginated list may have filters named like paging parameters.
  const paging = resource.isWhole ? {} : parameters;
  const page = readInteger('page', paging.page, 1, Number.MAX_SAFE_INTEGER, problems);
  const limit = readInteger('limit', paging.limit, 20, maxPerPage, problems);
  const order = readOrder(resource, paging.sort, problems);
  refuse(problems);
  return { page, limit, order, filters, search: search || undefined, after: paging.after };
}

/** For operations without a query. @throws ApiError VALIDATION_ERROR naming the parameters */
export function refuseQuery(query: unknown): void {
  const problems: Problem[] = [];
  readParameters(query, [], problems);
  refuse(problems);
}

const punctuation = /[\s.\-/()+]/g;

/**
 * Normalises a search term to the form it has in an id or a phone number: without punctuation, in upper case. Null if it cannot
 * be part of one.
 */
export function bareTerm(term: string): string | null {
  const bare = term.replace(punctuation, '').toUpperCase();
  if (!/^[0-9A-Z]+$/.test(bare)) return null;
  // Spaces may be punctuation if there are digits, as in every id and phone number; between letters alone they separate words.
  return /\s/.test(term) && !/[0-9]/.test(bare) ? null : bare;
}

const trigram = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]/u;

/** True if pg_trgm extracts a trigram from a pattern: it pads words with spaces, except where the pattern continues. */
export const hasTrigram = (term: string): boolean =>
  trigram.test(term.normalize('NFKD').replace(/\p{M}/gu, ''));

/**
 * True if a search term has no trigram for an index search. PostgreSQL may then read the whole index, followed by all records in
 * it.
 */
export function isScannedFor({ search }: Table, term: string): boolean {
  const bare = search?.ids ? bareTerm(term) : null;
  return !hasTrigram(term) || (bare !== null && !hasTrigram(bare));
}
