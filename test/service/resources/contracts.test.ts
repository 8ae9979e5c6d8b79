import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { makePerson } from '#test/support/people.ts';

const service = useSharedService();
let team: TestTeam;
beforeAll(async () => {
  team = await service.team();
});

const idsOf = (page: { readonly body: Json }) =>
  (page.body.data as Json[]).map(({ id }) => String(id));

describe('terms', () => {
  test('are stored as they are sent, and a new contract is active, monthly and carries nothing over', async () => {
    const project = await team.create('projects');
    const terms = {
      title: 'Gestão de redes',
      status: 'draft',
      value: 6000.5,
      period: 'quarterly',
      starts_on: '2026-01-31',
      ends_on: '2027-01-30',
      renews_on: '2026-12-31',
      notice_days: 30,
      included_hours: 37.25,
      carry_over: 2,
      overage_rate: 180,
      project_ids: [project.id],
      owner_id: team.users[0],
    };
    expect(await team.create('contracts', terms)).toMatchObject({ ...terms, deal_id: null });
    expect(await team.create('contracts', { title: 'Fee' })).toMatchObject({
      status: 'active',
      period: 'monthly',
      carry_over: 0,
      included_hours: null,
      project_ids: [],
    });
  });

  test.each([
    [{ starts_on: '2026-02-01', ends_on: '2026-01-31' }, 'ends_on'],
    [{ carry_over: 1.5 }, 'carry_over'],
    [{ carry_over: 25 }, 'carry_over'],
    [{ notice_days: -1 }, 'notice_days'],
    [{ included_hours: 1.005 }, 'included_hours'],
    [{ included_hours: 100_000.01 }, 'included_hours'],
    [{ overage_rate: 0.001 }, 'overage_rate'],
    [{ period: 'weekly' }, 'period'],
    [{ status: null }, 'status'],
  ])('%j is refused by create and update', async (terms, field) => {
    const { id } = await team.create('contracts');
    const created = await team.post('/contracts', { title: 'X', ...terms });
    const updated = await team.put(`/contracts/${id}`, terms);
    // A create takes null as unset.
    if (!Object.values(terms).includes(null)) expect(created.status, created.text).toBe(400);
    expect(updated.status, updated.text).toBe(400);
    expect(updated.error.message).toContain(field);
  });

  test('an end before the stored start is refused', async () => {
    const { id } = await team.create('contracts', { starts_on: '2026-05-01' });
    const answer = await team.put(`/contracts/${id}`, { ends_on: '2026-04-30' });
    expect([answer.status, answer.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect((await team.put(`/contracts/${id}`, { ends_on: '2026-05-01' })).status).toBe(200);
  });
});

describe('projects', () => {
  const linked = async (id: unknown) =>
    (
      await service.sql(
        'select project_id from contract_projects where team_id = $1 and contract_id = $2 order by 1',
        [team.id, id],
      )
    ).map(({ project_id }) => project_id);

  test('are replaced as a whole, kept by other changes, and found by the filter', async () => {
    const [a, b, c] = await Promise.all([1, 2, 3].map(() => team.create('projects')));
    const { id } = await team.create('contracts', { project_ids: [b?.id, a?.id, b?.id] });
    const read = async () => (await team.get(`/contracts/${id}`)).data.project_ids;
    expect(await read()).toEqual([b?.id, a?.id]);
    expect(await linked(id)).toEqual([a?.id, b?.id].sort());
    await team.put(`/contracts/${id}`, { title: 'Outro' });
    expect(await linked(id)).toEqual([a?.id, b?.id].sort());
    await team.put(`/contracts/${id}`, { project_ids: [c?.id, a?.id] });
    expect(await read()).toEqual([c?.id, a?.id]);
    expect(await linked(id)).toEqual([a?.id, c?.id].sort());
    expect(idsOf(await team.get(`/contracts?project_id=${c?.id}`))).toEqual([id]);
    expect(idsOf(await team.get(`/contracts?project_id=${b?.id}`))).toEqual([]);
    await team.delete(`/contracts/${id}`);
    expect(await linked(id)).toEqual([]);
  });

  test('of other teams are refused, and nothing is stored', async () => {
    const otherTeam = await service.team();
    const { id: foreign } = await otherTeam.create('projects');
    const before = (await team.get('/contracts')).body.pagination;
    for (const project of [foreign, uuidv7()]) {
      const answer = await team.post('/contracts', { title: 'X', project_ids: [project] });
      expect([answer.status, answer.error.code]).toEqual([404, 'NOT_FOUND']);
    }
    expect((await team.get('/contracts')).body.pagination).toEqual(before);
  });
});

test('renewals are due by the day of the team, for contracts in force, overdue ones included', async () => {
  const freshTeam = await service.team();
  await freshTeam.delete(`/contracts/${freshTeam.contract}`);
  const [{ day } = { day: '' }] = await service.sql(
    `select (now() at time zone 'America/Sao_Paulo')::date::text as day`,
  );
  const inDays = (days: number) =>
    new Date(Date.parse(String(day)) + days * 86_400_000).toISOString().slice(0, 10);
  const made: Record<string, unknown> = {};
  for (const [name, days, status] of [
    ['late', -400, 'active'],
    ['today', 0, 'active'],
    ['last', 60, 'paused'],
    ['after', 61, 'active'],
    ['draft', 5, 'draft'],
    ['ended', 5, 'ended'],
  ] as const)
    made[name] = (
      await freshTeam.create('contracts', { title: name, renews_on: inDays(days), status })
    ).id;
  await freshTeam.create('contracts', { title: 'never' });
  const page = await freshTeam.get('/contracts?renews_within=60&sort=renews_on');
  expect(idsOf(page)).toEqual([made.late, made.today, made.last]);
  expect(page.body.pagination).toMatchObject({ total: 3 });
  expect(idsOf(await freshTeam.get('/contracts?renews_within=0'))).toEqual([made.today, made.late]);
  expect((await freshTeam.get('/contracts?renews_within=1.5')).status).toBe(400);
});

test('the value and the overage rate are null for members who see no values, also in events', async () => {
  const blind = await makePerson(service, team, 'member', { seesValues: false });
  const seeing = await makePerson(service, team, 'member', { seesValues: true });
  const { id } = await team.create('contracts', { value: 5000, overage_rate: 200 });
  const path = `/contracts/${id}`;
  expect((await blind.get(path)).data).toMatchObject({ value: null, overage_rate: null });
  expect((await seeing.get(path)).data).toMatchObject({ value: 5000, overage_rate: 200 });
  expect((await blind.get('/contracts?sort=value')).status).toBe(403);
  const [change] = (await blind.get(`/history?record_type=contracts&record_id=${id}`)).body
    .data as Json[];
  expect(change?.after).toMatchObject({ value: null, overage_rate: null });
});

test('changes emit events with the previous values, and one that changes nothing emits none', async () => {
  const { id } = await team.create('contracts', { included_hours: 40 });
  await team.put(`/contracts/${id}`, { included_hours: 60 });
  await team.put(`/contracts/${id}`, { included_hours: 60 });
  await team.delete(`/contracts/${id}`);
  const events = (await team.get('/events?limit=100')).body.data as Json[];
  const emitted = events.filter(({ data }) => (data as Json).id === id).reverse();
  expect(emitted.map(({ type }) => type)).toEqual([
    'contract.created',
    'contract.updated',
    'contract.deleted',
  ]);
  expect(emitted[1]).toMatchObject({ previous: { included_hours: 40 } });
});

describe('a won deal', () => {
  const won = async (fields: Json = {}) => {
    const freshTeam = await service.team();
    await service.sql(`update teams set won_phases = '{ganho}' where id = $1`, [freshTeam.id]);
    const admin = await makePerson(service, freshTeam, 'admin');
    const client = await freshTeam.create('clients');
    const deal = await freshTeam.create('deals', {
      title: 'Site novo',
      phase: 'ganho',
      value: 9000,
      client_id: client.id,
      responsible_id: freshTeam.users[1],
      ...fields,
    });
    return { freshTeam, admin, client, deal, path: `/deals/${deal.id}/contract` };
  };

  test('becomes a contract and a project of its client', async () => {
    const { freshTeam, admin, client, deal, path } = await won();
    const terms = {
      project_name: 'Site',
      period: 'quarterly',
      included_hours: 30,
      starts_on: '2026-12-01',
    };
    const made = await admin.post(path, terms);
    expect(made.status, made.text).toBe(201);
    expect(made.data).toMatchObject({
      title: 'Site novo',
      client_id: client.id,
      value: 9000,
      period: 'quarterly',
      included_hours: 30,
      starts_on: '2026-12-01',
      status: 'active',
      owner_id: freshTeam.users[1],
      deal_id: deal.id,
    });
    const [project] = made.data.project_ids as string[];
    expect((await freshTeam.get(`/projects/${project}`)).data).toMatchObject({
      name: 'Site',
      status: 'active',
      client_id: client.id,
      start_date: '2026-12-01',
    });
    expect(idsOf(await freshTeam.get(`/contracts?deal_id=${deal.id}`))).toEqual([made.data.id]);
  });

  test('becomes one contract and one project, by however many calls at once, and again later', async () => {
    const { freshTeam, admin, deal, path } = await won();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => admin.post(path, { project_name: 'Site' })),
    );
    const later = await admin.post(path, { title: 'Outro', project_name: 'Outro' });
    const ids = new Set([...answers, later].map(({ data }) => data.id));
    expect([...answers, later].map(({ status }) => status)).toEqual(Array(9).fill(201));
    expect(ids.size).toBe(1);
    expect(idsOf(await freshTeam.get(`/contracts?deal_id=${deal.id}`))).toHaveLength(1);
    expect(idsOf(await freshTeam.get('/projects'))).toHaveLength(1);
  });

  test('that is not won, or terms that are refused, leave neither contract nor project', async () => {
    const { freshTeam, admin, path, deal } = await won();
    const refusals = [
      await admin.post(path, { project_name: 'X', owner_id: uuidv7() }),
      await admin.post(path, { project_name: 'X', starts_on: '2026-02-02', ends_on: '2026-02-01' }),
    ];
    await freshTeam.put(`/deals/${deal.id}`, { phase: 'proposta' });
    refusals.push(await admin.post(path, { project_name: 'X' }));
    expect(refusals.map(({ status }) => status)).toEqual([404, 400, 409]);
    expect(idsOf(await freshTeam.get('/projects'))).toEqual([]);
    const member = await makePerson(service, freshTeam, 'member');
    expect((await member.post(path, { project_name: 'X' })).status).toBe(403);
    const foreign = await won();
    expect((await admin.post(foreign.path, {})).status).toBe(404);
  });
});
