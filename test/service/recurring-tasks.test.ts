import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { createRecurringTasks } from '#server/features/work/recurrences/sweeps.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { makePerson } from '#test/support/people.ts';

/* Recurring tasks: each occurrence becomes one task. */

const service = useService({ foreignRows: true });

const round = { isStopping: () => false, isSteady: async () => true };
const sweep = () => createRecurringTasks(service.database, round);

async function dayOf(days: number): Promise<string> {
  const [row] = await service.sql(
    `select ((now() at time zone 'America/Sao_Paulo')::date + $1::int)::text as day`,
    [days],
  );
  return String(row?.day);
}

const ready = async () => {
  const team = await service.team();
  const { id: project } = await team.create('projects', { status: 'active' });
  const member = await makePerson(service, team, 'member');
  const create = async (values: Json = {}) => {
    const { status, data, text } = await member.post(`/projects/${project}/task-recurrences`, {
      title: 'Relatório',
      rule: 'FREQ=DAILY',
      starts_on: await dayOf(0),
      ...values,
    });
    expect(status, text).toBe(201);
    return data;
  };
  return { team, project, member, create };
};

/** Due dates of the tasks of a recurrence, in order. */
const tasksOf = async (team: TestTeam, recurrence: unknown) =>
  service.sql(
    `select t.id, t.title, t.due_date::text as due, o.occurs_on::text as occurs,
      (select count(*)::int from events e where e.team_id = t.team_id and e.record_id = t.id and e.type = 'task.created') as events,
      (select string_agg(a.actor || ' ' || a.operation, ',') from audit_entries a where a.team_id = t.team_id and a.record_id = t.id) as audit
    from task_occurrences o join tasks t on t.team_id = o.team_id and t.id = o.task_id
    where o.team_id = $1 and o.recurrence_id = $2 order by o.occurs_on`,
    [team.id, recurrence],
  );

test('tasks are created ahead of time, with event and audit entry, once for several processes', async () => {
  const { team, create } = await ready();
  const { id, coming } = await create({ days_ahead: 3, checklist_markdown: '- [ ] dados' });
  expect((coming as Json[]).map(({ occurs_on }) => occurs_on)).toEqual(
    await Promise.all([0, 1, 2, 3].map(dayOf)),
  );
  await Promise.all([sweep(), sweep(), sweep()]);
  await sweep();
  const tasks = await tasksOf(team, id);
  expect(tasks.map(({ due }) => due)).toEqual(await Promise.all([0, 1, 2, 3].map(dayOf)));
  for (const task of tasks)
    expect(task).toMatchObject({
      title: 'Relatório',
      events: 1,
      audit: 'system task_recurrences.create_task',
    });
  const all = await service.sql('select count(*)::int as n from tasks where team_id = $1', [
    team.id,
  ]);
  expect(all[0]?.n).toBe(4);
});

test('an occurrence is never created twice, also if the state of its recurrence is lost', async () => {
  const { team, create } = await ready();
  const { id } = await create({ days_ahead: 2 });
  await sweep();
  await service.sql(
    `update task_recurrences set created_until = '2000-01-01', next_check_on = '2000-01-01' where id = $1`,
    [id],
  );
  await sweep();
  expect(await tasksOf(team, id)).toHaveLength(3);
  await expect(
    service.sql(
      `insert into task_occurrences (team_id, recurrence_id, occurs_on) select team_id, recurrence_id, occurs_on from task_occurrences where recurrence_id = $1`,
      [id],
    ),
  ).rejects.toThrow('task_occurrences_pkey');
});

test('days on which no worker ran are created later, and not while the clock is unreliable', async () => {
  const { team, create } = await ready();
  const { id } = await create();
  await service.sql(
    `update task_recurrences set starts_on = starts_on - 10, created_until = created_until - 10 where id = $1`,
    [id],
  );
  await createRecurringTasks(service.database, { ...round, isSteady: async () => false });
  expect(await tasksOf(team, id)).toEqual([]);
  await sweep();
  expect((await tasksOf(team, id)).map(({ due }) => due)).toEqual(
    await Promise.all([-10, -9, -8, -7, -6, -5, -4, -3, -2, -1, 0].map(dayOf)),
  );
});

test('one occurrence is changed or left out, and the following ones are changed', async () => {
  const { team, member, create } = await ready();
  const made = await create();
  const item = `/task-recurrences/${made.id}`;
  const tomorrow = await dayOf(1);
  const next = await dayOf(2);
  const one = await member.post(`${item}/occurrences`, { occurs_on: tomorrow, title: 'Só amanhã' });
  expect(one.status, one.text).toBe(201);
  expect(one.data).toMatchObject({ title: 'Só amanhã', due_date: tomorrow });
  const again = await member.post(`${item}/occurrences`, { occurs_on: tomorrow, title: 'x' });
  expect(again.status).toBe(409);
  const skipped = await member.post(`${item}/skip`, { occurs_on: next });
  expect(skipped.status, skipped.text).toBe(200);
  expect((skipped.data.coming as Json[]).map(({ occurs_on }) => occurs_on).slice(0, 2)).toEqual([
    await dayOf(0),
    await dayOf(3),
  ]);
  const past = await member.post(`${item}/skip`, { occurs_on: await dayOf(-1) });
  expect(past.status).toBe(409);
  await sweep();
  const { rule, starts_on } = made;
  const changed = await member.put(item, {
    ...{ title: 'Novo', rule, starts_on, days_ahead: 3, is_active: true },
  });
  expect(changed.status, changed.text).toBe(200);
  await sweep();
  expect((await tasksOf(team, made.id)).map(({ title, due }) => [title, due])).toEqual([
    ['Relatório', await dayOf(0)],
    ['Só amanhã', tomorrow],
    ['Novo', await dayOf(3)],
  ]);
  const removed = await member.delete(item);
  expect(removed.status).toBe(200);
  await sweep();
  const { data } = await member.get(`/projects/${made.project_id}/task-recurrences`);
  expect(data).toEqual([]);
});

test('a pause and a closed project leave occurrences out', async () => {
  const { team, project, member, create } = await ready();
  const made = await create({ is_active: false });
  const closed = await create();
  await service.sql(
    `update task_recurrences set created_until = created_until - 5, starts_on = starts_on - 5 where id = $1`,
    [made.id],
  );
  await sweep();
  await team.put(`/projects/${project}`, { status: 'completed' });
  const { title, rule, starts_on } = made;
  await member.put(`/task-recurrences/${made.id}`, { title, rule, starts_on, is_active: true });
  await sweep();
  expect(await tasksOf(team, closed.id)).toHaveLength(1);
  expect(await tasksOf(team, made.id)).toEqual([]);
  await team.put(`/projects/${project}`, { status: 'active' });
  await sweep();
  expect(await tasksOf(team, made.id)).toEqual([]);
});

test('tasks are due on working days of the team', async () => {
  const { team, create } = await ready();
  const holidays = [{ date: await dayOf(0), name: 'Folga', yearly: false }];
  const weekly = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, from: '09:00', to: '18:00' }));
  await service.sql('update teams set business_hours = $2::json where id = $1', [
    team.id,
    JSON.stringify({ weekly, national_holidays: false, holidays }),
  ]);
  const { id } = await create({ shift: 'after', rule: 'FREQ=DAILY;COUNT=1', days_ahead: 1 });
  await sweep();
  expect(await tasksOf(team, id)).toMatchObject([{ occurs: await dayOf(0), due: await dayOf(1) }]);
});

test('a board that is gone delays only its recurrence, and the panel says so', async () => {
  const { team, project, member, create } = await ready();
  const { id: board } = await create({ pipeline_id: null });
  const healthy = await create();
  await service.sql(`update task_recurrences set pipeline_id = uuid7() where id = $1`, [board]);
  await sweep();
  expect(await tasksOf(team, healthy.id)).toHaveLength(1);
  const { data } = await member.get(`/projects/${project}/task-recurrences`);
  const [failed, fine] = data as unknown as Json[];
  expect(failed?.failed_at).toEqual(expect.any(String));
  expect(fine?.failed_at).toBeNull();
});

test.each([
  [{ rule: 'FREQ=HOURLY' }, 400, 'rule'],
  [{ rule: 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30' }, 400, 'rule'],
  [{ starts_on: '1999-12-31' }, 400, 'starts_on'],
  [{ days_ahead: 91 }, 400, 'days_ahead'],
  [{ title: ' ' }, 400, 'title'],
  [{ assignee_ids: ['00000000-0000-7000-8000-000000000000'] }, 404, 'assignee_ids'],
  [{ pipeline_id: '00000000-0000-7000-8000-000000000000' }, 404, 'pipeline_id'],
])('%j is refused', async (values, status, field) => {
  const { member, project } = await ready();
  const body = { title: 'x', rule: 'FREQ=DAILY', starts_on: '2026-12-01', ...values };
  const answer = await member.post(`/projects/${project}/task-recurrences`, body);
  expect(answer.status, answer.text).toBe(status);
  expect(answer.text).toContain(field);
});

test('another team finds a recurring task nowhere, and changes nothing', async () => {
  const { team, project, create } = await ready();
  const { id } = await create();
  const stored = () =>
    service.sql(
      `select to_jsonb(r) as recurrence, (select count(*)::int from task_occurrences o where o.team_id = $1) as handled
      from task_recurrences r where r.team_id = $1`,
      [team.id],
    );
  const before = await stored();
  const theirs = await makePerson(service, await service.team('Deles'), 'owner');
  const body = { title: 'x', rule: 'FREQ=DAILY', starts_on: await dayOf(0), is_active: true };
  const occurs_on = await dayOf(0);
  const answersFor = async (recurrence: unknown, of: unknown) =>
    [
      await theirs.get(`/projects/${of}/task-recurrences`),
      await theirs.post(`/projects/${of}/task-recurrences`, {
        ...{ title: 'x', rule: 'FREQ=DAILY' },
        starts_on: occurs_on,
      }),
      await theirs.put(`/task-recurrences/${recurrence}`, body),
      await theirs.post(`/task-recurrences/${recurrence}/occurrences`, { title: 'x', occurs_on }),
      await theirs.post(`/task-recurrences/${recurrence}/skip`, { occurs_on }),
      await theirs.delete(`/task-recurrences/${recurrence}`),
    ].map(({ status, text }) => [status, text]);
  const foreign = await answersFor(id, project);
  expect(foreign.map(([status]) => status)).toEqual([404, 404, 404, 404, 404, 404]);
  expect(foreign).toEqual(await answersFor(uuidv7(), uuidv7()));
  expect(await stored()).toEqual(before);
});
