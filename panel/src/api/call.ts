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
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

interface Options {
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks for a path below /api/panel.
 * @returns the answer's data
 * @throws Failure
 */
export async function call<T>(method: Method, path: string, options: Options = {}): Promise<T> {
  const { body, signal } = options;
  let response: Response;
  try {
    response = await fetch(`/api/panel${path}`, {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(method === 'POST' ? { 'idempotency-key': newKey() } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Failure('OFFLINE', String(error));
  }
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok && isEnvelope(answer)) return answer.data as T;
  const error = isRefusal(answer) ? answer.error : undefined;
  throw new Failure(
    error?.code ?? 'UNREADABLE',
    error?.message ?? response.statusText,
    response.status,
    requestId,
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isEnvelope = (value: unknown): value is { data: unknown } =>
  isObject(value) && 'data' in value;
const isRefusal = (value: unknown): value is { error: { code: string; message: string } } =>
  isObject(value) && isObject(value.error) && typeof value.error.code === 'string';

/** A segment of a path: `/members/${segment(id)}`. */
export const segment = (text: string) => encodeURIComponent(text);
