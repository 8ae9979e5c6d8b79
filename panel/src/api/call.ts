import {
  type AnswerOf,
  cursorIn,
  type Envelope,
  exchange,
  type GivenTo,
  type Incoming,
  newKey,
  placeOf,
  readAnswer,
  searchOf,
} from '../../../packages/sdk/src/kernel.ts';
import { noteCursor } from './cursors.ts';
import type { Operations } from './schema.ts';

export { newKey, segment } from '../../../packages/sdk/src/kernel.ts';

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

/** The envelope of an answer, and where a list goes on. */
interface Answered extends Envelope {
  readonly after?: string | undefined;
}

async function request(method: string, path: string, options: Options): Promise<Answered> {
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
      init: { credentials: 'same-origin', ...(signal ? { signal } : {}) },
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

/** What went wrong, as the service says it. */
function failureOf({ response, refusal }: Incoming): Failure {
  const { status, statusText, headers } = response;
  const requestId = headers.get('x-request-id') ?? undefined;
  return new Failure(
    refusal?.code ?? 'UNREADABLE',
    refusal?.message ?? statusText,
    status,
    requestId,
  );
}

/**
 * Asks for a path below /api/panel.
 * @returns the answer's data
 * @throws Failure
 */
export const call = async <T>(method: Method, path: string, options: Options = {}): Promise<T> =>
  (await request(method, path, options)).data as T;

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
  throw failureOf(await readAnswer(response).catch(offline));
}

// Operations -------------------------------------------------------------------------------------

/** Method and path of an operation, as the document names it: `GET /teams/{team_slug}/members`. */
export type Operation = keyof Operations;
export type Answer<O extends Operation> = AnswerOf<Operations, O>;
type Page<O extends Operation> = Operations[O] extends { readonly pagination: infer P }
  ? { readonly data: Answer<O>; readonly pagination: P; readonly after: string | undefined }
  : never;

/** What is given with an operation: the path's names, the body, the query. */
export type Given<O extends Operation> = GivenTo<Operations, O> & {
  readonly signal?: AbortSignal | undefined;
};

interface Loose extends Options {
  readonly at?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
}

function asked(operation: string, { at, query, ...options }: Loose): Promise<Answered> {
  const [method, path] = placeOf(operation, at);
  return request(method, path + searchOf(query), options);
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
