import fc from 'fast-check';
import pg from 'pg';
import { expect, test } from 'vitest';
import { restore, shift } from '#server/features/work/tasks/operations.ts';
import {
  makeRoom,
  maxPosition,
  type Neighbours,
  type Placed,
  roomFor,
} from '#server/features/work/tasks/positions.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';

/*
 * Positions of tasks: distinct, in the order of commits, and with room between any two neighbours.
 */
const service = useService({ foreignRows: true });

/** A team with an empty board. */
async function board() {
  const team = await service.team();
  const project = await team.create('projects');
  const create = (fields: Json = {}) => team.create('tasks', { project_id: project.id, ...fields });
  /** Tasks of a column in their order. */
  const listed = async (column = 'backlog') => {
    const rows: Json[] = [];
    for (let page = 1; ; page += 1) {
      const { body } = await team.get(
        `/tasks?project_id=${project.id}&column=${column}&sort=position&limit=100&page=${page}`,
      );
      rows.push(...(body.data as Json[]));
      if (rows.length >= (body.pagination as Json & { total: number }).total) return rows;
    }
  };
  return { team, project, create, listed };
}

const put = async (team: TestTeam, task: Json | undefined, fields: Json) => {
  const answer = await team.put(`/tasks/${task?.id}`, fields);
  expect(answer.status, answer.text).toBe(200);
  return answer.data;
};

const positions = (tasks: readonly Json[]) => tasks.map(({ position }) => position as number);
const isAscending = (numbers: readonly number[]) =>
  numbers.every((number, i) => i === 0 || number > (numbers[i - 1] as number));

// Tasks that have to move -----------------------------------------------------------------------------------------

const aPosition = fc.oneof(
  fc.integer({ min: -20, max: 20 }),
  fc.double({ min: -2, max: 2, noNaN: true }),
  fc.constantFrom(maxPosition, -maxPosition, maxPosition - 1, 1 - maxPosition, 5e14, 0),
  fc
    .tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 1, max: 3 }))
    .map(([bits, n]) => 1 + n * 2 ** -bits),
);

test('with all positions known, there is always room: order is kept, positions are distinct and representable', () => {
  fc.assert(
    fc.property(fc.array(aPosition, { maxLength: 60 }), aPosition, (others, position) => {
      const tasks: Placed[] = others.map((at, i) => ({
        id: String(i).padStart(3, '0'),
        position: at,
      }));
      const sorted = tasks.toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
      const neighbours: Neighbours = {
        below: sorted.filter((task) => task.position < position).reverse(),
        same: sorted.filter((task) => task.position === position),
        above: sorted.filter((task) => task.position > position),
        isAll: { below: true, above: true },
      };
      const moved = roomFor({ id: 'x', position }, neighbours);
      expect(moved).toBeDefined();
      const now = new Map(moved?.map((task) => [task.id, task.position]));
      const at = (task: Placed) => now.get(task.id) ?? task.position;
      // Tasks with equal positions stay unchanged unless they had to be touched.
      const self = at({ id: 'x', position });
      if (Math.abs(position) < 1e14) expect(self).toBe(position);
      const [below, above] = [
        sorted.filter((t) => at(t) < self),
        sorted.filter((t) => at(t) > self),
      ];
      expect(below.length + above.length).toBe(sorted.length);
      for (const task of neighbours.below) expect(at(task)).toBeLessThan(self);
      for (const task of neighbours.above) expect(at(task)).toBeGreaterThan(self);
      const before = sorted.map((task) => at(task));
      expect(before).toEqual(before.toSorted((a, b) => a - b));
      for (const value of [...before, self])
        expect(Math.abs(value)).toBeLessThanOrEqual(maxPosition);
      const gap = Math.max(Math.abs(self), 1) * 2 ** -48;
      for (const value of before) expect(Math.abs(value - self)).toBeGreaterThanOrEqual(gap * 0.99);
    }),
    { numRuns: 2_000 },
  );
});

// The service --------------------------------------------------------------------------------------------------------

test('200 creates by 50 concurrent clients: distinct positions, in the order of commits', async () => {
  const { create, listed } = await board();
  const answered: number[] = [];
  let left = 200;
  await Promise.all(
    Array.from({ length: 50 }, async () => {
      while (left-- > 0) {
        const last = answered.at(-1) ?? 0;
        const { position } = await create();
        // Tasks answered before the request have lower positions.
        expect(position).toBeGreaterThan(last);
        answered.push(position as number);
        answered.sort((a, b) => a - b);
      }
    }),
  );
  expect(positions(await listed())).toEqual(Array.from({ length: 200 }, (_, i) => i + 1));
});

test('a create waits for the previous one, and is placed after it', async () => {
  const { team, create } = await board();
  const first = await create();
  const client = new pg.Client(service.connection);
  await client.connect();
  try {
    await client.query('begin');
    await client.query(
      `update column_ends set last = 7 where team_id = $1 and pipeline_id = $2 and "column" = 'backlog'`,
      [team.id, first.pipeline_id],
    );
    const waiting = create();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await client.query('commit');
    expect((await waiting).position).toBe(8);
  } finally {
    await client.end();
  }
});

test('positions stored by a version without end counters are accounted for', async () => {
  const { team, create, listed } = await board();
  const { pipeline_id, project_id } = await create();
  await service.sql(
    `insert into tasks (team_id, id, title, project_id, pipeline_id, "column", position)
     select $1, uuid7(), 'x', $2, $3, 'backlog', p from unnest(array[2, 2, 3, 3, 3]) p`,
    [team.id, project_id, pipeline_id],
  );
  expect((await create()).position).toBe(4);
  await service.sql('delete from column_ends where team_id = $1', [team.id]);
  expect((await create()).position).toBe(5);
  const otherTask = await create({ column: 'todo' });
  expect((await put(team, otherTask, { column: 'backlog' })).position).toBe(6);
  // Between the two with equal positions.
  const twins = (await listed()).filter(({ position }) => position === 2);
  const between = await put(team, otherTask, { position: 2 });
  const order = (await listed()).map(({ id }) => id);
  expect(order.slice(1, 4)).toEqual([twins[0]?.id, between.id, twins[1]?.id]);
});

test('the middle of two neighbours is between them, 300 times in the same place', {
  timeout: 120_000,
}, async () => {
  const { team, create, listed } = await board();
  for (let i = 0; i < 4; i++) await create();
  let neighbourEvents = 0;
  for (let i = 0; i < 300; i++) {
    const before = await listed();
    // Always the last one, between the first two.
    const [a, b] = before as [Json, Json];
    const middle = ((a.position as number) + (b.position as number)) / 2;
    const moved = await put(team, before.at(-1), { position: middle });
    expect(moved.position).toBe(middle);
    const after = await listed();
    expect(after.map(({ id }) => id)).toEqual([
      a.id,
      moved.id,
      ...before.slice(1, -1).map(({ id }) => id),
    ]);
    expect(isAscending(positions(after))).toBe(true);
    neighbourEvents += after.filter(
      (task) =>
        task.id !== moved.id &&
        !before.some((was) => was.id === task.id && was.position === task.position),
    ).length;
  }
  // Tasks that made room: few, and each with an event.
  expect(neighbourEvents).toBeGreaterThan(0);
  expect(neighbourEvents).toBeLessThan(100);
  const [{ n }] = (await service.sql(
    `select count(*)::int as n from events where team_id = $1 and type = 'task.updated'`,
    [team.id],
  )) as [{ n: number }];
  expect(n).toBe(300 + neighbourEvents);
});

test('a position that another task has is taken over: that task moves directly behind it', async () => {
  const { team, create, listed } = await board();
  const [a, b, c] = [await create(), await create(), await create()];
  expect((await put(team, c, { position: 1 })).position).toBe(1);
  expect((await listed()).map(({ id, position }) => [id, position])).toEqual([
    [c.id, 1],
    [a.id, 1.5],
    [b.id, 2],
  ]);
  // A client that renumbers a column gets the requested positions.
  await put(team, a, { position: 2 });
  await put(team, b, { position: 3 });
  expect((await listed()).map(({ id, position }) => [id, position])).toEqual([
    [c.id, 1],
    [a.id, 2],
    [b.id, 3],
  ]);
});

test('a change of a task that has to make room, and then waits for the column, does not deadlock with it', async () => {
  const { team, create, listed } = await board();
  const [a, b] = [await create(), await create()];
  const client = new pg.Client(service.connection);
  await client.connect();
  try {
    await client.query('begin');
    await client.query('update tasks set updated_at = now() where team_id = $1 and id = $2', [
      team.id,
      a.id,
    ]);
    const moving = put(team, b, { position: a.position });
    await new Promise((resolve) => setTimeout(resolve, 200));
    await client.query('update column_ends set last = last where team_id = $1', [team.id]);
    await client.query('commit');
    expect((await moving).position).toBe(a.position);
    expect((await listed()).map(({ id }) => id)).toEqual([b.id, a.id]);
  } finally {
    await client.end();
  }
});

test('a position past the end is seen by a create at the end at the same moment', async () => {
  const { team, create } = await board();
  const first = await create();
  await put(team, first, { position: 50 });
  await put(team, first, { position: 20 });
  const ends = await service.sql('select last from column_ends where team_id = $1', [team.id]);
  expect(ends).toEqual([{ last: 50 }]);
  const { position } = await create();
  expect(position).toBe(51);
});

test('at the greatest position there is room for more tasks, and for further ends', async () => {
  const { team, create, listed } = await board();
  const [a, b] = [await create(), await create()];
  await put(team, a, { position: maxPosition });
  const c = await create();
  await put(team, b, { position: maxPosition });
  await put(team, c, { position: maxPosition - 0.25 });
  const d = await create();
  const rows = await listed();
  expect(rows.map(({ id }) => id)).toEqual([a.id, c.id, b.id, d.id]);
  expect(isAscending(positions(rows))).toBe(true);
  expect(rows.at(-1)?.position).toBeLessThanOrEqual(maxPosition);
  const e = await create({ column: 'todo' });
  await put(team, d, { position: maxPosition });
  expect((await put(team, e, { column: 'backlog' })).position).toBeGreaterThan(
    (await team.get(`/tasks/${d.id}`)).data.position as number,
  );
});

test('a task restored from the trash gets a distinct position', async () => {
  const { team, create, listed } = await board();
  const [a, b] = [await create(), await create()];
  await team.delete(`/tasks/${a.id}`);
  await put(team, b, { position: 1 });
  await restore(service.database.team(team.id), a.id as string);
  expect(positions(await listed())).toEqual([1, 2]);
  expect((await listed()).map(({ id }) => id)).toEqual([a.id, b.id]);
});

test('a task placed where another one is just moving to make room gets a distinct position', async () => {
  const { team, create, listed } = await board();
  const [first, second, third, late] = [
    await create(),
    await create(),
    await create(),
    await create(),
  ];
  // As left by a request that has not made room yet: the second task is at the position of the first.
  await put(team, third, { position: 3 });
  await put(team, late, { position: 10 });
  await service.sql('update tasks set position = 1 where id = any($1)', [[first.id, second.id]]);
  let isPlaced = false;
  await makeRoom(service.database.team(team.id), String(first.id), async (tx, task) => {
    if (!isPlaced) await put(team, late, { position: task.position });
    isPlaced = true;
    await shift(tx, task);
  });
  expect(isPlaced).toBe(true);
  const tasks = await listed();
  expect(tasks.map(({ id }) => id)).toEqual([first.id, second.id, late.id, third.id]);
  expect(isAscending(positions(tasks)), `${positions(tasks)}`).toBe(true);
});

test('clients that move tasks at random, between columns and within, all succeed', {
  timeout: 120_000,
}, async () => {
  const { team, create, listed } = await board();
  const columns = ['backlog', 'todo', 'done'];
  const tasks = await Promise.all(
    Array.from({ length: 12 }, (_, i) => create({ column: columns[i % 3] })),
  );
  let left = 400;
  const failed: string[] = [];
  const random = (n: number) => Math.floor(Math.random() * n);
  await Promise.all(
    Array.from({ length: 30 }, async () => {
      while (left-- > 0) {
        const column = columns[random(3)] as string;
        const fields = [
          { column },
          { column, position: random(4) },
          { position: random(4) },
          { position: 1 + 2 ** -random(52) },
          { title: `t ${left}` },
        ][random(5)] as Json;
        const answer = await team.put(`/tasks/${tasks[random(tasks.length)]?.id}`, fields);
        if (answer.status !== 200) failed.push(`${JSON.stringify(fields)} ${answer.text}`);
        if (random(10) === 0) await create({ column });
      }
    }),
  );
  expect(failed).toEqual([]);
  for (const column of columns) {
    const numbers = positions(await listed(column));
    expect(isAscending(numbers), `${numbers}`).toBe(true);
  }
});
