import type { Pagination } from './schema.ts';

/*
 * What methods give back: promises that know more than their value.
 */

/** A value with the response that brought it. Its body has been read; status and headers are there. */
export interface WithResponse<T> {
  readonly data: T;
  readonly response: Response;
  /** What the service's log knows the request by. */
  readonly requestId: string | undefined;
}

export const withResponse = <T>(data: T, response: Response): WithResponse<T> => ({
  data,
  response,
  requestId: response.headers.get('x-request-id') ?? undefined,
});

/** The value of a call. `await` it, or ask for its response, too; either way it is sent once. */
export class Call<T> implements Promise<T> {
  readonly #begin: () => Promise<WithResponse<T>>;
  #answer: Promise<WithResponse<T>> | undefined;
  readonly [Symbol.toStringTag] = 'Call';

  /** @param begin is called once, when the answer is first asked for */
  constructor(begin: () => Promise<WithResponse<T>>) {
    this.#begin = begin;
  }

  /** @returns the value, its response and the request's ID @throws PautaError */
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
  /** How many records there are on all pages. */
  readonly total: number;
  /** The page's number, from 1. */
  readonly page: number;
  /** How many pages there are. */
  readonly pages: number;
  /** The most records on a page. */
  readonly limit: number;
  /** Whether another page may follow: this one is full. */
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

  /** The page after this one, where this one ends: records that come or go meanwhile shift nothing. @returns undefined after the last one */
  async next(): Promise<Page<T> | undefined> {
    const page = await this.#next?.();
    // Behind a last page that is full, there is an empty one.
    return page && page.data.length > 0 ? page : undefined;
  }
}

/** Most records on a page, as the service allows. */
const most = 100;

/**
 * A list. `await` it for its first page, or go through all records with `for await`. Nothing is sent before.
 */
export class List<T> extends Call<Page<T>> implements AsyncIterable<T> {
  readonly #first: (limit?: number) => Promise<WithResponse<Page<T>>>;

  /** @param first asks for the first page, of so many records where the caller named no limit */
  constructor(first: (limit?: number) => Promise<WithResponse<Page<T>>>) {
    super(() => first());
    this.#first = first;
  }

  /** Every page, the next one asked for when it is wanted. */
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

  /** Every record once, page by page; of 100 each unless the query says otherwise. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    for await (const { data } of this.#pages(most)) yield* data;
  }

  /** @returns all records, or the first `max` of them */
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
