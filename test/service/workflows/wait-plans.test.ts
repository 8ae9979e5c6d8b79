import { v7 as uuidv7 } from 'uuid';
import { beforeAll, expect, test } from 'vitest';
import { startDueWorkflows } from '#server/features/workflows/sweeps.ts';
import { entriesReadBy } from '#test/support/entries-read.ts';
import { type TestTeam, useService } from '#test/support/harness.ts';
import { makePerson } from '#test/support/people.ts';

/*
 * Workflows that start by waits read the records that began to wait at the time in question, not those of the team, and nothing of teams without such
 * workflows: they are looked at every few minutes.
 */
const service = useService({ foreignRows: true });

/** Records of each kind that wait for much shorter, or for much longer. */
const others = 3_000;
const due = 20;
const tables = ['deals', 'tasks', 'conversations', 'moves', 'workflows', 'workflow_waits'];

let team: TestTeam;
beforeAll(async () => {
  team = await service.team();
  const ana = await makePerson(service, team, 'admin');
  for (const record of ['deal', 'task', 'conversation']) {
    const definition = {
      name: record,
      trigger: { type: 'waiting_longer_than', record, for: '10d' },
      steps: [{ type: 'wait', with: { for: '1d' } }],
    };
    expect((await ana.post('/workflows', { definition })).status).toBe(201);
  }
  // Plants rows without those that they refer to.
  await service.sql('set session_replication_role = replica');
});

/** Adds records of each kind whose waits began some days ago. */
async function plant(of: string, inbox: string, count: number, days: string): Promise<void> {
  const at = `now() - ${days} - i * interval '1 second'`;
  const add = (table: string, columns: string, values: string) =>
    service.sql(
      `insert into ${table} (team_id, id, ${columns}) select $1::uuid, gen_random_uuid(), ${values}
      from generate_series(1, $3::int) i where $2::uuid is not null`,
      [of, inbox, count],
    );
  await add('deals', 'title, created_at', `'x', ${at}`);
  await add(
    'tasks',
    'title, project_id, pipeline_id, "column", position, created_at',
    `'x', $1::uuid, $1::uuid, 'todo', i, ${at}`,
  );
  await add(
    'conversations',
    'inbox_id, lid, status, waiting_since, last_message_at, activity_at',
    `$2::uuid, gen_random_uuid()::text, 'open', ${at}, now(), now()`,
  );
  await service.sql(
    `insert into moves (team_id, resource, id, record_id, field, was, became, moved_at)
    select team_id, 'deals', gen_random_uuid(), id, 'phase', 'a', 'b', created_at from deals where team_id = $1
      and created_at <= now() - ${days} and created_at > now() - ${days} - interval '1 day'`,
    [of],
  );
}

test.each([
  ['fresh', async () => void (await service.sql(`analyze ${tables.join(', ')}`))],
  ['missing', async () => {}],
])('when statistics are %s', async (_, after) => {
  await service.sql(`truncate ${tables.filter((name) => name !== 'workflows').join(', ')} cascade`);
  await service.sql(
    `update workflows set counts_from = now() - interval '1 hour', waits_until = null, next_at = now() where team_id = $1`,
    [team.id],
  );
  await plant(team.id, team.inbox, others, `interval '100 days'`);
  await plant(team.id, team.inbox, others, `interval '1 day'`);
  await plant(uuidv7(), uuidv7(), others, `interval '5 days'`);
  await plant(team.id, team.inbox, due, `interval '10 days'`);
  await after();
  await service.sql('select pg_stat_force_next_flush()');
  let started = 0;
  const read = await entriesReadBy(service, tables, async (database) => {
    started = await startDueWorkflows(database, {
      isStopping: () => false,
      isSteady: async () => true,
    });
  });
  expect(started).toBe(3 * due);
  // Reading all records of the team would be more than twice as many.
  expect([...read].filter(([, entries]) => entries > others)).toEqual([]);
});
