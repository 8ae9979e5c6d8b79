import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TeamDb } from '../db/database.ts';
import { receiveCallback } from '../features/receiving/callbacks.ts';
import { withAttribution } from '../operations/audit-attribution.ts';
import { type Settings, servicesOf } from '../operations/context.ts';
import { permit } from '../operations/operation.ts';
import { envelope } from '../operations/response-envelope.ts';
import type { Connection } from '../outbound/messaging/connection.ts';
import { ApiError, invalidRequest } from '../platform/errors.ts';
import { addressOf } from './auth.ts';
import type { CallbackLimit } from './callback-limit.ts';
import { awaitRoomForBody, bytesToCome } from './in-flight-bytes.ts';
import { send } from './responses.ts';

/** Maximum size of a callback: gateways may be configured to include whole media files, but should not send more than this. */
const maxCallbackBytes = 4_194_304;

/** The inbox that a callback addresses, known before its body is read. */
interface Addressed {
  readonly db: TeamDb;
  readonly connection: Connection;
}

/**
 * Mounts the callback URLs of gateways below /api: without a key, since each gateway authenticates in its own way. Their inboxes
 * are looked up before their bodies are read.
 * @param teamOf returns the data of the team with a slug
 */
export function mountCallbacks(
  api: FastifyInstance,
  settings: Settings,
  teamOf: (slug: string) => Promise<TeamDb | undefined>,
  limit: CallbackLimit,
): void {
  const { log } = servicesOf(settings);
  const { path, status } = receiveCallback.inbound;
  const addressed = new WeakMap<FastifyRequest, Addressed>();
  const addressIn = (request: FastifyRequest) => {
    const { team, inbox } = request.params as { team: string; inbox: string };
    return { team, inbox: inbox.toLowerCase() };
  };

  const refuseUnproven = async (request: FastifyRequest, reply: FastifyReply): Promise<never> => {
    await limit.countUnproven(request, reply, addressIn(request).inbox);
    throw new ApiError(
      'UNAUTHORIZED',
      'This callback could not be verified as coming from the gateway of an inbox.',
    );
  };

  const lookUp = async (request: FastifyRequest, reply: FastifyReply) => {
    const { team, inbox } = addressIn(request);
    // Closes the connection after a refusal if a large body would otherwise have to be read.
    if (bytesToCome(request) > 0) reply.header('connection', 'close');
    limit.refuse(request, reply, inbox);
    const db = await teamOf(team);
    const connection = db && (await receiveCallback.find(db, settings, inbox));
    if (!connection) return refuseUnproven(request, reply);
    if ('kind' in connection) {
      if (connection.kind === 'unverified') {
        log.warn({ team, inbox }, 'an unverified callback was refused');
        return refuseUnproven(request, reply);
      }
      log.error({ team, inbox, reason: connection.reason }, 'a callback cannot be verified');
      throw new ApiError('UNAVAILABLE', 'The inbox is not configured; try again later.');
    }
    limit.proven(inbox);
    addressed.set(request, { db, connection });
  };

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const at = addressed.get(request);
    if (!at) throw new Error('a callback could not be looked up');
    const { db, connection } = at;
    const { team, inbox } = addressIn(request);
    const context = {
      actor: { kind: 'gateway', inboxId: inbox },
      team: { slug: team },
      db,
      settings,
      requestId: request.id,
      address: addressOf(request),
    } as const;
    permit(receiveCallback, context.actor);
    const received = await receiveCallback.run(
      withAttribution(context, receiveCallback),
      connection,
      {
        method: request.method === 'GET' ? 'GET' : 'POST',
        headers: request.headers,
        query: request.query,
        body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        proven: () => limit.countProven(reply, inbox),
      },
    );
    if (received.kind === 'unverified') {
      log.warn({ team, inbox }, 'an unverified callback was refused');
      return refuseUnproven(request, reply);
    }
    // The refusal above has the same bytes as one for an unknown inbox.
    reply.removeHeader('connection');
    if (received.kind === 'unusable') throw new Error('an inbox is no longer usable');
    if (received.kind === 'malformed')
      throw invalidRequest(
        'The callback is not a JSON object, is nested too deeply, or has too many values.',
        'malformed',
      );
    if (received.kind === 'handshake')
      return reply.code(status).type('text/plain; charset=utf-8').send(received.answer);
    const { gateway, ignored = {} } = received;
    if (Object.keys(ignored).length > 0)
      log.info({ inbox, gateway, ignored }, 'messages were left out');
    return send(reply, status, envelope('{}'));
  };
  const preParsing = [
    lookUp,
    async (request: FastifyRequest, reply: FastifyReply) =>
      awaitRoomForBody(request, reply, addressIn(request).inbox),
  ];
  api.get(path, { exposeHeadRoute: false, preParsing }, answer);
  api.post(path, { bodyLimit: maxCallbackBytes, preParsing }, answer);
  // Evolution can be configured to append the event's name to the URL; the body contains it as well.
  api.post(`${path}/:event`, { bodyLimit: maxCallbackBytes, preParsing }, answer);
}
