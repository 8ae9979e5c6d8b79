import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Capacity: absences, weekly hours, and the workload of members. */

const service = useService({ foreignRows: true });

const workdays = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '18:00' }));
const dayMs = 86_400_000;
const addDays = (day: string, n: number) =>
  new Date(Date.parse(day) + n * dayMs).toISOString().slice(0, 10);
const mondayOf = (day: string) => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));

async function ready() {
  const team = await service.team();
  const [member, colleague, admin] = await Promise.all([
    makePerson(service, team, 'member', { name: 'Bia' }),
    makePerson(service, team, 'member', { name: 'Caio' }),
    makePerson(service, team, 'admin', { name: 'Ana' }),
  ]);
  return { team, member, colleague, admin };
}

interface Week {
  readonly capacity_hours: number;
  readonly absent_days: number;
  readonly planned_hours: number;
  readonly tasks: number;
  readonly without_estimate: number;
}

interface MemberLoad {
  readonly user_id: string;
  readonly is_active: boolean;
  readonly weekly_hours: number | null;
  readonly weeks: readonly Week[];
  readonly undated: Omit<Week, 'capacity_hours' | 'absent_days'>;
}

async function workloadOf(person: TestPerson, query = '') {
  const { status, data, text } = await person.get(`/workload${query}`);
  expect(status, text).toBe(200);
  return data as unknown as {
    readonly today: string;
    readonly weeks: readonly { readonly starts_on: string; readonly working_days: number }[];
    readonly members: readonly MemberLoad[];
  };
}

const loadOf = async (person: TestPerson, user: string, query = '') => {
  const { members } = await workloadOf(person, query);
  const load = members.find(({ user_id }) => user_id === user);
  if (!load) throw new Error('the member is not listed');
  return load;
};

/** Capacity of a member by week. */
const capacities = async (person: TestPerson, query: string) =>
  (await loadOf(person, person.userId, query)).weeks.map(({ capacity_hours }) => capacity_hours);

const setHours = (admin: TestPerson, hours: Json | null) => admin.put('/business-hours', { hours });

describe('absences', () => {
  const days = { starts_on: '2026-12-21', ends_on: '2026-12-27', reason: 'sick', note: 'Gripe' };

  test('are managed by the member and by admins; others see only the days', async () => {
    const { member, colleague, admin } = await ready();
    const created = await member.post('/absences', days);
    expect(created.status, created.text).toBe(201);
    const { id } = created.data;
    expect(created.data).toMatchObject({
      ...days,
      user_id: member.userId,
      created_by: member.userId,
    });
    const listed = async (person: TestPerson) => (await person.get('/absences')).body.data;
    for (const person of [member, admin])
      expect(await listed(person)).toEqual([expect.objectContaining({ id, ...days })]);
    expect(await listed(colleague)).toEqual([
      expect.objectContaining({ id, ...days, reason: null, note: null }),
    ]);
    const longer = { ...days, ends_on: '2026-12-28', note: null };
    for (const [method, path, body] of [
      ['POST', '/absences', { ...days, user_id: member.userId }],
      ['PUT', `/absences/${id}`, longer],
      ['DELETE', `/absences/${id}`, undefined],
    ] as const)
      expect((await colleague.call(method, path, body)).status).toBe(403);
    expect((await member.put(`/absences/${id}`, longer)).data).toMatchObject(longer);
    expect((await admin.put(`/absences/${id}`, days)).data).toMatchObject(days);
    const entered = await admin.post('/absences', { ...days, user_id: colleague.userId });
    expect(entered.data).toMatchObject({ user_id: colleague.userId, created_by: admin.userId });
    expect((await colleague.delete(`/absences/${entered.data.id}`)).data).toEqual({
      id: entered.data.id,
      deleted: true,
    });
    expect((await admin.delete(`/absences/${id}`)).status).toBe(200);
    expect(await listed(admin)).toEqual([]);
  });

  test('are filtered by member and days', async () => {
    const { member, colleague } = await ready();
    const enter = async (person: TestPerson, starts_on: string, ends_on: string) =>
      (await person.post('/absences', { ...days, starts_on, ends_on })).data.id;
    const first = await enter(member, '2026-03-02', '2026-03-06');
    const second = await enter(member, '2026-03-06', '2026-03-09');
    const third = await enter(colleague, '2026-03-09', '2026-03-09');
    const listed = async (query: string) =>
      ((await member.get(`/absences${query}`)).body.data as Json[]).map(({ id }) => id);
    expect(await listed('')).toEqual([third, second, first]);
    expect(await listed(`?user_id=${member.userId}`)).toEqual([second, first]);
    expect(await listed('?from=2026-03-07')).toEqual([third, second]);
    expect(await listed('?to=2026-03-06')).toEqual([second, first]);
    expect(await listed('?from=2026-03-10&to=2026-03-20')).toEqual([]);
  });

  test('are refused if their days are reversed, or their member is of another team', async () => {
    const { member, admin } = await ready();
    const stranger = await makePerson(service, await service.team(), 'owner');
    const reversed = { ...days, ends_on: '2026-12-20' };
    expect((await member.post('/absences', reversed)).status).toBe(400);
    const { id } = (await member.post('/absences', days)).data;
    expect((await member.put(`/absences/${id}`, reversed)).status).toBe(400);
    const foreign = await admin.post('/absences', { ...days, user_id: stranger.userId });
    expect(foreign.status).toBe(404);
    expect((await stranger.put(`/absences/${id}`, days)).status).toBe(404);
    expect((await stranger.delete(`/absences/${id}`)).status).toBe(404);
    expect((await stranger.get('/absences')).body.data).toEqual([]);
    expect((await admin.get('/absences')).body.data).toHaveLength(1);
  });

  test('neither reasons nor notes are in the audit log', async () => {
    const { team, member } = await ready();
    const { id } = (await member.post('/absences', days)).data;
    await member.put(`/absences/${id}`, { ...days, note: 'Dengue' });
    await member.delete(`/absences/${id}`);
    const entries = await service.sql(
      `select operation, coalesce(before, '') || coalesce(after, '') as text from audit_entries
        where team_id = $1 and record_id = $2 order by id`,
      [team.id, id],
    );
    expect(entries.map(({ operation }) => operation)).toEqual([
      'absences.create',
      'absences.update',
      'absences.delete',
    ]);
    for (const { text } of entries) {
      expect(text).toContain('2026-12-21');
      expect(text).not.toMatch(/sick|Gripe|Dengue/);
    }
  });
});

describe('capacity', () => {
  test('is 40 hours by default, and set by admins', async () => {
    const { member, admin, team } = await ready();
    const at = `/members/${member.userId}/weekly-hours`;
    expect(await capacities(member, '?from=2026-03-02&weeks=1')).toEqual([40]);
    expect((await member.put(at, { weekly_hours: 30 })).status).toBe(403);
    for (const weekly_hours of [-1, 168.5, 1.234])
      expect((await admin.put(at, { weekly_hours })).status).toBe(400);
    expect((await admin.put(at, { weekly_hours: 37.5 })).data).toEqual({
      id: member.userId,
      weekly_hours: 37.5,
    });
    expect(await loadOf(member, member.userId)).toMatchObject({ weekly_hours: 37.5 });
    expect(await capacities(member, '?from=2026-03-02&weeks=1')).toEqual([37.5]);
    await admin.put(at, { weekly_hours: 0 });
    expect(await capacities(member, '?from=2026-03-02&weeks=1')).toEqual([0]);
    await admin.put(at, { weekly_hours: null });
    expect(await capacities(member, '?from=2026-03-02&weeks=1')).toEqual([40]);
    const [row] = await service.sql(
      `select string_agg(after, ' ' order by id) as after from audit_entries where team_id = $1 and operation = 'weekly_hours.set'`,
      [team.id],
    );
    expect(row?.after).toBe('{"weekly_hours":37.5} {"weekly_hours":0} {"weekly_hours":null}');
    const stranger = await makePerson(service, await service.team(), 'owner');
    expect((await stranger.put(at, { weekly_hours: 1 })).status).toBe(404);
  });

  test('excludes holidays and absences, each day once', async () => {
    const { member, admin } = await ready();
    const holidays = [{ date: '2026-12-24', name: 'Véspera', yearly: true }];
    await setHours(admin, { weekly: workdays, national_holidays: true, holidays });
    const away = async (starts_on: string, ends_on: string) =>
      (await member.post('/absences', { starts_on, ends_on, reason: 'holiday' })).status;
    // Christmas 2026 is a Friday, the new year's day of 2027 too.
    const query = '?from=2026-12-14&weeks=4';
    expect(await capacities(member, query)).toEqual([40, 24, 32, 40]);
    expect((await workloadOf(member, query)).weeks).toEqual([
      { starts_on: '2026-12-14', working_days: 5 },
      { starts_on: '2026-12-21', working_days: 3 },
      { starts_on: '2026-12-28', working_days: 4 },
      { starts_on: '2027-01-04', working_days: 5 },
    ]);
    expect(await away('2026-12-23', '2026-12-29')).toBe(201);
    expect(await away('2026-12-29', '2027-01-04')).toBe(201);
    expect(await away('2026-12-26', '2026-12-27')).toBe(201);
    const { weeks } = await loadOf(admin, member.userId, query);
    expect(weeks.map(({ capacity_hours, absent_days }) => [capacity_hours, absent_days])).toEqual([
      [40, 0],
      [16, 1],
      [0, 4],
      [32, 1],
    ]);
    expect(await capacities(admin, query)).toEqual([40, 24, 32, 40]);
  });

  test('is spread over the days on which the team is open', async () => {
    const { member, admin } = await ready();
    const weekly = [2, 4, 6].flatMap((weekday) => [
      { weekday, from: '08:00', to: '12:00' },
      { weekday, from: '13:00', to: '17:00' },
    ]);
    const holidays = [{ date: '2026-03-05', name: 'Aniversário', yearly: false }];
    await setHours(admin, { weekly, national_holidays: false, holidays });
    expect(await capacities(member, '?from=2026-03-02&weeks=2')).toEqual([26.67, 40]);
    await setHours(admin, { weekly: [], national_holidays: false, holidays: [] });
    expect(await capacities(member, '?from=2026-03-02&weeks=1')).toEqual([0]);
  });

  test.each([
    ['America/Sao_Paulo', '2018-10-29'],
    ['America/New_York', '2026-03-02'],
    ['Pacific/Auckland', '2026-09-21'],
    ['Europe/Lisbon', '2026-10-19'],
  ])('has five days in weeks with changes of the clock in %s', async (zone, from) => {
    const { team, member, admin } = await ready();
    await service.sql('update teams set time_zone = $2 where id = $1', [team.id, zone]);
    await setHours(admin, { weekly: workdays, national_holidays: false, holidays: [] });
    await member.post('/absences', { starts_on: from, ends_on: from, reason: 'other' });
    expect(await capacities(member, `?from=${from}&weeks=3`)).toEqual([32, 40, 40]);
  });
});

describe('workload', () => {
  const make = async (team: TestTeam, project: Json, values: Json) =>
    team.create('tasks', { project_id: project.id, ...values });

  test('counts open tasks in the week of their due date, overdue ones in the current week', async () => {
    const { team, member, colleague } = await ready();
    const { today } = await workloadOf(member);
    const monday = mondayOf(today);
    const [mine, both] = [[member.userId], [colleague.userId, member.userId]];
    const [open, over, paused] = await Promise.all(
      ['active', 'completed', 'paused'].map((status) => team.create('projects', { status })),
    );
    if (!open || !over || !paused) throw new Error('a project is missing');
    const due = (weeks: number) => addDays(monday, 7 * weeks + 6);
    const task = (values: Json, project = open) => make(team, project, values);
    await task({ assignee_ids: mine, estimated_hours: 5, due_date: due(0) });
    const late = await task({ assignee_ids: both, estimated_hours: 8, due_date: due(-20) });
    await team.put(`/tasks/${late.id}`, { actual_hours: 2 });
    await task({ assignee_ids: mine, due_date: due(1) });
    await task({ assignee_ids: mine, estimated_hours: 0.1, due_date: monday });
    await task({ assignee_ids: mine, estimated_hours: 0.2, due_date: monday });
    await task({ assignee_ids: mine, estimated_hours: 7 });
    const spent = await task({ assignee_ids: mine, estimated_hours: 1, due_date: due(2) });
    await team.put(`/tasks/${spent.id}`, { actual_hours: 3 });
    // None of these counts.
    await task({ assignee_ids: mine, estimated_hours: 100, due_date: due(4) });
    await task({ estimated_hours: 100, due_date: due(0) });
    await task({ assignee_ids: mine, estimated_hours: 100, due_date: due(0) }, over);
    await task({ assignee_ids: mine, estimated_hours: 100, due_date: due(0) }, paused);
    const done = await task({ assignee_ids: mine, estimated_hours: 100, due_date: due(0) });
    await team.put(`/tasks/${done.id}`, { completed_at: '2026-01-01T00:00:00Z' });
    const binned = await task({ assignee_ids: mine, estimated_hours: 100, due_date: due(0) });
    await team.delete(`/tasks/${binned.id}`);

    const load = await loadOf(member, member.userId);
    const sumsOf = ({ planned_hours, tasks, without_estimate }: MemberLoad['undated']) => [
      planned_hours,
      tasks,
      without_estimate,
    ];
    expect(load.weeks.map(sumsOf)).toEqual([
      [8.3, 4, 0],
      [0, 1, 1],
      [0, 1, 0],
      [0, 0, 0],
    ]);
    expect(sumsOf(load.undated)).toEqual([7, 1, 0]);
    const shared = await loadOf(member, colleague.userId);
    expect(shared.weeks.map(sumsOf)[0]).toEqual([3, 1, 0]);
    // Weeks that have passed have no open tasks: they are overdue now.
    const past = await loadOf(member, member.userId, `?from=${addDays(monday, -140)}&weeks=12`);
    expect(past.weeks.every(({ tasks }) => tasks === 0)).toBe(true);

    const tasksOf = async (user: string, week?: string) =>
      (
        await member.get(
          `/workload/tasks?user_id=${user}${week === undefined ? '' : `&week=${week}`}`,
        )
      ).body.data as Json[];
    const list = await tasksOf(member.userId, monday);
    expect(list.map(({ planned_hours }) => planned_hours)).toEqual([3, 0.1, 0.2, 5]);
    expect(list[0]).toMatchObject({
      ...{ id: late.id, assignee_ids: both, estimated_hours: 8, actual_hours: 2 },
      project: { id: open.id },
    });
    expect((await tasksOf(colleague.userId, monday)).map(({ id }) => id)).toEqual([late.id]);
    expect((await tasksOf(member.userId)).map(({ planned_hours }) => planned_hours)).toEqual([7]);
  });

  test('lists members with access, and others while they have tasks, without capacity', async () => {
    const { team, member, colleague, admin } = await ready();
    const project = await team.create('projects', { status: 'active' });
    const [user = ''] = team.users;
    const idsOf = async () => (await workloadOf(member)).members.map(({ user_id }) => user_id);
    expect(await idsOf()).toEqual([admin.userId, member.userId, colleague.userId]);
    const task = await make(team, project, { assignee_ids: [user], estimated_hours: 4 });
    const load = await loadOf(member, user);
    expect(load).toMatchObject({ is_active: false, undated: { planned_hours: 4 } });
    expect(load.weeks.every(({ capacity_hours }) => capacity_hours === 0)).toBe(true);
    await team.delete(`/tasks/${task.id}`);
    expect(await idsOf()).not.toContain(user);
    await admin.post(`/members/${colleague.userId}/suspend`);
    expect(await idsOf()).toEqual([admin.userId, member.userId]);
  });

  test('is refused for other days than Mondays, for more than 12 weeks, and without a member', async () => {
    const { member } = await ready();
    for (const path of [
      '/workload?from=2026-03-03',
      '/workload?weeks=0',
      '/workload?weeks=13',
      '/workload/tasks',
      `/workload/tasks?user_id=${member.userId}&week=2026-03-03`,
    ])
      expect((await member.get(path)).status, path).toBe(400);
  });

  test('shows nothing of another team', async () => {
    const { team, member } = await ready();
    const project = await team.create('projects', { status: 'active' });
    await make(team, project, { assignee_ids: [member.userId], estimated_hours: 4 });
    const stranger = await makePerson(service, await service.team(), 'owner');
    const { members } = await workloadOf(stranger);
    expect(members.map(({ user_id }) => user_id)).toEqual([stranger.userId]);
    const path = `/workload/tasks?user_id=${member.userId}`;
    expect((await stranger.get(path)).body.data).toEqual([]);
    expect((await member.get(path)).body.data).toHaveLength(1);
  });

  test('sums equal those of a computation with fractions, for random tasks', async () => {
    const { team, member, colleague, admin } = await ready();
    const people = [member.userId, colleague.userId, admin.userId];
    const projects = await Promise.all(
      ['active', 'backlog', 'paused', 'completed', 'cancelled'].map((status) =>
        team.create('projects', { status }),
      ),
    );
    const { today } = await workloadOf(member);
    const [board] = await service.sql(
      `select l.id, c.slug from pipelines l join columns c on c.team_id = l.team_id and c.pipeline_id = l.id
        where l.team_id = $1 and l.project_id = $2 limit 1`,
      [team.id, projects[0]?.id],
    );
    // Hours in hundredths; deterministic.
    let seed = 7;
    const random = (n: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * n);
    };
    const tasks = Array.from({ length: 3_000 }, () => ({
      id: uuidv7(),
      project: projects[random(projects.length)],
      due: random(5) === 0 ? null : addDays(today, random(120) - 60),
      estimated: random(6) === 0 ? null : random(4_000),
      actual: random(3) === 0 ? null : random(2_000),
      assignees: people.filter(() => random(2) === 0),
      done: random(4) === 0,
      deleted: random(10) === 0,
    }));
    await service.sql(
      `insert into tasks (team_id, id, title, project_id, pipeline_id, "column", position, due_date, estimated_hours, actual_hours,
          assignee_ids, completed_at, deleted_at)
        select $1, (x->>'id')::uuid, 'T', (x->'project'->>'id')::uuid, $2, $3, n, (x->>'due')::date, (x->>'estimated')::float8 / 100,
          (x->>'actual')::float8 / 100, array(select a::uuid from json_array_elements_text(x->'assignees') a),
          case when (x->>'done')::boolean then now() end, case when (x->>'deleted')::boolean then now() end
        from json_array_elements($4::json) with ordinality e (x, n)`,
      [team.id, board?.id, board?.slug, JSON.stringify(tasks)],
    );
    const first = addDays(mondayOf(today), -14);
    const { members } = await workloadOf(member, `?from=${first}&weeks=12`);
    const weeks = Array.from({ length: 12 }, (_, i) => addDays(first, 7 * i));
    const openProjects = projects.slice(0, 2);
    for (const { user_id, weeks: sums, undated } of members) {
      const expected = (week: string | null) => {
        const mine = tasks.filter(
          ({ project, due, assignees, done, deleted }) =>
            !done &&
            !deleted &&
            assignees.includes(user_id) &&
            openProjects.some((each) => each.id === project?.id) &&
            week === (due === null ? null : mondayOf(due < today ? today : due)),
        );
        // In sixths of a hundredth: exact for up to three assignees.
        const sixths = mine.reduce(
          (sum, { estimated, actual, assignees }) =>
            sum + (Math.max((estimated ?? 0) - (actual ?? 0), 0) * 6) / assignees.length,
          0,
        );
        return {
          planned_hours: Number((sixths / 600).toFixed(6)),
          tasks: mine.length,
          without_estimate: mine.filter(({ estimated }) => estimated === null).length,
        };
      };
      expect(undated).toEqual(expected(null));
      for (const [at, week] of weeks.entries()) {
        const { capacity_hours: _, absent_days: __, ...rest } = sums[at] as Week;
        expect(rest, `${user_id} ${week}`).toEqual(expected(week));
      }
      const week = mondayOf(today);
      const list = (await member.get(`/workload/tasks?user_id=${user_id}&week=${week}`)).body
        .data as Json[];
      expect(list).toHaveLength(expected(week).tasks);
    }
  });
});
