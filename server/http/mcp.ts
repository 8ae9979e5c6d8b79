import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Choice } from '../mcp/tools.ts';
import { ApiError, invalid } from '../platform/errors.ts';
import { readJson, TooMuch } from '../platform/json.ts';
import { bytesOf, send } from './records.ts';

/*
 * The Model Context Protocol over HTTP (docs/adr/0075-mcp.md): POST /mcp on every instance, with an API key.
 */

const path = '/mcp';

/** Serves agents. */
export function mountMcp(app: FastifyInstance): void {
  app.post(path, async (request, reply) => {
    refuseStrangers(request.host, request.headers.origin, request.server.publicUrl);
    const choice = await choiceIn(request.query);
    const body = messageIn(request);
    if (body === undefined)
      return send(
        reply,
        400,
        refusal('A request must be one JSON-RPC object; there are no batches.'),
      );
    const { answer } = await import('../mcp/protocol.ts');
    const { context } = request;
    const response = await answer(webRequest(request), body, {
      context: async () => context,
      choice,
      failed: (err, request_id) =>
        request.server.log.error({ request_id, err }, 'unexpected error'),
    });
    return sendResponse(reply, response);
  });
  // Answers come with the request that asks: there is no stream to open, and no session to end.
  app.route({
    method: ['GET', 'DELETE'],
    url: path,
    handler: async ({ method }, reply) => {
      reply.header('allow', 'POST');
      throw new ApiError('METHOD_NOT_ALLOWED', `${method} is not allowed here; allowed: POST.`);
    },
  });
}

const refusal = (message: string) =>
  JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_600, message } });

/** The message of a request; undefined for what is none. */
function messageIn(request: FastifyRequest): object | undefined {
  try {
    const value = readJson(bytesOf(request).toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TooMuch) return undefined;
    throw error;
  }
}

/** The request as the web has it, without its body. */
function webRequest({ headers }: FastifyRequest): Request {
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !name.startsWith(':') ? [[name, value]] : [],
  );
  return new Request(`http://localhost${path}`, { method: 'POST', headers: given });
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const body = await response.text();
  reply.code(response.status);
  if (body === '') return reply.send();
  return send(reply, response.status, body);
}

// Who asks ---------------------------------------------------------------------------------------------------------

/** Names that no public DNS holds, so that nobody elsewhere can have one lead here. */
const isPrivateName = (name: string) =>
  !name.includes('.') ||
  /\.(localhost|local|internal|svc|cluster\.local|lan|home\.arpa|test)$/.test(name);

const isOwnName = (name: string) =>
  ipaddr.isValid(name.replace(/^\[|\]$/g, '')) || isPrivateName(name);

/**
 * A page of another site must not use the service through somebody's browser, neither directly nor by a name of its own that it has lead
 * here. Programs send no Origin.
 * @param host that the request names, by way of a proxy that is trusted perhaps
 * @param publicUrl as the operator set it
 * @throws ApiError FORBIDDEN
 */
export function refuseStrangers(
  host: string,
  origin: string | undefined,
  publicUrl: string | undefined,
): void {
  const asked = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined;
  const own = publicUrl === undefined ? undefined : new URL(publicUrl);
  const isKnown =
    asked !== undefined && (asked.hostname === own?.hostname || isOwnName(asked.hostname));
  if (own && !isKnown)
    throw new ApiError(
      'FORBIDDEN',
      `Host: this service is reached at ${own.host}, as PUBLIC_URL says.`,
    );
  if (origin === undefined) return;
  const isOwn =
    isKnown && URL.canParse(origin) && (origin === own?.origin || new URL(origin).host === host);
  if (!isOwn)
    throw new ApiError(
      'FORBIDDEN',
      'Origin: pages of other sites may not call this. Programs send no Origin header.',
    );
}

// What they want to see ------------------------------------------------------------------------------------------

const parameters = ['tools', 'readonly'];

/** @throws ApiError VALIDATION_ERROR naming what is no parameter, or no tool */
async function choiceIn(query: unknown): Promise<Choice> {
  const given = query as Record<string, string | string[]>;
  const unknown = Object.keys(given).filter((name) => !parameters.includes(name));
  if (unknown.length > 0)
    throw invalid(
      `${unknown.map((name) => JSON.stringify(name.slice(0, 64))).join(', ')}: no parameter here; allowed: ${parameters.join(', ')}.`,
    );
  const [tools, readonly = ''] = [textOf(given, 'tools'), textOf(given, 'readonly')];
  if (!['', '0', '1', 'true', 'false'].includes(readonly))
    throw invalid('readonly must be 1 or 0.');
  const readsOnly = readonly === '1' || readonly === 'true';
  if (tools === undefined) return { readsOnly };
  const { namesIn } = await import('../mcp/tools.ts');
  return { names: namesIn(tools), readsOnly };
}

function textOf(given: Record<string, string | string[]>, name: string): string | undefined {
  const value = given[name];
  if (Array.isArray(value)) throw invalid(`${name} must be given only once.`);
  return value;
}
