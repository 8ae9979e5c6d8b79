import { v7 as uuidv7 } from 'uuid';
import { beforeAll, expect, test } from 'vitest';
import { sweepOnce } from '#server/jobs/sweeps.ts';
import { entriesReadBy } from '#test/support/entries-read.ts';
import { type TestTeam, useService } from '#test/support/harness.ts';

/*
 * Sweeps read rows in proportion to what they remove or settle, whatever PostgreSQL's statistics (ADR 115): they run every minute, also
 * before PostgreSQL has analyzed tables that have grown.
 */
const service = useService({ foreignRows: true });

/** Number of due rows in each table, and of the others. */
const due = 1_200;
/** Number of unconfirmed messages, and of lost changes, that one sweep settles. */
const settled = 1_000;

const hash = 'sha256(id::text::bytea)';
/** SQL: six letters, different for each second. */
const lettersOf = `translate(lpad(to_hex(extract(epoch from at)::bigint % 16777216), 6, '0'), '0123456789abcdef', 'GHIJKLMNOPABCDEF')`;
/** SQL of rows by table: columns, and their values over `team`, `inbox`, `id`, and `at`, which decides. */
const planted: Readonly<Record<string, readonly [columns: string, values: string]>> = {
  idempotency_keys: [
    'team_id, key, fingerprint, intent, created_at',
    `team, id::text, ${hash}, id, at`,
  ],
  events: [
    'team_id, id, type, record_id, payload, created_at',
    `team, id, 'deal.created', id, '{}', at`,
  ],
  live_notices: ['team_id, id, record_type, created_at', `team, id, 'views', at`],
  notifications: [
    'team_id, id, user_id, kind, record_type, record_id, created_at',
    `team, id, team, 'assigned', 'tasks', id, at`,
  ],
  notification_mails: ['team_id, id, user_id, state, created_at', `team, id, team, 'sent', at`],
  notification_pushes: [
    'team_id, subscription_id, notification_id, state, created_at',
    `team, team, id, 'sent', at`,
  ],
  deliveries: [
    'team_id, webhook_id, id, event, record_id, status, created_at, completed_at',
    `team, team, id, 'deal.created', id, 'failed', at, at`,
  ],
  delivery_attempts: [
    'team_id, webhook_id, delivery_id, id, duration_ms, started_at',
    'team, team, id, id, 1, at',
  ],
  receptions: [
    'team_id, webhook_id, id, status, reason, created_at',
    `team, team, id, 'rejected', 'invalid', at`,
  ],
  team_usage: ['team_id, what, since, slot, n', `team, 'requests', at, id, 1`],
  // Daily, so that each was due once since yesterday.
  workflows: [
    'team_id, id, name, event, timing, counts_from, next_at, conditions, steps',
    `team, id, 'x', 'schedule', '{"at":"00:00"}', now() - interval '1 day', at, '[]', '[]'`,
  ],
  workflow_runs: [
    'team_id, id, workflow_id, event_id, payload, depth, status, created_at, completed_at',
    `team, id, team, id, '{}', 1, 'done', at, at`,
  ],
  workflow_steps: ['team_id, run_id, step, type, status', `team, id, 0, 'wait', 'done'`],
  bulk_jobs: [
    'team_id, id, kind, action, change, state, user_id, person_id, session_id, created_at',
    `team, id, 'tasks', 'change', '{}', 'done', id, id, id, at`,
  ],
  bulk_items: ['team_id, job_id, n, record_id', 'team, id, 1, id'],
  contact_merges: [
    'team_id, id, contact_id, leads_to, merged_id, phone, moved, created_at',
    `team, id, id, id, id, '5511999998888', '{}', at`,
  ],
  early_confirmations: [
    'team_id, inbox_id, msgapp_message_id, status, created_at',
    `team, inbox, id::text, 'read', at`,
  ],
  waiting_updates: [
    'team_id, inbox_id, msgapp_message_id, kind, at, data, created_at',
    `team, inbox, id::text, 'edit', at, '{}', at`,
  ],
  lookups: ['team_id, kind, subject, inbox_id, looked_at', `team, 'profile', id::text, inbox, at`],
  number_checks: [
    'team_id, inbox_id, phone, is_there, checked_at',
    `team, inbox, '55' || extract(epoch from at)::bigint, false, at`,
  ],
  scheduled_messages: [
    'team_id, id, conversation_id, inbox_id, author, author_id, scheduled_at, status, settled_at',
    `team, id, id, inbox, 'user', id, at, 'sent', at`,
  ],
  automatic_replies: [
    'team_id, id, conversation_id, inbox_id, kind, period, content, created_at',
    `team, id, id, inbox, 'away', at, 'x', at`,
  ],
  conversations: [
    'team_id, id, inbox_id, lid, status, snoozed_until, last_message_at, activity_at',
    `team, id, inbox, id::text, 'snoozed', at, created, case when at > now() then created end`,
  ],
  messages: [
    'team_id, id, conversation_id, inbox_id, remote_jid, direction, content, status, created_at',
    `team, id, id, inbox, 'x', 'outgoing', 'x', 'pending', at`,
  ],
  message_changes: [
    'team_id, id, message_id, kind, user_id, created_at',
    `team, id, id, 'revoke', id, at`,
  ],
  imports: [
    'team_id, id, kind, file_id, file_name, created_at',
    `team, id, 'chat', id, 'x.txt', at`,
  ],
  exports: [
    'team_id, id, resource, format, language, user_id, expires_at',
    `team, id, 'contacts', 'csv', 'pt', id, at`,
  ],
  privacy_requests: [
    'team_id, id, kind, code, received_on, due_on, state, package_id, package_place, packaged_at',
    `team, id, 'access', 'AB12', at::date, at::date + case when at > now() then 30 else 0 end, 'searched', id, id::text, at`,
  ],
  import_rows: [
    'team_id, import_id, n, line, outcome, created_at',
    `team, id, 1, 1, 'created', at`,
  ],
  import_changes: [
    'team_id, import_id, n, record, resource, record_id, action, version, created_at',
    `team, id, 1, 'contact', 'contacts', id, 'created', at, at`,
  ],
  uploads: ['team_id, id, bytes, expires_at', 'team, id, 1, at'],
  person_tokens: ['person_id, hash, purpose, expires_at', `team, ${hash}, 'login', at`],
  sessions: ['person_id, id, hash, methods, expires_at', `team, id, ${hash}, '{}', at`],
  login_failures: ['person_id, device, failures, failed_at', 'team, id, 1, at'],
  invites: ['team_id, id, hash, role, expires_at', `team, id, ${hash}, 'member', at`],
  agent_codes: [
    'team_id, hash, person_id, user_id, client_id, client_name, redirect_uri, challenge, resource, scope, has_two_factors, expires_at',
    `team, ${hash}, id, id, 'x', 'x', 'x', repeat('x', 43), 'x', 'read', false, at`,
  ],
  agent_tokens: [
    'team_id, hash, connection_id, is_refresh, expires_at',
    `team, ${hash}, id, true, at`,
  ],
  agent_clients: [
    'id, name, redirect_uris, is_document, expires_at',
    `id::text, 'x', '{x}', false, at`,
  ],
  spent_challenges: ['hash, expires_at', `${hash}, at`],
  projects: [
    'team_id, id, name, slug, key',
    `team, id, 'x', id::text, case when at > now() then ${lettersOf} end`,
  ],
  contracts: [
    'team_id, id, title, period, starts_on, included_hours, owner_id',
    `team, id, 'x', 'one_off', '2020-01-01', case when at <= now() then 1 end, id`,
  ],
  contract_projects: ['team_id, contract_id, project_id', 'team, id, id'],
  time_entries: [
    'team_id, id, project_id, started_at, minutes, origin',
    `team, id, id, '2021-01-01', 60, 'typed'`,
  ],
  contract_warnings: ['team_id, contract_id, starts_on, percent', `team, id, '2020-01-01', 80`],
  // Without their project, they only advance.
  task_recurrences: [
    'team_id, id, project_id, title, rule, starts_on, created_until, next_check_on',
    `team, id, id, 'x', 'FREQ=DAILY;COUNT=1', '2020-01-01', '2019-12-31', at::date`,
  ],
  tasks: [
    'team_id, id, title, project_id, pipeline_id, "column", position, number, actual_hours',
    `team, id, 'x', team, id, 'todo', 1, case when at > now() then extract(epoch from at)::integer end, case when at <= now() then 2 end`,
  ],
};
const tables = Object.keys(planted);

/** Adds rows to each table. @param age SQL of how long ago `at` is @param team SQL over `i` */
async function plant(count: number, age: string, team: string, inbox: string): Promise<void> {
  for (const [table, [columns, values]] of Object.entries(planted))
    await service.sql(
      `insert into ${table} (${columns}) select ${values} from (
        select gen_random_uuid() as id, ${team}::uuid as team, $2::uuid as inbox, date_trunc('day', now()) as created,
          now() - interval '${age}' - i * interval '1 second' as at
        from generate_series(1, $1::int) i) r`,
      [count, inbox],
    );
}
const analyze = () => service.sql(`analyze ${tables.join(', ')}`);

let team: TestTeam;
const grow = async () => {
  await plant(due, '100 days', `'${team.id}'`, team.inbox);
  await plant(due, '-1 day', `'${team.id}'`, team.inbox);
  // The hours of a contract come from a project with its id.
  await service.sql(
    `insert into contract_projects (team_id, contract_id, project_id) select team_id, id, id from contracts where team_id = $1`,
    [team.id],
  );
  await service.sql(
    `insert into time_entries (team_id, id, project_id, started_at, minutes, origin)
    select team_id, gen_random_uuid(), id, '2021-01-01', 50, 'typed' from contracts where team_id = $1`,
    [team.id],
  );
  // The project of the planted tasks: their counter refers to it.
  await service.sql(
    `insert into projects (team_id, id, name, slug, key) values ($1, $1, 'x', 'x', 'XX')`,
    [team.id],
  );
};

beforeAll(async () => {
  team = await service.team();
  // Plants rows without those that they refer to.
  await service.sql('set session_replication_role = replica');
  for (const table of tables)
    await service.sql(`alter table ${table} set (autovacuum_enabled = off)`);
});

const situations: readonly [
  name: string,
  before: () => Promise<void>,
  after: () => Promise<void>,
][] = [
  ['statistics are fresh', async () => {}, async () => void (await analyze())],
  [
    'statistics include only another team',
    async () => {
      await plant(1_000, '-1 day', `'${uuidv7()}'`, uuidv7());
      await analyze();
    },
    async () => {},
  ],
  [
    'statistics include only teams with one row each',
    async () => {
      await plant(1_000, '-1 day', `md5('team' || i)`, uuidv7());
      await analyze();
    },
    async () => {},
  ],
  [
    'the tables were empty at the previous sweep',
    async () => void (await analyze()),
    async () => {},
  ],
];

/** Maximum number of entries that a sweep reads per due row. A wrong plan reads all rows of the team for each: {@link due}. */
const mostEach = due / 10;

test.each(situations)(
  'sweeps read each row a few times when %s',
  async (_, before, after) => {
    await service.sql(`truncate ${tables.join(', ')} cascade`);
    await before();
    const read = await entriesReadBy(service, tables, async (database) => {
      await sweepOnce(database);
      await grow();
      await after();
      // Reports the reads of the inserts, so that only the sweeps count.
      await service.sql('select pg_stat_force_next_flush()');
      const swept = await sweepOnce(database);
      // No conversation is answered, no report is slow, no inbox distributes conversations, no member has left, the team did not exist when the month began, and the periods of contracts have no
      // end: they are checked for billing lines, but make none.
      const { unconfirmed_messages, lost_changes, ...settledOrNone } = swept;
      const {
        first_questions,
        distributed_conversations,
        unassigned_conversations,
        deal_snapshots,
        billing_lines,
        summed_reports,
        win_models,
        scored_deals,
        ...others
      } = settledOrNone;
      expect([
        first_questions,
        distributed_conversations,
        unassigned_conversations,
        deal_snapshots,
        billing_lines,
        summed_reports,
        win_models,
        scored_deals,
      ]).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
      expect(Object.values(others)).toEqual(Object.keys(others).map(() => due));
      expect([unconfirmed_messages, lost_changes]).toEqual([settled, settled]);
    });
    // With stale statistics, the database may read all projects, contracts or workflows of the team for each new reference, which it checks itself.
    const referred = ['projects', 'contracts', 'workflows'];
    const mostOf = (table: string) =>
      referred.includes(table) ? 2 * due + mostEach + 100 : mostEach;
    const excess = [...read].filter(([table, entries]) => entries > mostOf(table) * due);
    expect(excess).toEqual([]);
  },
  240_000,
);
