import { expect, test } from 'vitest';
import { notifyOfDeadlines } from '#server/features/privacy/sweeps.ts';
import { sweepOnce } from '#server/jobs/sweeps.ts';
import { useService } from '#test/support/harness.ts';
import { makePerson } from '#test/support/people.ts';

/* Notices of requests of persons whose deadline is near: five days before, in the team's time zone, once, to its admins. */

const service = useService();

/** A team with an owner and admins, and a function that records a request that is due in some days. */
async function stage() {
  const team = await service.team();
  const owner = await makePerson(service, team, 'owner');
  const admin = await makePerson(service, team, 'admin');
  const member = await makePerson(service, team, 'member');
  const suspended = await makePerson(service, team, 'admin');
  await service.sql('update users set suspended_at = now() where id = $1', [suspended.userId]);
  const request = async (days: number, values = '') => {
    const made = await owner.post('/privacy-requests', { kind: 'access', emails: ['a@b.com'] });
    expect(made.status, made.text).toBe(201);
    await service.sql(
      `update privacy_requests r set due_on = (now() at time zone x.time_zone)::date + $2::int ${values}
        from teams x where x.id = r.team_id and r.id = $1`,
      [made.data.id, days],
    );
    return String(made.data.id);
  };
  const notified = () =>
    service.sql(
      `select record_id, user_id from notifications where team_id = $1 and kind = 'privacy_due'`,
      [team.id],
    );
  return { team, owner, admin, member, request, notified };
}

test('admins are notified five days before, once', async () => {
  const { owner, admin, member, request, notified } = await stage();
  const due = await request(5);
  const late = await request(-3);
  await request(6);
  await request(2, `, state = 'closed', closed_at = now()`);
  for (let n = 0; n < 3; n += 1) await sweepOnce(service.database);
  const expected = [due, late].flatMap((record_id) =>
    [owner, admin].map(({ userId }) => ({ record_id, user_id: userId })),
  );
  const rows = await notified();
  expect(rows).toHaveLength(expected.length);
  expect(rows).toEqual(expect.arrayContaining(expected));
  const { code } = (await owner.get(`/privacy-requests/${due}`)).data;
  const seen = await admin.get('/notifications?kind=privacy_due');
  expect(seen.body.data).toContainEqual(
    expect.objectContaining({
      ...{ record_type: 'privacy_requests', record_id: due, record_name: code, actor_name: null },
    }),
  );
  expect((await member.get('/notifications')).body.data).toEqual([]);
});

test('two processes notify once', async () => {
  const { request, notified } = await stage();
  for (let n = 0; n < 5; n += 1) await request(n);
  const round = { isStopping: () => false, isSteady: async () => true };
  await Promise.all(Array.from({ length: 6 }, () => notifyOfDeadlines(service.database, round)));
  expect(await notified()).toHaveLength(10);
});

test('the day is that of the team', async () => {
  for (const [zone, isNear] of [
    ['Pacific/Kiritimati', true],
    ['Pacific/Pago_Pago', false],
  ] as const) {
    const { team, request, notified } = await stage();
    await service.sql('update teams set time_zone = $2 where id = $1', [team.id, zone]);
    const id = await request(0);
    // Kiritimati is a day ahead of Pago Pago at any time.
    await service.sql(
      `update privacy_requests set due_on = (now() at time zone 'Pacific/Kiritimati')::date + 5 where id = $1`,
      [id],
    );
    await sweepOnce(service.database);
    expect((await notified()).length > 0, zone).toBe(isNear);
  }
});

test('a member who does not want to be notified is not', async () => {
  const { owner, admin, request, notified } = await stage();
  const answer = await admin.put('/notifications/choices', { privacy_due: false });
  expect(answer.status, answer.text).toBe(200);
  await request(1);
  await sweepOnce(service.database);
  expect((await notified()).map(({ user_id }) => user_id)).toEqual([owner.userId]);
});

test('nothing is announced while the clock is unreliable', async () => {
  const { request, notified } = await stage();
  await request(1);
  await sweepOnce(
    service.database,
    () => false,
    async () => false,
  );
  expect(await notified()).toEqual([]);
});
