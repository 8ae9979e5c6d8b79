import { expect, test } from 'vitest';
import { type Json, useSharedService } from '#test/support/harness.ts';
import { importStage } from '#test/support/imports.ts';

/* Importing tasks that exist: a later export of the same Trello board. */

const service = useSharedService();

interface Card {
  readonly id: string;
  readonly list: string;
  readonly comments: readonly (readonly [at: string, text: string])[];
}

const lists = ['A fazer', 'Revisão', 'Feito'];

const board = (cards: readonly Card[]) =>
  JSON.stringify({
    ...{ id: 'b', name: 'Site' },
    lists: lists.map((name, i) => ({ id: name, name, pos: i })),
    cards: cards.map(({ id, list, comments }) => ({
      ...{ id, name: `Cartão ${id}`, idList: list, badges: { comments: comments.length } },
    })),
    actions: cards
      .flatMap(({ id, comments }) =>
        comments.map(([date, text]) => ({
          ...{ type: 'commentCard', date, memberCreator: { fullName: 'Fora da Equipe' } },
          data: { text, card: { id } },
        })),
      )
      .toReversed(),
  });

const first = ['2026-10-05T14:33:10.123Z', 'Ficou bom?'] as const;
const second = ['2026-10-06T09:00:00.000Z', 'Ficou.'] as const;
const before = [
  { id: 'a', list: 'A fazer', comments: [first] },
  { id: 'b', list: 'Feito', comments: [] },
];
const after = [
  { id: 'a', list: 'Feito', comments: [first, second, second] },
  { id: 'b', list: 'Revisão', comments: [second] },
];

async function stage() {
  const at = await importStage(service);
  const tasks = () =>
    service.sql(
      `select t.id, t.title, t."column", t.position, t.completed_at is not null as is_done,
          (select count(*)::int from comments c where c.team_id = $1 and c.task_id = t.id) as comments
        from tasks t where t.team_id = $1 order by t.number`,
      [at.team.id],
    );
  return { ...at, tasks };
}

test('a later export of a board moves tasks only if they are overwritten, and adds each comment once', async () => {
  const { run, tasks, undo, team } = await stage();
  await run(board(before), {}, 'quadro.json');
  const original = await tasks();
  expect(original).toMatchObject([
    { title: 'Cartão a', column: 'a-fazer', is_done: false, comments: 1 },
    { title: 'Cartão b', column: 'feito', is_done: true, comments: 0 },
  ]);
  const skipped = await run(board(after), { on_match: 'skip' }, 'quadro.json');
  expect(skipped.row_counts).toMatchObject({ unchanged: 2, comments: 0 });
  expect(await tasks()).toEqual(original);

  // The author has edited the first comment, and removed none.
  await service.sql(
    `update comments set content = 'Mudado', edited_at = now() where team_id = $1`,
    [team.id],
  );
  const filled = await run(board(after), {}, 'quadro.json');
  expect(filled.row_counts).toMatchObject({ unchanged: 2, updated: 0, comments: 3 });
  expect(filled.checked).toEqual(filled.row_counts);
  expect(await tasks()).toMatchObject([
    { column: 'a-fazer', comments: 3 },
    { column: 'feito', comments: 1 },
  ]);
  const again = await run(board(after), {}, 'quadro.json');
  expect(again.row_counts).toMatchObject({ unchanged: 2, comments: 0 });

  const moved = await run(board(after), { on_match: 'overwrite' }, 'quadro.json');
  expect(moved.row_counts).toMatchObject({ updated: 2, comments: 0 });
  expect(moved.checked).toEqual(moved.row_counts);
  const then = await tasks();
  expect(then).toMatchObject([
    { column: 'feito', is_done: true, comments: 3 },
    { column: 'revisao', is_done: false, comments: 1 },
  ]);
  const [history] = await service.sql(
    `select count(*)::int as n from moves where team_id = $1 and resource = 'tasks' and field = 'column'`,
    [team.id],
  );
  expect(Number(history?.n)).toBeGreaterThanOrEqual(2);
  expect(
    (await run(board(after), { on_match: 'overwrite' }, 'quadro.json')).row_counts,
  ).toMatchObject({ updated: 0, unchanged: 2, comments: 0 });

  // Undoing moves them back, and removes the comments that the import added.
  await undo(String(moved.id));
  expect(await tasks()).toMatchObject([
    { column: 'a-fazer', is_done: false, comments: 3 },
    { column: 'feito', is_done: true, comments: 1 },
  ]);
  await undo(String(filled.id));
  expect(await tasks()).toMatchObject([{ comments: 1 }, { comments: 0 }]);
});

test('tasks moved into one column are at its end, one after another', async () => {
  const { run, tasks, team } = await stage();
  const cards = Array.from({ length: 4 }, (_, i) => ({
    id: `c${i}`,
    list: 'A fazer',
    comments: [],
  }));
  await run(board(cards), {}, 'quadro.json');
  const changed = cards.map((card, i) => ({ ...card, list: i < 3 ? 'Revisão' : 'A fazer' }));
  const moved = await run(board(changed), { on_match: 'overwrite' }, 'quadro.json');
  expect(moved.row_counts).toMatchObject({ updated: 3, unchanged: 1 });
  const rows = await tasks();
  expect(rows.map(({ column }) => column)).toEqual(['revisao', 'revisao', 'revisao', 'a-fazer']);
  const positions = rows.slice(0, 3).map(({ position }) => Number(position));
  expect(new Set(positions).size).toBe(3);
  const { data } = await team.get(`/tasks/${rows[0]?.id}`);
  expect(data).toMatchObject({ column: 'revisao' } satisfies Json);
});

test('a task that an import moves emits task.moved, as other moves do, if the import emits events', async () => {
  const { run, team } = await stage();
  await run(board(before), {}, 'quadro.json');
  const sorted = async () =>
    (
      await service.sql(
        `select type, (payload::json -> 'data' ->> 'column') as "column", payload::json -> 'previous' ->> 'column' as was
          from events where team_id = $1 and type like 'task.%' order by 1, 2`,
        [team.id],
      )
    ).map(({ type, column, was }) => [type, column, was]);
  await run(board(after), { on_match: 'overwrite' }, 'quadro.json');
  expect(await sorted()).toEqual([]);
  const moved = [
    { id: 'a', list: 'Revisão', comments: [] },
    { id: 'b', list: 'Revisão', comments: [] },
  ];
  await run(board(moved), { on_match: 'overwrite', emits: true }, 'quadro.json');
  expect(await sorted()).toEqual([
    ['task.moved', 'revisao', 'feito'],
    ['task.updated', 'revisao', 'feito'],
  ]);
});
