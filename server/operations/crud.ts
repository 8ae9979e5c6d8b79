import type { TeamDb } from '../db/database.ts';
import { teamStatement } from '../db/statement.ts';
import { type Change, changeKind } from '../events/catalogue.ts';
import type { ErrorCode } from '../platform/errors.ts';
import {
  creates,
  explains,
  gets,
  lists,
  type Page,
  removes,
  updates,
  type Values,
  type Verbs,
} from '../records/crud-queries.ts';
import { prose } from '../records/fields.ts';
import type { Input, Inputs } from '../records/input.ts';
import { type Table, withArticle, wordsOf } from '../records/table.ts';
import type { Context } from './context.ts';
import { type Allow, type Operation, operation, type ShownOnce } from './operation.ts';
import { versioned } from './optimistic-lock.ts';
import type { Role } from './roles.ts';

/** `webhook endpoint` → `WebhookEndpoint`: a name as written in SDKs and schemas. */
export const pascal = (words: string): string =>
  words
    .split(/[ _.]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const mayRead: Allow = { key: 'read', user: 'member', operator: true, demo: true };
const mayWrite: Allow = { key: 'full', user: 'member', operator: true, demo: true };

type ListOperation = Operation<{ readonly query: Table }, Page>;
type ListWithinOperation = Operation<
  { readonly path: readonly ['id']; readonly query: Table },
  Page
>;
type OfOne = { readonly path: readonly ['id'] };

/** The two operations of read-only records. */
export interface Reads {
  readonly table: Table;
  readonly list: ListOperation;
  readonly get: Operation<OfOne, string>;
}

/** The five operations of records. */
export interface Crud extends Reads {
  readonly create: Operation<{ readonly body: Input }, string>;
  readonly update: Operation<OfOne & { readonly body: Input }, string>;
  readonly delete: Operation<OfOne, string>;
  /** Keys of delete's result, with the value of constant ones. */
  readonly deleted: Readonly<Record<string, string | boolean>>;
}

/**
 * List and get.
 * @param verbs list and get if they differ from the table's default
 * @param least minimum role of members who may call them
 */
export function reads(
  table: Table,
  verbs: Pick<Verbs<Context>, 'list' | 'get'> = { list: lists(table), get: gets(table) },
  least: Role = 'member',
): Reads {
  const { name, one, path } = table;
  return {
    table,
    list: operation({
      name: `${name}.list`,
      id: `list${pascal(name)}`,
      summary: `List ${wordsOf(name)}`,
      note: `A page of the team’s ${wordsOf(name)}. Filters are combined with AND; an empty filter is ignored.`,
      allow: { ...mayRead, user: least },
      v1: { method: 'GET', path, status: 200 },
      emits: [],
      input: { query: table },
      output: { kind: 'page', table },
      one,
      run: (ctx, { query }) => verbs.list(ctx, query),
    }),
    get: operation({
      name: `${name}.get`,
      id: `get${pascal(one)}`,
      summary: `Get ${withArticle(one)}`,
      note: `Returns the whole record; 404 if the team has no ${one} with this ID.`,
      allow: { ...mayRead, user: least },
      v1: { method: 'GET', path: `${path}/:id`, status: 200 },
      emits: [],
      input: { path: ['id'] },
      output: { kind: 'record', table },
      one,
      run: (ctx, { id }) => verbs.get(ctx, id),
    }),
  };
}

/** The operations of records as a list. */
export const operationsOf = (of: Reads | Crud): Operation[] =>
  'create' in of ? [of.list, of.get, of.create, of.update, of.delete] : [of.list, of.get];

/** Options for a table's five operations. */
interface CrudOptions {
  /** Keys of delete's result; by default `{id, deleted: true}`, for permanent deletion. */
  readonly deleted?: Crud['deleted'];
  /** Fields that only the response to create contains. */
  readonly shownOnce?: ShownOnce;
  /** Additional kinds of events that an operation may emit. */
  readonly alsoEmits?: Partial<Record<'create' | 'update' | 'delete', readonly string[]>>;
  /** Additional actors that may call an operation. */
  readonly alsoAllow?: Partial<Record<'create' | 'update' | 'delete', Allow>>;
  /** Minimum role of members who may call them; by default every member. */
  readonly minRole?: Role;
  /** Fields that members may set only after a recent authentication. */
  readonly fresh?: readonly string[];
  /** Error codes of changes, beyond those of the table. */
  readonly mayFail?: readonly ErrorCode[];
}

/** Default implementations of a table's operations. */
const plainVerbs = (table: Table, inputs: Inputs): Verbs<Context> => ({
  list: lists(table),
  get: gets(table),
  create: creates(table, inputs.create),
  update: updates(table, inputs.update),
  delete: removes(table),
});

/**
 * List, get, create, update and delete.
 * @param inputs input of create and update
 * @param special verbs that override the defaults; each is called after authentication and validation
 */
export function crud(
  table: Table,
  inputs: Inputs,
  options: CrudOptions = {},
  special: Partial<Verbs<Context>> = {},
): Crud {
  const verbs = { ...plainVerbs(table, inputs), ...special };
  const { name, one, path } = table;
  const {
    deleted = { id: '', deleted: true },
    shownOnce,
    alsoEmits = {},
    alsoAllow = {},
    minRole: least = 'member',
    fresh,
    mayFail = [],
  } = options;
  const item = `${path}/:id`;
  const isVersioned = inputs.update.accepts.some(
    (field) => table.fields[field]?.schema === prose.schema,
  );
  const unlessChanged = versioned(table);
  const explainOf = explains(table);
  const explain = (error: unknown, db: TeamDb, { values }: { readonly values: Values }) =>
    explainOf(error, db, values);
  const emits = (change: Change) => {
    const kind = changeKind(table, change);
    return kind === undefined ? [] : [kind];
  };
  return {
    ...reads(table, verbs, least),
    deleted,
    create: operation({
      name: `${name}.create`,
      id: `create${pascal(one)}`,
      summary: `Create ${withArticle(one)}`,
      note: 'Omitted fields take their default value or stay unset. Returns the whole record.',
      allow: { ...mayWrite, user: least, ...alsoAllow.create },
      ...(fresh && { fresh }),
      v1: { method: 'POST', path, status: 201 },
      emits: [...emits('created'), ...(alsoEmits.create ?? [])],
      input: { body: inputs.create },
      output: { kind: 'record', table, ...(shownOnce && { shownOnce }) },
      one,
      mayFail,
      run: (ctx, { values }) => verbs.create(ctx, values),
      explain,
    }),
    update: operation({
      name: `${name}.update`,
      id: `update${pascal(one)}`,
      summary: `Update ${withArticle(one)}`,
      allow: { ...mayWrite, user: least, ...alsoAllow.update },
      ...(fresh && { fresh }),
      v1: { method: 'PUT', path: item, status: 200 },
      emits: [...emits('updated'), ...(alsoEmits.update ?? [])],
      note: 'Changes only the given fields; null clears an optional field. Returns the whole record.',
      input: { path: ['id'], body: inputs.update },
      output: { kind: 'record', table },
      one,
      mayFail,
      ...(isVersioned && { isVersioned }),
      run: (ctx, { id, values }) =>
        unlessChanged(ctx, id, values, (on) => verbs.update(on, id, values)),
      explain,
    }),
    delete: operation({
      name: `${name}.delete`,
      id: `delete${pascal(one)}`,
      summary: `Delete ${withArticle(one)}`,
      allow: { ...mayWrite, user: least, ...alsoAllow.delete },
      v1: { method: 'DELETE', path: item, status: 200 },
      emits: [...emits('deleted'), ...(alsoEmits.delete ?? [])],
      input: { path: ['id'] },
      output: { kind: 'deleted', table, keys: deleted },
      one,
      mayFail,
      run: (ctx, { id }) => verbs.delete(ctx, id),
      explain: (error, db) => explainOf(error, db, {}),
    }),
  };
}

/**
 * List of the records that belong to one record, whose id is in the path.
 * @param owner its table and singular name; the parameter `$owner` restricts the list to it
 * @param summary names the owner of the listed records
 * @param least minimum role of members who may call it
 */
export function listWithin(
  table: Table,
  owner: { readonly table: string; readonly one: string },
  {
    summary,
    note,
    least = 'member',
  }: { readonly summary: string; readonly note: string; readonly least?: Role },
): ListWithinOperation {
  const list = lists(table);
  const isThere = teamStatement(
    `select 1 as there from ${owner.table} where team_id = $team and id = $id`,
  );
  return operation({
    name: `${table.name}.list`,
    id: `list${pascal(table.name)}`,
    summary,
    note,
    allow: { ...mayRead, user: least },
    v1: { method: 'GET', path: table.path, status: 200 },
    emits: [],
    input: { path: ['id'], query: table },
    output: { kind: 'page', table },
    one: owner.one,
    async run(ctx, { id, query }) {
      const [row] = await ctx.db.read(isThere, { id });
      return row && list(ctx, query, { owner: id });
    },
  });
}
