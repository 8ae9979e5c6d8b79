import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { exportAudit } from '../features/audit/export.ts';
import { exportRefusedRows } from '../features/imports/rows/refused-rows.ts';
import { reportCsv } from '../features/reports/csv.ts';
import { billingCsv } from '../features/retainers/billing-csv.ts';
import { type CallInput, type Operation, perform, permit } from '../operations/operation.ts';
import { invalid } from '../platform/errors.ts';

/** Parameters for lists only: a file contains everything that matches the filters. */
const ofLists = ['page', 'limit', 'sort', 'after'];

/** @throws ApiError VALIDATION_ERROR if a query names a page or an order */
function refuseListParameters(query: unknown): void {
  const unknown = ofLists.find((name) => name in (query as object));
  if (unknown !== undefined)
    throw invalid(`"${unknown}" is not a parameter of this operation.`, unknown, 'unknown');
}

/** Serves an operation that returns a CSV file. @param fileName returns the name of the file for a team */
function mountCsv<T extends CallInput>(
  team: FastifyInstance,
  operation: Operation<T, { readonly stream: Readable }>,
  fileName: (slug: string) => string,
): void {
  const { bytes, input } = operation;
  if (!bytes) throw new Error(`${operation.name} has no route for its file`);
  team.get(bytes.path, async ({ context, params, query, method }, reply) => {
    if (input.query) refuseListParameters(query);
    permit(operation, context.actor);
    reply.headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName(context.team.slug)}"`,
    });
    // A HEAD request exports nothing.
    if (method === 'HEAD') return reply.send('');
    const path = params as Readonly<Record<string, string>>;
    const { stream } = await perform(operation, context, { path, ...(input.query && { query }) });
    return reply.send(stream);
  });
}

/** Serves the CSV files of the request's team. */
export function mountCsvFiles(team: FastifyInstance): void {
  mountCsv(team, exportAudit, (slug) => `audit-${slug}.csv`);
  mountCsv(team, billingCsv, (slug) => `billing-${slug}.csv`);
  mountCsv(team, reportCsv, (slug) => `report-${slug}.csv`);
  mountCsv(team, exportRefusedRows, () => 'refused-rows.csv');
}
