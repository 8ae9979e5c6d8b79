import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Team settings for admins: name, phases and time zone. */
const service = useService();
let team: TestTeam;
let admin: TestPerson;
let member: TestPerson;
beforeAll(async () => {
  team = await service.team('Aurora');
  admin = await makePerson(service, team, 'admin');
  member = await makePerson(service, team, 'member');
});

const events = (type: string) =>
  service.sql(
    'select record_id, payload from events where team_id = $1 and type = $2 order by id',
    [team.id, type],
  );

describe('settings', () => {
  test('are read by members and changed by admins, each field separately', async () => {
    const before = await member.get('/settings');
    expect(before.data).toEqual({
      name: 'Aurora',
      slug: team.slug,
      strict_tax_ids: false,
      deal_phases: [],
      won_phases: [],
      lost_phases: [],
      phase_rules: [],
      time_zone: 'America/Sao_Paulo',
      audit_days: 365,
      privacy_days: 15,
      requires_second_factor: false,
      second_factor_from: null,
      allows_agents: true,
      created_at: expect.stringMatching(/Z$/),
    });
    expect((await member.put('/settings', { name: 'Minha' })).error.code).toBe('FORBIDDEN');
    const changed = await admin.put('/settings', {
      deal_phases: ['lead', ' proposta ', 'ganho', 'perdido'],
      won_phases: ['ganho'],
      lost_phases: ['perdido'],
      time_zone: 'America/Manaus',
      audit_days: 2192,
      privacy_days: 30,
      requires_second_factor: false,
    });
    expect(changed.status, changed.text).toBe(200);
    expect(changed.data).toEqual({
      ...before.data,
      deal_phases: ['lead', 'proposta', 'ganho', 'perdido'],
      won_phases: ['ganho'],
      lost_phases: ['perdido'],
      time_zone: 'America/Manaus',
      audit_days: 2192,
      privacy_days: 30,
      requires_second_factor: false,
    });
    expect((await admin.put('/settings', { name: ' Aurora Comunicação ' })).data.name).toBe(
      'Aurora Comunicação',
    );
    expect((await member.get('/settings')).data).toMatchObject({
      name: 'Aurora Comunicação',
      won_phases: ['ganho'],
    });
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ name: null }, 'name'],
    [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
    [{ time_zone: '+03:00' }, 'time_zone'],
    [{ deal_phases: ['a', 'a'] }, 'deal_phases'],
    [{ deal_phases: 'a' }, 'deal_phases'],
    [{ won_phases: ['nowhere'] }, 'won_phases'],
    [{ lost_phases: ['ganho'] }, 'lost_phases'],
    [{ strict_tax_ids: 'yes' }, 'strict_tax_ids'],
    [{ audit_days: 89 }, 'audit_days'],
    [{ audit_days: 2193 }, 'audit_days'],
    [{ audit_days: 90.5 }, 'audit_days'],
    [{ privacy_days: 0 }, 'privacy_days'],
    [{ privacy_days: 31 }, 'privacy_days'],
    [{ color: 'red' }, 'color'],
  ])('refuse %j and stay unchanged', async (body, field) => {
    const before = (await admin.get('/settings')).text;
    const answer = await admin.put('/settings', body);
    expect(answer.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining(field),
    });
    expect((await admin.get('/settings')).text).toBe(before);
  });

  test('a phase removed from the list no longer means won or lost', async () => {
    const answer = await admin.put('/settings', { deal_phases: ['lead', 'proposta', 'ganho'] });
    expect(answer.data).toMatchObject({ won_phases: ['ganho'], lost_phases: [] });
  });

  test('are those of the caller’s team', async () => {
    const otherTeam = await service.team('Outra');
    const stranger = await makePerson(service, otherTeam, 'owner');
    expect((await stranger.own('PUT', `/teams/${team.slug}/settings`, { name: 'X' })).status).toBe(
      404,
    );
    expect((await stranger.get('/settings')).data).toMatchObject({
      name: 'Outra',
      deal_phases: [],
    });
  });
});

describe('a phase', () => {
  beforeAll(async () => {
    await admin.put('/settings', {
      deal_phases: ['lead', 'proposta', 'ganho'],
      won_phases: ['ganho'],
    });
  });

  test('keeps its deals, its meaning and its workflows when it is renamed', async () => {
    const deal = await team.create('deals', { phase: 'ganho' });
    const archived = await team.create('deals', { phase: 'ganho', status: 'arquivado' });
    const otherDeal = await team.create('deals', { phase: 'lead' });
    await service.sql(
      `insert into workflows (team_id, id, name, event, from_phase, to_phase, conditions, steps)
       values ($1, gen_random_uuid(), 'W', 'deal.stage_changed', 'lead', 'ganho', '[]', '[]')`,
      [team.id],
    );
    const moves = (await events('deal.stage_changed')).length;
    const eventCount = (await events('deal.updated')).length;
    const answer = await admin.put('/settings/phases', { from: 'ganho', to: 'Fechado' });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.data).toMatchObject({
      deal_phases: ['lead', 'proposta', 'Fechado'],
      won_phases: ['Fechado'],
    });
    for (const { id } of [deal, archived])
      expect((await team.get(`/deals/${id}`)).data.phase).toBe('Fechado');
    expect((await team.get(`/deals/${otherDeal.id}`)).data).toEqual(otherDeal);
    const updates = (await events('deal.updated')).slice(eventCount);
    expect(updates.map(({ record_id }) => record_id).sort()).toEqual([deal.id, archived.id].sort());
    const payload = JSON.parse(String(updates[0]?.payload)) as Json;
    expect(payload.previous).toMatchObject({ phase: 'ganho' });
    expect(payload.data).toMatchObject({ phase: 'Fechado' });
    expect((await events('deal.stage_changed')).length).toBe(moves);
    expect(
      await service.sql('select from_phase, to_phase from workflows where team_id = $1', [team.id]),
    ).toEqual([{ from_phase: 'lead', to_phase: 'Fechado' }]);
    await admin.put('/settings/phases', { from: 'Fechado', to: 'ganho' });
  });

  test.each([
    [{ from: 'nowhere', to: 'x' }, 400, 'from'],
    [{ from: 'lead' }, 400, 'to'],
    [{ from: 'lead', to: '' }, 400, 'to'],
    [{ from: 'lead', to: 'proposta' }, 409, 'proposta'],
  ])('cannot be renamed by %j', async (body, status, reason) => {
    const answer = await admin.put('/settings/phases', body);
    expect(answer.status, answer.text).toBe(status);
    expect(answer.error.message).toContain(reason);
    expect((await admin.get('/settings')).data.deal_phases).toEqual(['lead', 'proposta', 'ganho']);
  });

  test('is renamed although deals are added to it all the time', async () => {
    const busy = await service.team();
    const owner = await makePerson(service, busy, 'owner');
    await owner.put('/settings', { deal_phases: ['lead'] });
    const { id } = await busy.create('deals', { phase: 'lead' });
    // Simulates requests that add a deal between any two statements of the renaming.
    await service.sql(`
      create function add_deal() returns trigger language plpgsql as $$ begin
        insert into deals (team_id, id, title, phase) values (new.team_id, uuid7(), 'Mais um', 'lead');
        return null;
      end $$`);
    await service.sql(`
      create trigger add_deal after update on deals for each row
        when (new.team_id = '${busy.id}' and pg_trigger_depth() = 0) execute function add_deal()`);
    try {
      const renamed = await owner.put('/settings/phases', { from: 'lead', to: 'novo' });
      expect(renamed.status, renamed.text).toBe(200);
      expect((await busy.get(`/deals/${id}`)).data.phase).toBe('novo');
    } finally {
      await service.sql('drop function add_deal cascade');
      // They are in no total.
      await service.sql(`delete from deals where team_id = $1 and title = 'Mais um'`, [busy.id]);
    }
  });

  test('of deals written concurrently is renamed too, and no write is refused', async () => {
    let stopped = false;
    const statuses = new Set<number>();
    const writing = Promise.all(
      [0, 1].map(async () => {
        while (!stopped)
          statuses.add((await team.post('/deals', { title: 'Mais um', phase: 'lead' })).status);
      }),
    );
    try {
      for (const [from, to] of [
        ['lead', 'novo'],
        ['proposta', 'orçamento'],
      ])
        expect((await admin.put('/settings/phases', { from, to })).status).toBe(200);
    } finally {
      stopped = true;
      await writing;
    }
    expect([...statuses]).toEqual([201]);
    const wrong = await service.sql(
      `select phase, phase_rank from deals where team_id = $1 and phase_rank <>
       coalesce(array_position((select deal_phases from teams where id = $1), phase), 2147483647)`,
      [team.id],
    );
    expect(wrong).toEqual([]);
  });
});
