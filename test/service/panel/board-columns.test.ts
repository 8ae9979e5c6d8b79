import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { cases, type Everybody, everybodyOf } from '#test/support/panel/callers.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Groups and orders of boards. The first cases come from the registry, so a board that gets groups or orders is tested automatically. */
const service = useSharedService({ workers: 0 });

interface Column extends Json {
  readonly key: string;
  readonly name: string | null;
  readonly count: number;
  readonly total: number | null;
}
interface Board {
  readonly today: string;
  readonly month_begins: string;
  readonly count: number;
  readonly columns: readonly Column[];
  readonly cards: readonly Json[];
}

const valuesOf = (schema: object) => (schema as { readonly enum?: readonly string[] }).enum ?? [];
const boards = cases.flatMap(({ id, operation }) => {
  const { filters = {}, fields = {} } = operation.input.query ?? {};
  const { group, order } = filters;
  if (!group || !order) return [];
  return [
    {
      id,
      path: operation.panel.path,
      groups: valuesOf(group.field.schema),
      orders: valuesOf(order.field.schema),
      fields,
    },
  ];
});

test('finds the boards of tasks and deals', () =>
  expect(boards.map(({ path }) => path).sort()).toEqual(['/deals/board', '/tasks/board']));

describe.each(boards)('$id', ({ path, groups, orders, fields }) => {
  let everybody: Everybody;
  beforeAll(async () => {
    everybody = await everybodyOf(service);
  });
  const idsIn = ({ cards }: Board) => cards.map(({ id }) => String(id)).sort();
  const hidden = orders.filter((order) => fields[order]?.isConfidential);

  test('has the same cards of the team in each order, for all members and no one else', async () => {
    const { ask, ours, theirs, foreign, suspended } = everybody;
    const all = idsIn((await ask('member', 'GET', path)).data as unknown as Board);
    for (const group of groups) {
      const sets = new Set<string>();
      for (const order of orders) {
        const query = `${path}?group=${group}&order=${order}`;
        const answer = await ask('member', 'GET', query);
        expect(answer.status, answer.text).toBe(200);
        const board = answer.data as unknown as Board;
        expect(board.cards.length).toBeGreaterThan(0);
        expect(all).toEqual(expect.arrayContaining(idsIn(board)));
        sets.add(idsIn(board).join());
        expect(answer.text).not.toContain(theirs.id);
        const sees = await ask('blind', 'GET', query);
        if (hidden.includes(order)) expect(sees.error.code).toBe('FORBIDDEN');
        else expect(idsIn(sees.data as unknown as Board)).toEqual(idsIn(board));
        for (const outsider of [foreign, suspended])
          expect((await outsider.own('GET', `/teams/${ours.slug}${query}`)).status).toBe(404);
      }
      expect(sets.size).toBe(1);
    }
  });

  test.each(['group', 'order'])('refuses a wrong %s by its name', async (param) => {
    for (const value of ['x', "'", 'group', 'phase,client', '%00']) {
      const answer = await everybody.ask('member', 'GET', `${path}?${param}=${value}`);
      expect([value, answer.status, answer.error.code]).toEqual([value, 400, 'VALIDATION_ERROR']);
      expect(answer.error.message).toContain(param);
    }
  });
});

describe('the board of deals', () => {
  let team: TestTeam;
  let member: TestPerson;
  let blind: TestPerson;
  beforeEach(async () => {
    team = await service.team();
    const admin = await makePerson(service, team, 'admin');
    member = await makePerson(service, team, 'member');
    blind = await makePerson(service, team, 'member', { seesValues: false });
    const settings = await admin.put('/settings', {
      deal_phases: ['lead', 'proposta', 'ganho', 'perdido'],
      won_phases: ['ganho'],
      lost_phases: ['perdido'],
      phase_rules: [{ phase: 'lead', limit_days: null, probability: 10 }],
    });
    expect(settings.status, settings.text).toBe(200);
  });
  const deal = (fields: Json) => team.create('deals', fields);
  const boardOf = async (person: TestPerson, query: string) => {
    const answer = await person.get(`/deals/board?${query}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.data as unknown as Board;
  };
  /** The last day of a month, counted from the team's current one. */
  const monthEnd = async (offset: number): Promise<string> => {
    const [row] = await service.sql(
      `select (date_trunc('month', now() at time zone 'America/Sao_Paulo') + make_interval(months => $1::integer + 1) - interval '1 day')::date::text as day`,
      [offset],
    );
    return String(row?.day);
  };

  test('is grouped by owner, client and month: open deals only, with exact sums', async () => {
    const client = await team.create('clients', { name: 'Ipê Filmes' });
    const [ends, past, far] = [await monthEnd(0), '2020-02-01', await monthEnd(7)];
    await deal({ title: 'a', value: 100.1, client_id: client.id, expected_close_date: ends });
    await deal({ title: 'b', value: 50, probability: 50, responsible_id: member.userId });
    await deal({
      title: 'c',
      phase: 'proposta',
      value: 7,
      client_id: client.id,
      expected_close_date: past,
    });
    await deal({ title: 'd', phase: 'proposta', expected_close_date: far });
    await deal({ title: 'won', phase: 'ganho', value: 9, client_id: client.id });
    await deal({ title: 'gone', value: 9, status: 'arquivado', client_id: client.id });
    const sums = { unweighted: 0, attention: 1 };
    const byClient = await boardOf(member, 'group=client');
    expect(byClient.columns).toEqual([
      { key: 'none', name: null, ...sums, count: 2, total: 50, weighted: 25, attention: 2 },
      {
        key: client.id,
        name: 'Ipê Filmes',
        count: 2,
        total: 107.1,
        weighted: 10.01,
        unweighted: 1,
        attention: 2,
      },
    ]);
    expect(byClient.count).toBe(5);
    expect(byClient.cards.map(({ title }) => title).sort()).toEqual(['a', 'b', 'c', 'd']);
    const byOwner = await boardOf(member, 'group=responsible');
    expect(byOwner.columns.map(({ key, count }) => [key, count])).toEqual([
      ['none', 3],
      [member.userId, 1],
    ]);
    const byMonth = await boardOf(member, 'group=month');
    const months = await Promise.all([0, 1, 2, 7].map(monthEnd));
    expect(byMonth.columns.map(({ key, count, total }) => [key, count, total])).toEqual([
      ['late', 1, 7],
      ...months.map((day, i) => [day.slice(0, 7), [1, 0, 0, 1][i], i === 0 ? 100.1 : 0]),
      ['none', 1, 50],
    ]);
    expect((await boardOf(member, '')).columns).toEqual([]);
    for (const group of ['responsible', 'client', 'month']) {
      const { columns } = await boardOf(member, `group=${group}`);
      const unseen = (await boardOf(blind, `group=${group}`)).columns;
      expect(unseen).toEqual(
        columns.map((column) => ({ ...column, total: null, weighted: null, unweighted: 0 })),
      );
    }
  });

  test('has the sums of the list’s deals in each column, with filters', async () => {
    const clients = await Promise.all(['A', 'B'].map((name) => team.create('clients', { name })));
    for (const [i, value] of [10, 20, 30, 40, 50].entries())
      await deal({
        title: `n${i}`,
        value,
        client_id: clients[i % 2]?.id,
        tags: i < 3 ? ['site'] : [],
      });
    for (const filter of ['', '&tag=site', '&min_value=25', '&search=n1', '&tag_not=site'])
      for (const { key, count, total } of (await boardOf(member, `group=client${filter}`))
        .columns) {
        const list = await member.get(`/deals?status=ativo&limit=100&client_id=${key}${filter}`);
        const rows = list.body.data as Json[];
        const sum = rows.reduce((all, { value }) => all + Number(value), 0);
        expect([filter, key, count, total]).toEqual([filter, key, rows.length, sum]);
      }
  });

  test('orders the cards of each column', async () => {
    const made: Json[] = [];
    for (const [title, value, date] of [
      ['Óleo', 10, '2030-01-03'],
      ['abacate', null, '2030-01-01'],
      ['Zebra', 30, null],
      ['banana', 20, '2030-01-02'],
    ] as const)
      made.push(await deal({ title, value, expected_close_date: date }));
    await team.create('activities', { deal_id: made[3]?.id, due_date: '2030-01-01' });
    await team.create('activities', { deal_id: made[2]?.id, due_date: '2029-12-31' });
    const orders = {
      value: ['Zebra', 'banana', 'Óleo', 'abacate'],
      expected_close_date: ['abacate', 'banana', 'Óleo', 'Zebra'],
      title: ['abacate', 'banana', 'Óleo', 'Zebra'],
      next_step: ['Zebra', 'banana', 'abacate', 'Óleo'],
      '-id': ['banana', 'Zebra', 'abacate', 'Óleo'],
      urgency: ['abacate', 'Óleo', 'Zebra', 'banana'],
    };
    for (const group of ['phase', 'responsible', 'client'])
      for (const [order, titles] of Object.entries(orders)) {
        const { cards } = await boardOf(member, `group=${group}&order=${order}`);
        expect([order, ...cards.map(({ title }) => title)]).toEqual([order, ...titles]);
      }
  });

  test('of more than a thousand deals has the first of each column, and sums of all', async () => {
    await service.sql(
      `insert into deals (team_id, id, title, value, responsible_id, phase)
      select $1, uuid7(), 'Negócio ' || i, i, case when i > 1200 then $2::uuid end, 'lead' from generate_series(1, 1300) i`,
      [team.id, member.userId],
    );
    await service.sql(
      `insert into totals (team_id, resource, part, slot, n)
      select $1, 'deals', part, uuid7(), 1300 from unnest(array['', 'status=ativo']) part`,
      [team.id],
    );
    const board = await boardOf(member, 'group=responsible&order=value');
    expect(board.columns.map(({ count, total }) => [count, total])).toEqual([
      [1200, 720_600],
      [100, 125_050],
    ]);
    const values = board.cards.map(({ value }) => Number(value));
    expect(values).toHaveLength(1_000);
    expect(values.filter((value) => value > 1200)).toHaveLength(100);
    expect(Math.min(...values)).toBe(301);
  });
});
