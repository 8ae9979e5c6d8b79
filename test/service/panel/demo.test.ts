import { expect, test } from 'vitest';
import { fillEmpty, sizes } from '#server/demo/fill.ts';
import { fillWithDemo } from '#server/features/accounts/sample-data/operations.ts';
import { createTeam } from '#server/features/accounts/teams.ts';
import type { Actor } from '#server/operations/context.ts';
import { perform } from '#server/operations/operation.ts';
import { useService } from '#test/support/harness.ts';
import { makePerson } from '#test/support/people.ts';

/* A new owner fills their empty team with invented data: all of it, once, or nothing. */
const service = useService({ workers: 0 });

/** An empty team and its owner. */
async function begun() {
  const team = await createTeam(service.database.platform, 'Agência Nova');
  return { team, owner: await makePerson(service, team, 'owner') };
}

const rowsOf = async (team: string, table: string) => {
  const [row] = await service.sql(`select count(*)::int as n from ${table} where team_id = $1`, [
    team,
  ]);
  return row?.n;
};

test('an owner fills an empty team, once, even with repeated requests', async () => {
  const { team, owner } = await begun();
  const { clients, contacts, conversations, projects, tasks } = sizes.small;
  const [one, rival] = await Promise.all([owner.post('/demo', {}), owner.post('/demo', {})]);
  const [first, second] = one.status === 201 ? [one, rival] : [rival, one];
  expect(first.status, first.text).toBe(201);
  expect(first.data).toEqual({ clients, contacts, conversations, projects, tasks });
  expect([second.status, second.error.code]).toEqual([409, 'CONFLICT']);
  expect(await rowsOf(team.id, 'tasks')).toBe(tasks);

  // The invented data includes work for today.
  const { data: day } = await owner.get('/day');
  expect([day.tasks, day.activities].flat().length).toBeGreaterThan(0);

  // The weeks of its people have hours; past ones are submitted by most.
  const lastWeek = new Date(Date.now() - 7 * 86_400_000);
  lastWeek.setUTCDate(lastWeek.getUTCDate() - ((lastWeek.getUTCDay() + 6) % 7));
  const sheet = await owner.get(`/timesheets?week=${lastWeek.toISOString().slice(0, 10)}`);
  const sheets = sheet.data.members as { minutes: number[]; is_locked: boolean }[];
  expect(sheets).toHaveLength(sizes.small.users + 1);
  for (const { minutes } of sheets) expect(Math.max(...minutes)).toBeGreaterThan(0);
  expect(new Set(sheets.map(({ is_locked }) => is_locked))).toEqual(new Set([true, false]));

  // Its people have accounts without credentials; the team stays its owner's.
  const people = await service.sql(
    `select u.role, count(*)::int as n from users u join people p on p.id = u.person_id
      where u.team_id = $1 and u.id <> $2 and not exists (select from credentials c where c.person_id = p.id)
      group by u.role order by u.role`,
    [team.id, owner.userId],
  );
  expect(new Map(people.map(({ role, n }) => [role, n]))).toEqual(
    new Map([
      ['admin', 1],
      ['member', sizes.small.users - 1],
    ]),
  );
  const [entry] = await service.sql(
    `select actor, actor_id, after from audit_entries where team_id = $1 and operation = 'demo.fill' and record_type = 'teams'
      order by created_at desc limit 1`,
    [team.id],
  );
  expect(entry).toMatchObject({ actor: 'user', actor_id: owner.userId });
});

test('a failure before the end leaves nothing', async () => {
  const { team, owner } = await begun();
  const actor: Actor = {
    kind: 'user',
    userId: owner.userId,
    personId: owner.personId,
    sessionId: owner.sessionId,
    role: 'owner',
    seesValues: true,
    mayExport: true,
    authenticatedAt: Date.now(),
  };
  const ctx = {
    actor,
    team: { slug: team.slug, strictTaxIds: false },
    db: service.database.team(team.id),
    settings: {
      secrets: service.secrets,
      jidSuffix: 's.msgapp.net',
      demo: async (...args: Parameters<typeof fillEmpty>) => {
        await fillEmpty(...args);
        throw new Error('killed');
      },
    },
  };
  await expect(perform(fillWithDemo, ctx, {})).rejects.toThrow('killed');
  for (const table of ['clients', 'tasks', 'deals', 'conversations', 'inboxes'])
    expect([table, await rowsOf(team.id, table)]).toEqual([table, 0]);
  expect(await rowsOf(team.id, 'users')).toBe(1);
  expect((await owner.post('/demo', {})).status).toBe(201);
});
