import type { FastifyInstance } from 'fastify';
import { exportRefusedRows } from '../features/imports/rows/refused-rows.ts';
import { perform, permit } from '../operations/operation.ts';

/** Serves the refused rows of an import as a file that can be mended and imported. */
export function mountRefusedRows(team: FastifyInstance): void {
  team.get('/imports/:id/refused.csv', async ({ context, params, method }, reply) => {
    permit(exportRefusedRows, context.actor);
    reply.headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="refused-rows.csv"`,
    });
    // A HEAD request exports nothing.
    if (method === 'HEAD') return reply.send('');
    const { id } = params as { readonly id: string };
    const { stream } = await perform(exportRefusedRows, context, { path: { id } });
    return reply.send(stream);
  });
}
