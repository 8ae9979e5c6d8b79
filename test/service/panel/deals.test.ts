import { beforeEach, describe, expect, test } from 'vitest';
import type { Operations } from '#panel/api/schema.ts';
import type { RecordChange } from '#panel/data/live-patches.ts';
import { applyToBoard, cachedBoardOf as keptOf } from '#panel/records/deals/board.ts';
import {
  changeTo,
  columnsOf,
  columnsWithin,
  forecastTotals,
  groupColumnsOf,
  timeInPhases,
  totalsOf,
} from '#panel/records/deals/model.ts';
import { startBulk } from '#server/jobs/worker.ts';
import { makeLog } from '#server/platform/log.ts';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* The board of deals and its details: phases with their rules, next steps, sums, and the history of a deal. */
const service = useSharedService();
let team: TestTeam;
let admin: TestPerson;
let member: TestPerson;
beforeEach(async () => {
  team = await service.team();
  [admin, member] = [
    await makePerson(service, team, 'admin'),
    await makePerson(service, team, 'member'),
  ];
  const settings = await admin.put('/settings', {
    deal_phases: ['lead', 'proposta', 'ganho', 'perdido'],
    won_phases: ['ganho'],
    lost_phases: ['perdido'],
    phase_rules: [
      { phase: 'lead', limit_days: 5, probability: 10 },
      { phase: 'proposta', limit_days: null, probability: 50 },
    ],
  });
  expect(settings.status, settings.text).toBe(200);
});

interface Phase extends Json {
  readonly phase: string;
}
interface Board {
  readonly today: string;
  readonly count: number;
  readonly phases: readonly Phase[];
  readonly cards: readonly Json[];
}

async function boardOf(person: TestPerson, query = ''): Promise<Board> {
  const answer = await person.get(`/deals/board${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.data as unknown as Board;
}
const phaseIn = ({ phases }: Board, name: string) => phases.find(({ phase }) => phase === name);
const titles = ({ cards }: Board) => cards.map(({ title }) => title);

/** A day in the team's time zone, counted from today. */
async function day(offset: number): Promise<string> {
  const [row] = await service.sql(
    `select ((now() at time zone 'America/Sao_Paulo')::date + $1::integer)::text as day`,
    [offset],
  );
  return String(row?.day);
}

/** First day of a month, counted from the team's current one. */
async function monthAfter(offset: number): Promise<string> {
  const [row] = await service.sql(
    `select (date_trunc('month', now() at time zone 'America/Sao_Paulo') + make_interval(months => $1::integer))::date::text as day`,
    [offset],
  );
  return String(row?.day);
}

const deal = (fields: Json) => team.create('deals', fields);
const step = (id: unknown, fields: Json) => team.create('activities', { deal_id: id, ...fields });
/** Backdates a deal's creation and its last move by the given days. */
const ago = async (id: unknown, days: number) => {
  await service.sql(
    `update moves set moved_at = now() - make_interval(days => $3) where team_id = $1 and record_id = $2`,
    [team.id, id, days],
  );
  await service.sql(
    `update deals set created_at = now() - make_interval(days => $3) where team_id = $1 and id = $2`,
    [team.id, id, days],
  );
};

describe('the board', () => {
  test('has the phases in order, unlisted ones last, with the deals in each', async () => {
    await deal({ title: 'A', value: 1000, phase: 'proposta' });
    await deal({ title: 'B', value: 500.5, phase: 'proposta', probability: 20 });
    await deal({ title: 'C', phase: 'proposta' });
    await deal({ title: 'D', value: 10, phase: 'lead' });
    await deal({ title: 'E', value: 7, phase: 'zebra' });
    await deal({ title: 'F', value: 99, phase: 'ganho' });
    await deal({ title: 'G', value: 88, phase: 'lead', status: 'arquivado' });
    const board = await boardOf(member);
    expect(board.phases.map(({ phase }) => phase)).toEqual([
      'lead',
      'proposta',
      'ganho',
      'perdido',
      'zebra',
    ]);
    expect(phaseIn(board, 'proposta')).toEqual({
      phase: 'proposta',
      is_listed: true,
      meaning: 'open',
      limit_days: null,
      probability: 50,
      count: 3,
      older: 0,
      total: 1500.5,
      weighted: 600.1,
      unweighted: 0,
      attention: 3,
      won_this_month: 0,
      won_this_month_total: 0,
    });
    expect(phaseIn(board, 'zebra')).toMatchObject({
      is_listed: false,
      total: 7,
      weighted: 0,
      unweighted: 1,
    });
    expect(phaseIn(board, 'ganho')).toMatchObject({
      meaning: 'won',
      total: 99,
      weighted: 0,
      attention: 0,
      won_this_month: 1,
      won_this_month_total: 99,
    });
    expect([board.count, board.cards.length]).toEqual([6, 6]);
    expect(board.today).toBe(await day(0));
  });

  test('has the same numbers as the list with the same filters', async () => {
    const client = await team.create('clients');
    const responsible = team.users[0];
    await deal({ title: 'Um', value: 100, client_id: client.id, tags: ['site'], source: 'feira' });
    await deal({ title: 'Dois', value: 200, responsible_id: responsible, is_starred: true });
    await deal({ title: 'Três', value: 300, tags: ['site', 'loja'] });
    for (const query of [
      `client_id=${client.id}`,
      `responsible_id=${responsible}`,
      'source=feira',
      'tag=site',
      'is_starred=true',
      'is_starred=false',
      'min_value=150',
      'max_value=150&tag=site',
      'search=tres',
    ]) {
      const board = await boardOf(member, `?${query}`);
      const list = await member.get(`/deals?status=ativo&limit=100&${query}`);
      const listed = list.body.data as Json[];
      expect(board.count, query).toBe((list.body.pagination as Json).total);
      expect(titles(board).sort(), query).toEqual(listed.map(({ title }) => title).sort());
      const total = listed.reduce((sum, { value }) => sum + Number(value), 0);
      expect(phaseIn(board, 'lead')?.total, query).toBe(total);
    }
    const wrong = await member.get('/deals/board?page=2&is_starred=talvez');
    expect([wrong.status, wrong.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(wrong.error.message).toMatch(/"page".*is_starred must be true or false/);
  });

  test('a next step is the open activity with the earliest day; the most urgent deals come first', async () => {
    const none = await deal({ title: 'Sem passo' });
    const late = await deal({ title: 'Atrasado' });
    const planned = await deal({ title: 'Planejado' });
    const undated = await deal({ title: 'Sem data' });
    await step(planned.id, { title: 'Depois', due_date: await day(9) });
    const next = await step(planned.id, { title: 'Ligar', type: 'call', due_date: await day(0) });
    await step(planned.id, { title: 'Sem dia' });
    await step(late.id, { title: 'Ontem', due_date: await day(-1) });
    await step(undated.id, { title: 'Um dia' });
    await step(none.id, { title: 'Feito', due_date: await day(3), is_completed: true });
    await step(none.id, { title: 'Nota', type: 'note', due_date: await day(3) });
    const board = await boardOf(member);
    expect(titles(board)).toEqual(['Atrasado', 'Sem passo', 'Planejado', 'Sem data']);
    expect(board.cards[2]?.next_step).toEqual({
      id: next.id,
      title: 'Ligar',
      type: 'call',
      date: await day(0),
    });
    expect(board.cards[3]?.next_step).toMatchObject({ title: 'Um dia', date: null });
    expect(board.cards[1]?.next_step).toBeNull();
    expect(phaseIn(board, 'lead')?.attention).toBe(2);
    // A meeting at a planned time, without a due date.
    await step(none.id, { title: 'Reunião', occurred_at: `${await day(2)}T15:00:00-03:00` });
    const [, , now] = (await boardOf(member)).cards;
    expect(now).toMatchObject({ title: 'Sem passo', next_step: { date: await day(2) } });
  });

  test('a deal over its phase’s time limit needs attention, unless its next step has a future day', async () => {
    const long = await deal({ title: 'Parado' });
    const attended = await deal({ title: 'Longo, mas com reunião' });
    const moved = await deal({ title: 'Voltou agora' });
    for (const { id } of [long, attended, moved]) await ago(id, 6);
    await step(long.id, { title: 'Um dia' });
    await step(moved.id, { title: 'Um dia' });
    await step(attended.id, { title: 'Reunião', due_date: await day(20) });
    await team.put(`/deals/${moved.id}`, { phase: 'proposta' });
    await team.put(`/deals/${moved.id}`, { phase: 'lead' });
    const board = await boardOf(member);
    const since = (title: string) => board.cards.find((card) => card.title === title)?.phase_since;
    expect([since('Parado'), since('Voltou agora')]).toEqual([await day(-6), await day(0)]);
    expect(phaseIn(board, 'lead')).toMatchObject({ limit_days: 5, attention: 1 });
    // A day over the limit is too long; the limit itself is not.
    await ago(long.id, 5);
    expect(phaseIn(await boardOf(member), 'lead')?.attention).toBe(0);
  });

  test('a move undone by the same person within ten minutes leaves the days in the phase unchanged', async () => {
    const since = async (title: string) =>
      (await boardOf(member)).cards.find((card) => card.title === title)?.phase_since;
    const undone = await deal({ title: 'Desfeito' });
    await team.put(`/deals/${undone.id}`, { phase: 'proposta' });
    await ago(undone.id, 6);
    for (const phase of ['ganho', 'proposta', 'ganho', 'proposta'])
      await member.put(`/deals/${undone.id}`, { phase });
    expect(await since('Desfeito')).toBe(await day(-6));
    const course = async () => {
      const answer = await member.get(`/deals/${undone.id}/course`);
      const { stays } = answer.data as { stays: Json[] };
      return stays.map(({ phase }) => phase);
    };
    expect(await course()).toEqual(['lead', 'proposta']);
    // Won again: an odd number of moves counts as a move, at its first moment.
    await member.put(`/deals/${undone.id}`, { phase: 'ganho' });
    expect(await since('Desfeito')).toBe(await day(0));
    expect(await course()).toEqual(['lead', 'proposta', 'ganho']);

    const [byOther, later] = [
      await deal({ title: 'Outra pessoa' }),
      await deal({ title: 'Tarde' }),
    ];
    for (const { id } of [byOther, later]) {
      await ago(id, 6);
      await member.put(`/deals/${id}`, { phase: 'ganho' });
    }
    await admin.put(`/deals/${byOther.id}`, { phase: 'lead' });
    await service.sql(
      `update moves set moved_at = moved_at - interval '11 minutes' where team_id = $1 and record_id = $2`,
      [team.id, later.id],
    );
    await member.put(`/deals/${later.id}`, { phase: 'lead' });
    expect([await since('Outra pessoa'), await since('Tarde')]).toEqual([
      await day(0),
      await day(0),
    ]);
  });

  test('a bulk change moves deals from different phases, each from its own, and its undo restores the days of each', async () => {
    const made = [
      await deal({ title: 'Do início', phase: 'lead' }),
      await deal({ title: 'Da proposta', phase: 'lead' }),
      await deal({ title: 'De ganho', phase: 'ganho' }),
      await deal({ title: 'Já lá', phase: 'lead' }),
    ];
    const ids = made.map(({ id }) => String(id));
    const [first, second, third, there] = ids;
    await team.put(`/deals/${second}`, { phase: 'proposta' });
    await team.put(`/deals/${there}`, { phase: 'perdido' });
    await Promise.all([ago(first, 3), ago(second, 6), ago(third, 9), ago(there, 12)]);
    const since = async () => {
      const { cards } = await boardOf(member);
      return made.map(({ title }) => cards.find((card) => card.title === title)?.phase_since);
    };
    const stays = async () => {
      const courses = await Promise.all(ids.map((id) => member.get(`/deals/${id}/course`)));
      return courses.map(({ data }) => (data as { stays: Json[] }).stays.map(({ phase }) => phase));
    };
    const days = [await day(-3), await day(-6), await day(-9), await day(-12)];
    const ways = [['lead'], ['lead', 'proposta'], ['ganho'], ['lead', 'perdido']];
    expect([await since(), await stays()]).toEqual([days, ways]);
    const answer = await member.post('/bulk', {
      kind: 'deals',
      change: { phase: 'perdido', probability: 0, loss_reason: 'Preço' },
      ids,
    });
    expect(answer.data).toMatchObject({ done: 4, refused: 0 });
    const now = await day(0);
    expect(await since()).toEqual([now, now, now, days[3]]);
    expect(await stays()).toEqual([
      ['lead', 'perdido'],
      ['lead', 'proposta', 'perdido'],
      ['ganho', 'perdido'],
      ['lead', 'perdido'],
    ]);
    await member.post(`/bulk/jobs/${(answer.data as Json).id}/undo`);
    const { secrets, database } = service;
    const queues = startBulk(database, { secrets, jidSuffix: 's.msgapp.net' }, makeLog('silent'));
    await expect.poll(async () => [await since(), await stays()]).toEqual([days, ways]);
    await queues.stop();
  });

  test('deals won or lost more than 30 days ago are only counted', async () => {
    const [now, before, gone] = [
      await deal({ title: 'Agora', value: 5, phase: 'ganho' }),
      await deal({ title: 'No limite', value: 6, phase: 'perdido' }),
      await deal({ title: 'Antes', value: 7, phase: 'ganho' }),
    ];
    await ago(before.id, 30);
    await ago(gone.id, 31);
    const board = await boardOf(member);
    expect(titles(board).sort()).toEqual(['Agora', 'No limite']);
    expect(phaseIn(board, 'ganho')).toMatchObject({ count: 1, older: 1, total: 5 });
    // The time of the move counts, not the deal's creation.
    await team.put(`/deals/${gone.id}`, { phase: 'lead' });
    await team.put(`/deals/${gone.id}`, { phase: 'ganho' });
    expect(phaseIn(await boardOf(member), 'ganho')).toMatchObject({
      count: 2,
      older: 0,
      won_this_month: 2,
      won_this_month_total: 12,
    });
    await service.sql(
      `update deals set created_at = date_trunc('month', now() at time zone 'America/Sao_Paulo') at time zone 'America/Sao_Paulo' - interval '1 second'
      where team_id = $1 and id = $2`,
      [team.id, now.id],
    );
    expect(phaseIn(await boardOf(member), 'ganho')?.won_this_month).toBe(1);
  });

  test('a card links to the contact with an open conversation', async () => {
    const client = await team.create('clients');
    const contact = await team.create('contacts', { client_id: client.id });
    await deal({ client_id: client.id });
    expect((await boardOf(member)).cards[0]?.contact_id).toBeNull();
    await team.post('/msgapp/messages', {
      inbox_id: team.inbox,
      phone: contact.phone,
      content: 'Oi',
    });
    expect((await boardOf(member)).cards[0]?.contact_id).toBe(contact.id);
    await service.sql(`update conversations set status = 'resolved' where team_id = $1`, [team.id]);
    expect((await boardOf(member)).cards[0]?.contact_id).toBeNull();
  });

  test('of more than a thousand deals, each phase shows its most urgent; the sums cover all', async () => {
    await service.sql(
      `insert into deals (team_id, id, title, value, phase)
      select $1, uuid7(), 'Negócio ' || i, 1, case when i <= 1200 then 'lead' else 'proposta' end from generate_series(1, 1300) i`,
      [team.id],
    );
    await service.sql(
      `insert into totals (team_id, resource, part, slot, n)
      select $1, 'deals', part, uuid7(), 1300 from unnest(array['', 'status=ativo']) part`,
      [team.id],
    );
    const urgent = await deal({ title: 'Urgente' });
    await step(urgent.id, { due_date: await day(-3) });
    const board = await boardOf(member);
    expect([board.count, board.cards.length]).toEqual([1301, 1000]);
    const cardsIn = (name: string) => board.cards.filter(({ phase }) => phase === name).length;
    expect([cardsIn('lead'), cardsIn('proposta')]).toEqual([900, 100]);
    expect(board.cards[0]).toMatchObject({ title: 'Urgente' });
    expect(phaseIn(board, 'lead')).toMatchObject({ count: 1201, total: 1200, weighted: 120 });
  });
});

test('members who see no values get no sums, cannot filter by them, and have the cards in the same order', async () => {
  const blind = await makePerson(service, team, 'member', { seesValues: false });
  for (const value of [3, 1, 2]) await deal({ title: `Vale ${value}`, value });
  await deal({ title: 'Ganhou', phase: 'ganho', value: 10 });
  const [all, hidden] = [await boardOf(member), await boardOf(blind)];
  expect(hidden.cards).toEqual(all.cards.map((card) => ({ ...card, value: null })));
  expect(hidden.phases).toEqual(
    all.phases.map((phase) => ({
      ...phase,
      total: null,
      weighted: null,
      unweighted: 0,
      won_this_month_total: null,
    })),
  );
  for (const query of ['min_value=1', 'max_value=5'])
    expect((await blind.get(`/deals/board?${query}`)).error.code).toBe('FORBIDDEN');
});

describe('the rules of phases', () => {
  const rules = async () => (await member.get('/settings')).data.phase_rules;

  test('follow a renamed phase, are deleted with a removed one, and do not affect others', async () => {
    await admin.put('/settings/phases', { from: 'lead', to: 'contato' });
    const proposal = { phase: 'proposta', limit_days: null, probability: 50 };
    expect(await rules()).toEqual([{ phase: 'contato', limit_days: 5, probability: 10 }, proposal]);
    await admin.put('/settings', { deal_phases: ['proposta', 'ganho', 'perdido'] });
    expect(await rules()).toEqual([proposal]);
    await admin.put('/settings', {
      phase_rules: [{ phase: 'proposta', limit_days: null, probability: null }],
    });
    expect(await rules()).toEqual([]);
  });

  test.each([
    [{ phase: 'zebra', limit_days: 1, probability: null }, /phase_rules must be among deal_phases/],
    [{ phase: 'lead', limit_days: 0, probability: null }, /phase_rules must be a list/],
    [{ phase: 'lead', limit_days: 1, probability: 101 }, /phase_rules must be a list/],
    [{ phase: 'lead', limit_days: 1 }, /phase_rules must be a list/],
  ])('%j is refused', async (rule, message) => {
    const answer = await admin.put('/settings', { phase_rules: [rule] });
    expect([answer.status, answer.error.message]).toEqual([400, expect.stringMatching(message)]);
    const twice = await admin.put('/settings', { phase_rules: [rule, rule] });
    expect(twice.status).toBe(400);
  });
});

test('the context of a deal: its past phases with who moved it, possible moves, and open work', async () => {
  const { id } = await deal({ title: 'Viajante', phase: 'zebra' });
  const dealContext = async () => (await member.get(`/deals/${id}/course`)).data;
  expect(await dealContext()).toEqual({
    stays: [{ phase: 'zebra', since: expect.stringMatching(/Z$/), until: null, user_id: null }],
    phases: [
      { phase: 'lead', is_listed: true, meaning: 'open', limit_days: 5, probability: 10 },
      { phase: 'proposta', is_listed: true, meaning: 'open', limit_days: null, probability: 50 },
      { phase: 'ganho', is_listed: true, meaning: 'won', limit_days: null, probability: null },
      { phase: 'perdido', is_listed: true, meaning: 'lost', limit_days: null, probability: null },
      { phase: 'zebra', is_listed: false, meaning: 'open', limit_days: null, probability: null },
    ],
    steps: [],
    contact_id: null,
    contacts: [],
  });
  await member.put(`/deals/${id}`, { phase: 'proposta' });
  await team.put(`/deals/${id}`, { phase: 'perdido', loss_reason: 'Preço' });
  await step(id, { title: 'Depois' });
  const next = await step(id, { title: 'Ligar', type: 'call', due_date: await day(1) });
  const { stays, steps } = (await dealContext()) as { stays: Json[]; steps: Json[] };
  expect(stays.map(({ phase, user_id }) => [phase, user_id])).toEqual([
    ['zebra', null],
    ['proposta', member.userId],
    ['perdido', null],
  ]);
  expect(stays.map(({ until }) => until)).toEqual([stays[1]?.since, stays[2]?.since, null]);
  expect(steps.map(({ title }) => title)).toEqual(['Ligar', 'Depois']);
  expect(steps[0]).toEqual({ id: next.id, title: 'Ligar', type: 'call', date: await day(1) });
});

test('the context of a deal lists the contacts of its client only, those with the latest message first', async () => {
  const [client, otherClient] = [await team.create('clients'), await team.create('clients')];
  const { id } = await deal({ client_id: client.id });
  const contextOf = async (as: typeof member) =>
    ((await as.get(`/deals/${id}/course`)).data as Json).contacts;
  const silent = await team.create('contacts', { client_id: client.id, custom_name: 'Bia' });
  const active = await team.create('contacts', { client_id: client.id, custom_name: 'Caio' });
  await team.create('contacts', { client_id: otherClient.id });
  await team.post('/msgapp/messages', {
    inbox_id: team.inbox,
    phone: active.phone,
    content: 'Oi',
  });
  const [caio, bia] = [
    { id: active.id, name: 'Caio', phone: active.phone, has_open_chat: true },
    { id: silent.id, name: 'Bia', phone: silent.phone, has_open_chat: false },
  ];
  expect(await contextOf(member)).toEqual([caio, bia]);
  await service.sql(`update conversations set status = 'resolved' where team_id = $1`, [team.id]);
  expect(await contextOf(member)).toEqual([{ ...caio, has_open_chat: false }, bia]);
  // Another team finds no deal, and so no contacts.
  const foreign = await makePerson(service, await service.team(), 'admin');
  expect((await foreign.get(`/deals/${id}/course`)).status).toBe(404);
  // A deal without a client has none.
  await team.put(`/deals/${id}`, { client_id: null });
  expect(await contextOf(member)).toEqual([]);
});

test('the terms in use are listed, the most used first', async () => {
  for (const loss_reason of ['Preço', 'Prazo', 'Preço']) {
    const { id } = await deal({ tags: ['site', loss_reason], source: 'feira' });
    await team.put(`/deals/${id}`, { loss_reason });
  }
  expect((await member.get('/deals/terms')).data).toEqual({
    loss_reasons: ['Preço', 'Prazo'],
    sources: ['feira'],
    tags: ['site', 'Preço', 'Prazo'],
  });
});

describe('the board in the panel', () => {
  type Answer = Operations['GET /teams/{team_slug}/deals/board']['answer'];
  /** The board as cached by the panel, and what it shows. */
  const cachedBoard = async (query = '') =>
    keptOf((await boardOf(member, query)) as unknown as Answer);
  const visible = (board: Awaited<ReturnType<typeof cachedBoard>>) => {
    const columns = columnsOf(board, board.cards, true);
    return {
      cards: columns.flatMap(({ cards }) => cards.map(({ title }) => title)),
      sums: Object.fromEntries(columns.map(({ phase, sums }) => [phase.phase, sums])),
      head: totalsOf(columns),
    };
  };
  /** The live stream's last event about a record. */
  const lastChange = async (id: unknown): Promise<RecordChange> => {
    const [row] = await service.sql(
      `select type, payload::json from events where team_id = $1 and record_id = $2 and type <> 'deal.stage_changed' order by id desc limit 1`,
      [team.id, id],
    );
    if (!row) throw new Error('nothing was told');
    const { data, previous } = row.payload as { data: Json; previous: Json | null };
    const [one, verb] = String(row.type).split('.');
    return {
      kind: one === 'deal' ? 'deals' : 'activities',
      verb: verb as 'created',
      id: String(id),
      record: data,
      previous: previous ?? {},
    };
  };

  test('applies every change as the service would answer it', async () => {
    const site = await deal({ title: 'Site', value: 1000.1, phase: 'lead' });
    await service.sql(
      `update deals set created_at = created_at - interval '3 days' where id = $1`,
      [site.id],
    );
    await deal({ title: 'Marca', value: 20, phase: 'proposta', probability: 25 });
    const call = await step(site.id, { title: 'Ligar', due_date: await day(1) });
    const follows = async (id: unknown, change: () => Promise<unknown>) => {
      const before = await cachedBoard();
      await change();
      const after = applyToBoard({}, before, await lastChange(id));
      if (after === 'stale') return 'stale';
      // Cached copies of the record get its new fields first.
      const { record } = await lastChange(id);
      const patched = {
        ...after,
        cards: after.cards.map((each) =>
          each.id === record.id ? { ...each, ...record, client: each.client } : each,
        ),
      };
      expect(visible(patched as typeof after)).toEqual(visible(await cachedBoard()));
      return 'patched';
    };
    const put = (id: unknown, body: Json) => () => team.put(`/deals/${id}`, body);
    expect(await follows(site.id, put(site.id, { value: 77.7 }))).toBe('patched');
    expect(await follows(site.id, put(site.id, { phase: 'ganho' }))).toBe('patched');
    // A move soon after another may undo it, forwards as well as back: only the service knows since when the deal is in the phase.
    expect(await follows(site.id, put(site.id, { phase: 'lead', probability: 90 }))).toBe('stale');
    expect(await follows(site.id, put(site.id, { phase: 'ganho' }))).toBe('stale');
    expect(await follows(site.id, put(site.id, { phase: 'lead', probability: 90 }))).toBe('stale');
    expect(await follows(site.id, put(site.id, { status: 'arquivado' }))).toBe('patched');
    await team.put(`/deals/${site.id}`, { status: 'ativo' });
    const activity = (body: Json) => () => team.put(`/activities/${call.id}`, body);
    expect(await follows(call.id, activity({ due_date: await day(-2) }))).toBe('patched');
    expect(await follows(call.id, activity({ due_date: await day(5) }))).toBe('stale');
    expect(await follows(call.id, activity({ is_completed: true }))).toBe('stale');
    const { id: made } = await deal({ title: 'Novo', phase: 'lead', value: 5 });
    const before = keptOf({
      ...((await boardOf(member)) as unknown as Answer),
      cards: (await cachedBoard()).cards.filter(({ id }) => id !== made),
      phases: (await boardOf(member)).phases.map((phase) =>
        phase.phase === 'lead' ? { ...phase, count: Number(phase.count) - 1 } : phase,
      ) as unknown as Answer['phases'],
    });
    const after = applyToBoard({}, before, await lastChange(made));
    expect(after === 'stale' ? [] : visible(after).cards).toContain('Novo');
    // Deals outside the filter are not added.
    expect(applyToBoard({ tag: 'site' }, before, await lastChange(made))).toBe(before);
    expect(applyToBoard({ search: 'novo' }, before, await lastChange(made))).toBe('stale');
  });

  test('counts the deals that it does not show', async () => {
    for (const value of [1, 2, 3]) await deal({ title: `Vale ${value}`, value, phase: 'lead' });
    const whole = (await boardOf(member)) as unknown as Answer;
    const part = keptOf({ ...whole, cards: whole.cards.slice(1) });
    expect(visible(part).head).toEqual(visible(keptOf(whole)).head);
    expect(visible(part).head).toMatchObject({ count: 3, total: 600, weighted: 60, attention: 3 });
  });

  test('the forecast sums the open deals of a period, also those without a card', async () => {
    for (const [title, value, close] of [
      ['late', 1, '2020-01-01'],
      ['now', 10, await day(0)],
      ['next', 100, await monthAfter(1)],
      ['far', 1000, await monthAfter(11)],
      ['beyond', 10_000, await monthAfter(12)],
      ['none', 100_000, null],
    ] as const)
      await deal({ title, value, expected_close_date: close });
    await deal({ title: 'Ganhou', value: 7, phase: 'ganho' });
    const answer = (await boardOf(member, '?group=month')) as unknown as Answer;
    const sumsOf = (
      board: ReturnType<typeof keptOf>,
      period: 'all' | 'month' | 'quarter' | 'year',
    ) => {
      const columns = groupColumnsOf(board, board.cards, true);
      const totals = totalsOf(columnsOf(board, board.cards, true));
      return forecastTotals(columnsWithin(columns, period, board.today), totals);
    };
    const whole = keptOf(answer, { group: 'month' });
    const part = keptOf({ ...answer, cards: answer.cards.slice(3) }, { group: 'month' });
    for (const [period, count, total] of [
      ['all', 6, 111_111],
      ['month', 1, 10],
      ['quarter', 2, 110],
      ['year', 3, 1110],
    ] as const) {
      expect(sumsOf(whole, period)).toMatchObject({ count, total: total * 100, wonTotal: 700 });
      expect(sumsOf(part, period)).toEqual(sumsOf(whole, period));
    }
  });

  test('changes of fields with a phase, and time in phases', () => {
    const phase = { is_listed: true, limit_days: null, probability: null, older: 0 } as const;
    const [open, won, lost] = (['open', 'won', 'lost'] as const).map((meaning) => ({
      ...phase,
      phase: meaning,
      meaning,
    }));
    if (!open || !won || !lost) throw new Error('three phases');
    expect(changeTo(lost, 'open', 'Preço')).toEqual({
      phase: 'lost',
      probability: 0,
      loss_reason: 'Preço',
    });
    expect(changeTo(won, 'lost')).toEqual({ phase: 'won', probability: 100, loss_reason: null });
    expect(changeTo(open, 'lost')).toEqual({ phase: 'open', probability: null, loss_reason: null });
    expect(changeTo(open, 'open')).toEqual({ phase: 'open' });
    const stays = [
      { phase: 'a', since: '2026-11-01T12:00:00Z', until: '2026-11-03T01:00:00Z', user_id: null },
      { phase: 'b', since: '2026-11-03T01:00:00Z', until: '2026-11-04T01:00:00Z', user_id: null },
      { phase: 'a', since: '2026-11-04T01:00:00Z', until: null, user_id: null },
    ];
    expect(timeInPhases(stays, '2026-11-09', (moment) => moment.slice(0, 10))).toEqual([
      { phase: 'a', days: 7, isNow: true },
      { phase: 'b', days: 1, isNow: false },
    ]);
  });
});
