import { pascal } from '../../operations/crud.ts';
import type { Operation, Output } from '../../operations/operation.ts';
import type { ErrorCode } from '../../platform/errors.ts';
import { queryNames } from '../../records/input.ts';
import { searchedFields, type Table } from '../../records/table.ts';
import { shownDelivery } from './events.ts';
import { answerNotes, operationNotes } from './operation-notes.ts';
import { errorResponses, everywhere, listed, repeatable, success, written } from './responses.ts';
import {
  answerSchema,
  changeExample,
  createdExample,
  createdSchema,
  createExample,
  createSchema,
  deletedExample,
  deletedSchema,
  fieldsSchema,
  type Json,
  jsonContent,
  notesOf,
  pagination,
  recordExample,
  ref,
  schemaOf,
  sendingSchema,
  updateSchema,
  valuesOf,
} from './schemas.ts';

/*
 * Operations of v1 as paths hold them, made from their declarations.
 */

// Parameters and bodies --------------------------------------------------------------------------

/** `title and description` */
const searchedIn = ({ search }: Table): string =>
  search ? new Intl.ListFormat('en-GB').format(searchedFields(search)) : '';

function listParameters(resource: Table): Json[] {
  const sorts = Object.keys(resource.sorts).flatMap((name) => [name, `-${name}`]);
  const own: Record<string, Json> = {
    page: {
      description: 'Which page, from 1. A page past the end is empty.',
      schema: { type: 'integer', minimum: 1, default: 1 },
    },
    limit: {
      description: 'The most records on a page.',
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    },
    sort: {
      description:
        'The sort order; prefix - to sort descending. Unset values come last in both directions; ties are broken by id.',
      schema: { type: 'string', enum: sorts, default: `-${resource.latestBy ?? 'created_at'}` },
    },
    after: {
      description:
        'The cursor of the page, from the Link header of this list with the same sort. page is then only its number.',
      schema: { type: 'string' },
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
      ...(filter ? { description: filter.about, schema: valuesOf(filter.field) } : own[name]),
    };
  });
}

/** A path as the document writes it; the second id of two is that of a delivery. */
const shownPath = (path: string) =>
  `/v1${path}`.replace(':id', '{id}').replace(':inner', '{delivery}');

/** What is sent as a message → the name of its schema. */
const sendingNames: Readonly<Record<string, string | undefined>> = {
  sendings: 'MessageCreate',
  template_sendings: 'TemplateSend',
};

/** The schema of an operation's body. */
export function bodySchema({
  takes: { body },
}: Operation): { name: string; schema: Json; example: unknown } | undefined {
  if (!body) return undefined;
  const { of: table, kind } = body;
  // What is only an input has no record beside it, which it could be called after.
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

// Answers ----------------------------------------------------------------------------------------

/** What an operation answers: the name of the schema of its data, that schema, and an example. */
export function dataOf(
  id: string,
  output: Output,
): { name: string; schema: Json; example: unknown } {
  switch (output.kind) {
    case 'page':
      return {
        name: schemaOf(output.table),
        schema: answerSchema(output.table),
        example: recordExample(output.table),
      };
    case 'record': {
      const { table, shownOnce } = output;
      if (id === 'getDelivery')
        return { name: 'DeliveryShown', schema: {}, example: shownDelivery() };
      return shownOnce
        ? {
            name: `${schemaOf(table)}Created`,
            schema: createdSchema(table, shownOnce),
            example: createdExample(table, shownOnce),
          }
        : { name: schemaOf(table), schema: answerSchema(table), example: recordExample(table) };
    }
    case 'deleted': {
      const { keys, table } = output;
      const name = keys.deleted === true ? 'Deleted' : `${schemaOf(table)}Deleted`;
      return { name, schema: deletedSchema(keys), example: deletedExample(keys) };
    }
    case 'fields':
      return { name: output.name, ...fieldsSchema(output.fields) };
    case 'object':
      throw new Error(`${id} answers the command line, not HTTP`);
  }
}

/** The name of the envelope around the data of an operation. */
export const envelopeOf = (name: string, { kind }: Output) =>
  `${name}${kind === 'page' ? 'List' : 'Response'}`;

/** The 2xx answer of an operation. */
export function answerOf(id: string, output: Output) {
  const { name, example } = dataOf(id, output);
  if (output.kind === 'page') {
    const page = success(
      'A page of records, with the total number of matches.',
      envelopeOf(name, output),
      { success: true, data: [example], pagination: pagination.examples[0] },
    );
    return { ...page, headers: { ...page.headers, Link: ref('headers', 'Link') } };
  }
  const usual = output.kind === 'deleted' ? 'The record after the deletion.' : 'The record.';
  return success(answerNotes[id] ?? usual, envelopeOf(name, output), {
    success: true,
    data: example,
  });
}

/** The codes that an operation may be refused with. */
function codesOf({ takes, answers, v1, mayFail = [] }: Operation): readonly ErrorCode[] {
  const { path = [], body } = takes;
  const isWrite = v1?.method !== 'GET';
  const isPost = v1?.method === 'POST';
  const constraints = body?.of.constraints ?? {};
  const accepted = body?.accepts ?? [];
  const isUnique = accepted.some((field) => constraints[`${body?.of.name}_${field}_key`]);
  const isLinked = path.length > 0 || (body?.of.links?.size ?? 0) > 0;
  const keepsOthers =
    answers.kind === 'deleted' &&
    Object.values(answers.table.constraints ?? {}).some((refuse) => refuse().code === 'CONFLICT');
  const codes: readonly (ErrorCode | false)[] = [
    ...(answers.kind === 'page' ? listed : everywhere),
    ...(isWrite ? written : []),
    isLinked && 'NOT_FOUND',
    (isPost || keepsOthers) && 'CONFLICT',
    isUnique && 'DUPLICATE_ENTRY',
    isPost && 'IDEMPOTENCY_KEY_REUSED',
    ...mayFail,
  ];
  return [...new Set(codes.filter((code) => code !== false))];
}

// Operations -------------------------------------------------------------------------------------

/** What marks an operation that the interface does not have. */
const extension = 'An extension of the interface. ';

/** `webhooks.test` → the tag `Webhooks`. */
export const tagOf = (name: string) => pascal(name.split('.', 1)[0] ?? '');

export function describe(id: string, note: string | undefined, isExtension: boolean): Json {
  const text = operationNotes[id] ?? note ?? '';
  const description = `${isExtension ? extension : ''}${text}`.trim();
  return description === '' ? {} : { description };
}

/** An operation of v1 as its path holds it. */
function operationOf(operation: Operation): Json {
  const { id, name, summary, takes, answers, v1 } = operation;
  const isPost = v1?.method === 'POST';
  const note =
    operation.note ?? (answers.kind === 'deleted' ? notesOf(answers.table).delete : undefined);
  const body = bodySchema(operation);
  const answer = answerOf(id, answers);
  return {
    operationId: id,
    tags: [tagOf(name)],
    summary,
    ...describe(id, note, v1?.isExtension === true),
    ...(takes.query ? { parameters: listParameters(takes.query) } : {}),
    ...(isPost ? { parameters: [ref('parameters', 'IdempotencyKey')] } : {}),
    ...(body
      ? {
          requestBody: {
            required: takes.body?.kind === 'create' && body.name !== 'Replay',
            content: jsonContent({ schema: ref('schemas', body.name), example: body.example }),
          },
        }
      : {}),
    responses: {
      [v1?.status ?? 200]: isPost ? repeatable(answer) : answer,
      ...errorResponses(codesOf(operation)),
    },
  };
}

/** Every path of v1 with its operations. */
export function pathsOf(operations: readonly Operation[]): Json {
  const items: Record<string, Json> = {};
  for (const operation of operations) {
    const { v1, takes } = operation;
    if (!v1) continue;
    const ids = takes.path ?? [];
    const path = shownPath(v1.path);
    items[path] ??= {
      parameters: [
        ...(ids.includes('inner') ? [ref('parameters', 'DeliveryId')] : []),
        ...(ids.includes('id') ? [ref('parameters', 'RecordId')] : []),
        ref('parameters', 'RequestId'),
      ],
    };
    Object.assign(items[path], { [v1.method.toLowerCase()]: operationOf(operation) });
  }
  return items;
}
