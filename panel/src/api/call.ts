import {
  type AnswerOf,
  cursorIn,
  type Envelope,
  exchange,
  type GivenTo,
  type Incoming,
  newKey,
  readAnswer,
  resolveOperation,
  searchOf,
} from '#packages/sdk/src/exchange.ts';
import { noteCursor } from './cursors.ts';
import type { ErrorDetail, Operations } from './schema.ts';

export { newKey, segment } from '#packages/sdk/src/exchange.ts';

/* Requests to the panel API. Responses are JSON in an envelope; errors are thrown as Failure. */

/** Error reported by the server, or a network error. */
export class Failure extends Error {
  override name = 'Failure';
  /** Error code of the server; OFFLINE if it is unreachable, UNREADABLE if something else answered. */
  readonly code: string;
  readonly status: number;
  /** Id of the request in the server's log. */
  readonly requestId: string | undefined;
  /** Invalid fields; undefined if the server names none. */
  readonly fields: ErrorDetail['fields'];
  /** Reason of a refusal that its fields do not say. */
  readonly reason: ErrorDetail['reason'];
  /** Failure of a gateway, if that is the error. */
  readonly gateway: ErrorDetail['gateway'];

  constructor(
    code: string,
    message: string,
    status = 0,
    requestId?: string,
    { fields, reason, gateway }: Pick<ErrorDetail, 'fields' | 'reason' | 'gateway'> = {},
  ) {
    super(message);
    this.fields = fields;
    this.reason = reason;
    this.gateway = gateway;
    this.code = code;
    this.status = status;
    this.requestId = requestId;
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Request without a response → its idempotency key, so that an identical retry gets the first one's response. */
const unanswered = new Map<string, string>();

/** Options of a request. */
interface Options {
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Version of the record on which the change is based. */
  readonly version?: string;
  /** Idempotency key of a POST that the caller retries itself; null if it has no effect. */
  readonly key?: string | null;
  /** Author of the request; refused if another person is signed in. */
  readonly person?: string;
}

/** Maximum length of a body that outlives its page: browsers allow 64 KiB for all such requests together. */
const longestKeptAlive = 4_000;

/** Envelope of a response, with the cursor of the next page. */
interface ResponseEnvelope extends Envelope {
  readonly after?: string | undefined;
}

async function sendRequest(
  method: string,
  path: string,
  options: Options,
): Promise<ResponseEnvelope> {
  const { signal } = options;
  const body = options.body === undefined ? undefined : JSON.stringify(options.body);
  const key = options.key === undefined ? (unanswered.get(path + body) ?? newKey()) : options.key;
  let incoming: Incoming;
  try {
    incoming = await exchange(fetch, {
      method,
      url: `/api/panel${path}`,
      body,
      key,
      headers: {
        ...(options.version === undefined ? {} : { 'if-match': `"${options.version}"` }),
        ...(options.person === undefined ? {} : { 'x-person': options.person }),
      },
      init: {
        credentials: 'same-origin',
        // A change is sent also if the page is left meanwhile.
        keepalive: method !== 'GET' && (body?.length ?? 0) <= longestKeptAlive,
        ...(signal ? { signal } : {}),
      },
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    if (method === 'POST' && key !== null) unanswered.set(path + body, key);
    throw new Failure('OFFLINE', String(error));
  }
  unanswered.delete(path + body);
  const { response, envelope } = incoming;
  if (method === 'GET') noteCursor(path, response.headers.get('x-live-cursor'));
  if (envelope) return { ...envelope, after: cursorIn(response.headers.get('link')) };
  throw failureOf(incoming);
}

/** Converts an error response. */
function failureOf({ response, refusal }: Incoming): Failure {
  const { status, statusText, headers } = response;
  const requestId = headers.get('x-request-id') ?? undefined;
  return new Failure(
    refusal?.code ?? 'UNREADABLE',
    refusal?.message ?? statusText,
    status,
    requestId,
    refusal as ErrorDetail | undefined,
  );
}

/**
 * Requests a path below /api/panel.
 * @returns the response's data
 * @throws Failure
 */
export const requestPath = async <T>(
  method: Method,
  path: string,
  options: Options = {},
): Promise<T> => (await sendRequest(method, path, options)).data as T;

/**
 * Requests a file below /api/panel.
 * @throws Failure
 */
export async function requestFile(
  path: string,
  query: Readonly<Record<string, unknown>>,
): Promise<Blob> {
  const offline = (error: unknown): never => {
    throw new Failure('OFFLINE', String(error));
  };
  const response = await fetch(`/api/panel${path}${searchOf(query)}`).catch(offline);
  if (response.ok) return response.blob().catch(offline);
  throw failureOf(await readAnswer(response).catch(offline));
}

// Operations -------------------------------------------------------------------------------------

/** Method and path of an operation in the API document: `GET /teams/{team_slug}/members`. */
type Operation = keyof Operations;
export type Answer<O extends Operation> = AnswerOf<Operations, O>;
type Page<O extends Operation> = Operations[O] extends { readonly pagination: infer P }
  ? { readonly data: Answer<O>; readonly pagination: P; readonly after: string | undefined }
  : never;

/** Arguments of an operation: path parameters, body, query. */
export type OperationInput<O extends Operation> = GivenTo<Operations, O> & {
  readonly signal?: AbortSignal | undefined;
  /** Version of the record on which the change is based. */
  readonly version?: string;
};

interface LooseInput extends Options {
  readonly at?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
}

function requestOperation(
  operation: string,
  { at, query, ...options }: LooseInput,
): Promise<ResponseEnvelope> {
  const [method, path] = resolveOperation(operation, at);
  return sendRequest(method, path + searchOf(query), options);
}

/**
 * Requests an operation of the panel API.
 * @returns the response's data
 * @throws Failure
 */
export const request = async <O extends Operation>(
  operation: O,
  input: OperationInput<O>,
): Promise<Answer<O>> => (await requestOperation(operation, input as LooseInput)).data as Answer<O>;

/** Requests a page of a list. @throws Failure */
export const requestPage = async <O extends Operation>(operation: O, input: OperationInput<O>) =>
  (await requestOperation(operation, input as LooseInput)) as Page<O>;

/** A page of a list, with the cursor of the next one. */
export interface PageOf<T> {
  readonly data: readonly T[];
  readonly pagination: { readonly total: number };
  readonly after: string | undefined;
}

/** Requests a page of a list at a path below /api/panel. @throws Failure */
export const requestPagePath = async <T>(
  path: string,
  query: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<PageOf<T>> =>
  (await sendRequest('GET', path + searchOf(query), { signal })) as PageOf<T>;
