import { beforeAll, describe, expect, test } from 'vitest';
import { sweepOnce } from '#server/jobs/sweeps.ts';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

const service = useSharedService();
let team: TestTeam;
let client: Json;
let project: Json;
beforeAll(async () => {
  team = await service.team();
  client = await team.create('clients');
  project = await team.create('projects', { client_id: client.id });
});

const makeTask = (fields: Json = {}) => team.create('tasks', { project_id: project.id, ...fields });
const hoursOf = async (task: Json) => (await team.get(`/tasks/${task.id}`)).data.actual_hours;
const enter = (fields: Json) => team.create('time_entries', fields);
const entriesOf = async (task: Json) =>
  (await team.get(`/time-entries?task_id=${task.id}&sort=created_at&limit=100`)).body
    .data as Json[];
const change = (entry: Json, fields: Json) => team.put(`/time-entries/${entry.id}`, fields);

describe('sums', () => {
  test('equal hours that are added and removed at the same moment all count', async () => {
    const task = await makeTask();
    const old = await Promise.all(
      Array.from({ length: 25 }, () => enter({ task_id: task.id, minutes: 30 })),
    );
    await Promise.all(
      old.flatMap((entry, n) => [
        team.delete(`/time-entries/${entry.id}`),
        enter({ task_id: task.id, minutes: n % 5 === 0 ? 60 : 30 }),
      ]),
    );
    expect(await entriesOf(task)).toHaveLength(25);
    expect(await hoursOf(task)).toBe((20 * 30 + 5 * 60) / 60);
  });
});

describe('timers', () => {
  const start = (fields: Json = {}) =>
    team.post('/time-entries', { user_id: team.users[0], ...fields });

  test('a create without minutes starts the only timer of a user', async () => {
    const started = await start({ project_id: project.id });
    expect(started.status).toBe(201);
    expect(started.data).toMatchObject({
      user_id: team.users[0],
      minutes: null,
      is_running: true,
      is_long: false,
      origin: 'timer',
      client_id: client.id,
    });
    const second = await start();
    expect([second.status, second.error.code]).toEqual([409, 'CONFLICT']);
    const another = await start({ user_id: team.users[1] });
    expect(another.status).toBe(201);
    const running = await team.get(`/time-entries?is_running=true&user_id=${team.users[0]}`);
    expect((running.body.data as Json[]).map(({ id }) => id)).toEqual([started.data.id]);
    for (const { data } of [started, another]) {
      const stopped = await team.post(`/time-entries/${data.id}/stop`);
      expect(stopped.data).toMatchObject({ minutes: 1, is_running: false });
      expect((await team.post(`/time-entries/${data.id}/stop`)).data).toEqual(stopped.data);
    }
    expect((await start()).status).toBe(201);
  });

  test('of fifty concurrent starts one succeeds', async () => {
    const [, user] = team.users;
    const starts = await Promise.all(Array.from({ length: 50 }, () => start({ user_id: user })));
    expect(starts.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(starts.filter(({ status }) => status === 409)).toHaveLength(49);
  });

  test('stopping adds whole minutes to the task; a long timer is flagged', async () => {
    const task = await makeTask();
    const began = new Date(Date.now() - 13 * 3_600_000).toISOString();
    const person = await makePerson(service, team, 'member');
    const timer = await enter({
      ...{ user_id: person.userId, task_id: task.id },
      ...{ started_at: began, minutes: null },
    });
    expect(timer).toMatchObject({ is_running: true, is_long: true });
    expect(await hoursOf(task)).toBeNull();
    const stopped = await team.post(`/time-entries/${timer.id}/stop`);
    expect(stopped.data.is_long).toBe(false);
    const minutes = Number(stopped.data.minutes);
    expect(Number.isInteger(minutes) && minutes >= 780).toBe(true);
    expect(await hoursOf(task)).toBeCloseTo(minutes / 60, 8);
  });

  test('a timer needs a user', async () => {
    const lost = await team.post('/time-entries', {});
    expect([lost.status, lost.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    const entry = await enter({ minutes: 5 });
    const endless = await change(entry, { minutes: null });
    expect([endless.status, endless.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  });
});

describe('task, project and client', () => {
  test('the project follows from the task, and the client from the project', async () => {
    const task = await makeTask();
    const entry = await enter({ task_id: task.id, minutes: 30 });
    expect(entry).toMatchObject({ project_id: project.id, client_id: client.id, origin: 'api' });
    const elsewhere = await team.create('projects');
    const moved = await makeTask({ project_id: elsewhere.id });
    expect((await change(entry, { task_id: moved.id })).data).toMatchObject({
      task_id: moved.id,
      project_id: elsewhere.id,
      client_id: null,
    });
    expect((await change(entry, { task_id: null })).data).toMatchObject({
      task_id: null,
      project_id: elsewhere.id,
    });
    expect((await change(entry, { project_id: project.id })).data.client_id).toBe(client.id);
  });

  test('a project that is not the task’s is refused, and so is a task in the trash', async () => {
    const task = await makeTask();
    const elsewhere = await team.create('projects');
    const body = { task_id: task.id, project_id: elsewhere.id, minutes: 30 };
    expect((await team.post('/time-entries', body)).status).toBe(400);
    const entry = await enter({ task_id: task.id, minutes: 30 });
    expect((await change(entry, { project_id: elsewhere.id })).status).toBe(400);
    expect((await change(entry, entry)).data).toEqual(entry);
    await team.delete(`/tasks/${task.id}`);
    expect((await team.post('/time-entries', { task_id: task.id, minutes: 1 })).status).toBe(404);
    expect((await change(entry, { note: 'Depois' })).status).toBe(200);
  });
});

describe('actual_hours', () => {
  test('a value that was set is read back identically', async () => {
    const task = await makeTask();
    for (const hours of [0.1, 1 / 3, 7.25, 1e-9, 999_999.123456789, 0, 1_000_000, null, 2, 2]) {
      const put = await team.put(`/tasks/${task.id}`, { actual_hours: hours });
      expect(put.data.actual_hours).toBe(hours);
      expect(await hoursOf(task)).toBe(hours);
      const sum = (await entriesOf(task)).reduce(
        (total, { minutes }) => total + Number(minutes),
        0,
      );
      expect(sum).toBeCloseTo((hours ?? 0) * 60, 5);
    }
    const entries = await entriesOf(task);
    expect(entries.every(({ user_id, origin }) => user_id === null && origin === 'api')).toBe(true);
    // A value that is sent again has no entry.
    expect(entries).toHaveLength(9);
  });

  test('the sum follows entries, corrections included', async () => {
    const task = await makeTask();
    const first = await enter({ task_id: task.id, minutes: 90 });
    expect(await hoursOf(task)).toBe(1.5);
    const second = await enter({ task_id: task.id, minutes: 20 });
    expect(await hoursOf(task)).toBe(1.8333333333);
    await team.put(`/tasks/${task.id}`, { actual_hours: 1 });
    await change(first, { minutes: 30 });
    expect(await hoursOf(task)).toBe(0);
    await team.delete(`/time-entries/${second.id}`);
    // The sum is -20 minutes; a task never shows fewer than none.
    expect(await hoursOf(task)).toBe(0);
    await team.put(`/tasks/${task.id}`, { actual_hours: 2 });
    expect(await hoursOf(task)).toBe(2);
    const sum = (await entriesOf(task)).reduce((total, { minutes }) => total + Number(minutes), 0);
    expect(sum).toBe(120);
  });

  test('an entry that moves to another task takes its minutes along; the trash keeps them', async () => {
    const [from, to] = [await makeTask(), await makeTask()];
    const entry = await enter({ task_id: from.id, minutes: 60 });
    await change(entry, { task_id: to.id, minutes: 45 });
    expect([await hoursOf(from), await hoursOf(to)]).toEqual([0, 0.75]);
    await team.delete(`/tasks/${to.id}`);
    await change(entry, { minutes: 30 });
    await service.sql('update tasks set deleted_at = null where id = $1', [to.id]);
    await service.sql(
      `insert into totals (team_id, resource, part, slot, n) select t.team_id, 'tasks', p, uuid7(), 1
      from tasks t, unnest(array['', 'priority=' || t.priority, 'column=' || t."column"]) p where t.id = $1`,
      [to.id],
    );
    expect(await hoursOf(to)).toBe(0.5);
  });

  test('the event of a task says what its hours were', async () => {
    const task = await makeTask();
    await enter({ task_id: task.id, minutes: 60 });
    const { body } = await team.get(`/events?limit=20`);
    const event = (body.data as Json[]).find(
      ({ type, data }) => type === 'task.updated' && (data as Json).id === task.id,
    );
    expect(event).toMatchObject({
      data: { actual_hours: 1 },
      previous: { actual_hours: null },
    });
  });

  test('hours that an older version writes get their entry', async () => {
    const task = await makeTask();
    await enter({ task_id: task.id, minutes: 30 });
    await service.sql('update tasks set actual_hours = 2.5 where id = $1', [task.id]);
    // Before the sweep, a further entry adds to what the task shows.
    await enter({ task_id: task.id, minutes: 60 });
    expect(await hoursOf(task)).toBe(3.5);
    await sweepOnce(service.database);
    expect((await entriesOf(task)).map(({ minutes }) => minutes)).toEqual([30, 60, 120]);
    expect(await hoursOf(task)).toBe(3.5);
    expect(await sweepOnce(service.database)).toMatchObject({ task_hours: 0 });
  });

  test('sums equal a plain select after random concurrent changes', async () => {
    const tasks = [await makeTask(), await makeTask(), await makeTask()];
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const taskId = () => tasks[random(3)]?.id;
    const made: Json[] = [];
    const act = async (kind: number, value: number, task: unknown, entry: Json | undefined) => {
      if (kind < 4 || !entry) made.push(await enter({ task_id: task, minutes: value / 7 }));
      else if (kind < 6) await change(entry, { minutes: value });
      else if (kind < 7) await change(entry, { task_id: task });
      else if (kind < 8) await team.delete(`/time-entries/${entry.id}`);
      else await team.put(`/tasks/${task}`, { actual_hours: value / 60 });
    };
    for (let round = 0; round < 6; round += 1)
      await Promise.all(
        Array.from({ length: 50 }, () =>
          act(random(10), random(500), taskId(), made[random(Math.max(made.length, 1))]),
        ),
      );
    const rows = await service.sql(
      `select t.entry_minutes = coalesce((select sum(minutes) from time_entries e where e.task_id = t.id), 0) as is_exact,
        t.entry_minutes::float8 as minutes, t.actual_hours from tasks t where t.id = any($1)`,
      [tasks.map(({ id }) => id)],
    );
    for (const { is_exact, minutes, actual_hours } of rows) {
      expect(is_exact).toBe(true);
      expect(actual_hours).toBeCloseTo(Math.max(Number(minutes), 0) / 60, 6);
    }
  });
});

describe('members', () => {
  let member: TestPerson;
  let admin: TestPerson;
  beforeAll(async () => {
    member = await makePerson(service, team, 'member');
    admin = await makePerson(service, team, 'admin');
  });

  test('change only their own entries; admins change all', async () => {
    const made = await member.post('/time-entries', { minutes: 30, note: 'Layout' });
    expect(made.data).toMatchObject({ user_id: member.userId, origin: 'typed' });
    const others = await admin.post('/time-entries', { minutes: 15 });
    for (const refused of [
      await member.post('/time-entries', { minutes: 30, user_id: admin.userId }),
      await member.put(`/time-entries/${others.data.id}`, { minutes: 1 }),
      await member.post(`/time-entries/${others.data.id}/stop`),
      await member.delete(`/time-entries/${others.data.id}`),
    ])
      expect([refused.status, refused.error.code]).toEqual([403, 'FORBIDDEN']);
    expect((await member.get(`/time-entries/${others.data.id}`)).data).toEqual(others.data);
    const put = await admin.put(`/time-entries/${made.data.id}`, { minutes: 40 });
    expect(put.data.minutes).toBe(40);
    expect((await admin.delete(`/time-entries/${made.data.id}`)).status).toBe(200);
  });
});

describe('rates', () => {
  test('are those of the project, else the client, else the user, when the entry is made', async () => {
    const admin = await makePerson(service, team, 'admin');
    const blind = await makePerson(service, team, 'member', { seesValues: false });
    const setRate = async (fields: Json) =>
      expect((await admin.put('/hourly-rates', fields)).status).toBe(200);
    const client = await team.create('clients');
    const project = await team.create('projects', { client_id: client.id });
    const ratesAt = async (fields: Json) => {
      const { hourly_rate, hourly_cost } = await enter({
        ...{ user_id: blind.userId, minutes: 60 },
        ...fields,
      });
      return [hourly_rate, hourly_cost];
    };
    const place = { project_id: project.id };
    expect(await ratesAt(place)).toEqual([null, null]);
    await setRate({ user_id: blind.userId, hourly_rate: 100, hourly_cost: 40.5 });
    expect(await ratesAt(place)).toEqual([100, 40.5]);
    await setRate({ client_id: client.id, hourly_rate: 150 });
    expect(await ratesAt(place)).toEqual([150, 40.5]);
    await setRate({ project_id: project.id, hourly_rate: 200 });
    const entry = await enter({ ...place, user_id: blind.userId, minutes: 60 });
    await setRate({ project_id: project.id, hourly_rate: null });
    const noted = await change(entry, { ...entry, note: 'Mesma' });
    expect(noted.data).toMatchObject({ hourly_rate: 200, hourly_cost: 40.5 });
    expect((await change(entry, { project_id: null, client_id: null })).data).toMatchObject({
      hourly_rate: 100,
      hourly_cost: 40.5,
    });
    const seen = await blind.get(`/time-entries/${entry.id}`);
    expect(seen.data).toMatchObject({ hourly_rate: null, hourly_cost: null });
    expect((await blind.get('/hourly-rates')).status).toBe(403);
    expect((await blind.put('/hourly-rates', { user_id: blind.userId })).status).toBe(403);
    for (const body of [
      {},
      { user_id: blind.userId, client_id: client.id },
      { client_id: client.id, hourly_cost: 1 },
    ])
      expect((await admin.put('/hourly-rates', body)).status).toBe(400);
    const foreign = await (await service.team()).create('clients');
    expect(
      (await admin.put('/hourly-rates', { client_id: foreign.id, hourly_rate: 1 })).status,
    ).toBe(404);
    const { body } = await admin.get('/hourly-rates');
    expect(body.data).toEqual([
      expect.objectContaining({
        ...{ user_id: blind.userId, name: expect.any(String) },
        ...{ hourly_rate: 100, hourly_cost: 40.5 },
      }),
      expect.objectContaining({
        ...{ client_id: client.id, name: client.name },
        ...{ hourly_rate: 150, hourly_cost: null },
      }),
    ]);
  });
});

describe('locked weeks', () => {
  const week = '2026-03-02';
  const inside = '2026-03-04T12:00:00Z';
  const outside = '2026-03-11T12:00:00Z';
  const refused = { status: 409, error: { code: 'CONFLICT' } };

  test('change only by admins in the panel', async () => {
    const member = await makePerson(service, team, 'member');
    const colleague = await makePerson(service, team, 'member');
    const admin = await makePerson(service, team, 'admin');
    const enterAt = async (started_at: string) =>
      (await member.post('/time-entries', { minutes: 30, started_at })).data;
    const entry = await enterAt(inside);
    const later = await enterAt(outside);
    const at = `/members/${member.userId}/locked-weeks`;
    expect((await colleague.put(at, { week, is_locked: true })).status).toBe(403);
    expect((await colleague.get(at)).status).toBe(403);
    expect((await member.put(at, { week: '2026-03-03', is_locked: true })).status).toBe(400);
    const timer = await member.post('/time-entries', { started_at: inside });
    expect(await member.put(at, { week, is_locked: true })).toMatchObject(refused);
    await member.delete(`/time-entries/${timer.data.id}`);
    const locked = [expect.objectContaining({ week, locked_by: member.userId })];
    expect((await member.put(at, { week, is_locked: true })).body.data).toEqual(locked);
    expect((await admin.get(at)).body.data).toEqual(locked);
    const entryPath = `/time-entries/${entry.id}`;
    for (const answer of [
      await member.put(entryPath, { note: 'Depois' }),
      await member.put(entryPath, { started_at: outside }),
      await member.put(`/time-entries/${later.id}`, { started_at: inside }),
      await member.post(`${entryPath}/stop`),
      await member.delete(entryPath),
      await member.post('/time-entries', { minutes: 1, started_at: inside }),
      // Sunday evening in São Paulo.
      await member.post('/time-entries', { minutes: 1, started_at: '2026-03-09T02:59:00Z' }),
      await team.put(entryPath, { minutes: 1 }),
      await team.delete(entryPath),
      await team.post('/time-entries', {
        ...{ user_id: member.userId, minutes: 1, started_at: inside },
      }),
    ])
      expect(answer).toMatchObject(refused);
    await member.post('/time-entries', { minutes: 1, started_at: '2026-03-09T03:00:00Z' });
    expect((await admin.put(entryPath, { minutes: 45 })).data.minutes).toBe(45);
    // The session's role may be a second old; that of the database counts.
    await service.sql(`update users set role = 'member' where id = $1`, [admin.userId]);
    const demoted = await admin.put(entryPath, { minutes: 50 });
    expect([403, 409]).toContain(demoted.status);
    expect((await member.put(at, { week, is_locked: false })).status).toBe(403);
    const owner = await makePerson(service, team, 'owner');
    expect((await owner.put(at, { week, is_locked: false })).body.data).toEqual([]);
    expect((await member.put(entryPath, { minutes: 50 })).data.minutes).toBe(50);
  });

  test('do not contain hours that are set on a task, which programs may always do', async () => {
    const member = await makePerson(service, team, 'member');
    const admin = await makePerson(service, team, 'admin');
    const task = await makeTask({ assignee_ids: [member.userId] });
    const { data: theirs } = await member.post('/time-entries', { task_id: task.id, minutes: 60 });
    const monday = (await admin.get('/timesheets')).data.week;
    const at = `/members/${member.userId}/locked-weeks`;
    expect((await member.put(at, { week: monday, is_locked: true })).status).toBe(200);
    const minutesOf = async () =>
      ((await admin.get('/timesheets')).data.members as Json[]).find(
        ({ user_id }) => user_id === member.userId,
      )?.minutes;
    const submitted = await minutesOf();
    expect((await member.put(`/time-entries/${theirs.id}`, { minutes: 90 })).status).toBe(409);
    for (const [person, actual_hours] of [
      [team, 2.5],
      [member, 0.25],
      [team, null],
    ] as const) {
      const answer = await person.put(`/tasks/${task.id}`, { actual_hours });
      expect(answer.status).toBe(200);
      expect(answer.data.actual_hours).toBe(actual_hours);
    }
    const adjusting = (await entriesOf(task)).filter(({ id }) => id !== theirs.id);
    expect(adjusting.map(({ user_id, origin, minutes }) => [user_id, origin, minutes])).toEqual([
      [null, 'api', 90],
      [null, 'api', -135],
      [null, 'api', -15],
    ]);
    expect(await minutesOf()).toEqual(submitted);
    expect((await team.get(`/time-entries/${theirs.id}`)).data.minutes).toBe(60);
  });

  test('no entry is committed after the lock of its week', async () => {
    const person = await makePerson(service, team, 'member');
    const { userId } = person;
    const body = { user_id: userId, minutes: 1, started_at: inside };
    const writes = Array.from({ length: 50 }, () => team.post('/time-entries', body));
    const lock = person.put(`/members/${userId}/locked-weeks`, { week, is_locked: true });
    const sum = async () =>
      (
        await service.sql(
          `select count(*)::int as entries from time_entries where user_id = $1 and started_at = $2`,
          [userId, inside],
        )
      )[0]?.entries;
    expect((await lock).status).toBe(200);
    const atLock = await sum();
    const made = (await Promise.all(writes)).filter(({ status }) => status === 201);
    expect(await sum()).toBe(atLock);
    expect(made).toHaveLength(Number(atLock));
  });
});

describe('the week of the team', () => {
  const week = '2026-05-04';

  test('contains the minutes of all members by day, and their locks, for admins only', async () => {
    const admin = await makePerson(service, team, 'admin');
    const member = await makePerson(service, team, 'member');
    const gone = await makePerson(service, team, 'member');
    const enterFor = (user: TestPerson, started_at: string, minutes: number) =>
      enter({ user_id: user.userId, project_id: project.id, started_at, minutes });
    // Midnight in São Paulo, and a minute before and after the week.
    await enterFor(member, '2026-05-04T03:00:00Z', 60);
    await enterFor(member, '2026-05-04T15:00:00Z', 30.5);
    await enterFor(member, '2026-05-11T02:59:00Z', 20);
    await enterFor(member, '2026-05-04T02:59:00Z', 7);
    await enterFor(member, '2026-05-11T03:00:00Z', 7);
    await enterFor(gone, '2026-05-06T15:00:00Z', 45);
    // Hours that were set on a task belong to no member.
    const task = await makeTask();
    await team.put(`/tasks/${task.id}`, { actual_hours: 2 });
    expect((await member.get(`/timesheets?week=${week}`)).status).toBe(403);
    expect((await admin.get('/timesheets?week=2026-05-05')).status).toBe(400);
    await member.put(`/members/${member.userId}/locked-weeks`, { week, is_locked: true });
    await service.sql('update users set suspended_at = now() where id = $1', [gone.userId]);
    const rowOf = async (of: TestPerson, query = `?week=${week}`) => {
      const { data } = await admin.get(`/timesheets${query}`);
      return (data.members as Json[]).find(({ user_id }) => user_id === of.userId);
    };
    expect(await rowOf(member)).toEqual({
      user_id: member.userId,
      name: expect.any(String),
      is_active: true,
      minutes: [90.5, 0, 0, 0, 0, 0, 20],
      is_running: false,
      is_locked: true,
      locked_by: member.userId,
    });
    expect(await rowOf(gone)).toMatchObject({ is_active: false, minutes: [0, 0, 45, 0, 0, 0, 0] });
    expect(await rowOf(admin)).toMatchObject({ minutes: Array(7).fill(0), is_locked: false });
    // Today’s week: a running timer; those without access are listed only in weeks with time of theirs.
    await member.post('/time-entries', {});
    expect(await rowOf(member, '')).toMatchObject({ is_running: true, is_locked: false });
    expect(await rowOf(gone, '')).toBeUndefined();
    const stranger = await makePerson(service, await service.team(), 'owner');
    const foreign = (await stranger.get(`/timesheets?week=${week}`)).data.members as Json[];
    expect(foreign.map(({ user_id }) => user_id)).not.toContain(member.userId);
  });

  test('of random entries equals their sums', async () => {
    const admin = await makePerson(service, team, 'admin');
    const members = [admin, await makePerson(service, team, 'member')];
    const monday = '2026-06-01';
    const expected = new Map<string | undefined, number[]>();
    for (let i = 0; i < 60; i += 1) {
      const user = members[i % 2];
      const [day, hour, minutes] = [(i * 5) % 9, (i * 7) % 24, (i * 37) % 240];
      const started = Date.parse(`${monday}T03:00:00Z`) + ((day - 1) * 24 + hour) * 3_600_000;
      await enter({ user_id: user?.userId, started_at: new Date(started).toISOString(), minutes });
      const sums = expected.get(user?.userId) ?? Array<number>(7).fill(0);
      if (day >= 1 && day <= 7) sums[day - 1] = (sums[day - 1] ?? 0) + minutes;
      expected.set(user?.userId, sums);
    }
    const { data } = await admin.get(`/timesheets?week=${monday}`);
    for (const { user_id, minutes } of data.members as Json[])
      expect(minutes).toEqual(expected.get(String(user_id)) ?? Array(7).fill(0));
  });
});

test('lists are filtered by start', async () => {
  const { id: project_id } = await team.create('projects');
  const ids: unknown[] = [];
  for (const day of ['01', '02', '03'])
    ids.push((await enter({ project_id, minutes: 5, started_at: `2026-03-${day}T12:00:00Z` })).id);
  const listed = async (query: string) =>
    (
      (await team.get(`/time-entries?project_id=${project_id}&sort=started_at&${query}`)).body
        .data as Json[]
    ).map(({ id }) => id);
  expect(await listed('')).toEqual(ids);
  expect(await listed('from=2026-03-02')).toEqual(ids.slice(1));
  expect(await listed('to=2026-03-02')).toEqual(ids.slice(0, 2));
  expect(await listed('is_billable=false')).toEqual([]);
});
