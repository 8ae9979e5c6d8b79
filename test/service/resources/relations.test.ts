import { expect, test } from 'vitest';
import { wrongTotals } from '#server/features/installation/totals-repair.ts';
import { type Json, useSharedService } from '#test/support/harness.ts';
import { makePerson } from '#test/support/people.ts';

const service = useSharedService();

test('the overview of a client lists open records first and counts all; a contact has its own conversations', async () => {
  const team = await service.team();
  const member = await makePerson(service, team, 'member');
  const overviewOf = async (path: string) => {
    const answer = await member.get(`${path}/overview`);
    expect(answer.status, answer.text).toBe(200);
    return answer.data;
  };
  const client = await team.create('clients', { name: 'Padaria' });
  const client_id = client.id;
  const none = { contacts: 0, conversations: 0, deals: 0, projects: 0, campaigns: 0, steps: 0 };
  expect(await overviewOf(`/clients/${client_id}`)).toMatchObject({
    counts: none,
    contacts: [],
    conversations: [],
    deals: [],
    projects: [],
    campaigns: [],
    steps: [],
  });

  const phone = '5511999990001';
  const contact = await team.create('contacts', { client_id, phone, custom_name: 'Rita' });
  const second = await team.create('contacts', { client_id, phone: '5511999990002' });
  const deal = await team.create('deals', { client_id, title: 'Site', value: 9_000 });
  for (let i = 0; i < 6; i += 1)
    await team.create('deals', { client_id, title: `Velho ${i}`, status: 'arquivado' });
  const done = await team.create('projects', { client_id, name: 'Pronto', status: 'completed' });
  await team.create('projects', { client_id, name: 'Loja', status: 'active', color: '#2563eb' });
  const ended = { project_id: done.id, name: 'Verão', status: 'completed' };
  await team.create('campaigns', { ...ended, start_date: '2999-01-01' });
  await team.create('campaigns', {
    project_id: done.id,
    name: 'Inverno',
    start_date: '2020-01-01',
  });
  // A step of a client's deal counts once; notes and completed activities do not.
  const step = { type: 'call', title: 'Ligar', due_date: '2999-01-02' };
  await team.create('activities', { ...step, client_id, deal_id: deal.id });
  await team.create('activities', { ...step, title: 'Antes', due_date: '2020-01-02', client_id });
  await team.create('activities', { ...step, type: 'note', client_id });
  await team.create('activities', { ...step, is_completed: true, client_id });
  for (const [from, text, at] of [
    [contact, 'Bom dia', '2026-11-01'],
    [second, 'Olá', '2026-11-02'],
  ] as const) {
    const [talk] = await service.sql(
      `insert into conversations (team_id, id, inbox_id, contact_id, last_message_at, waiting_since)
      values ($1, uuid7(), $2, $3, $4, $4) returning id`,
      [team.id, team.inbox, from.id, at],
    );
    await service.sql(
      `insert into messages (team_id, id, conversation_id, inbox_id, remote_jid, direction, content, status, created_at, sent_at)
      values ($1, uuid7(), $2, $3, 'x', 'incoming', 'antes', 'received', '2026-01-01', '2026-01-01'),
        ($1, uuid7(), $2, $3, 'x', 'incoming', $4, 'received', $5, $5)`,
      [team.id, talk?.id, team.inbox, text, at],
    );
  }
  await wrongTotals(service.database.platform, true);
  // Records of another client.
  const stranger = await team.create('clients');
  for (const kind of ['deals', 'projects', 'contacts', 'activities'])
    await team.create(kind, { client_id: stranger.id });

  const overview = await overviewOf(`/clients/${client_id}`);
  expect(overview).toMatchObject({
    counts: {
      ...none,
      contacts: 2,
      conversations: 2,
      deals: 7,
      projects: 2,
      campaigns: 2,
      steps: 2,
    },
    contacts: [
      { id: second.id, name: '5511999990002' },
      { id: contact.id, name: 'Rita', phone },
    ],
    conversations: [
      { contact_id: second.id, last_text: 'Olá', is_waiting: true },
      { contact_id: contact.id, name: 'Rita', last_text: 'Bom dia' },
    ],
    projects: [{ name: 'Loja', color: '#2563eb' }, { name: 'Pronto' }],
    campaigns: [
      { name: 'Inverno', project_id: done.id },
      { name: 'Verão', color: null },
    ],
    steps: [
      { title: 'Antes', date: '2020-01-02' },
      { title: 'Ligar', date: '2999-01-02' },
    ],
  });
  const deals = overview.deals as Json[];
  expect(deals).toHaveLength(5);
  expect(deals[0]).toMatchObject({ id: deal.id, title: 'Site', phase: 'lead', is_open: true });
  expect(Object.keys(deals[0] ?? {})).not.toContain('value');
  expect(await overviewOf(`/msgapp/contacts/${contact.id}`)).toEqual({
    ...overview,
    counts: { ...(overview.counts as Json), contacts: 1, conversations: 1 },
    conversations: [(overview.conversations as Json[])[1]],
    contacts: [{ id: contact.id, name: 'Rita', phone }],
  });

  const otherTeam = await service.team();
  const outsider = await makePerson(service, otherTeam, 'owner');
  for (const path of [`/clients/${client_id}`, `/msgapp/contacts/${contact.id}`])
    expect((await outsider.get(`${path}/overview`)).status).toBe(404);
  const lone = await team.create('contacts', { phone: '5511999990003' });
  expect(await overviewOf(`/msgapp/contacts/${lone.id}`)).toMatchObject({
    counts: { ...none, contacts: 1 },
    deals: [],
  });
});
