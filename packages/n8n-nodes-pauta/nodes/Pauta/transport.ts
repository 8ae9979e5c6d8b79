import { createHash } from 'node:crypto';
import type {
  IDataObject,
  IExecuteFunctions,
  IHookFunctions,
  IHttpRequestMethods,
  ILoadOptionsFunctions,
  JsonObject,
} from 'n8n-workflow';
import { NodeApiError, NodeOperationError, sleep } from 'n8n-workflow';
import { maxPerPage } from './records';

type Caller = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions;

export interface Request {
  readonly method: IHttpRequestMethods;
  /** Below `/api`: `/v1/deals`. */
  readonly url: string;
  readonly query?: IDataObject;
  readonly body?: IDataObject;
  /** Sent with the fields of the body as a form. */
  readonly file?: OutgoingFile;
  /** The response is a file instead of JSON. */
  readonly returnsFile?: true;
  /** Makes a repeated POST execute once. Without it, a POST is not repeated. */
  readonly idempotencyKey?: string;
  /** Index of the node's input item. */
  readonly item?: number;
}

/** A file of the workflow. */
export interface OutgoingFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** Response of Pauta: its data, and the query of a list's next page. */
export interface Answer {
  readonly status: number;
  readonly data: unknown;
  /** The query of the next page, from the `Link` header. */
  readonly next?: IDataObject;
  /** Instead of data. */
  readonly file?: OutgoingFile;
}

interface Raw {
  readonly statusCode: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: unknown;
}

/** Maximum number of attempts. */
const attempts = 6;
/** Maximum Retry-After in seconds; a longer one is an error. */
const maxWait = 120;
/** Timeout of a request in milliseconds. */
const timeout = 60_000;

/** `https://host`, `https://host/api/` → `https://host/api`. As in the credential's test. */
export const baseOf = (entered: string) => `${entered.trim().replace(/(\/api)?\/*$/, '')}/api`;

/**
 * Calls Pauta with the credential's key. Retries after a broken connection, 429, 503, and a 409 with Retry-After, if a retry is safe
 * (docs/compatibility.md of Pauta).
 * @throws NodeApiError with Pauta's message, code and request id
 */
export async function call(caller: Caller, request: Request): Promise<Answer> {
  const { baseUrl } = await caller.getCredentials<{ baseUrl: string }>('pautaApi', request.item);
  const repeats = request.method !== 'POST' || request.idempotencyKey !== undefined;
  for (let attempt = 1; ; attempt += 1) {
    const response = await ask(caller, baseOf(baseUrl), request).catch((error: Error) => error);
    const mayRepeat = repeats && attempt < attempts;
    if (response instanceof Error) {
      if (mayRepeat && !stopped(caller)) {
        await pause(caller, backOff(attempt), request.item);
        continue;
      }
      throw new NodeApiError(caller.getNode(), { message: response.message } as JsonObject, {
        message: `Pauta cannot be reached at ${baseOf(baseUrl)}`,
        description: response.message,
        ...(request.item === undefined ? {} : { itemIndex: request.item }),
      });
    }
    if (response.statusCode < 400)
      return request.returnsFile ? fileIn(response) : toAnswer(response);
    const wait = waitFor(response, attempt);
    if (mayRepeat && wait !== null && wait <= maxWait) {
      await pause(caller, wait, request.item);
      continue;
    }
    throw refused(caller, response, request.item);
  }
}

/** Body of a form, and its type. The same fields and file have the same bytes: a retry is the same request. */
function formOf(fields: IDataObject, file: OutgoingFile): { body: Buffer; type: string } {
  const digest = createHash('sha256').update(file.bytes).digest('hex');
  const boundary = `pauta-${digest.slice(0, 40)}`;
  const quoted = (name: string) => name.replace(/["\r\n]/g, '_');
  const parts: Buffer[] = [];
  const add = (about: string, content: Buffer) =>
    parts.push(
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${about}\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    );
  for (const [name, value] of Object.entries(fields))
    if (value !== null && value !== undefined) add(`name="${name}"`, Buffer.from(String(value)));
  add(
    `name="file"; filename="${quoted(file.name)}"\r\nContent-Type: ${quoted(file.type)}`,
    file.bytes,
  );
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return { body: Buffer.concat(parts), type: `multipart/form-data; boundary=${boundary}` };
}

async function ask(caller: Caller, base: string, request: Request): Promise<Raw> {
  const form = request.file && formOf(request.body ?? {}, request.file);
  const raw: unknown = await caller.helpers.httpRequestWithAuthentication.call(caller, 'pautaApi', {
    method: request.method,
    url: base + request.url,
    ...((form ?? request.returnsFile) ? {} : { json: true }),
    ...(request.returnsFile ? { encoding: 'arraybuffer' as const } : {}),
    returnFullResponse: true,
    ignoreHttpStatusErrors: true,
    timeout,
    headers: {
      Accept: request.returnsFile ? '*/*' : 'application/json',
      ...(form === undefined ? {} : { 'Content-Type': form.type }),
      ...(request.idempotencyKey === undefined
        ? {}
        : { 'Idempotency-Key': request.idempotencyKey }),
    },
    ...(request.query === undefined ? {} : { qs: request.query }),
    ...(form ? { body: form.body } : request.body === undefined ? {} : { body: request.body }),
  });
  return withJson(raw as Raw);
}

/** Parses a body that n8n left as text or bytes although it is JSON, such as an error in place of a file. */
function withJson(raw: Raw): Raw {
  const { body, headers } = raw;
  if (!String(headers['content-type']).startsWith('application/json')) return raw;
  if (typeof body !== 'string' && !Buffer.isBuffer(body) && !(body instanceof ArrayBuffer))
    return raw;
  const text = typeof body === 'string' ? body : Buffer.from(body as Buffer).toString();
  return { ...raw, body: JSON.parse(text) };
}

/** Reads a file, and its name from Content-Disposition (RFC 6266). */
function fileIn({ statusCode, headers, body }: Raw): Answer {
  const about = String(headers['content-disposition'] ?? '');
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(about)?.[1];
  const plain = /filename="([^"]*)"/.exec(about)?.[1];
  const name = encoded === undefined ? (plain ?? 'file') : decodeURIComponent(encoded);
  const type = String(headers['content-type'] ?? 'application/octet-stream');
  return {
    status: statusCode,
    data: undefined,
    file: { name, type: type.split(';')[0] ?? type, bytes: Buffer.from(body as Buffer) },
  };
}

function toAnswer({ statusCode, headers, body }: Raw): Answer {
  const data = (body as IDataObject | undefined)?.data;
  const link = /<([^>]*)>;\s*rel="next"/.exec(String(headers.link ?? ''))?.[1];
  if (link === undefined) return { status: statusCode, data };
  // Uses only the query: the key is sent to no other address than the credential's.
  const query = new URL(link, 'http://pauta.invalid').searchParams;
  return { status: statusCode, data, next: Object.fromEntries(query) };
}

/** Seconds to wait; null if a retry would not help. */
function waitFor({ statusCode, headers }: Raw, attempt: number): number | null {
  const seconds = Number(headers['retry-after']);
  const asks = headers['retry-after'] !== undefined && seconds >= 0;
  if (statusCode === 409) return asks ? seconds + Math.random() : null;
  if (statusCode !== 429 && statusCode !== 503) return null;
  return asks ? seconds + Math.random() : backOff(attempt);
}

const backOff = (attempt: number) => 0.5 * 2 ** (attempt - 1) * (0.5 + Math.random());

const stopped = (caller: Caller) =>
  'getExecutionCancelSignal' in caller && caller.getExecutionCancelSignal()?.aborted === true;

/** Waits until the time is over or the workflow is stopped. */
async function pause(caller: Caller, seconds: number, item: number | undefined) {
  for (let left = seconds * 1000; left > 0; left -= 500) {
    await sleep(Math.min(left, 500));
    if (stopped(caller)) {
      throw new NodeOperationError(caller.getNode(), 'The workflow was stopped', {
        ...(item === undefined ? {} : { itemIndex: item }),
      });
    }
  }
}

function refused(caller: Caller, raw: Raw, item: number | undefined) {
  const body = raw.body as { error?: { code?: string; message?: string } } | undefined;
  const code = body?.error?.code;
  const id = raw.headers['x-request-id'];
  return new NodeApiError(
    caller.getNode(),
    { message: body?.error?.message ?? 'No message', code: code ?? null } as JsonObject,
    {
      message:
        body?.error?.message ??
        `HTTP ${raw.statusCode}: check that the base URL is that of a Pauta service`,
      description: [code, `HTTP ${raw.statusCode}`, id === undefined ? undefined : `request ${id}`]
        .filter((part) => part !== undefined)
        .join(', '),
      httpCode: String(raw.statusCode),
      ...(item === undefined ? {} : { itemIndex: item }),
    },
  );
}

/**
 * Reads the pages of a list by their Link headers, so that concurrent changes neither skip nor repeat records.
 * @param most maximum number of records; Infinity for all
 */
export async function all(caller: Caller, request: Request, most: number): Promise<IDataObject[]> {
  const records: IDataObject[] = [];
  let query: IDataObject | undefined = { ...request.query, limit: Math.min(maxPerPage, most) };
  while (query !== undefined && records.length < most) {
    const page: Answer = await call(caller, { ...request, query });
    records.push(...(page.data as IDataObject[]));
    query = page.next;
  }
  return records.slice(0, most);
}

/**
 * Idempotency key of a POST in a run of a workflow: the same when n8n retries the node ("Retry On Fail") or resumes the run after a
 * crash, so that nothing is done twice. Another run has another key.
 */
export function identityOf(caller: IExecuteFunctions, item: number, request: Request): string {
  const run = caller.evaluateExpression('{{ $runIndex }}', item);
  const parts = [
    caller.getInstanceId(),
    caller.getWorkflow().id,
    caller.getExecutionId(),
    caller.getNode().id,
    run,
    item,
    request.method,
    request.url,
    request.body ?? null,
    ...(request.file ? [createHash('sha256').update(request.file.bytes).digest('hex')] : []),
  ];
  return `n8n-${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;
}
