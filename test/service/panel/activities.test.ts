import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { wakeConversations } from '#server/features/conversations/sweeps.ts';
import { storeIncoming } from '#server/features/receiving/store-incoming.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Activities of a conversation: who assigned, snoozed, resolved, opened and merged it, and when, between its messages. */

const service = useService({ workers: 0 });
let team: TestTeam;
let ana: TestPerson;
let bia: TestPerson;
beforeAll(async () => {
  team = await service.team();
  ana = await makePerson(service, team, 'admin', { name: 'Ana' });
  bia = await makePerson(service, team, 'member', { name: 'Bia' });
});

let numbers = 0;
const phone = () => `55119${String(60_000_020 + 10 * numbers++)}`;

/** Receives a message. @returns its conversation and contact */
async function arrives(from: string) {
  const networkId = `in.${uuidv7()}`;
  await storeIncoming(service.database.team(team.id), team.inbox, 's.msgapp.net', {
    networkId,
    chat: { phone: from },
    origin: 'contact',
    type: 'text',
    text: 'Oi',
  });
  const [row] = await service.sql(
    `select c.id, c.contact_id from conversations c join messages m on m.team_id = c.team_id and m.conversation_id = c.id
     where c.team_id = $1 and m.msgapp_message_id = $2`,
    [team.id, networkId],
  );
  return { id: String(row?.id), contact: String(row?.contact_id) };
}

const at = (id: string, rest: string) => `/msgapp/conversations/${id}/${rest}`;
const activitiesOf = async (id: string, query = '', person = ana) =>
  ((await person.get(at(id, `thread${query}`))).data.activities ?? []) as Json[];
const kindsOf = async (id: string, query?: string) =>
  (await activitiesOf(id, query)).map(({ kind }) => kind);

describe('activities', () => {
  test('name the actor, the assignee and the end of a snooze', async () => {
    const { id } = await arrives(phone());
    const until = '2099-01-01T12:00:00.000Z';
    await ana.post(at(id, 'assign'), { assignee_id: bia.userId });
    await bia.post(at(id, 'unassign'), {});
    await ana.post(at(id, 'snooze'), { until });
    await bia.post(at(id, 'resolve'), {});
    await ana.post(at(id, 'reopen'), {});
    // Without a change, nothing is added.
    await ana.post(at(id, 'reopen'), {});
    const byAna = { actor: 'user', actor_id: ana.userId, actor_name: 'Ana' };
    const byBia = { actor: 'user', actor_id: bia.userId, actor_name: 'Bia' };
    const none = { assignee_id: null, assignee_name: null, until: null };
    expect(await activitiesOf(id)).toMatchObject([
      {
        kind: 'assigned',
        ...byAna,
        ...none,
        assignee_id: bia.userId,
        assignee_name: 'Bia',
      },
      { kind: 'unassigned', ...byBia, ...none },
      { kind: 'snoozed', ...byAna, ...none, until },
      { kind: 'resolved', ...byBia, ...none },
      { kind: 'reopened', ...byAna, ...none },
    ]);
  });

  test('include the end of a snooze, and a message of the contact that opens it', async () => {
    const from = phone();
    const { id } = await arrives(from);
    await ana.post(at(id, 'snooze'), { until: '2099-01-01T12:00:00.000Z' });
    await service.sql(
      `update conversations set snoozed_until = now() - interval '1 second' where id = $1`,
      [id],
    );
    await wakeConversations(service.database, {
      isStopping: () => false,
      isSteady: async () => true,
    });
    await ana.post(at(id, 'resolve'), {});
    await arrives(from);
    // Further messages do not open it.
    await arrives(from);
    await ana.post(at(id, 'snooze'), { until: '2099-01-01T12:00:00.000Z' });
    await arrives(from);
    expect(await kindsOf(id)).toEqual([
      'snoozed',
      'woken',
      'resolved',
      'answered',
      'snoozed',
      'answered',
    ]);
    expect((await activitiesOf(id))[1]).toMatchObject({ actor: 'system', actor_name: null });
  });

  test('include a merge with another conversation', async () => {
    const [survivor, merged] = [await arrives(phone()), await arrives(phone())];
    const answer = await ana.post(`/msgapp/contacts/${survivor.contact}/merge`, {
      from: merged.contact,
    });
    expect(answer.status, answer.text).toBe(200);
    expect(await kindsOf(survivor.id)).toEqual(['merged']);
    // The old address leads to the same thread.
    expect(await kindsOf(merged.id)).toEqual(['merged']);
  });

  test('are on exactly one page each', async () => {
    const from = phone();
    const { id } = await arrives(from);
    for (let round = 0; round < 4; round += 1) {
      await ana.post(at(id, 'resolve'), {});
      await arrives(from);
    }
    const all = await activitiesOf(id, '?limit=100');
    expect(all).toHaveLength(8);
    const seen: unknown[] = [];
    let page = (await ana.get(at(id, 'thread?limit=2'))).data;
    for (;;) {
      seen.unshift(...(page.activities as Json[]).map((each) => each.id));
      if (page.before === null) break;
      page = (await ana.get(at(id, `thread?limit=2&before=${page.before}`))).data;
    }
    expect(seen).toEqual(all.map((each) => each.id));
  });

  test('of another team are not shown', async () => {
    const { id } = await arrives(phone());
    await ana.post(at(id, 'resolve'), {});
    const stranger = await makePerson(service, await service.team(), 'owner');
    expect((await stranger.get(at(id, 'thread'))).status).toBe(404);
    expect(await activitiesOf(id, '', bia)).toHaveLength(1);
  });
});
