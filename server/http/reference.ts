import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError } from '../platform/errors.ts';
import { sendAsset } from './assets.ts';
import { addressOf } from './auth.ts';
import { countedAs } from './rate-limit.ts';
import type { ReferencePages } from './reference-pages.ts';

const programPath = '/reference/js/scalar.js';
/** How often the reference's program is sent to one address in a minute; browsers ask again with what they have, and get 304. */
const mostPrograms = 120;

/** Makes the pages in a process of their own, which gets nothing of ours to know. */
function load(): Promise<ReferencePages> {
  return new Promise((resolve, reject) => {
    const maker = fork(
      fileURLToPath(new URL('./reference-pages.ts', import.meta.url)),
      [programPath],
      {
        serialization: 'advanced',
        execArgv: [],
        env: {},
      },
    );
    maker.once('message', (pages) => resolve(pages as ReferencePages));
    maker.once('error', reject);
    maker.once('exit', () => reject(new Error('the reference was not made')));
  });
}

/**
 * The interactive reference: everything it loads comes from this service. It is made when somebody first asks for it.
 * @param isCounted whether what one address gets of it has a bound
 */
export function mountReference(app: FastifyInstance, isCounted: boolean, nothing: string): void {
  let loading: Promise<ReferencePages> | undefined;
  const pages = () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  const sent = new RateLimiterMemory({ points: mostPrograms, duration: 60 });
  const count = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isCounted || request.method === 'HEAD') return;
    const refusal = await sent.consume(countedAs(addressOf(request))).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (!(refusal instanceof RateLimiterRes)) return;
    const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
    reply.header('retry-after', seconds);
    throw new ApiError(
      'RATE_LIMITED',
      `The reference's script is sent at most ${mostPrograms} times a minute to one address; try again in ${seconds} s.`,
    );
  };

  app.get('/reference', (_request, reply) => reply.redirect('/reference/', 301));
  app.get('/reference/*', async (request, reply) => {
    const [path] = request.url.split('?', 1);
    if (path === programPath) {
      const { program } = await pages();
      // Kept, and asked for again with its tag: another version is another program.
      reply.header('cache-control', 'no-cache');
      return sendAsset(request, reply, program, () => count(request, reply));
    }
    if (path !== '/reference/') throw new ApiError('NOT_FOUND', nothing);
    const { html, headers } = await pages();
    return reply.headers(headers).send(html);
  });
}
