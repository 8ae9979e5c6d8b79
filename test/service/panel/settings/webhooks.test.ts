import { expect, test } from 'vitest';
import { useSharedService } from '#test/support/harness.ts';
import { makePerson } from '#test/support/people.ts';

/*
 * The state of webhook endpoints as the panel shows it.
 */
const service = useSharedService({ workers: 0 });

test('a failed delivery that waits for a retry is counted separately from waiting ones', async () => {
  const team = await service.team();
  const admin = await makePerson(service, team, 'admin');
  const { id } = await team.create('webhooks', { url: 'https://example.com/pauta' });
  const plant = (status: string, attempts: number, reason: string | null) =>
    service.sql(
      `insert into deliveries (team_id, webhook_id, id, event, record_id, status, attempts, reason, next_attempt_at, completed_at, created_at)
       select $1, $2, uuid7(clock_timestamp()), 'deal.created', gen_random_uuid(), $3::delivery_status, $4, $5,
         case when $3 = 'pending' then now() + interval '1 hour' end, case when $3 <> 'pending' then now() end, now()`,
      [team.id, id, status, attempts, reason],
    );
  const refused = 'the receiver answered 500';
  await plant('pending', 0, null);
  await plant('failed', 10, refused);
  await plant('delivered', 1, null);
  await plant('pending', 3, refused);
  await plant('pending', 2, refused);
  const overview = await admin.get(`/webhooks/${id}/overview`);
  expect(overview.data).toMatchObject({ pending: 3, retrying: 2, failed: 1 });
  const last = {
    status: 'pending',
    reason: refused,
    attempt_count: 2,
    next_attempt_at: expect.any(String),
    completed_at: null,
  };
  expect(overview.data.delivery).toMatchObject(last);
  const { body } = await admin.get('/webhook-standings');
  expect(body.data).toEqual([
    expect.objectContaining({ id, delivery: expect.objectContaining(last) }),
  ]);
});
