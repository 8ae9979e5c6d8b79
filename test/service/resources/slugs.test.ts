import pg from 'pg';
import { expect, test } from 'vitest';
import { createTeam } from '#server/features/accounts/teams.ts';
import { type Answer, type Json, type TestTeam, useService } from '#test/support/harness.ts';

/* Slugs of equal names: numbered, distinct, and never refused, whatever their number and concurrency. */
const service = useService({ foreignRows: true });

const named = async (team: TestTeam, name: string, resource = 'projects') =>
  (await team.create(resource, { name })).slug;

/** Inserts existing projects. */
const fill = (team: TestTeam, slugs: string, values: unknown[] = []) =>
  service.sql(
    `insert into projects (team_id, id, name, slug) select $1, uuid7(), 'x', slug from (${slugs}) s (slug)`,
    [team.id, ...values],
  );

test.each([{}, { keyed: true }])(
  'after 5,000 equal names, 32 concurrent creates continue the numbering (%o)',
  async ({ keyed }) => {
    const team = await service.team();
    await fill(
      team,
      `select 'igual' union all select 'igual-' || n from generate_series(2, 5000) n`,
    );
    // A busy machine may refuse some requests, which clients retry.
    const create = async (i: number): Promise<Answer> => {
      const headers = keyed ? { 'idempotency-key': `k${i}` } : {};
      const answer = await team.post('/projects', { name: 'Igual' }, headers);
      return answer.error.code === 'TEAM_BUSY' ? create(i) : answer;
    };
    const answers = await Promise.all(Array.from({ length: 64 }, (_, i) => create(i)));
    expect(answers.map(({ status }) => status)).toEqual(Array(64).fill(201));
    const numbers = answers.map(({ data }) => Number(String(data.slug).replace('igual-', '')));
    // Each gets a distinct next number; two that tried the same one concurrently may leave a gap.
    expect(new Set(numbers).size).toBe(64);
    for (const n of numbers) expect([n > 5_000, n < 5_200]).toEqual([true, true]);
  },
);

test('numbers that are part of names, or given by callers, are skipped', async () => {
  const team = await service.team();
  expect(await named(team, 'Site 2')).toBe('site-2');
  expect(await named(team, 'Site')).toBe('site');
  expect(await named(team, 'Site')).toBe('site-3');
  expect(await named(team, 'Site 2')).toBe('site-2-2');
  for (const slug of ['loja', 'loja-2', 'loja-4', 'loja-5', 'loja-8'])
    await team.create('projects', { slug });
  const made = [];
  for (let i = 0; i < 6; i++) made.push(await named(team, 'Loja'));
  expect(new Set(made).size).toBe(6);
  for (const slug of made) expect(slug).toMatch(/^loja-\d{1,2}$/);
});

test('if all numbers of the next leap are taken, only the next one is random', async () => {
  const team = await service.team();
  await fill(
    team,
    `select 'x' union all select 'x-' || (2 ^ n)::bigint from generate_series(1, 40) n`,
  );
  const made = await Promise.all(Array.from({ length: 8 }, () => named(team, 'X')));
  expect(new Set(made).size).toBe(8);
});

test('a long name is shortened to fit the number', async () => {
  const team = await service.team();
  const made = [];
  for (let i = 0; i < 12; i++) made.push(await named(team, `${'a'.repeat(77)} ${'b'.repeat(9)}`));
  expect(made[0]).toBe(`${'a'.repeat(77)}-bb`);
  expect(made[1]).toBe(`${'a'.repeat(77)}-2`);
  expect(made[9]).toBe(`${'a'.repeat(77)}-10`);
  expect(new Set(made).size).toBe(12);
});

test('a number that a concurrent transaction is about to take is waited for, and skipped if taken', async () => {
  const team = await service.team();
  await named(team, 'Vaga');
  const client = new pg.Client(service.connection);
  await client.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into projects (team_id, id, name, slug) values ($1, uuid7(), 'x', 'vaga-2')`,
      [team.id],
    );
    const waiting = Promise.all(Array.from({ length: 4 }, () => named(team, 'Vaga')));
    await new Promise((resolve) => setTimeout(resolve, 300));
    await client.query('commit');
    expect((await waiting).toSorted()).toEqual(['vaga-3', 'vaga-4', 'vaga-5', 'vaga-6']);
  } finally {
    await client.end();
  }
});

test('a deleted webhook endpoint frees its slug', async () => {
  const team = await service.team();
  const hooks: Json[] = [];
  for (let i = 0; i < 5; i++) hooks.push(await team.create('webhooks', { name: 'Aviso' }));
  expect(hooks.map(({ slug }) => slug)).toEqual([
    'aviso',
    'aviso-2',
    'aviso-3',
    'aviso-4',
    'aviso-5',
  ]);
  for (const i of [0, 2, 4]) await team.delete(`/webhooks/${hooks[i]?.id}`);
  const made = await Promise.all(Array.from({ length: 8 }, () => named(team, 'Aviso', 'webhooks')));
  expect(new Set([...made, 'aviso-2', 'aviso-4']).size).toBe(10);
  expect(made).toContain('aviso');
});

test('teams with one name, created concurrently', async () => {
  const made = await Promise.all(
    Array.from({ length: 6 }, () =>
      service.database.platform.transaction((tx) => createTeam(tx, 'Estúdio Três')),
    ),
  );
  expect(made.map(({ slug }) => slug).toSorted()).toEqual(
    ['', '-2', '-3', '-4', '-5', '-6'].map((end) => `estudio-tres${end}`),
  );
  await expect(
    service.database.platform.transaction((tx) => createTeam(tx, 'x', 'estudio-tres-4')),
  ).rejects.toMatchObject({ code: 'DUPLICATE_ENTRY' });
});
