import { operation } from '#server/operations/operation.ts';
import { lists } from '#server/records/crud-queries.ts';
import { auditEntries } from './table.ts';

const list = lists(auditEntries);

export const listAudit = operation({
  name: 'audit.list',
  id: 'listAudit',
  summary: 'List audit log entries, latest first',
  cli: 'audit',
  note: 'Entries are kept for audit_days of the settings; entries about access for at least two years.',
  allow: { user: 'admin', operator: true },
  panel: { method: 'GET', path: auditEntries.path, status: 200 },
  emits: [],
  input: { query: auditEntries },
  output: { kind: 'page', table: auditEntries },
  one: auditEntries.one,
  run: (ctx, { query }) => list(ctx, query),
});
