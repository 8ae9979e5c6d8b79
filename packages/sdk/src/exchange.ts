import type { GatewayFailure } from './schema.ts';

/*
 * Requests and responses, shared by the SDK and the panel. Requires only `fetch` and `crypto`.
 */

export type Fetch = typeof globalThis.fetch;

/** Creates an idempotency key: 128 random bits in hex. `crypto.randomUUID` exists only over https. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

// Addresses --------------------------------------------------------------------------------------

/** Encodes a path segment: `/members/${segment(id)}`. */
export const segment = (text: string) => encodeURIComponent(text);

/** Query string with its question mark, or an empty string. Omits undefined fields. */
export function searchOf(query: Readonly<Record<string, unknown>> = {}): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): [string, string] => [name, String(value)]);
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}

/** Method and path of an operation, `GET /deals/{id}`, with the placeholders filled in. */
export function resolveOperation(
  operation: string,
  at: Readonly<Record<string, string>> = {},
): readonly [method: string, path: string] {
  const [method = '', path = ''] = operation.split(' ');
  return [method, path.replaceAll(/{(\w+)}/g, (_, name: string) => segment(at[name] ?? ''))];
}

/** Cursor from a list's Link header (RFC 8288); undefined on the last page. Ignores the host. */
export const cursorIn = (link: string | null) => {
  const [, cursor] = /[?&]after=([^&>]+)/.exec(link ?? '') ?? [];
  return cursor === undefined ? undefined : decodeURIComponent(cursor);
};

// Requests ---------------------------------------------------------------------------------------

/** A request. */
export interface Outgoing {
  readonly method: string;
  readonly url: string;
  /** JSON as text, or a form. */
  readonly body?: string | FormData | undefined;
  /** True if a successful response is not JSON: its body is left to the caller. */
  readonly isFile?: boolean | undefined;
  /** The Idempotency-Key of a POST. */
  readonly key?: string | null | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Further options of `fetch`: signal, credentials, redirect. */
  readonly init?: RequestInit;
}

/** Body of a successful response. */
export interface Envelope {
  readonly data: unknown;
  readonly pagination?: unknown;
}

/** Error in the body of a failed response. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  /** Invalid fields of the request. */
  readonly fields?: readonly InvalidField[];
  /** Failure of a gateway, if that is the error. */
  readonly gateway?: GatewayFailure;
}

/** An invalid field of a request, with the reason and the limit that it exceeds. */
export interface InvalidField {
  readonly name: string;
  readonly code: string;
  readonly limit?: number;
}

/** A response with its parsed body; both are undefined if the response is not from the service. */
export interface Incoming {
  readonly response: Response;
  readonly envelope?: Envelope | undefined;
  readonly refusal?: Refusal | undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isEnvelope = (value: unknown): value is Record<string, unknown> & Envelope =>
  isObject(value) && 'data' in value;
const isRefusal = (value: unknown): value is { readonly error: Refusal } =>
  isObject(value) && isObject(value.error) && typeof value.error.code === 'string';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses a response. @throws the read error if the response breaks off */
export async function readAnswer(response: Response): Promise<Incoming> {
  const answer = parsed(await response.text());
  return {
    response,
    envelope: response.ok && isEnvelope(answer) ? answer : undefined,
    refusal: isRefusal(answer) ? answer.error : undefined,
  };
}

/** Sends a request once and reads its response. @throws the error of `fetch` if there is none */
export async function exchange(send: Fetch, outgoing: Outgoing): Promise<Incoming> {
  const { method, url, body, isFile, key, headers, init } = outgoing;
  const response = await send(url, {
    ...init,
    method,
    headers: {
      accept: isFile ? '*/*' : 'application/json',
      // A form's content type has its boundary, which fetch chooses.
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      ...(method === 'POST' && typeof key === 'string' ? { 'idempotency-key': key } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  return isFile && response.ok ? { response } : readAnswer(response);
}

// Types ------------------------------------------------------------------------------------------

/*
 * Types derived from a map of operations by lint/schema-types.ts: `GET /deals/{id}` → { answer, query, body, pagination }.
 */

export type AnswerOf<Map, O extends string> = O extends keyof Map
  ? Map[O] extends { readonly answer: infer A }
    ? A
    : never
  : never;
export type QueryOf<Map, O extends string> = O extends keyof Map
  ? Map[O] extends { readonly query?: infer Q extends object | undefined }
    ? Q
    : never
  : never;
export type BodyOf<Map, O extends string> = O extends keyof Map
  ? Map[O] extends { readonly body: infer B }
    ? B
    : never
  : never;
/** A record of a list. */
export type ItemOf<Map, O extends string> =
  AnswerOf<Map, O> extends readonly (infer Item)[] ? Item : never;

/** Names of the placeholders. */
type Named<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Named<Rest>
  : never;
type Where<O extends string> = [Named<O>] extends [never]
  ? { readonly at?: never }
  : { readonly at: Readonly<Record<Named<O>, string>> };
type What<Map, O extends string> = [BodyOf<Map, O>] extends [never]
  ? { readonly body?: never }
  : { readonly body: BodyOf<Map, O> };

/** Input of an operation: path placeholders, body and query. */
export type GivenTo<Map, O extends string> = Where<O> &
  What<Map, O> & { readonly query?: QueryOf<Map, O> | undefined };
