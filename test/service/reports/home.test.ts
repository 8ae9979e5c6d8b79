import { expect, test } from 'vitest';
import { type Json, useService } from '#test/support/harness.ts';
import { makePerson } from '#test/support/people.ts';

/* Numbers of the last complete weeks, for the start page of admins. */
const service = useService();

test('the numbers are those of the reports by week, for admins of the team only', async () => {
  const team = await service.team();
  const admin = await makePerson(service, team, 'admin');
  const member = await makePerson(service, team, 'member');
  const { data, status } = await admin.get('/reports/home');
  expect(status).toBe(200);
  const monday = new Date(`${data.from}T00:00:00Z`);
  expect(monday.getUTCDay()).toBe(1);
  const lastWeek = new Date(monday.getTime() + 86_400_000).toISOString();
  const weekBefore = new Date(monday.getTime() - 6 * 86_400_000).toISOString();
  const project = await team.create('projects', { name: 'Site' });
  for (const at of [lastWeek, lastWeek, weekBefore]) {
    const task = await team.create('tasks', { project_id: project.id });
    await team.put(`/tasks/${task.id}`, { completed_at: at });
  }
  // Another team's work does not count.
  const foreign = await service.team();
  const apart = await foreign.create('tasks');
  await foreign.put(`/tasks/${apart.id}`, { completed_at: lastWeek });

  const { data: home } = await admin.get('/reports/home');
  const numbers = home.numbers as Json[];
  expect(numbers).toHaveLength(6);
  for (const { weeks } of numbers) expect(weeks).toHaveLength(9);
  const done = numbers.find(({ report, measure }) => report === 'tasks' && measure === 'done');
  expect(done).toMatchObject({ unit: 'count', value: 2, previous: 1 });
  const query = `report=tasks&by=week&from=${home.first}&to=${home.to}`;
  const { data: report } = await admin.get(`/reports?${query}`);
  const rows = report.rows as { values: readonly number[] }[];
  expect(done?.weeks).toEqual(rows.map(({ values }) => values[0]));

  expect((await member.get('/reports/home')).status).toBe(403);
});
