import { beforeEach, describe, expect, test } from 'vitest';
import { brokenSeals, removeEntriesOf, sealEntries } from '#server/features/audit/seals.ts';
import { secretsWith } from '#server/platform/secrets.ts';
import { type TestTeam, useService } from '#test/support/harness.ts';

/* Seals over audit entries reveal every later manipulation. */
const service = useService();
let team: TestTeam;

const db = () => service.database.team(team.id);
const seal = () => sealEntries(db(), service.secrets);
const broken = () => brokenSeals(db(), service.secrets);
/** Runs SQL over the team's rows; `$1` is its id. */
const change = (text: string) => service.sql(text, [team.id]);

/** Backdates everything written so far. */
const age = (interval: string) =>
  change(`
    with e as (select id, uuid7(created_at - interval '${interval}') as aged from audit_entries where team_id = $1)
    update audit_entries a set id = e.aged, created_at = a.created_at - interval '${interval}' from e
    where a.team_id = $1 and a.id = e.id`);
/** Each seal covers the entries before the next one; seals are at least 50 minutes apart. */
const sealed = async () => {
  await seal();
  await change(
    `update audit_seals set created_at = created_at - interval '1 hour' where team_id = $1`,
  );
};
const entries = async () =>
  (await change('select id from audit_entries where team_id = $1 order by id')).map(({ id }) => id);

beforeEach(async () => {
  team = await service.team();
  const deal = await team.create('deals', { title: 'Site' });
  await team.put(`/deals/${deal.id}`, { title: 'Loja' });
  await age('3 hours');
  await sealed();
  await team.put(`/deals/${deal.id}`, { title: 'Praça' });
  await team.put(`/deals/${deal.id}`, { title: 'Feira' });
  await change(`
    with e as (select id, uuid7(created_at - interval '1 hour') as aged from audit_entries
      where team_id = $1 and created_at > now() - interval '1 hour')
    update audit_entries a set id = e.aged, created_at = a.created_at - interval '1 hour' from e
    where a.team_id = $1 and a.id = e.id`);
  await sealed();
});

describe('a seal', () => {
  test('covers each existing entry once, and verifies', async () => {
    const seals = await change('select entries from audit_seals where team_id = $1 order by up_to');
    expect(seals.map((each) => Number(each.entries))).toEqual([2, 2]);
    expect(await seal()).toBe(0);
    expect(await broken()).toEqual([]);
  });

  test('leaves out entries that an entry with an earlier id may still follow', async () => {
    await team.create('deals');
    expect(await seal()).toBe(0);
  });

  test('still verifies after values, salt and address are erased', async () => {
    await change(
      'update audit_entries set salt = null, before = null, after = null, address = null where team_id = $1',
    );
    expect(await broken()).toEqual([]);
  });

  test.each([
    [
      'values that were altered',
      `update audit_entries set after = '{"title":"Outra"}' where team_id = $1 and id = $2`,
      /altered/,
    ],
    [
      'values that were removed without their entry',
      `update audit_entries set after = null where team_id = $1 and id = $2`,
      /altered/,
    ],
    [
      'another actor',
      `update audit_entries set actor = 'system' where team_id = $1 and id = $2`,
      /altered/,
    ],
    [
      'an entry that was removed',
      `delete from audit_entries where team_id = $1 and id = $2`,
      /covers 2 entries; 1 exist/,
    ],
    [
      'an entry that was added',
      `insert into audit_entries select team_id, uuid7(created_at - interval '1 millisecond'), class, actor, actor_id, on_behalf_of, operation, record_type, record_id,
        before, after, request_id, session_id, address, salt, digest, created_at from audit_entries where team_id = $1 and id = $2`,
      /covers 2 entries; 3 exist/,
    ],
  ])('verification reports %s', async (_, text, problem) => {
    const [, second] = await entries();
    await service.sql(text, [team.id, second]);
    expect(await broken()).toMatchObject([
      { class: 'change', problem: expect.stringMatching(problem) },
    ]);
  });

  test('verification reports removed seals, first or last, and seals made without the key', async () => {
    const copy = await change('select * from audit_seals where team_id = $1 order by up_to');
    const ofOne = (order: string) =>
      `(select up_to from audit_seals where team_id = $1 order by up_to ${order} limit 1)`;
    await change(`delete from audit_seals where team_id = $1 and up_to = ${ofOne('asc')}`);
    expect(await broken()).toMatchObject([{ problem: expect.stringMatching(/^the seals before/) }]);
    const [first] = copy;
    await service.sql(
      `insert into audit_seals (team_id, class, up_to, after, entries, digest, previous, mac, created_at)
        values ($1, 'change', $2, null, 2, $3, null, $4, $5)`,
      [team.id, first?.up_to, first?.digest, Buffer.alloc(93), first?.created_at],
    );
    expect(await broken()).toMatchObject([{ problem: expect.stringMatching(/is not genuine/) }]);
    expect(await brokenSeals(db(), secretsWith(Buffer.alloc(32)))).toHaveLength(1);
    await change('delete from audit_seals where team_id = $1');
    await age('2 days');
    expect(await broken()).toMatchObject([{ problem: expect.stringMatching(/has no seal/) }]);
  });
});

const remove = () => removeEntriesOf(db(), service.secrets, () => false);
const sealsAre = (days: number) =>
  service.sql(
    `update audit_seals set created_at = now() - $2::integer * interval '1 day' where team_id = $1`,
    [team.id, days],
  );

test('entries are deleted when their retention ends, access entries later than others', async () => {
  await change(`update audit_entries set class = 'access' where team_id = $1 and id in (
    select id from audit_entries where team_id = $1 order by id limit 1)`);
  await change('delete from audit_seals where team_id = $1');
  await sealed();
  await sealsAre(364);
  expect(await remove()).toBe(0);
  await sealsAre(366);
  expect(await remove()).toBe(3);
  expect(await change('select class from audit_entries where team_id = $1')).toEqual([
    { class: 'access' },
  ]);
  expect(await broken()).toEqual([]);
  await sealsAre(731);
  expect(await remove()).toBe(1);
  expect(await broken()).toEqual([]);
});

test('a team sets its retention; deleted and remaining entries stay sealed, also after the retention changes', async () => {
  const old = `update audit_seals set created_at = now() - interval '100 days' where team_id = $1 and up_to = (
    select up_to from audit_seals where team_id = $1 order by up_to limit 1)`;
  await change(old);
  expect(await remove()).toBe(0);
  await change('update teams set audit_days = 90 where id = $1');
  expect(await remove()).toBe(2);
  expect(await remove()).toBe(0);
  expect(await broken()).toEqual([]);
  await change('update teams set audit_days = 2192 where id = $1');
  expect(await broken()).toEqual([]);
  // Entries within the retention must exist; the last removed seal stays as the start of the chain.
  const [, lastSeal] = await change(
    'select up_to from audit_seals where team_id = $1 order by up_to',
  );
  await change(`delete from audit_seals where team_id = $1 and swept_at is not null`);
  expect(await broken()).toMatchObject([{ problem: expect.stringMatching(/^the seals before/) }]);
  // Without the key, entries cannot be declared expired.
  await service.sql(`update audit_seals set swept_at = now() where team_id = $1 and up_to = $2`, [
    team.id,
    lastSeal?.up_to,
  ]);
  expect(await broken()).toMatchObject([{ problem: expect.stringMatching(/is not genuine/) }]);
});

test('an interrupted removal resumes where it stopped, and verification reports nothing in between', async () => {
  await sealsAre(366);
  let statements = 0;
  // Stops after the first seal was given up, before its entries are deleted.
  const stops = () => {
    statements += 1;
    return statements > 1;
  };
  expect(await removeEntriesOf(db(), service.secrets, stops)).toBe(0);
  expect(await entries()).toHaveLength(4);
  expect(await broken()).toEqual([]);
  expect(await remove()).toBe(4);
  expect(
    await change('select swept_at is not null as swept from audit_seals where team_id = $1'),
  ).toEqual([{ swept: true }]);
  expect(await broken()).toEqual([]);
});
