import { Call, List, Page, type WithResponse, withResponse } from './call-results.ts';
import { PautaError } from './errors.ts';
import { EventStream, type EventType, type FollowOptions } from './event-stream.ts';
import {
  type AnswerOf,
  type BodyOf,
  cursorIn,
  type Envelope,
  type GivenTo,
  type ItemOf,
  type QueryOf,
  resolveOperation,
} from './exchange.ts';
import type { Operations, Pagination } from './schema.ts';
import { type CallOptions, type PautaOptions, Transport } from './transport.ts';

/** Method and path of an operation as in the OpenAPI document, without `/v1`: `GET /deals/{id}`. */
export type Operation = keyof Operations;
export type Answer<O extends string> = AnswerOf<Operations, O>;
export type Body<O extends string> = BodyOf<Operations, O>;
export type Query<O extends string> = QueryOf<Operations, O>;
export type Given<O extends string> = GivenTo<Operations, O>;
export type Item<O extends string> = ItemOf<Operations, O>;
/** Operations that return pages. */
export type ListOperation = {
  [O in Operation]: Operations[O] extends { readonly pagination: unknown } ? O : never;
}[Operation];

interface Loose {
  readonly at?: Readonly<Record<string, string>> | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
}

/** Path segments that would change the operation: `/deals/` is the list. */
const noIds = ['', '.', '..'];

/** @throws PautaError INVALID_OPTIONS for an invalid id */
function locate(operation: string, at: Loose['at']): readonly [method: string, path: string] {
  for (const [name, id] of Object.entries(at ?? {})) {
    if (typeof id !== 'string' || noIds.includes(id))
      throw new PautaError('INVALID_OPTIONS', `${name} must be an id, not ${JSON.stringify(id)}.`);
  }
  return resolveOperation(operation, at);
}

/** Reads the pagination of a page. @throws PautaError UNREADABLE if the response is not a page, so that no list ends early or runs forever */
function readPagination({ data, pagination }: Envelope, { headers, status }: Response) {
  try {
    const after = cursorIn(headers.get('link'));
    if (Array.isArray(data) && pagination instanceof Object)
      return { pagination: pagination as Pagination, after };
  } catch {
    // The cursor cannot be decoded.
  }
  throw new PautaError('UNREADABLE', 'The response is not a page of a list: check baseUrl.', {
    status,
  });
}

/** Calls operations by name. The type parameter is the type of the result. */
export class Caller {
  readonly #transport: Transport;

  constructor(options: PautaOptions) {
    this.#transport = new Transport(options);
  }

  call<T>(operation: string, input: Loose, options?: CallOptions): Call<T> {
    const send = async () => {
      const [method, path] = locate(operation, input.at);
      const { envelope, response } = await this.#transport.send(method, path, input, options);
      return withResponse(envelope.data as T, response);
    };
    const answer = send();
    return new Call(() => answer);
  }

  /** Requests a file. @throws PautaError INVALID_OPTIONS for an invalid id, and those of a call */
  async open(
    operation: string,
    { at, query = {} }: Loose,
    options?: CallOptions,
  ): Promise<Response> {
    const [, path] = locate(operation, at);
    return this.#transport.open(path, query, options);
  }

  follow<T extends EventType>(options: FollowOptions<T>): EventStream<T> {
    return new EventStream(this.#transport, options);
  }

  list<T>(operation: string, input: Loose, options?: CallOptions): List<T> {
    const read = async (query: object): Promise<WithResponse<Page<T>>> => {
      const [method, path] = locate(operation, input.at);
      const { envelope, response } = await this.#transport.send(method, path, { query }, options);
      const { pagination, after } = readPagination(envelope, response);
      const next =
        after === undefined
          ? undefined
          : async () => (await read({ ...query, page: pagination.page + 1, after })).data;
      return withResponse(new Page(envelope.data as readonly T[], pagination, next), response);
    };
    return new List((limit) => read({ ...(limit === undefined ? {} : { limit }), ...input.query }));
  }
}
