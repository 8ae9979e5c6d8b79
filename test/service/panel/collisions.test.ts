import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { receiveInSandbox } from '#server/features/receiving/sandbox-operations.ts';
import { perform } from '#server/operations/operation.ts';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { operatorOf } from '#test/support/operator.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Two people who answer one contact: the second one is refused until they have seen the first one's answer, or do not ask. */

const service = useSharedService();
let team: TestTeam;
let ana: TestPerson;
let bia: TestPerson;
beforeAll(async () => {
  team = await service.team();
  ana = await makePerson(service, team, 'member', { name: 'Ana' });
  bia = await makePerson(service, team, 'member', { name: 'Bia' });
});

let numbers = 0;
const phone = () => `55119${String(70_000_020 + 10 * numbers++)}`;

/** A conversation that its contact has begun. */
async function begun(): Promise<string> {
  const from = phone();
  const body = { from, text: 'Oi' };
  await perform(receiveInSandbox, operatorOf(service, team), { path: { id: team.inbox }, body });
  const [row] = await service.sql(
    `select c.id from conversations c join contacts k on k.team_id = c.team_id and k.id = c.contact_id
     where c.team_id = $1 and k.phone = $2`,
    [team.id, from],
  );
  return String(row?.id);
}

const write = (person: TestPerson, conversation: string, body: Json) =>
  person.post('/msgapp/messages/write', { conversation_id: conversation, ...body });
const idOf = ({ data }: { readonly data: Json }) => String(data.id);

/** Texts of a conversation, in order. */
const textsOf = async (conversation: string) =>
  (
    await service.sql(
      `select content from messages where conversation_id = $1 and direction = 'outgoing' order by id`,
      [conversation],
    )
  ).map(({ content }) => content);

describe('an answer by another author', () => {
  test('refuses a message of those who have not seen it, once they name what they have seen', async () => {
    const conversation = await begun();
    const first = await write(ana, conversation, { text: 'Bom dia!', seen_messages: [] });
    expect(first.status, first.text).toBe(201);
    const refused = await write(bia, conversation, { text: 'Oi!', seen_messages: [] });
    expect(refused.status).toBe(409);
    expect(refused.error).toMatchObject({ code: 'CONFLICT', reason: 'answered_meanwhile' });
    expect(await textsOf(conversation)).toEqual(['Bom dia!']);
    // Having seen it, or without asking, it is sent.
    const seen = await write(bia, conversation, {
      text: 'Complemento',
      seen_messages: [idOf(first)],
    });
    expect(seen.status).toBe(201);
    expect((await write(ana, conversation, { text: 'Assim mesmo' })).status).toBe(201);
    // A third message between the seen ones and now.
    const late = await write(ana, conversation, {
      text: 'De novo',
      seen_messages: [idOf(first)],
    });
    expect(late.status).toBe(409);
  });

  test('does not refuse a retry, nor any message of the person’s own', async () => {
    const conversation = await begun();
    const [one, two] = [uuidv7(), uuidv7()];
    const body = { id: one, text: 'Primeira', seen_messages: [] };
    expect((await write(ana, conversation, body)).status).toBe(201);
    // Written at the same time as the first, and sent after it.
    const next = { id: two, text: 'Segunda', seen_messages: [] };
    expect((await write(ana, conversation, next)).status).toBe(201);
    const last = { text: 'Da Bia', seen_messages: [one, two] };
    expect((await write(bia, conversation, last)).status).toBe(201);
    const again = await write(ana, conversation, body);
    expect([again.status, idOf(again)]).toEqual([201, one]);
    expect(await textsOf(conversation)).toEqual(['Primeira', 'Segunda', 'Da Bia']);
  });

  test.each([
    ['sent with an API key', `author = 'key', author_id = null`, 409],
    ['typed on the phone', `author = null, author_id = null, origin = 'phone'`, 409],
    ['of another program', `author = null, author_id = null, origin = 'other'`, 409],
    ['sent by a workflow', `author = 'workflow', author_id = null`, 201],
    ['that failed', `status = 'failed'`, 201],
    ['of a reaction', `message_type = 'reaction'`, 201],
    ['older than what was seen', `sent_at = now() - interval '1 day'`, 201],
  ])('%s', async (_, change, status) => {
    const conversation = await begun();
    const first = await write(bia, conversation, { text: 'Primeira' });
    const answer = await write(bia, conversation, { text: 'Resposta' });
    await service.sql(`update messages set ${change} where id = $1`, [idOf(answer)]);
    const sent = await write(ana, conversation, { text: 'Oi', seen_messages: [idOf(first)] });
    expect(sent.status, sent.text).toBe(status);
  });

  test('cannot be asked about by phone number', async () => {
    const body = { inbox_id: team.inbox, phone: phone(), text: 'Oi', seen_messages: [] };
    const refused = await ana.post('/msgapp/messages/write', body);
    expect(refused.status).toBe(400);
    expect(refused.error).toMatchObject({
      fields: [{ name: 'seen_messages', code: 'conflicting' }],
    });
  });

  test('of another team is not known, and messages of another team count as unseen', async () => {
    const conversation = await begun();
    const stranger = await makePerson(service, await service.team(), 'owner');
    expect((await write(stranger, conversation, { text: 'Oi', seen_messages: [] })).status).toBe(
      404,
    );
    const first = await write(ana, conversation, { text: 'Bom dia!' });
    expect((await write(bia, conversation, { text: 'Oi', seen_messages: [uuidv7()] })).status).toBe(
      409,
    );
    expect(
      (await write(bia, conversation, { text: 'Oi', seen_messages: [idOf(first)] })).status,
    ).toBe(201);
  });

  test('of two people who send at the same moment, one is refused, in 200 conversations', async () => {
    const conversations = await Promise.all(Array.from({ length: 200 }, begun));
    const results: number[][] = [];
    for (const conversation of conversations) {
      const answers = await Promise.all(
        [ana, bia].map((person) =>
          write(person, conversation, { text: person.userId, seen_messages: [] }),
        ),
      );
      results.push(answers.map(({ status }) => status).sort());
    }
    expect(results.filter(([sent, refused]) => sent !== 201 || refused !== 409)).toEqual([]);
    const [row] = await service.sql(
      `select count(*)::int as doubles from (
        select from messages where conversation_id = any($1::uuid[]) and direction = 'outgoing'
        group by conversation_id having count(*) <> 1) doubled`,
      [conversations],
    );
    expect(row?.doubles).toBe(0);
  });
});
