import type { Pagination } from './schema.ts';

/*
 * Results of methods: promises with access to the response.
 */

/** A value with its response. The body has been read; status and headers are available. */
export interface WithResponse<T> {
  readonly data: T;
  readonly response: Response;
  /** The request's ID in the service's log. */
  readonly requestId: string | undefined;
}

export const withResponse = <T>(data: T, response: Response): WithResponse<T> => ({
  data,
  response,
  requestId: response.headers.get('x-request-id') ?? undefined,
});

/** The result of a call. `await` it, or use `withResponse()`; the request is sent only once. */
export class Call<T> implements Promise<T> {
  readonly #begin: () => Promise<WithResponse<T>>;
  #answer: Promise<WithResponse<T>> | undefined;
  readonly [Symbol.toStringTag] = 'Call';

  /** @param begin called once, when the result is first requested */
  constructor(begin: () => Promise<WithResponse<T>>) {
    this.#begin = begin;
  }

  /** Returns the value, its response and the request's ID. @throws PautaError */
  withResponse(): Promise<WithResponse<T>> {
    this.#answer ??= this.#begin();
    return this.#answer;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise.
  then<A = T, B = never>(
    done?: ((value: T) => A | PromiseLike<A>) | null,
    failed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.withResponse()
      .then(({ data }) => data)
      .then(done, failed);
  }

  catch<B = never>(failed?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, failed);
  }

  finally(ended?: (() => void) | null): Promise<T> {
    return this.then().finally(ended);
  }
}

/** A page of a list. */
export class Page<T> {
  readonly data: readonly T[];
  /** Number of records on all pages. */
  readonly total: number;
  /** Page number, starting at 1. */
  readonly page: number;
  /** Number of pages. */
  readonly pages: number;
  /** Maximum number of records per page. */
  readonly limit: number;
  /** True if another page may follow: this one is full. */
  readonly hasNext: boolean;
  readonly #next: (() => Promise<Page<T>>) | undefined;

  constructor(
    data: readonly T[],
    { page, pages, total, limit }: Pagination,
    next: (() => Promise<Page<T>>) | undefined,
  ) {
    this.data = data;
    this.total = total;
    this.page = page;
    this.pages = pages;
    this.limit = limit;
    this.hasNext = next !== undefined;
    this.#next = next;
  }

  /** Returns the next page, or undefined after the last one. Continues at the end of this page, regardless of records created or deleted in the meantime. */
  async next(): Promise<Page<T> | undefined> {
    const page = await this.#next?.();
    // A full last page is followed by an empty one.
    return page && page.data.length > 0 ? page : undefined;
  }
}

/** Maximum number of records per page that the service allows. */
const most = 100;

/**
 * A list. `await` it for its first page, or iterate over all records with `for await`. No request is sent before.
 */
export class List<T> extends Call<Page<T>> implements AsyncIterable<T> {
  readonly #first: (limit?: number) => Promise<WithResponse<Page<T>>>;

  /** @param first requests the first page; its limit applies if the caller gave none */
  constructor(first: (limit?: number) => Promise<WithResponse<Page<T>>>) {
    super(() => first());
    this.#first = first;
  }

  /** Iterates over the pages, requesting each when it is needed. */
  pages(): AsyncGenerator<Page<T>, void> {
    return this.#pages(most);
  }

  async *#pages(limit: number): AsyncGenerator<Page<T>, void> {
    let page: Page<T> | undefined = (await this.#first(limit)).data;
    while (page) {
      yield page;
      page = await page.next();
    }
  }

  /** Iterates over the records, each once, in pages of 100 unless the query sets a limit. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    for await (const { data } of this.#pages(most)) yield* data;
  }

  /** Returns all records, or the first `max`. */
  async toArray({ max = Number.POSITIVE_INFINITY }: { readonly max?: number } = {}): Promise<T[]> {
    const all: T[] = [];
    if (max < 1) return all;
    for await (const { data } of this.#pages(Math.min(max, most))) {
      all.push(...data.slice(0, max - all.length));
      if (all.length >= max) break;
    }
    return all;
  }
}
