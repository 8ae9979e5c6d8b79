import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TeamDb } from '../db/database.ts';
import { keepingFile } from '../features/sending/requested-message.ts';
import { withAttribution } from '../operations/audit-attribution.ts';
import type { Context } from '../operations/context.ts';
import { type Operation, permit, type RawInput, type Route } from '../operations/operation.ts';
import { type Answer, envelope } from '../operations/response-envelope.ts';
import { notFound } from '../platform/errors.ts';
import { isPage } from '../records/crud-queries.ts';
import { readBody } from '../records/input.ts';
import { type Form, identityOf, readForm } from './form.ts';
import { bytesOf, keyedRequestOf, post, send, sendAnswer, sendPage } from './responses.ts';
import { isForm } from './upload-body.ts';

/** Serves operations, each under its method and path in the API `door`. */
export function mountOperations(
  app: FastifyInstance,
  operations: readonly Operation[],
  door: 'v1' | 'panel',
): void {
  for (const operation of operations) {
    const route = operation[door];
    if (route === undefined) continue;
    app.route({
      method: route.method,
      url: route.path,
      handler: handlerOf(operation, route, door),
      config: { takesForm: door === 'v1' && operation.takesForm === true },
    });
  }
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Input of an operation from a request. */
const rawOf = (request: FastifyRequest): RawInput => ({
  path: request.params as Record<string, string>,
  query: request.query,
  // The body of a GET or DELETE has no meaning (RFC 9110, 9.3) and is not read.
  ...(request.method === 'POST' || request.method === 'PUT'
    ? { body: readBody(bytesOf(request)) }
    : {}),
});

/** Calls an operation with a form. */
const callWithForm = (
  keepsKey: NonNullable<Operation['keepsKey']>,
  { read }: Operation,
  context: Context,
  form: Form,
): Promise<Answer> =>
  keepingFile(context.db, form.file.id, () =>
    keepsKey(
      {
        ...context,
        hasForm: true,
        keyed: context.keyed && { ...context.keyed, body: identityOf(form) },
      },
      () => read({ body: { ...form.fields, file_id: form.file.id } }),
    ),
  );

/** JSON text of an operation's output other than a page. */
const textOf = (output: string | object): string =>
  typeof output === 'string' ? output : JSON.stringify(output);

function handlerOf(operation: Operation, { method, status }: Route, door: 'v1' | 'panel'): Handler {
  const missing = () => notFound(operation.one);
  if (operation.keepsKey) {
    const { keepsKey } = operation;
    return async (request, reply) => {
      const context = {
        ...withAttribution(request.context, operation),
        keyed: keyedRequestOf(request),
      };
      permit(operation, context.actor);
      if (request.routeOptions.config.takesForm && isForm(request.headers)) {
        const form = await readForm(request, context);
        return sendAnswer(reply, await callWithForm(keepsKey, operation, context, form));
      }
      return sendAnswer(reply, await keepsKey(context, () => operation.read(rawOf(request))));
    };
  }
  if (method === 'POST')
    return async (request, reply) => {
      const { context } = request;
      permit(operation, context.actor);
      let input: unknown;
      let committed: (() => void)[] = [];
      const work = async (db: TeamDb) => {
        committed = [];
        const later = (each: () => void) => void committed.push(each);
        input = operation.read(rawOf(request));
        const output = await operation.run(
          withAttribution({ ...context, db, later }, operation),
          input,
        );
        if (output === undefined) throw missing();
        return { status, body: envelope(textOf(output)) };
      };
      const explain = async (error: unknown) =>
        // A call with unreadable input never reached the database.
        input === undefined ? error : operation.explain(error, context.db, input);
      return post(request, reply, work, explain, () => {
        for (const each of committed) each();
      });
    };
  const isVersioned = door === 'panel' && operation.isVersioned === true;
  return async (request, reply) => {
    const context = isVersioned
      ? { ...request.context, ifMatch: request.headers['if-match'] }
      : request.context;
    permit(operation, context.actor);
    const input = operation.read(rawOf(request));
    const output = await operation
      .run(withAttribution(context, operation), input)
      .catch(async (error: unknown) => {
        throw await operation.explain(error, context.db, input);
      });
    if (output === undefined) throw missing();
    return typeof output === 'object' && isPage(output)
      ? sendPage(reply, output)
      : send(reply, status, envelope(textOf(output)));
  };
}
