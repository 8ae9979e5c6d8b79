import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TeamDb } from '../db/database.ts';
import { envelope } from '../operations/answer.ts';
import { type Operation, permit, type RawInput, type Route } from '../operations/operation.ts';
import { notFound } from '../platform/errors.ts';
import { readBody } from '../records/input.ts';
import { bytesOf, keyedBy, post, send, sendAnswer, sendPage } from './records.ts';

/** Serves the operations that HTTP v1 has, each under its method and path. */
export function mountOperations(v1: FastifyInstance, operations: readonly Operation[]): void {
  for (const operation of operations) {
    const { v1: route } = operation;
    if (route === undefined) continue;
    v1.route({ method: route.method, url: route.path, handler: handlerOf(operation, route) });
  }
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** What an operation is asked for by a request. */
const rawOf = (request: FastifyRequest): RawInput => ({
  path: request.params as Record<string, string>,
  query: request.query,
  // The body of a GET or DELETE has no meaning (RFC 9110, 9.3), so none is read.
  ...(request.method === 'POST' || request.method === 'PUT'
    ? { body: readBody(bytesOf(request)) }
    : {}),
});

function handlerOf(operation: Operation, { method, status }: Route): Handler {
  const missing = () => notFound(operation.one);
  if (operation.keepsKey) {
    const { keepsKey } = operation;
    return async (request, reply) => {
      const context = { ...request.context, keyed: keyedBy(request) };
      permit(operation, context.actor);
      return sendAnswer(reply, await keepsKey(context, () => operation.read(rawOf(request))));
    };
  }
  if (method === 'POST')
    return async (request, reply) => {
      const { context } = request;
      permit(operation, context.actor);
      let input: unknown;
      const work = async (db: TeamDb) => {
        input = operation.read(rawOf(request));
        const output = await operation.run({ ...context, db }, input);
        if (typeof output !== 'string') throw missing();
        return { status, body: envelope(output) };
      };
      return post(request, reply, work, async (error) =>
        // A call that was not read never reached the database.
        input === undefined ? error : operation.explain(error, context.db, input),
      );
    };
  return async (request, reply) => {
    const { context } = request;
    permit(operation, context.actor);
    const input = operation.read(rawOf(request));
    const output = await operation.run(context, input).catch(async (error: unknown) => {
      throw await operation.explain(error, context.db, input);
    });
    if (output === undefined) throw missing();
    return typeof output === 'string'
      ? send(reply, status, envelope(output))
      : sendPage(reply, output);
  };
}
