import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Row, TeamDb } from '../db/database.ts';
import { receiveWebhook } from '../features/webhooks/receive.ts';
import { withAttribution } from '../operations/audit-attribution.ts';
import type { Settings } from '../operations/context.ts';
import { permit } from '../operations/operation.ts';
import { envelope } from '../operations/response-envelope.ts';
import { ApiError } from '../platform/errors.ts';
import { addressOf, refuseSecrets } from './auth.ts';
import { awaitRoomForBody } from './in-flight-bytes.ts';
import { bytesOf, send } from './responses.ts';

/** The endpoint that a call addresses, known before its body is read. */
interface Addressed {
  readonly db: TeamDb;
  readonly webhookId: string;
  readonly endpoint: Row;
}

/**
 * Mounts the URLs of endpoints, below /api. The endpoint is looked up before the body is read.
 * @param teamOf returns the data of the team with a slug
 * @param count counts the request against the caller's address; throws if it exceeds the limit
 */
export function mountHooks(
  api: FastifyInstance,
  settings: Settings,
  teamOf: (slug: string) => Promise<TeamDb | undefined>,
  count: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): void {
  const { path, status } = receiveWebhook.inbound;
  const addressed = new WeakMap<FastifyRequest, Addressed>();
  const addressedBy = (request: FastifyRequest): Addressed => {
    const at = addressed.get(request);
    if (!at) throw new Error('an endpoint could not be looked up');
    return at;
  };
  const lookUp = async (request: FastifyRequest) => {
    const { team, slug } = request.params as { team: string; slug: string };
    const db = await teamOf(team);
    const endpoint = db && (await receiveWebhook.find(db, settings, slug));
    if (!db || !endpoint)
      throw new ApiError('NOT_FOUND', 'No active webhook endpoint has this address.');
    addressed.set(request, { db, endpoint, webhookId: endpoint.id as string });
  };
  const preParsing = [
    lookUp,
    async (request: FastifyRequest, reply: FastifyReply) =>
      awaitRoomForBody(request, reply, addressedBy(request).webhookId),
  ];
  api.post(path, { onRequest: count, preParsing }, async (request, reply) => {
    const { team } = request.params as { team: string };
    const { db, endpoint, webhookId } = addressedBy(request);
    const context = {
      actor: { kind: 'hook', webhookId },
      team: { slug: team },
      db,
      settings,
      requestId: request.id,
      address: addressOf(request),
    } as const;
    permit(receiveWebhook, context.actor);
    const call = {
      method: 'POST',
      headers: request.headers,
      query: request.query,
      body: bytesOf(request),
      proven: () => refuseSecrets(request.url),
    } as const;
    const { id, isRepeated } = await receiveWebhook
      .run(withAttribution(context, receiveWebhook), endpoint, call)
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'UNAUTHORIZED')
          reply.header('www-authenticate', 'Bearer');
        throw error;
      });
    if (isRepeated) reply.header('idempotency-replayed', 'true');
    return send(reply, status, envelope(JSON.stringify({ task_id: id })));
  });
}
