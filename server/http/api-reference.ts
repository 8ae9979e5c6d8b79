import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError } from '../platform/errors.ts';
import type { ReferencePages } from './api-reference-pages.ts';
import { sendAsset } from './assets.ts';
import { addressOf } from './auth.ts';
import { countedAs } from './rate-limit.ts';

const programPath = '/reference/js/scalar.js';
/** Maximum transfers of the reference's script per address and minute; browsers revalidate their copy and get 304. */
const maxPrograms = 120;

/** Builds the pages in a separate process that receives none of our secrets. */
function load(): Promise<ReferencePages> {
  return new Promise((resolve, reject) => {
    const maker = fork(
      fileURLToPath(new URL('./api-reference-pages.ts', import.meta.url)),
      [programPath],
      {
        serialization: 'advanced',
        execArgv: [],
        env: {},
      },
    );
    maker.once('message', (pages) => resolve(pages as ReferencePages));
    maker.once('error', reject);
    maker.once('exit', () => reject(new Error('the API reference could not be generated')));
  });
}

/**
 * The interactive API reference: loads everything from this service. Built on first request.
 * @param isCounted true if transfers to one address are limited
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
  const sent = new RateLimiterMemory({ points: maxPrograms, duration: 60 });
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
      `The reference's script is sent at most ${maxPrograms} times a minute to one address; try again in ${seconds} s.`,
    );
  };

  app.get('/reference', (_request, reply) => reply.redirect('/reference/', 301));
  app.get('/reference/*', async (request, reply) => {
    const [path] = request.url.split('?', 1);
    if (path === programPath) {
      const { program } = await pages();
      // Cached by the client, and revalidated with its ETag: another version has another script.
      reply.header('cache-control', 'no-cache');
      return sendAsset(request, reply, program, () => count(request, reply));
    }
    if (path !== '/reference/') throw new ApiError('NOT_FOUND', nothing);
    const { html, headers } = await pages();
    return reply.headers(headers).send(html);
  });
}
