import type { FastifyInstance } from 'fastify';
import { billingCsv } from '../features/retainers/billing-csv.ts';
import { perform, permit } from '../operations/operation.ts';
import { refuseListParameters } from './audit-csv.ts';

/** Serves the billing lines of the request's team as a file. */
export function mountBillingCsv(team: FastifyInstance): void {
  team.get('/billing-lines.csv', async ({ context, query, method }, reply) => {
    refuseListParameters(query);
    permit(billingCsv, context.actor);
    reply.headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="billing-${context.team.slug}.csv"`,
    });
    // A HEAD request exports nothing.
    if (method === 'HEAD') return reply.send('');
    const { stream } = await perform(billingCsv, context, { query });
    return reply.send(stream);
  });
}
