import { teamStatement } from '#server/db/statement.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { Type } from '#server/platform/schema.ts';
import { kind, oneOf, required } from '#server/records/fields.ts';

/*
 * Imports of records that have a history elsewhere. Records are created by the regular operations, which always set the present time, and
 * then moved to their original timestamps.
 */

/** Disables the statement timeout, as another import may take any length of time. */
const waitPatiently = teamStatement(
  `select set_config('statement_timeout', '0', true), $team::uuid as team`,
);
const lockImports = teamStatement('select pg_advisory_xact_lock(hashtextextended($team::text, 9))');

export const begin = operation({
  name: 'imports.begin',
  id: 'beginImport',
  summary: "Wait for the end of the team's other imports, until the end of the transaction",
  allow: { demo: true },
  emits: [],
  input: {},
  output: { kind: 'object', keys: [] },
  one: 'import',
  async run({ db }) {
    await db.run(waitPatiently);
    await db.run(lockImports);
    return {};
  },
});

/**
 * Timestamps that the database sets to the present, by table. The first is the creation time; the others, if set, become the time of the
 * last change.
 */
const moments = {
  users: ['created_at'],
  squads: ['created_at'],
  inboxes: ['created_at'],
  contracts: ['created_at', 'updated_at'],
  clients: ['created_at', 'updated_at', 'deactivated_at'],
  contacts: ['created_at', 'updated_at'],
  projects: ['created_at', 'updated_at', 'completed_at', 'archived_at'],
  tasks: ['created_at', 'updated_at', 'completed_at', 'deleted_at'],
  campaigns: ['created_at', 'updated_at', 'cancelled_at'],
  deals: ['created_at', 'updated_at', 'archived_at'],
  activities: ['created_at', 'updated_at', 'completed_at'],
  webhooks: ['created_at', 'updated_at'],
  comments: ['created_at'],
} as const;

/** Tables whose records can be backdated. */
export type DatedTable = keyof typeof moments;
export const datedTables = Object.keys(moments) as DatedTable[];

const statementFor = (table: DatedTable) => {
  const [, ...changed] = moments[table];
  const set = changed.map((c) => `, ${c} = case when t.${c} is not null then made.updated end`);
  return teamStatement(`
    update ${table} t set created_at = made.created${set.join('')}
    from unnest($ids::uuid[], $created::timestamptz[], $updated::timestamptz[])
      made (id, created, updated)
    where t.team_id = $team and t.id = made.id`);
};
const statements = new Map(datedTables.map((table) => [table, statementFor(table)]));

const moment = Type.String({ format: 'date-time' });
const dated = Type.Array(
  Type.Object({ id: Type.String({ format: 'uuid' }), created: moment, updated: moment }),
);

export const backdate = operation({
  name: 'imports.backdate',
  id: 'backdateRecords',
  summary: 'Set the creation and update times of records',
  allow: { demo: true },
  emits: [],
  input: {
    fields: {
      table: required(oneOf('text', datedTables)),
      records: required(kind(dated, 'a list of records with id, created and updated', 'json')),
    },
  },
  output: { kind: 'object', keys: [] },
  one: 'record',
  async run({ db }, { values: { table, records } }) {
    const statement = statements.get(table);
    if (!statement) throw new Error(`no moments are declared for ${table}`);
    await db.run(statement, {
      ids: records.map(({ id }) => id),
      created: records.map(({ created }) => created),
      updated: records.map(({ updated }) => updated),
    });
    return {};
  },
});

export const operations: readonly Operation[] = [begin, backdate];
