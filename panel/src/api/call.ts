import { noteCursor } from './cursors.ts';
import type { Operations } from './schema.ts';

/*
 * Requests to the service, by the panel's door. What is asked for is JSON in an envelope; what goes wrong is a Failure.
 */

/** What went wrong: as the service says it, or that it could not be reached. */
export class Failure extends Error {
  override name = 'Failure';
  /** The service's code; OFFLINE where it could not be reached, UNREADABLE where something else answered. */
  readonly code: string;
  readonly status: number;
  /** What the service's log knows the request by. */
  readonly requestId: string | undefined;

  constructor(code: string, message: string, status = 0, requestId?: string) {
    super(message);
    this.code = code;
    this.status = status;
    this.requestId = requestId;
  }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A key that makes a repeated request safe. `crypto.randomUUID` is only there on https. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What was sent and not answered → its key: whoever sends the very same again gets the answer of the first. */
const unanswered = new Map<string, string>();

/** What a request is sent with. */
interface Options {
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** The version of a record that is changed as it was read. */
  readonly version?: string;
  /** Of a POST that whoever asks sends again themselves; null where nothing comes of it. */
  readonly key?: string | null;
  /** Whose it is: refused where somebody else is signed in by now. */
  readonly person?: string;
}

interface Envelope {
  readonly data: unknown;
  readonly pagination?: unknown;
  /** Where a list goes on. */
  readonly after?: string | undefined;
}

/** The cursor in a list's link to what follows. */
const cursorIn = (link: string | null) => /[?&]after=([^&>]+)/.exec(link ?? '')?.[1];

async function request(method: string, path: string, options: Options): Promise<Envelope> {
  const { signal } = options;
  const body = options.body === undefined ? undefined : JSON.stringify(options.body);
  const key = options.key === undefined ? (unanswered.get(path + body) ?? newKey()) : options.key;
  let response: Response;
  try {
    response = await fetch(`/api/panel${path}`, {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(method === 'POST' && key !== null ? { 'idempotency-key': key } : {}),
        ...(options.version === undefined ? {} : { 'if-match': `"${options.version}"` }),
        ...(options.person === undefined ? {} : { 'x-person': options.person }),
      },
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    if (method === 'POST' && key !== null) unanswered.set(path + body, key);
    throw new Failure('OFFLINE', String(error));
  }
  unanswered.delete(path + body);
  if (method === 'GET') noteCursor(path, response.headers.get('x-live-cursor'));
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok && isEnvelope(answer))
    return { ...answer, after: cursorIn(response.headers.get('link')) };
  throw failureOf(response, answer);
}

/** What went wrong, as the service says it. */
function failureOf({ status, statusText, headers }: Response, answer: unknown): Failure {
  const error = isRefusal(answer) ? answer.error : undefined;
  const requestId = headers.get('x-request-id') ?? undefined;
  return new Failure(error?.code ?? 'UNREADABLE', error?.message ?? statusText, status, requestId);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isEnvelope = (value: unknown): value is Envelope & object =>
  isObject(value) && 'data' in value;
const isRefusal = (value: unknown): value is { error: { code: string; message: string } } =>
  isObject(value) && isObject(value.error) && typeof value.error.code === 'string';

/** A segment of a path: `/members/${segment(id)}`. */
export const segment = (text: string) => encodeURIComponent(text);

/**
 * Asks for a path below /api/panel.
 * @returns the answer's data
 * @throws Failure
 */
export const call = async <T>(method: Method, path: string, options: Options = {}): Promise<T> =>
  (await request(method, path, options)).data as T;

/** A query as it stands in an address; empty for nothing. */
const searchOf = (query: Readonly<Record<string, unknown>>): string => {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): [string, string] => [name, String(value)]);
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
};

/**
 * Asks for a file below /api/panel.
 * @throws Failure
 */
export async function askFile(
  path: string,
  query: Readonly<Record<string, unknown>>,
): Promise<Blob> {
  const offline = (error: unknown): never => {
    throw new Failure('OFFLINE', String(error));
  };
  const response = await fetch(`/api/panel${path}${searchOf(query)}`).catch(offline);
  if (response.ok) return response.blob().catch(offline);
  throw failureOf(response, await response.json().catch(() => undefined));
}

// Operations -------------------------------------------------------------------------------------

/** Method and path of an operation, as the document names it: `GET /teams/{team_slug}/members`. */
export type Operation = keyof Operations;
export type Answer<O extends Operation> = Operations[O]['answer'];
type Query<O extends Operation> = Operations[O] extends { readonly query?: infer Q } ? Q : never;
type Page<O extends Operation> = Operations[O] extends { readonly pagination: infer P }
  ? { readonly data: Answer<O>; readonly pagination: P; readonly after: string | undefined }
  : never;

/** The names in braces. */
type Named<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Named<Rest>
  : never;
type Where<O extends Operation> =
  Named<O> extends never
    ? { readonly at?: never }
    : { readonly at: Readonly<Record<Named<O>, string>> };
type What<O extends Operation> = Operations[O] extends { readonly body: infer B }
  ? { readonly body: B }
  : { readonly body?: never };

/** What is given with an operation: the path's names, the body, the query. */
export type Given<O extends Operation> = Where<O> &
  What<O> & { readonly query?: Query<O> | undefined; readonly signal?: AbortSignal | undefined };

interface Loose extends Options {
  readonly at?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
}

function asked(operation: string, { at = {}, query = {}, ...options }: Loose): Promise<Envelope> {
  const [method = '', path = ''] = operation.split(' ');
  const named = path.replaceAll(/{(\w+)}/g, (_, name: string) => segment(at[name] ?? ''));
  return request(method, named + searchOf(query), options);
}

/**
 * Asks for an operation of the panel's document.
 * @returns the answer's data
 * @throws Failure
 */
export const ask = async <O extends Operation>(operation: O, given: Given<O>): Promise<Answer<O>> =>
  (await asked(operation, given as Loose)).data as Answer<O>;

/** Asks for a page of a list. @throws Failure */
export const askPage = async <O extends Operation>(operation: O, given: Given<O>) =>
  (await asked(operation, given as Loose)) as Page<O>;
