import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Choice } from '../mcp/tools.ts';
import { ApiError, forbidden, invalid } from '../platform/errors.ts';
import { readJson, TooMuch } from '../platform/limited-json.ts';
import { bytesOf, send } from './responses.ts';

/* Model Context Protocol over HTTP (docs/adr/0075-mcp.md): POST /mcp on every instance, with an API key. */

const path = '/mcp';

/** Mounts the endpoint for agents. */
export function mountMcp(app: FastifyInstance): void {
  app.post(path, async (request, reply) => {
    refuseCrossSite(request.host, request.headers.origin, request.server.publicUrl);
    const choice = await choiceIn(request.query);
    const body = messageIn(request);
    if (body === undefined) return send(reply, 400, unreadable);
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      return send(reply, 400, noObject);
    const { answerHttp } = await import('../mcp/protocol.ts');
    const { context } = request;
    const response = await answerHttp(webRequest(request), body, {
      context: async () => context,
      choice,
      failed: (err, request_id) =>
        request.server.log.error({ request_id, err }, 'unexpected error'),
    });
    return sendResponse(reply, response);
  });
  // Every response belongs to its request: there is no stream to open and no session to end.
  app.route({
    method: ['GET', 'PUT', 'PATCH', 'DELETE'],
    url: path,
    handler: async ({ method }, reply) => {
      reply.header('allow', 'POST');
      throw new ApiError('METHOD_NOT_ALLOWED', `${method} is not allowed here; allowed: POST.`);
    },
  });
}

const refusal = (code: number, message: string) =>
  JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } });
const unreadable = refusal(-32_700, 'A request must be JSON in UTF-8, and not nested deeply.');
const noObject = refusal(-32_600, 'A request must be one JSON-RPC object; there are no batches.');

/** Parses the message of a request; undefined if it is unreadable. */
function messageIn(request: FastifyRequest): unknown {
  const bytes = bytesOf(request);
  if (!isUtf8(bytes)) return undefined;
  try {
    return readJson(bytes.toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TooMuch) return undefined;
    throw error;
  }
}

/** Converts to a web Request, without the body. */
function webRequest({ headers }: FastifyRequest): Request {
  const entries = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !name.startsWith(':') ? [[name, value]] : [],
  );
  return new Request(`http://localhost${path}`, { method: 'POST', headers: entries });
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const body = await response.text();
  reply.code(response.status);
  if (body === '') return reply.send();
  return send(reply, response.status, body);
}

// Callers ------------------------------------------------------------------------------------------------------------

/** Names absent from public DNS, so that no outsider can point one at this service. */
const isPrivateName = (name: string) =>
  !name.includes('.') ||
  /\.(localhost|local|internal|svc|cluster\.local|lan|home\.arpa|test)$/.test(name);

const isOwnName = (name: string) =>
  ipaddr.isValid(name.replace(/^\[|\]$/g, '')) || isPrivateName(name);

/**
 * Prevents another site's page from using the service through a user's browser, either directly or by DNS rebinding. Programs
 * send no Origin.
 * @param host named by the request, possibly through a trusted proxy
 * @param publicUrl as configured by the operator
 * @throws ApiError FORBIDDEN
 */
export function refuseCrossSite(
  host: string,
  origin: string | undefined,
  publicUrl: string | undefined,
): void {
  const requestedUrl = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined;
  const ownUrl = publicUrl === undefined ? undefined : new URL(publicUrl);
  const isKnown =
    requestedUrl !== undefined &&
    (requestedUrl.hostname === ownUrl?.hostname || isOwnName(requestedUrl.hostname));
  if (ownUrl && !isKnown)
    throw forbidden(`Host must be ${ownUrl.host}, as configured in PUBLIC_URL.`, 'malformed');
  if (origin === undefined) return;
  const isOwn =
    isKnown && URL.canParse(origin) && (origin === ownUrl?.origin || new URL(origin).host === host);
  if (!isOwn)
    throw forbidden(
      'Origin: pages of other sites must not call this endpoint. Programs send no Origin header.',
      'malformed',
    );
}

// Tool selection ---------------------------------------------------------------------------------------------------

const parameters = ['tools', 'readonly'];

/** @throws ApiError VALIDATION_ERROR naming the unknown parameter or tool */
async function choiceIn(query: unknown): Promise<Choice> {
  const queryValues = query as Record<string, string | string[]>;
  const unknown = Object.keys(queryValues).filter((name) => !parameters.includes(name));
  if (unknown.length > 0)
    throw invalid(
      `${unknown.map((name) => JSON.stringify(name.slice(0, 64))).join(', ')}: not a parameter of this endpoint; allowed: ${parameters.join(', ')}.`,
      unknown,
      'unknown',
    );
  const [tools, readonly = '0'] = [textOf(queryValues, 'tools'), textOf(queryValues, 'readonly')];
  // An empty value is refused: a forgotten value must not grant more than intended.
  if (!['0', '1', 'true', 'false'].includes(readonly))
    throw invalid('readonly must be 1 or 0.', 'readonly', 'not_allowed');
  const readsOnly = readonly === '1' || readonly === 'true';
  if (tools === undefined) return { readsOnly };
  const { namesIn } = await import('../mcp/tools.ts');
  return { names: namesIn(tools), readsOnly };
}

function textOf(parameters: Record<string, string | string[]>, name: string): string | undefined {
  const value = parameters[name];
  if (Array.isArray(value))
    throw invalid(`${name} must be given only once.`, name, 'too_many', { limit: 1 });
  return value;
}
