import type { TeamDb } from '../db/database.ts';
import { teamStatement } from '../db/statement.ts';
import { type Change, changeKind } from '../events/catalogue.ts';
import { prose } from '../records/fields.ts';
import type { Input, Inputs } from '../records/input.ts';
import { type Table, withArticle } from '../records/table.ts';
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
} from '../records/verbs.ts';
import type { Context } from './context.ts';
import { type Allow, type Operation, operation, type ShownOnce } from './operation.ts';
import type { Role } from './roles.ts';
import { versioned } from './versions.ts';

/** `webhook endpoint` → `WebhookEndpoint`: a name as SDKs and schemas write it. */
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

/** The two operations of records that can only be read. */
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
  /** The keys of what delete answers, with the value of those that are always the same. */
  readonly deleted: Readonly<Record<string, string | boolean>>;
}

/**
 * List and get.
 * @param verbs list and get where they differ from what the table says
 * @param least the least role of members who may call them
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
      summary: `List ${name}`,
      note: `A page of the team’s ${name}. Filters are combined with AND; an empty one counts as not given.`,
      allow: { ...mayRead, user: least },
      v1: { method: 'GET', path, status: 200 },
      emits: [],
      takes: { query: table },
      answers: { kind: 'page', table },
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
      takes: { path: ['id'] },
      answers: { kind: 'record', table },
      one,
      run: (ctx, { id }) => verbs.get(ctx, id),
    }),
  };
}

/** What is particular of a table's five operations. */
interface CrudOptions {
  /** The keys of what delete answers; `{id, deleted: true}` where the record is removed for good. */
  readonly deleted?: Crud['deleted'];
  /** What only the answer to create shows. */
  readonly shownOnce?: ShownOnce;
  /** Further kinds of events that an update may emit. */
  readonly updateEmits?: readonly string[];
  /** Who else may call an operation. */
  readonly alsoAllow?: Partial<Record<'create' | 'update' | 'delete', Allow>>;
  /** The least role of members who may call them; every member when absent. */
  readonly least?: Role;
  /** Fields that members give a value only after they have proved who they are. */
  readonly fresh?: readonly string[];
}

/** What a table's operations do where nothing is special about it. */
const plainVerbs = (table: Table, inputs: Inputs): Verbs<Context> => ({
  list: lists(table),
  get: gets(table),
  create: creates(table, inputs.create),
  update: updates(table, inputs.update),
  delete: removes(table),
});

/**
 * List, get, create, update and delete.
 * @param inputs what create and update take
 * @param special the verbs that do more than the table says; each is called after authentication and validation
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
    updateEmits = [],
    alsoAllow = {},
    least = 'member',
    fresh,
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
      note: 'Fields that are not given get their default, or are unset. Returns the whole record.',
      allow: { ...mayWrite, user: least, ...alsoAllow.create },
      ...(fresh && { fresh }),
      v1: { method: 'POST', path, status: 201 },
      emits: emits('created'),
      takes: { body: inputs.create },
      answers: { kind: 'record', table, ...(shownOnce && { shownOnce }) },
      one,
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
      emits: [...emits('updated'), ...updateEmits],
      note: 'Changes only the fields given; null clears a field that may be unset. Returns the whole record.',
      takes: { path: ['id'], body: inputs.update },
      answers: { kind: 'record', table },
      one,
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
      emits: emits('deleted'),
      takes: { path: ['id'] },
      answers: { kind: 'deleted', table, keys: deleted },
      one,
      run: (ctx, { id }) => verbs.delete(ctx, id),
      explain: (error, db) => explainOf(error, db, {}),
    }),
  };
}

/**
 * The list of what belongs to one record, whose id stands in the path.
 * @param owner its table and the word for it; the list is limited to it by the parameter `$owner`
 * @param summary says whose records it lists
 * @param least the least role of members who may call it
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
    takes: { path: ['id'], query: table },
    answers: { kind: 'page', table },
    one: owner.one,
    async run(ctx, { id, query }) {
      const [row] = await ctx.db.read(isThere, { id });
      return row && list(ctx, query, { owner: id });
    },
  });
}
