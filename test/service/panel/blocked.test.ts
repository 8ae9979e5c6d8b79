import { beforeAll, describe, expect, test } from 'vitest';
import { receiveInSandbox } from '#server/features/receiving/sandbox-operations.ts';
import { perform } from '#server/operations/operation.ts';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { operatorOf } from '#test/support/operator.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Blocked contacts: their messages are stored, and nothing follows from them. */

const service = useSharedService();
let team: TestTeam;
let ana: TestPerson;
let inbox: string;
let last = 100;
beforeAll(async () => {
  team = await service.team();
  ana = await makePerson(service, team, 'admin', { name: 'Ana' });
  const made = await ana.post('/inboxes', { name: 'Zap', type: 'session', gateway: 'sandbox' });
  expect(made.status, made.text).toBe(201);
  inbox = String(made.data.id);
});

const writes = (from: string, text: string) =>
  perform(receiveInSandbox, operatorOf(service, team), {
    path: { id: inbox },
    body: { from, text },
  });
const at = (id: string, verb = '') => `/msgapp/conversations/${id}${verb && `/${verb}`}`;
const show = async (id: string) => (await ana.get(at(id))).data;
const act = async (id: string, verb: string) => {
  const answer = await ana.post(at(id, verb), {});
  expect(answer.status, answer.text).toBe(200);
  return answer.data;
};
const textsIn = async (id: string) =>
  ((await ana.get(at(id, 'thread'))).data.messages as Json[]).map(({ content }) => content);
const unread = async () => (await ana.get('/msgapp/unread')).data;

/** A conversation that a contact began. @returns its id and the contact's number */
async function begin(): Promise<{ id: string; phone: string }> {
  last += 1;
  const phone = `5511987651${last}`;
  await writes(phone, 'Oi');
  const [row] = await service.sql(
    `select c.id from conversations c join contacts k on k.team_id = c.team_id and k.id = c.contact_id
     where c.team_id = $1 and k.phone = $2`,
    [team.id, phone],
  );
  return { id: String(row?.id), phone };
}

describe('a blocked contact', () => {
  test('is stored, but waits for nothing, opens nothing and is never unread', async () => {
    const { id, phone } = await begin();
    const blocked = await act(id, 'block');
    expect(blocked).toMatchObject({ is_blocked: true, status: 'resolved', waiting_since: null });
    await writes(phone, 'Compre já');
    await writes(phone, 'Última chance');
    expect(await show(id)).toMatchObject({
      is_blocked: true,
      status: 'resolved',
      waiting_since: null,
    });
    expect(await textsIn(id)).toEqual(['Oi', 'Compre já', 'Última chance']);
    const counted = await unread();
    expect(JSON.stringify(counted.unread)).not.toContain(id);
    expect(counted.blocked_conversation_ids).toContain(id);
    const rows = await ana.get(`/msgapp/conversation-rows?view=all&status=resolved&ids=${id}`);
    expect(rows.data.rows).toMatchObject([{ id, is_blocked: true, unread: 0 }]);
    const open = await ana.get(`/msgapp/conversation-rows?view=all&ids=${id}`);
    expect(open.data.rows).toEqual([]);
  });

  test('is as before once it is unblocked: its next message opens the conversation', async () => {
    const { id, phone } = await begin();
    await act(id, 'block');
    await writes(phone, 'Ainda aí?');
    expect(await act(id, 'unblock')).toMatchObject({ is_blocked: false, status: 'resolved' });
    await writes(phone, 'Desculpe');
    const now = await show(id);
    expect(now).toMatchObject({ is_blocked: false, status: 'open' });
    expect(now.waiting_since).not.toBeNull();
    expect(JSON.stringify((await unread()).unread)).toContain(id);
  });

  test('runs no workflow and gets no automatic reply, others do', async () => {
    await service.sql('update inboxes set greeting = $2 where team_id = $1 and id = $3', [
      team.id,
      'Olá! Já respondemos.',
      inbox,
    ]);
    const made = await ana.post('/workflows', {
      definition: {
        name: 'Novas mensagens',
        trigger: { type: 'conversation_received' },
        steps: [{ type: 'add_note', with: { content: 'Chegou' } }],
      },
    });
    expect(made.status, made.text).toBe(201);
    await ana.put(`/workflows/${made.data.id}/enable`);
    const countsOf = async () => {
      const [row] = await service.sql(
        `select (select count(*) from workflow_runs where team_id = $1)::int as runs,
          (select count(*) from automatic_replies where team_id = $1)::int as replies`,
        [team.id],
      );
      return row;
    };
    const { id, phone } = await begin();
    expect(await countsOf()).toEqual({ runs: 1, replies: 1 });
    await act(id, 'block');
    // The reply of its period was sent: only one of another period would show.
    await service.sql('delete from automatic_replies where team_id = $1', [team.id]);
    await writes(phone, 'Promoção');
    expect(await countsOf()).toEqual({ runs: 1, replies: 0 });
    await act(id, 'unblock');
    await writes(phone, 'Desculpe');
    expect(await countsOf()).toEqual({ runs: 2, replies: 1 });
  });

  test('is blocked once by many at a time, and shown in the thread with its author', async () => {
    const { id } = await begin();
    await Promise.all(Array.from({ length: 20 }, () => act(id, 'block')));
    const { activities } = (await ana.get(at(id, 'thread'))).data;
    expect(activities).toMatchObject([{ kind: 'blocked', actor_name: 'Ana' }]);
    await act(id, 'unblock');
    const thread = (await ana.get(at(id, 'thread'))).data;
    expect((thread.activities as Json[]).map(({ kind }) => kind)).toEqual(['blocked', 'unblocked']);
  });

  test('stays blocked, with all labels, when conversations are merged', async () => {
    const [from, into] = [await begin(), await begin()];
    const label = async (id: string, name: string) => {
      const made = await ana.post('/msgapp/labels', { name, color: 'red' });
      expect(made.status, made.text).toBe(201);
      await ana.post(at(id, 'labels'), { add_labels: [made.data.id] });
    };
    await label(from.id, 'De');
    await label(into.id, 'Para');
    await act(from.id, 'block');
    const [a, b] = [await show(from.id), await show(into.id)];
    const merged = await ana.post(`/msgapp/contacts/${b.contact_id}/merge`, { from: a.contact_id });
    expect(merged.status, merged.text).toBe(200);
    const now = await show(into.id);
    expect(now).toMatchObject({ is_blocked: true, status: 'resolved' });
    expect((now.labels as Json[]).map(({ name }) => name)).toEqual(['De', 'Para']);
    await writes(from.phone, 'Oi de novo');
    expect(await show(into.id)).toMatchObject({ is_blocked: true, status: 'resolved' });
  });

  test('is found by its filter only by members of the team', async () => {
    const stranger = await makePerson(service, await service.team(), 'owner');
    const { id } = await begin();
    await act(id, 'block');
    const path = '/msgapp/conversation-rows?view=all&status=resolved&blocked=true';
    const { rows, counts } = (await ana.get(path)).data;
    expect((rows as Json[]).map((row) => row.id)).toContain(id);
    expect((rows as Json[]).every(({ is_blocked }) => is_blocked === true)).toBe(true);
    expect(counts).toMatchObject({ all: (rows as Json[]).length });
    expect((await stranger.get(path)).data.rows).toEqual([]);
    expect((await stranger.post(at(id, 'unblock'), {})).status).toBe(404);
    expect(await show(id)).toMatchObject({ is_blocked: true });
  });
});
