import type { FastifyInstance } from 'fastify';
import { exportAudit } from '../features/audit/export.ts';
import { perform, permit } from '../operations/operation.ts';
import { invalid } from '../platform/errors.ts';

/** Parameters for lists only: a file contains everything that matches the filters. */
const ofLists = ['page', 'limit', 'sort', 'after'];

/** @throws ApiError VALIDATION_ERROR if a query names a page or an order */
export function refuseListParameters(query: unknown): void {
  const unknown = ofLists.find((name) => name in (query as object));
  if (unknown !== undefined)
    throw invalid(`"${unknown}" is not a parameter of this operation.`, unknown, 'unknown');
}

/** Serves the audit log of the request's team as a file. */
export function mountAuditCsv(team: FastifyInstance): void {
  team.get('/audit.csv', async ({ context, query, method }, reply) => {
    refuseListParameters(query);
    permit(exportAudit, context.actor);
    reply.headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="audit-${context.team.slug}.csv"`,
    });
    // A HEAD request exports nothing.
    if (method === 'HEAD') return reply.send('');
    const { stream } = await perform(exportAudit, context, { query });
    return reply.send(stream);
  });
}
