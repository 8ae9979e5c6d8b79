import { Call, List, Page, type WithResponse, withResponse } from './calls.ts';
import {
  type AnswerOf,
  type BodyOf,
  cursorIn,
  type GivenTo,
  type ItemOf,
  placeOf,
  type QueryOf,
} from './kernel.ts';
import type { Operations, Pagination } from './schema.ts';
import { type CallOptions, type PautaOptions, Transport } from './transport.ts';

/** Method and path of an operation as the document names it, without `/v1`: `GET /deals/{id}`. */
export type Operation = keyof Operations;
export type Answer<O extends string> = AnswerOf<Operations, O>;
export type Body<O extends string> = BodyOf<Operations, O>;
export type Query<O extends string> = QueryOf<Operations, O>;
export type Given<O extends string> = GivenTo<Operations, O>;
export type Item<O extends string> = ItemOf<Operations, O>;
/** Operations that answer pages. */
export type ListOperation = {
  [O in Operation]: Operations[O] extends { readonly pagination: unknown } ? O : never;
}[Operation];

interface Loose {
  readonly at?: Readonly<Record<string, string>> | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
}

/** Asks by names of operations. What it gives back is of the type that the caller says. */
export class Caller {
  readonly #transport: Transport;

  constructor(options: PautaOptions) {
    this.#transport = new Transport(options);
  }

  call<T>(operation: string, given: Loose, options?: CallOptions): Call<T> {
    const [method, path] = placeOf(operation, given.at);
    const answer = this.#transport
      .send(method, path, given, options)
      .then(({ envelope, response }) => withResponse(envelope.data as T, response));
    return new Call(() => answer);
  }

  list<T>(operation: string, given: Loose, options?: CallOptions): List<T> {
    const [method, path] = placeOf(operation, given.at);
    const read = async (query: object): Promise<WithResponse<Page<T>>> => {
      const { envelope, response } = await this.#transport.send(method, path, { query }, options);
      const pagination = envelope.pagination as Pagination;
      const after = cursorIn(response.headers.get('link'));
      const next =
        after === undefined
          ? undefined
          : async () => (await read({ ...query, page: pagination.page + 1, after })).data;
      return withResponse(new Page(envelope.data as readonly T[], pagination, next), response);
    };
    return new List((limit) => read({ ...(limit === undefined ? {} : { limit }), ...given.query }));
  }
}
