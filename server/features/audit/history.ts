import { actorKinds, actorName } from '#server/events/audit.ts';
import type { Actor } from '#server/operations/context.ts';
import { maskedFor } from '#server/operations/masking.ts';
import { operation } from '#server/operations/operation.ts';
import { invalid } from '#server/platform/errors.ts';
import { lists, type Page } from '#server/records/crud-queries.ts';
import { about, oneOf, required, singleLine, timestamp, uuid } from '#server/records/fields.ts';
import { equals, table } from '#server/records/table.ts';
import { records } from '../records.ts';
import { auditEntries, names } from './table.ts';

/*
 * History of a record, for everyone who can read the record: the audit log without addresses, session ids and other admin-only fields.
 */

const tables = new Map(records.map(({ table }) => [table.name, table]));
const types = [...tables.keys()];

const fields = {
  id: required(uuid),
  created_at: required(timestamp),
  actor: required(oneOf('actor_kind', actorKinds)),
  /** Name of the user, key, workflow, endpoint or inbox that acted. */
  actor_name: { ...singleLine(), output: () => actorName('t') },
  /** Name of the user on whose behalf the actor acted, if any. */
  user_name: about('The name of the user at that time.', {
    ...singleLine(),
    output: () => '(select u.name from users u where u.team_id = $team and u.id = t.on_behalf_of)',
  }),
  operation: about('The operation.', required(singleLine())),
  record_type: required(oneOf('text', types)),
  record_id: required(uuid),
  before: auditEntries.fields.before,
  after: auditEntries.fields.after,
  names: about(
    'Names of the records whose IDs are in before and after, except deleted ones.',
    names,
  ),
};

const history = table({
  name: 'audit_entries',
  one: 'history entry',
  path: '/history',
  fields,
  filters: equals(fields, 'record_type', 'record_id'),
  sorts: { created_at: { by: [], nullable: false, isText: false } },
});

const page = lists(history);

interface HistoryEntry {
  readonly before: object | null;
  readonly after: object | null;
}

/** Masks fields that the member is not allowed to see. */
function maskedHistory(actor: Actor, type: string, page: Page): Page {
  const table = tables.get(type);
  if (!table) return page;
  const mask = maskedFor(actor, table);
  const maskedEntry = (text: string) => {
    const entry = JSON.parse(text) as HistoryEntry;
    const { before, after } = entry;
    return JSON.stringify({
      ...entry,
      before: before && mask(before),
      after: after && mask(after),
    });
  };
  const entries = JSON.parse(`[${page.data}]`) as HistoryEntry[];
  return {
    ...page,
    data: entries.map((entry) => maskedEntry(JSON.stringify(entry))).join(),
    ...(page.large && {
      large: {
        ...page.large,
        records: page.large.records.map((each) => Buffer.from(maskedEntry(each.toString()))),
      },
    }),
  };
}

export const listHistory = operation({
  name: 'history.list',
  id: 'listHistory',
  summary: 'List the changes of a record, latest first',
  note: 'record_type and record_id are required. Long values are replaced by their length. Kept as long as the audit log.',
  allow: { user: 'member' },
  panel: { method: 'GET', path: history.path, status: 200 },
  emits: [],
  input: { query: history },
  output: { kind: 'page', table: history },
  one: history.one,
  async run(ctx, { query }) {
    const { record_type: type, record_id: id } = query.filters;
    if (typeof type !== 'string' || id === undefined)
      throw invalid(
        `record_type (one of ${types.join(', ')}) and record_id are required.`,
        ['record_type', 'record_id'],
        'required',
      );
    return maskedHistory(ctx.actor, type, await page(ctx, query));
  },
});
