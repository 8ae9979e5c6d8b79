import { beforeEach, describe, expect, test } from 'vitest';
import { extractOf } from '#server/features/intelligence/summaries/extract.ts';
import { predictWins } from '#server/features/intelligence/sweeps.ts';
import { type TestTeam, useService } from '#test/support/harness.ts';
import { makePerson } from '#test/support/people.ts';

/*
 * Summaries of deals without a language model (ADR 246): facts in the team's language, changed only if a fact does, and silent about what some readers
 * may not see.
 */
const service = useService({ workers: 0, foreignRows: true });
let team: TestTeam;
beforeEach(async () => {
  team = await service.team();
  await service.sql(
    `update teams set deal_phases = '{lead,proposta,ganho,perdido}', won_phases = '{ganho}', lost_phases = '{perdido}' where id = $1`,
    [team.id],
  );
});

const round = { isStopping: () => false, isSteady: async () => true };
const sweep = async () => {
  // As if ten minutes had passed.
  await service.sql(`update win_models set messages_from = messages_from - interval '11 minutes'`);
  return predictWins(service.database, round);
};
const summaryOf = async (deal: { id?: unknown }) =>
  String((await team.get(`/deals/${deal.id}`)).data.ai_summary);

/** Adds a client with a contact whose last message is this one. */
async function addClient(content: string, inbox = team.inbox) {
  const client = await team.create('clients', { name: 'Padaria Aurora' });
  const contact = await team.create('contacts', { client_id: client.id });
  const [conversation] = await service.sql(
    `insert into conversations (team_id, id, inbox_id, contact_id, status, last_message_at, waiting_since)
     values ($1, uuid7(), $2, $3, 'open', now(), now() - interval '1 hour') returning id`,
    [team.id, inbox, contact.id],
  );
  await service.sql(
    `insert into messages (team_id, id, conversation_id, inbox_id, remote_jid, direction, content, status)
     values ($1, uuid7(), $2, $3, 'x', 'incoming', $4, 'received')`,
    [team.id, conversation?.id, inbox, content],
  );
  return client;
}

describe('a summary', () => {
  test('says since when, the way, the value, the next step and an unanswered question', async () => {
    const client = await addClient('Vocês conseguem entregar em janeiro?');
    const deal = await team.create('deals', { phase: 'lead', value: 12_000, client_id: client.id });
    await team.put(`/deals/${deal.id}`, { phase: 'proposta' });
    await team.create('activities', {
      title: 'Enviar contrato',
      type: 'task',
      deal_id: deal.id,
      due_date: '2027-01-15',
      is_completed: false,
    });
    await sweep();
    const summary = await summaryOf(deal);
    expect(summary).toMatch(
      /^Aberto em \d\d\/\d\d\/\d{4}\. Passou por Lead → Proposta \(desde \d\d\/\d\d\/\d{4}\)\. Valor: R\$ 12\.000,00\./,
    );
    expect(summary).toContain('Próximo passo: Enviar contrato (15/01/2027).');
    expect(summary).toMatch(
      /Pergunta sem resposta desde [\d/]+: “Vocês conseguem entregar em janeiro\?”\./,
    );
    expect(summary).not.toContain('Último contato');
  });

  test('says that there is no next step, and why a deal was lost', async () => {
    const deal = await team.create('deals', { phase: 'proposta', value: null });
    await sweep();
    expect(await summaryOf(deal)).toMatch(/Sem próximo passo\. Nenhum contato registrado\.$/);
    await team.put(`/deals/${deal.id}`, { phase: 'perdido', loss_reason: 'Preço' });
    await sweep();
    expect(await summaryOf(deal)).toMatch(/Perdido em [\d/]+: Preço\./);
    expect(await summaryOf(deal)).not.toContain('próximo passo');
  });

  test('changes once for a fact, with an event, and not for the time', async () => {
    const deal = await team.create('deals', { phase: 'lead' });
    await sweep();
    await sweep();
    const events = () =>
      service.sql(
        `select payload::json -> 'previous' ->> 'ai_summary' as previous from events
         where team_id = $1 and record_id = $2 and type = 'deal.updated' order by id`,
        [team.id, deal.id],
      );
    expect(await events()).toEqual([{ previous: null }]);
    const before = await summaryOf(deal);
    await team.create('activities', {
      title: 'Ligar',
      type: 'call',
      deal_id: deal.id,
      is_completed: false,
    });
    await sweep();
    await sweep();
    expect(await events()).toEqual([{ previous: null }, { previous: before }]);
  });

  test('is in English if the team wants that, and null if it wants none', async () => {
    const deal = await team.create('deals', { phase: 'lead', value: 10 });
    await service.sql(`insert into intelligence_settings (team_id, language) values ($1, 'en')`, [
      team.id,
    ]);
    await sweep();
    expect(await summaryOf(deal)).toMatch(
      /^Opened on \d{4}-\d\d-\d\d\. In Lead since .* Value: R\$10\.00\. No next step\./,
    );
    await service.sql(
      `update intelligence_settings set summarizes_deals = false where team_id = $1`,
      [team.id],
    );
    await service.sql(`update win_models set next_fit_at = now() where team_id = $1`, [team.id]);
    await sweep();
    expect((await team.get(`/deals/${deal.id}`)).data.ai_summary).toBeNull();
  });

  test('leaves out messages of restricted inboxes', async () => {
    const client = await addClient('É segredo?');
    await service.sql('update inboxes set is_restricted = true where id = $1', [team.inbox]);
    const deal = await team.create('deals', { phase: 'lead', client_id: client.id });
    await sweep();
    expect(await summaryOf(deal)).toContain('Nenhum contato registrado.');
  });

  test('is hidden from members who may not see values', async () => {
    const deal = await team.create('deals', { phase: 'lead', value: 98_765 });
    await sweep();
    expect(await summaryOf(deal)).toContain('98.765');
    const rui = await makePerson(service, team, 'member', { seesValues: false });
    const seen = await rui.get(`/deals/${deal.id}`);
    expect(seen.status).toBe(200);
    expect(seen.data.ai_summary).toBeNull();
    expect(seen.text).not.toContain('98.765');
  });

  test('is ignored in a request', async () => {
    const deal = await team.create('deals', { phase: 'lead' });
    const response = await team.put(`/deals/${deal.id}`, { ai_summary: 'Injected' });
    expect(response.data.ai_summary).toBeNull();
  });

  test('has at most 600 characters, whatever the texts are', () => {
    const long = 'Ñandu 🦤 '.repeat(200);
    const summary = extractOf(
      {
        created_on: '2026-01-01',
        is_archived: true,
        meaning: 'open',
        value: 999_999_999_999.99,
        loss_reason: long,
        phases: Array.from({ length: 40 }, () => ({ phase: long, since: '2026-01-02' })),
        contact: { on: '2026-01-03', from: 'client', text: `${long}\n\u0000${long}` },
        next_step: { title: long, on: '2026-01-04' },
        question: { on: '2026-01-05', text: `${long}?` },
      },
      'pt-BR',
    );
    expect([...summary].length).toBeLessThanOrEqual(600);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be in it
    expect(summary).not.toMatch(/[\n\u0000]/);
  });
});
