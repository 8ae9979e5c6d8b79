import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TeamDb } from '../../db/database.ts';
import type { CallbackLimit } from '../../http/callback-limit.ts';
import { awaitRoomForBody, bytesToCome } from '../../http/flight.ts';
import { bytesOf, keyedBy, mountListWithin, send, sendAnswer } from '../../http/records.ts';
import { onceOutward } from '../../operations/idempotency.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import { isUuid } from '../../platform/uuid.ts';
import { readBody, readCreate, refuseQuery } from '../../records/input.ts';
import { connectionAt, receiveFrom } from './door.ts';
import type { Callback, Connection } from './gateway.ts';
import { callbackPath } from './inboxes.ts';
import { messages } from './messages.ts';
import { addressProblems, type Messaging, sendings, sends } from './sending.ts';

/** Mounts sending and reading, below /api/v1. */
export function mountMessaging(v1: FastifyInstance, messaging: Messaging): void {
  const { secrets, log } = messaging;
  v1.post(sendings.path, async (request, reply) => {
    const { db, team } = request.context;
    const asked = { request_id: request.id, team: team.slug };
    const sending = sends(messaging, asked, db, () => {
      const body = readBody(bytesOf(request));
      refuseQuery(request.query);
      return readCreate(sendings, body, addressProblems);
    });
    const answer = await onceOutward(db, secrets, keyedBy(request), sending);
    // What is missed here the worker applies.
    await sending
      .catchUp()
      .catch((err: Error) => log.warn({ err }, 'early confirmations wait for the worker'));
    return sendAnswer(reply, answer);
  });

  mountListWithin(v1, messages, { table: 'conversations', one: 'conversation' });
}

/** Gateways send whole media along when they are told to; more than this they are not meant to. */
const mostCallbackBytes = 4_194_304;

/** Which inbox a callback is for, known before its body is read. */
interface Addressed {
  readonly db: TeamDb;
  readonly connection: Connection;
}

/**
 * Mounts the door for gateways' callbacks, below /api: no key; each gateway proves itself in its own way. Whose they are is looked up before
 * their bodies are read.
 * @param teamOf the data of the team with a slug
 */
export function mountCallbacks(
  api: FastifyInstance,
  messaging: Messaging,
  teamOf: (slug: string) => Promise<TeamDb | undefined>,
  limit: CallbackLimit,
): void {
  const { log } = messaging;
  const addressed = new WeakMap<FastifyRequest, Addressed>();
  const addressIn = (request: FastifyRequest) => {
    const { team, inbox } = request.params as { team: string; inbox: string };
    return { team, inbox: inbox.toLowerCase() };
  };

  const refuseUnproven = async (request: FastifyRequest, reply: FastifyReply): Promise<never> => {
    await limit.countUnproven(request, reply, addressIn(request).inbox);
    throw new ApiError(
      'UNAUTHORIZED',
      'This callback does not prove that it comes from the gateway of an inbox.',
    );
  };

  const lookUp = async (request: FastifyRequest, reply: FastifyReply) => {
    const { team, inbox } = addressIn(request);
    // Who is refused here is not read any further, where that would be much.
    if (bytesToCome(request) > 0) reply.header('connection', 'close');
    limit.refuse(request, reply, inbox);
    const db = isUuid(inbox) ? await teamOf(team) : undefined;
    const connection = db && (await connectionAt(messaging, db, inbox));
    if (!connection) return refuseUnproven(request, reply);
    if ('kind' in connection) {
      if (connection.kind === 'unverified') {
        log.warn({ team, inbox }, 'a callback that proves nothing was refused');
        return refuseUnproven(request, reply);
      }
      log.error({ team, inbox, reason: connection.reason }, 'a callback cannot be verified');
      throw new ApiError('UNAVAILABLE', 'The inbox is not configured; come again later.');
    }
    limit.found(inbox);
    addressed.set(request, { db, connection });
  };

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const at = addressed.get(request);
    if (!at) throw new Error('a callback was not looked up');
    const { db, connection } = at;
    const { team, inbox } = addressIn(request);
    const received = await receiveFrom(messaging, db, connection, callbackOf(request), () =>
      limit.countProven(reply, inbox),
    );
    if (received.kind === 'unverified') {
      log.warn({ team, inbox }, 'a callback that proves nothing was refused');
      return refuseUnproven(request, reply);
    }
    // The bytes of the refusal above are those of one for an inbox that there is not.
    reply.removeHeader('connection');
    if (received.kind === 'unusable') throw new Error('an inbox that was usable is not');
    if (received.kind === 'malformed')
      throw invalid('The callback is no JSON object, or is too deep, or has too many parts.');
    if (received.kind === 'handshake')
      return reply.code(200).type('text/plain; charset=utf-8').send(received.answer);
    if (received.nameless > 0) {
      const { gateway, nameless } = received;
      log.warn({ inbox, gateway, nameless }, 'messages came without the number of who sent them');
    }
    return send(reply, 200, '{"success":true,"data":{}}');
  };
  const preParsing = [
    lookUp,
    async (request: FastifyRequest, reply: FastifyReply) =>
      awaitRoomForBody(request, reply, addressIn(request).inbox),
  ];
  const path = callbackPath(':team', ':inbox');
  api.get(path, { exposeHeadRoute: false, preParsing }, answer);
  api.post(path, { bodyLimit: mostCallbackBytes, preParsing }, answer);
}

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

function callbackOf(request: FastifyRequest): Callback {
  const texts = (values: Record<string, string | string[] | undefined>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, first(value)]));
  return {
    method: request.method === 'GET' ? 'GET' : 'POST',
    headers: texts(request.headers),
    query: texts(request.query as Record<string, string | string[]>),
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  };
}
