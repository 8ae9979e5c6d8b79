import { expect, test } from 'vitest';
import { sweepOnce } from '#server/jobs/sweeps.ts';
import { type TestTeam, useService } from '#test/support/harness.ts';

/* Completed look-ups of people and groups are deleted, so that their table does not grow with everyone who ever wrote. */
const service = useService({ workers: 0 });

/** @param days since the last look-up; null if there was none; @param isQueued true if it is due again */
const plant = (team: TestTeam, count: number, days: number | null, isQueued = false) =>
  service.sql(
    `insert into lookups (team_id, kind, subject, inbox_id, looked_at, due_at)
      select $1, 'lid', $3::text || i, $2, now() - make_interval(hours => $4), case when $5 then now() end from generate_series(1, $6::int) i`,
    [
      team.id,
      team.inbox,
      `${days} ${isQueued} `,
      days === null ? null : days * 24,
      isQueued,
      count,
    ],
  );
const left = async (team: TestTeam) =>
  (await service.sql('select subject from lookups where team_id = $1 order by 1', [team.id])).map(
    ({ subject }) => subject,
  );

test('completed look-ups are deleted after two days, in batches, of every team; queued ones are kept', async () => {
  const [ours, theirs] = [await service.team(), await service.team()];
  await plant(ours, 2_500, 3);
  await plant(theirs, 1, 3);
  await plant(ours, 1, 1);
  await plant(ours, 1, 3, true);
  await plant(ours, 1, null, true);
  expect(
    (await sweepOnce(service.database, undefined, async () => false)).lookups,
    'none while the clock is unreliable',
  ).toBe(0);
  expect((await sweepOnce(service.database)).lookups).toBe(2_501);
  expect(await left(ours)).toEqual(['1 false 1', '3 true 1', 'null true 1']);
  expect(await left(theirs)).toEqual([]);
  expect((await sweepOnce(service.database)).lookups).toBe(0);
});
