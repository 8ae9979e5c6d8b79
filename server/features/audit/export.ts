import { Readable } from 'node:stream';
import type { Row } from '#server/db/database.ts';
import { type TeamStatement, teamStatement, unprepared } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import { requireFresh } from '#server/operations/account-operation.ts';
import type { Context } from '#server/operations/context.ts';
import { operation } from '#server/operations/operation.ts';
import { byteOrderMark, csvLine } from '#server/platform/csv.ts';
import type { ListQuery } from '#server/records/input.ts';
import { withCurrentRights } from '../accounts/members/member-permissions.ts';
import { auditEntries } from './table.ts';

/*
 * Streams the audit log as CSV. Reads each page only after the client has consumed the previous one, so memory use is constant. Checks
 * permissions before each page: the download aborts once the member has lost them.
 */

const rights = {
  name: 'audit.export',
  allow: { user: 'admin', operator: true },
  exports: true,
} as const;

/** Columns of the file. */
const csvColumns = Object.keys(auditEntries.fields).filter((name) => name !== 'names');

const values = Object.entries(auditEntries.fields)
  .filter(([name]) => csvColumns.includes(name))
  .map(([name, { output }]) => `${output?.(`t."${name}"`) ?? `t."${name}"`} as "${name}"`)
  .join(', ');

/** Entries per page. */
const pageSize = 500;
/** Max entries exported without proof of identity (re-authentication) in the last ten minutes. */
const maxUnproven = 1_000;

const meeting = (filters: readonly string[]) =>
  ['t.team_id = $team', ...filters.map((name) => auditEntries.filters[name]?.sql ?? 'false')].join(
    ' and ',
  );

const pageStatement = (filters: readonly string[]): TeamStatement =>
  teamStatement(
    `select ${values} from audit_entries t
    where ${meeting(filters)} and ($after::uuid is null or t.id < $after::uuid) order by t.id desc limit ${pageSize}`,
    unprepared,
  );

const manyStatement = (filters: readonly string[]): TeamStatement =>
  teamStatement(
    `select count(*) > ${maxUnproven} as many from (
      select 1 as one from audit_entries t where ${meeting(filters)} limit ${maxUnproven + 1}) t`,
    unprepared,
  );

/** Yields pages of the matching entries, latest first. */
async function* pages(
  ctx: Pick<Context, 'db' | 'actor'>,
  filters: ListQuery['filters'],
): AsyncGenerator<readonly Row[]> {
  const statement = pageStatement(Object.keys(filters));
  let after: unknown = null;
  for (;;) {
    const rows = await ctx.db.read(statement, { ...filters, after });
    if (rows.length > 0) yield rows;
    if (rows.length < pageSize) return;
    after = rows.at(-1)?.id;
    await withCurrentRights(ctx, rights);
  }
}

async function* lines(ctx: Pick<Context, 'db' | 'actor'>, filters: ListQuery['filters']) {
  yield byteOrderMark + csvLine(csvColumns);
  for await (const rows of pages(ctx, filters))
    yield rows.map((row) => csvLine(csvColumns.map((name) => row[name]))).join('');
}

export const exportAudit = operation({
  ...rights,
  id: 'exportAudit',
  summary: 'Download the audit log as CSV, latest first',
  bytes: { method: 'GET', path: '/audit.csv', status: 200 },
  emits: [],
  input: { query: auditEntries },
  output: { kind: 'object', keys: ['stream'] },
  one: auditEntries.one,
  async run(ctx, { query: { filters } }) {
    const { db, actor } = ctx;
    if (actor.kind === 'user') {
      const [row] = await db.read(manyStatement(Object.keys(filters)), filters);
      if (row?.many === true) requireFresh(actor);
    }
    await recordAudit(db, { type: 'audit', id: db.id, after: filters });
    return { stream: Readable.from(lines(ctx, filters), { highWaterMark: 1 }) };
  },
});
