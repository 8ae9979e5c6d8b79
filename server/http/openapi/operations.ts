import { pascal } from '#server/operations/crud.ts';
import type { CallInput, Operation, Output, Route } from '#server/operations/operation.ts';
import type { ErrorCode } from '#server/platform/errors.ts';
import type { Fields } from '#server/records/fields.ts';
import { queryNames } from '#server/records/input.ts';
import { exampleId, searchedFields, type Table } from '#server/records/table.ts';
import { sharedNames } from './component-names.ts';
import { exampleDelivery, exampleEvent } from './events.ts';
import { errorResponses, everywhere, listed, repeatable, success, written } from './responses.ts';
import {
  changeExample,
  createdExample,
  createdSchema,
  createExample,
  createSchema,
  deletedExample,
  deletedSchema,
  fieldsSchema,
  formSchema,
  inputSchema,
  type Json,
  jsonContent,
  pagination,
  recordExample,
  recordSchema,
  ref,
  schemaOf,
  sendingSchema,
  updateSchema,
  valuesOf,
} from './schemas.ts';

/* Generates the operations of paths from their declarations. */

/** An operation on one team's data, as served by one of the APIs. */
export interface ServedOperation {
  readonly operation: Operation;
  readonly route: Route;
  /** Path in the document, after /api. */
  readonly path: string;
  /** Error codes that it may return. */
  readonly codes: readonly ErrorCode[];
  /** True if it accepts the version that the client read. */
  readonly isVersioned?: boolean;
}

// Parameters and bodies --------------------------------------------------------------------------

/** `title and description` */
const searchedIn = ({ search }: Table): string =>
  search ? new Intl.ListFormat('en-GB').format(searchedFields(search)) : '';

function listParameters(resource: Table): Json[] {
  const sorts = Object.keys(resource.sorts).flatMap((name) => [name, `-${name}`]);
  const pagingParameters: Record<string, Json> = {
    page: {
      description: 'The page number, starting at 1. A page past the end is empty.',
      schema: { type: 'integer', minimum: 1, default: 1 },
    },
    limit: {
      description: 'Maximum number of records per page.',
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    },
    sort: {
      description:
        'The sort order; the prefix - sorts in descending order. Unset values come last in both directions; ties are broken by id.',
      schema: { type: 'string', enum: sorts, default: `-${resource.latestBy ?? 'created_at'}` },
    },
    after: {
      description:
        'The cursor of the page, from the Link header of this list with the same sort. page is then only its number.',
      schema: { type: 'string', pattern: '^[A-Za-z0-9_-]+$' },
    },
    search: {
      description: `Matches any part of ${searchedIn(resource)}, ignoring case and accents.`,
      schema: { type: 'string', maxLength: 255 },
    },
  };
  return queryNames(resource).map((name) => {
    const filter = resource.filters[name];
    return {
      name,
      in: 'query',
      ...(filter
        ? { description: filter.about, schema: valuesOf(filter.field) }
        : pagingParameters[name]),
    };
  });
}

/** An operation in v1, if v1 serves it; the second of two ids is a delivery's. */
export function inV1(operation: Operation): ServedOperation[] {
  const { v1: route } = operation;
  if (!route) return [];
  const path = `/v1${route.path}`.replace(':id', '{id}').replace(':inner', '{delivery}');
  return [{ operation, route, path, codes: codesOf(operation, route) }];
}

/** Inputs that are sent as messages → name of their schema. */
const sendingNames: Readonly<Record<string, string | undefined>> = {
  sendings: 'MessageCreate',
  template_sendings: 'TemplateSend',
};

/** Schema of an operation's body. */
export function bodySchema({
  id,
  input: { body, fields },
}: Pick<Operation, 'id' | 'input'>): { name: string; schema: Json; example: unknown } | undefined {
  if (fields) return namedValues(id, fields);
  if (!body) return undefined;
  const { of: table, kind } = body;
  // Pure inputs have no record that they could be named after.
  const sending = sendingNames[table.name];
  if (sending !== undefined)
    return { name: sending, schema: sendingSchema(body), example: changeExample(body) };
  if (table.name === 'replays')
    return {
      name: 'Replay',
      schema: { ...createSchema(body), examples: [changeExample(body)] },
      example: changeExample(body),
    };
  return kind === 'create'
    ? {
        name: `${schemaOf(table)}Create`,
        schema: createSchema(body),
        example: createExample(body),
      }
    : {
        name: `${schemaOf(table)}Update`,
        schema: updateSchema(body),
        example: changeExample(body),
      };
}

/** Optional input that examples include, by operation: a key of the team must send it. */
const exampleInputs: Readonly<Record<string, Json>> = { createComment: { author_id: exampleId } };

/** A named object schema. */
function named(
  suggested: string,
  fields: Fields,
  schemaOf: (fields: Fields) => { schema: Json; example: unknown },
) {
  return { name: sharedNames[suggested] ?? suggested, ...schemaOf(fields) };
}

/** Body of a call with separate values; undefined if it accepts none. */
export function namedValues(id: string, fields: Fields) {
  if (Object.keys(fields).length === 0) return undefined;
  return named(`${pascal(id)}Input`, fields, (all) => inputSchema(all, exampleInputs[id]));
}

// Responses --------------------------------------------------------------------------------------

const exampleOf = (table: Table) =>
  table.name === 'events' ? exampleEvent() : recordExample(table);

/** Schema name, schema and example of an operation's response data. */
export function dataOf(
  id: string,
  output: Output,
): { name: string; schema: Json; example: unknown } {
  switch (output.kind) {
    case 'page':
      return {
        name: schemaOf(output.table),
        schema: recordSchema(output.table),
        example: exampleOf(output.table),
      };
    case 'record': {
      const { table, shownOnce } = output;
      if (id === 'getDelivery')
        return { name: 'DeliveryShown', schema: {}, example: exampleDelivery() };
      return shownOnce
        ? {
            name: `${schemaOf(table)}Created`,
            schema: createdSchema(table, shownOnce),
            example: createdExample(table, shownOnce),
          }
        : { name: schemaOf(table), schema: recordSchema(table), example: exampleOf(table) };
    }
    case 'deleted': {
      const { keys, table } = output;
      const name = keys.deleted === true ? 'Deleted' : `${schemaOf(table)}Deleted`;
      return { name, schema: deletedSchema(keys), example: deletedExample(keys) };
    }
    case 'fields':
      return named(output.name, output.fields, fieldsSchema);
    case 'object':
      throw new Error(`${id} answers the command line, not HTTP`);
  }
}

/** Name of the envelope of an operation's data. */
export function envelopeOf(name: string, output: Output): string {
  if (output.kind === 'page' || isList(output)) return `${name}List`;
  return isNullable(output) ? `${name}OrNullResponse` : `${name}Response`;
}

/** True if an operation returns an unpaginated array. */
export const isList = (output: Output) => output.kind === 'fields' && output.isList === true;

/** True if the data of an operation's response may be null. */
export const isNullable = (output: Output) =>
  output.kind === 'fields' && output.isNullable === true;

/** 2xx response of an operation. */
export function responseOf(id: string, output: Output, returns?: string) {
  const { name, example } = dataOf(id, output);
  if (output.kind === 'page') {
    const page = success(
      'A page of records, with the total number of matches.',
      envelopeOf(name, output),
      { success: true, data: [example], pagination: pagination.examples[0] },
    );
    return { ...page, headers: { ...page.headers, Link: ref('headers', 'Link') } };
  }
  const usual = {
    deleted: 'The record after the deletion.',
    record: 'The record.',
    fields: 'Success.',
    object: 'Success.',
  }[output.kind];
  return success(returns ?? usual, envelopeOf(name, output), {
    success: true,
    data: isList(output) ? [example] : example,
  });
}

/** Error codes that an operation may return. */
export function codesOf(
  { input, output, mayFail = [] }: Operation,
  { method }: Pick<Route, 'method'>,
): readonly ErrorCode[] {
  const { path = [], body } = input;
  const isWrite = method !== 'GET';
  const isPost = method === 'POST';
  const constraints = body?.of.constraints ?? {};
  const accepted = body?.accepts ?? [];
  const isUnique = accepted.some((field) => constraints[`${body?.of.name}_${field}_key`]);
  const isLinked = path.length > 0 || (body?.of.links?.size ?? 0) > 0;
  const keepsOthers =
    output.kind === 'deleted' &&
    Object.entries(output.table.constraints ?? {}).some(
      // True if a reference to the record can prevent its deletion.
      ([name, refuse]) =>
        name.endsWith(`_${output.table.one}_id_fkey`) && refuse().code === 'CONFLICT',
    );
  const codes: readonly (ErrorCode | false)[] = [
    ...(output.kind === 'page' ? listed : everywhere),
    ...(isWrite ? written : []),
    isLinked && 'NOT_FOUND',
    (isPost || keepsOthers) && 'CONFLICT',
    (isUnique || mayFail.includes('DUPLICATE_ENTRY')) && 'DUPLICATE_ENTRY',
    isPost && 'IDEMPOTENCY_KEY_REUSED',
    ...mayFail,
  ];
  return [...new Set(codes.filter((code) => code !== false))];
}

// Operations -------------------------------------------------------------------------------------

/** `webhooks.test` → the tag `Webhooks`. */
export const tagOf = (name: string) => pascal(name.split('.', 1)[0] ?? '');

/** Operation object of a path item. */
function operationOf({
  operation,
  route,
  path,
  codes,
  isVersioned = false,
}: ServedOperation): Json {
  const { id, name, summary, input, output } = operation;
  const isPost = route.method === 'POST';
  const note =
    operation.note ??
    (output.kind === 'deleted'
      ? (output.table.effectOfDelete ?? 'Deletes the record permanently.')
      : undefined);
  const body = bodySchema(operation);
  const answer = responseOf(id, output, operation.returns);
  return {
    operationId: id,
    tags: [tagOf(name)],
    summary,
    ...(note === undefined ? {} : { description: note }),
    ...(input.query ? { parameters: listParameters(input.query) } : {}),
    ...(isPost ? { parameters: [ref('parameters', 'IdempotencyKey')] } : {}),
    ...(isVersioned ? { parameters: [ref('parameters', 'IfMatch')] } : {}),
    ...(body ? { requestBody: bodyOf(operation, path, body) } : {}),
    responses: {
      [route.status]: isPost ? repeatable(answer) : answer,
      ...errorResponses(codes),
    },
  };
}

/** True if a call without a body is refused. */
const isNeeded = ({ body, fields = {} }: CallInput) =>
  body?.kind === 'create' || Object.values(fields).some(({ required }) => required);

/** Name of the form that an operation of v1 accepts in place of its body. */
const formName = 'MessageForm';

/** Schema of that form; undefined if it accepts none. */
export const formOf = ({
  input: { body },
  takesForm,
}: Operation): { name: string; schema: Json } | undefined =>
  takesForm && body ? { name: formName, schema: formSchema(body) } : undefined;

/** Request body of an operation; in v1, it may also be a form. */
function bodyOf(
  operation: Operation,
  path: string,
  body: NonNullable<ReturnType<typeof bodySchema>>,
): Json {
  const { required, content } = requestBody(
    body,
    isNeeded(operation.input) && body.name !== 'Replay',
  );
  const form = path.startsWith('/v1/')
    ? formOf(operation) && { 'multipart/form-data': { schema: ref('schemas', formName) } }
    : {};
  return { required, content: { ...(content as Json), ...form } };
}

export const requestBody = (
  { name, example }: { readonly name: string; readonly example: unknown },
  required: boolean,
): Json => ({ required, content: jsonContent({ schema: ref('schemas', name), example }) });

/** Parameters of an operation's path and headers. */
const parametersOf = ({ operation: { input } }: ServedOperation): Json[] => [
  ...(input.path?.includes('inner') ? [ref('parameters', 'DeliveryId')] : []),
  ...(input.path?.includes('id') ? [ref('parameters', 'RecordId')] : []),
  ref('parameters', 'RequestId'),
];

/** All paths with their operations. @param parameters returns those of a path */
export function pathsOf(all: readonly ServedOperation[], parameters = parametersOf): Json {
  const items: Record<string, Json> = {};
  for (const served of all) {
    const { path, route } = served;
    items[path] ??= { parameters: parameters(served) };
    Object.assign(items[path], { [route.method.toLowerCase()]: operationOf(served) });
  }
  return items;
}
