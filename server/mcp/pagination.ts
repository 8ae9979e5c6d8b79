import type { Context } from '../operations/context.ts';
import { type CallInput, type Operation, perform, type RawInput } from '../operations/operation.ts';
import { ApiError, invalid } from '../platform/errors.ts';
import type { Page } from '../records/crud-queries.ts';
import { type Field, number, singleLine, texts } from '../records/fields.ts';
import {
  bytesOf,
  defaultBytes,
  fitting,
  type Json,
  maxBytes,
  minBytes,
  picked,
  recordWithin,
  shortened,
  sparse,
} from './response-size.ts';

/* Pagination for agents: short records up to the response limit, with a cursor just after the last one shown. */

/** A whole number; its schema is integer, so that agents do not send 10.0. */
const whole = (least: number, most: number): Field => {
  const field = number(least, most);
  return {
    ...field,
    schema: { ...field.schema, type: 'integer' } as never,
    check: (value) => Number.isInteger(value) && field.check(value),
    requirement: `a whole number from ${least} to ${most}`,
    problem: () => `must be a whole number from ${least} to ${most}`,
  };
};

/** Common parameters of all lists, in addition to their filters. */
export const paging = {
  limit: whole(1, 100),
  next: singleLine(4_096, 1),
  fields: texts(50, 64),
  max_bytes: whole(minBytes, maxBytes),
} as const;

export const aboutPaging = {
  next: 'From the previous response; other arguments unchanged',
  fields: '["*"]: all',
  max_bytes: `Default ${defaultBytes}`,
} as const;

/** Default number of records per page. */
const defaultLimit = 20;
/** Maximum text length in lists, and in explicitly requested fields. */
const defaultLength = 200;
const explicitLength = 2_000;
/** Bytes reserved for the cursor of a page that may get shorter. */
const roomForNext = 150;

interface PageRequest {
  readonly limit: unknown;
  readonly next: unknown;
  readonly fields: readonly string[];
  readonly max_bytes: unknown;
}

/** Converts a record of a list before its fields are picked. */
type Show = (record: Json) => Json;

/** Records of a page. Releases the reservation of a large one. */
export function recordsOf({ data, large }: Page): Json[] {
  if (!large) return JSON.parse(`[${data}]`) as Json[];
  try {
    return large.records.map((each) => JSON.parse(each.toString()) as Json);
  } finally {
    large.lease();
  }
}

/** @throws ApiError VALIDATION_ERROR for fields that the records do not have */
export function refuseUnknown(fields: readonly string[], allowed: readonly string[]): void {
  const unknown = fields.filter((name) => name !== '*' && !allowed.includes(name));
  if (unknown.length > 0)
    throw invalid(
      `fields: there is no ${unknown.join(', ')}; allowed: *, ${allowed.join(', ')}.`,
      'fields',
      'not_allowed',
    );
}

/** Rewords cursor errors with the name of the agent's argument. @throws the given or reworded error */
function asArgument(error: unknown): never {
  if (error instanceof ApiError && error.message.startsWith('after '))
    throw invalid(
      'next must come from a response of this tool, with the other arguments unchanged.',
      'next',
      'invalid_format',
    );
  throw error;
}

/**
 * A page of a list.
 * @param raw the list's query, as texts, and its path
 * @param usual fields shown by default
 * @param show converts a record for display
 * @param allowed fields that can be requested
 */
export async function pageOf<T extends CallInput>(
  operation: Operation<T>,
  ctx: Context,
  raw: RawInput & { readonly query: Readonly<Record<string, string>> },
  { limit, next, fields, max_bytes }: PageRequest,
  usual: readonly string[],
  allowed: readonly string[],
  show: Show = (record) => record,
): Promise<Json> {
  refuseUnknown(fields, allowed);
  const most = Number(max_bytes ?? defaultBytes);
  const names = fields.length > 0 ? ['id', ...fields] : usual;
  const length = fields.length > 0 ? explicitLength : defaultLength;
  const read = async (limit: number) => {
    const query = {
      ...raw.query,
      limit: String(limit),
      ...(typeof next === 'string' && { after: next }),
    };
    const page = (await perform(operation, ctx, { ...raw, query }).catch(asArgument)) as Page;
    const records = recordsOf(page).map((record) =>
      shortened(picked(sparse(show(record)), names), length),
    );
    return {
      total: page.total,
      records,
      ...(page.next !== undefined && { next: page.next }),
    };
  };
  for (let count = Number(limit ?? defaultLimit); ; ) {
    const page = await read(count);
    if (bytesOf(page) <= most) return page;
    const { records } = page;
    const overhead = bytesOf({ ...page, records: [] }) + ('next' in page ? 0 : roomForNext);
    if (records.length === 1)
      return { ...page, records: records.map((record) => recordWithin(record, most - overhead)) };
    // Reads the page again with as many records as fit: the next page starts after the last record shown, so none is skipped.
    count = Math.max(1, Math.min(fitting(records, most - overhead), records.length - 1));
  }
}

/** Converts arguments to a list's query. */
export const queryOf = (values: Json, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = values[name] ?? null;
      return value === null ? [] : [[name, String(value)]];
    }),
  );
