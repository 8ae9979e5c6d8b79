import type { TeamDb } from '../db/database.ts';
import { type ErrorCode, forbidden, notFound } from '../platform/errors.ts';
import { isUuid } from '../platform/uuid.ts';
import { isPage, type Values } from '../records/crud-queries.ts';
import type { Fields } from '../records/fields.ts';
import {
  type Input,
  type ListQuery,
  readCreate,
  readListQuery,
  readUpdate,
  refuseFields,
  refuseQuery,
} from '../records/input.ts';
import type { Table } from '../records/table.ts';
import { requireFresh } from './account-operation.ts';
import { withAttribution } from './audit-attribution.ts';
import { readValues, type ValuesOf } from './call-values.ts';
import type { Actor, Context } from './context.ts';
import { refuseHiddenRecords } from './hidden-records.ts';
import {
  hasConfidentialFields,
  maskedFor,
  maskedPage,
  maskedText,
  refuseHidden,
  seesAll,
} from './masking.ts';
import type { Answer } from './response-envelope.ts';
import { isAtLeast, type Role } from './roles.ts';

/** Input of a call. `id` is the record's; `inner` that of a record which belongs to it. */
export interface CallInput {
  readonly path?: readonly ('id' | 'inner')[];
  readonly body?: Input;
  /** Named values that belong to no record: the body of a call outside a table's operations. */
  readonly fields?: Fields;
  /** List query of a table: page, limit, sort, after, search and its filters. */
  readonly query?: Table;
}

/** Validated input of an operation that takes `T`. */
export type InputOf<T extends CallInput> = (T['path'] extends readonly (infer N extends string)[]
  ? { readonly [K in N]: string }
  : unknown) &
  (T['body'] extends Input ? { readonly values: Values } : unknown) &
  (T['fields'] extends Fields ? { readonly values: ValuesOf<T['fields']> } : unknown) &
  (T['query'] extends Table ? { readonly query: ListQuery } : unknown);

/** A call from outside, before validation. */
export interface RawInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly body?: Values;
  readonly query?: unknown;
}

/**
 * Actors that may call. Read-only keys may call what `key: 'read'` allows; members need at least the given role: `user: 'admin'`
 * is for admins and owners.
 */
export type Allow = { readonly key?: 'read' | 'full'; readonly user?: Role } & {
  readonly [K in Exclude<Actor['kind'], 'key' | 'user'>]?: true;
};

/** Texts that only this response contains in addition to the record: name → description. */
export type ShownOnce = Readonly<Record<string, string>>;

/** Output of an operation, as the reference describes it. */
export type Output =
  | { readonly kind: 'page'; readonly table: Table }
  | { readonly kind: 'record'; readonly table: Table; readonly shownOnce?: ShownOnce }
  | {
      readonly kind: 'deleted';
      readonly table: Table;
      readonly keys: Readonly<Record<string, string | boolean>>;
    }
  /** An object, or with `isList` an array of objects. @param name of its schema in SDKs */
  | {
      readonly kind: 'fields';
      readonly name: string;
      readonly fields: Fields;
      readonly isList?: true;
      /** True if `data` may be null. */
      readonly isNullable?: true;
    }
  /** One JSON object with these keys, for the command line. */
  | { readonly kind: 'object'; readonly keys: readonly string[] };

/** HTTP route of an operation. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** After /api/v1 or /api/panel/teams/:team_slug, with `:id` and `:inner`. */
  readonly path: string;
  readonly status: 200 | 201;
}

/** Declaration of an operation on one team's data. */
interface Declaration<T extends CallInput, O> {
  /** `deals.create`: the plural of the records, and a verb. */
  readonly name: string;
  /** Name in SDKs: `createDeal`. */
  readonly id: string;
  /** One line in the imperative: `Create a deal`. */
  readonly summary: string;
  /** Additional text for the reference, in Markdown. */
  readonly note?: string;
  /** Describes its response, if the kind of its output does not suffice. */
  readonly returns?: string;
  readonly allow: Allow;
  /** Requires members to have authenticated in the last ten minutes; with names, only if a call sets one of these fields. */
  readonly fresh?: true | readonly string[];
  /** True if it exports the team's data as a file: for members with the export permission. */
  readonly exports?: true;
  readonly v1?: Route;
  /** Route in the panel API, below its team; by default that of v1, if members may call it. */
  readonly panel?: Route;
  /** Route in the panel API if its request or response is not JSON; a dedicated handler serves it. */
  readonly bytes?: Route;
  /** The same in v1. */
  readonly v1Bytes?: Route;
  /** True if v1 also accepts `multipart/form-data` with a part `file`, which is stored and passed as `file_id`. */
  readonly takesForm?: true;
  /** True if the panel API accepts If-Match with the version that was read. */
  readonly isVersioned?: true;
  /** Command: `squad create`. */
  readonly cli?: string;
  /** Kinds of events that it may emit. */
  readonly emits: readonly string[];
  readonly input: T;
  readonly output: Output;
  /** Error codes beyond those of its kind. */
  readonly mayFail?: readonly ErrorCode[];
  /** Singular name of the path's record, for messages. */
  readonly one: string;
  /**
   * Runs the call and stores the Idempotency-Key of `ctx.keyed` itself, because it works outside the database.
   * @param read validates the call; its errors are responses stored under the key, too
   */
  keepsKey?(ctx: Context, read: () => InputOf<T>): Promise<Answer>;
  /** @returns undefined if the team has no such record */
  run(ctx: Context, input: InputOf<T>): Promise<O | undefined>;
  /** Turns a database refusal into an ApiError; called outside the failed transaction. */
  explain?(error: unknown, db: TeamDb, input: InputOf<T>): Promise<unknown>;
}

/** An operation on a team's data: returns JSON text, a page, or an object. */
export interface Operation<T extends CallInput = CallInput, O = string | object>
  extends Declaration<T, O> {
  readonly scope: 'team';
  /**
   * Validates a call.
   * @throws ApiError VALIDATION_ERROR naming every invalid field, NOT_FOUND for malformed ids in the path
   */
  read(raw: RawInput): InputOf<T>;
  explain(error: unknown, db: TeamDb, input: InputOf<T>): Promise<unknown>;
}

/** Declares an operation. */
export function operation<const T extends CallInput, O>(
  declaration: Declaration<T, O>,
): Operation<T, O> {
  const { input, one } = declaration;
  return {
    scope: 'team',
    explain: async (error) => error,
    ...(declaration.allow.user && declaration.v1 && { panel: declaration.v1 }),
    ...declaration,
    run: requireRecentProof(declaration, refusingHidden(declaration, masking(declaration))),
    ...(declaration.keepsKey && { keepsKey: keepingKey(declaration, declaration.keepsKey) }),
    read(raw) {
      const query = input.query ? readListQuery(input.query, raw.query ?? {}) : undefined;
      if (!query) refuseQuery(raw.query ?? {});
      const values = bodyOf(input, raw.body ?? {});
      const ids = Object.fromEntries(
        (input.path ?? []).map((name) => {
          const id = raw.path?.[name] ?? '';
          if (!isUuid(id)) throw notFound(one);
          return [name, id];
        }),
      );
      return { ...ids, ...(values && { values }), ...(query && { query }) } as InputOf<T>;
    },
  };
}

/** Adds a check for values that require a recent authentication. @throws ApiError REAUTH_REQUIRED */
function requireRecentProof<T extends CallInput, O>(
  { fresh }: Declaration<T, O>,
  run: Declaration<T, O>['run'],
): Declaration<T, O>['run'] {
  if (fresh === undefined || fresh === true) return run;
  return async (ctx, input) => {
    const { values: inputValues = {} } = input as { readonly values?: Values };
    if (ctx.actor.kind === 'user' && fresh.some((name) => (inputValues[name] ?? null) !== null))
      requireFresh(ctx.actor);
    return run(ctx, input);
  };
}

/** Adds a check for records that the caller may not see. @throws ApiError NOT_FOUND */
function refusingHidden<T extends CallInput, O>(
  { one }: Declaration<T, O>,
  run: Declaration<T, O>['run'],
): Declaration<T, O>['run'] {
  return async (ctx, input) => {
    await refuseHiddenRecords(ctx, one, input);
    return run(ctx, input);
  };
}

function validOf<I>(read: () => I): I | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** The same for an operation that stores its Idempotency-Key itself; invalid calls are its own. */
function keepingKey<T extends CallInput, O>(
  { one }: Declaration<T, O>,
  keepsKey: NonNullable<Declaration<T, O>['keepsKey']>,
): NonNullable<Declaration<T, O>['keepsKey']> {
  return async (ctx, read) => {
    if (ctx.db.hiddenInboxes.length > 0) {
      const input = validOf(read);
      if (input) await refuseHiddenRecords(ctx, one, input);
    }
    return keepsKey(ctx, read);
  };
}

/**
 * Runs an operation for a caller with restricted visibility: masks its records, and refuses queries and changes of hidden fields.
 */
function masking<T extends CallInput, O>(declaration: Declaration<T, O>): Declaration<T, O>['run'] {
  const { input: accepted, output: returned } = declaration;
  const tables = 'table' in returned ? [returned.table] : [];
  const taken = [accepted.query, accepted.body?.of].filter((each) => each !== undefined);
  if (![...tables, ...taken].some(hasConfidentialFields))
    return (ctx, input) => declaration.run(ctx, input);
  return async (ctx, input) => {
    if (seesAll(ctx.actor)) return declaration.run(ctx, input);
    const output = await declaration.run(ctx, refuseHidden(accepted, input));
    const [table] = tables;
    if (output === undefined || !table) return output;
    const mask = maskedFor(ctx.actor, table);
    if (typeof output === 'string') return maskedText(output, mask) as O;
    return (
      typeof output === 'object' && output !== null && isPage(output)
        ? maskedPage(output, mask)
        : output
    ) as O;
  };
}

function bodyOf({ body, fields }: CallInput, values: Values): Values | undefined {
  if (body) return valuesOf(body, values);
  if (fields) return readValues(fields, values);
  refuseFields(values);
  return undefined;
}

const valuesOf = (input: Input, body: Values): Values =>
  input.kind === 'create' ? readCreate(input, body) : readUpdate(input, body);

/**
 * @throws ApiError FORBIDDEN if this actor may not call the operation, REAUTH_REQUIRED if a member must authenticate again first
 */
export function permit(
  { name, allow, fresh, exports }: Pick<Operation, 'name' | 'allow' | 'fresh' | 'exports'>,
  actor: Actor,
): void {
  if (actor.kind === 'user') {
    if (allow.user === undefined || !isAtLeast(actor.role, allow.user))
      throw forbidden(`${name} needs the role ${allow.user}; yours is ${actor.role}.`, 'forbidden');
    if (exports && !actor.mayExport) throw mayNotExport(name);
    if (fresh === true) requireFresh(actor);
    return;
  }
  // A member's key has at most the member's permissions.
  if (
    actor.kind === 'key' &&
    actor.member &&
    allow.user !== undefined &&
    !isAtLeast(actor.member.role, allow.user)
  )
    throw forbidden(
      `${name} needs the role ${allow.user}; the key is of a user with the role ${actor.member.role}.`,
      'forbidden',
    );
  if (actor.kind === 'key' && actor.member && exports && !actor.member.mayExport)
    throw mayNotExport(name);
  const isAllowed =
    actor.kind === 'key'
      ? allow.key !== undefined && (allow.key === 'read' || actor.scope === 'full')
      : allow[actor.kind] === true;
  if (!isAllowed) throw forbidden(`${name} is not available to this caller.`, 'forbidden');
}

const mayNotExport = (name: string) =>
  forbidden(`${name} is for members who may export.`, 'forbidden');

/**
 * Validates and runs a call, outside any transaction.
 * @throws ApiError NOT_FOUND if the team has no such record, and any error of the operation
 */
export async function perform<T extends CallInput, O>(
  operation: Operation<T, O>,
  ctx: Context,
  raw: RawInput,
): Promise<O> {
  permit(operation, ctx.actor);
  const input = operation.read(raw);
  const output = await operation
    .run(withAttribution(ctx, operation), input)
    .catch(async (error: unknown) => {
      throw await operation.explain(error, ctx.db, input);
    });
  if (output === undefined) throw notFound(operation.one);
  return output;
}
