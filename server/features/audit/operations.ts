import { operation } from '../../operations/operation.ts';
import { lists } from '../../records/verbs.ts';
import { auditEntries } from './table.ts';

const list = lists(auditEntries);

export const listAudit = operation({
  name: 'audit.list',
  id: 'listAudit',
  summary: 'List who did what, the latest first',
  cli: 'audit',
  note: 'Entries are kept for as long as audit_days of the settings says, those of access for two years at least.',
  allow: { user: 'admin', operator: true },
  panel: { method: 'GET', path: auditEntries.path, status: 200 },
  emits: [],
  takes: { query: auditEntries },
  answers: { kind: 'page', table: auditEntries },
  one: auditEntries.one,
  run: (ctx, { query }) => list(ctx, query),
});
