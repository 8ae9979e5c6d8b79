import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { applyToUnread, withCount } from '#panel/records/conversations/unread.ts';
import { storeIncoming } from '#server/features/receiving/store-incoming.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Data for the screens of conversations, while conversations continue. */
const service = useService({ workers: 0 });
let team: TestTeam;
let otherTeam: TestTeam;
let ana: TestPerson;
let blind: TestPerson;
let foreigner: TestPerson;
beforeAll(async () => {
  [team, otherTeam] = [await service.team(), await service.team()];
  ana = await makePerson(service, team, 'member', { name: 'Ana' });
  blind = await makePerson(service, team, 'member', { seesValues: false });
  foreigner = await makePerson(service, otherTeam, 'owner');
});

const suffix = 's.msgapp.net';
const base = Math.floor(Date.now() / 1_000 - 3_600) * 1_000;
interface Written {
  readonly to?: TestTeam;
  readonly phone?: string;
  readonly lid?: string;
  readonly text?: string;
  readonly at?: number;
  /** Network id of the message that it reacts to. */
  readonly reactsTo?: string;
}

/** Receives a message at a given network time. @returns the conversation and the message */
async function arrives({
  to = team,
  phone = '5511987650001',
  lid,
  text = 'Oi',
  at,
  reactsTo,
}: Written) {
  const networkId = `in.${uuidv7()}`;
  await storeIncoming(service.database.team(to.id), to.inbox, suffix, {
    networkId,
    chat: lid === undefined ? { phone } : { lid },
    origin: 'contact',
    type: reactsTo === undefined ? 'text' : 'reaction',
    text,
    ...(reactsTo !== undefined && { details: { message: reactsTo } }),
    ...(at !== undefined && { at }),
  });
  const [row] = await service.sql(
    'select id, conversation_id from messages where team_id = $1 and msgapp_message_id = $2',
    [to.id, networkId],
  );
  return { id: String(row?.id), conversation: String(row?.conversation_id) };
}

const rows = async (query: string, person = ana) => {
  const { data, text } = await person.get(`/msgapp/conversation-rows?${query}`);
  expect(data.rows, text).toBeDefined();
  return data as { rows: Json[]; next: string | null; counts: Json };
};
const idsOf = (list: readonly Json[]) => list.map(({ id }) => String(id));
const thread = async (id: string, query = '', person = ana) =>
  (await person.get(`/msgapp/conversations/${id}/thread?${query}`)).data as {
    conversation: Json;
    messages: Json[];
    notes: Json[];
    before: string | null;
    after: string | null;
    first_unread_id: string | null;
    draft: Json | null;
  };
const act = (id: string, verb: string, body: Json = {}) =>
  ana.post(`/msgapp/conversations/${id}/${verb}`, body);

/** Pseudorandom numbers, reproducible by seed. */
function dice(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('the list', () => {
  const count = 40;
  let all: string[];
  beforeAll(async () => {
    const roll = dice(3);
    all = [];
    for (let i = 0; i < count; i += 1) {
      const chat = i % 9 === 0 ? { lid: `9${i}000` } : { phone: `55119876501${10 + i}` };
      // Whole seconds, many of them equal.
      const { conversation } = await arrives({ ...chat, at: base + roll(15) * 1_000 });
      all.push(conversation);
      if (roll(3) === 0) await answer(conversation);
    }
  });
  const answer = async (conversation: string) => {
    const sent = await ana.post('/msgapp/messages/write', {
      conversation_id: conversation,
      text: 'Certo',
    });
    expect(sent.status, sent.text).toBe(201);
  };

  test.each(['waiting', 'latest'])(
    'sorted by %s: unmoved rows appear once and in order, and moved ones are identified by id',
    async (sort) => {
      for (const seed of [1, 2, 3]) {
        const roll = dice(seed * 7);
        const seen: string[] = [];
        const moved = new Set<string>();
        const still = (await rows(`sort=${sort}&limit=100`)).rows;
        for (let after: string | null = ''; after !== null; ) {
          const page = await rows(`sort=${sort}&limit=6${after && `&after=${after}`}`);
          seen.push(...idsOf(page.rows));
          after = page.next;
          for (let i = roll(4); i > 0; i -= 1) {
            const id = all[roll(count)] as string;
            moved.add(id);
            const [chat] = await service.sql(
              'select k.phone, c.lid from conversations c left join contacts k on k.id = c.contact_id where c.id = $1',
              [id],
            );
            const from = {
              phone: String(chat?.phone),
              ...(chat?.lid ? { lid: String(chat.lid) } : {}),
            };
            const act = roll(3);
            if (act === 0) await answer(id);
            else await arrives({ ...from, ...(act === 1 && { at: base + roll(20) * 1_000 }) });
          }
        }
        const isStill = (id: string) => !moved.has(id);
        expect(seen.filter(isStill), `seed ${seed}`).toEqual(idsOf(still).filter(isStill));
        const again = await rows(`sort=${sort}&limit=100&ids=${[...moved]}`);
        expect(new Set(idsOf(again.rows))).toEqual(moved);
        const listed = new Map([...seen, ...idsOf(again.rows)].map((id) => [id, true]));
        expect([...listed.keys()].sort()).toEqual([...all].sort());
      }
    },
  );

  test('shows the longest waiting first, then the latest; each as in v1, with the caller’s own fields', async () => {
    const { rows: list, counts } = await rows('limit=100');
    const waiting = list.filter(({ waiting_since: since }) => since !== null);
    const since = waiting.map((row) => String(row.waiting_since));
    expect(since).toEqual(since.toSorted());
    const latest = list.slice(waiting.length).map((row) => String(row.last_message_at));
    expect(latest).toEqual(latest.toSorted().reverse());
    expect([waiting.length > 5, latest.length > 5]).toEqual([true, true]);
    expect(counts).toEqual({ mine: 0, unassigned: count, all: count });
    const [first] = list as [Json];
    const { data } = await ana.get(`/msgapp/conversations/${first.id}`);
    const { name, last_message, unread, client, draft, has_reply_times, ...record } = first;
    expect(record).toEqual(data);
    expect([unread, client, draft, has_reply_times]).toEqual([
      expect.any(Number),
      null,
      false,
      false,
    ]);
    const { messages } = await thread(String(first.id));
    expect(last_message).toMatchObject({
      id: messages.at(-1)?.id,
      content: 'Oi',
      direction: 'incoming',
    });
    expect(name).not.toBe('');

    const id = String(first.id);
    const maria = (await ana.post('/clients', { name: 'Maria', type: 'PF' })).data;
    const contact = list.find((row) => row.contact_id !== null) as Json;
    await ana.put(`/msgapp/contacts/${contact.contact_id}`, {
      custom_name: 'Zuleica',
      client_id: maria.id,
    });
    await act(id, 'assign', { assignee_id: ana.userId });
    await ana.put(`/msgapp/conversations/${id}/draft`, { content: 'Olá' });
    expect(idsOf((await rows('view=mine')).rows)).toEqual([id]);
    expect((await rows('view=mine', blind)).rows).toEqual([]);
    expect((await rows(`ids=${id}`)).rows).toMatchObject([{ draft: true }]);
    expect((await rows(`ids=${id}`, blind)).rows).toMatchObject([{ draft: false }]);
    const expectedContacts = [
      { id: contact.id, name: 'Zuleica', client: { id: maria.id, name: 'Maria' } },
    ];
    for (const query of [
      `client_id=${maria.id}`,
      'search=zuleica&status=any',
      `contact_id=${contact.contact_id}`,
    ])
      expect((await rows(query)).rows, query).toMatchObject(expectedContacts);
    await act(id, 'snooze', { until: '2099-01-01T00:00:00Z' });
    expect((await rows('view=mine')).rows).toEqual([]);
    expect(idsOf((await rows('view=mine&status=snoozed')).rows)).toEqual([id]);
    await act(id, 'reopen');
    await act(id, 'unassign');
  });

  test('refuses a cursor that is forged, or of another team, list or order; and shows no rows of another team', async () => {
    const { next } = await rows('limit=2');
    const latest = await rows('limit=2&sort=latest');
    const { before } = await thread(all[0] as string, 'limit=1');
    const bad = [`after=x`, `after=${next}x`, `after=${latest.next}`, `after=${before}`, 'after='];
    for (const query of bad.slice(0, before === null ? 3 : 4)) {
      const { status, error } = await ana.get(`/msgapp/conversation-rows?${query}`);
      expect([status, error.message], query).toEqual([
        400,
        expect.stringMatching(/^after must be/),
      ]);
    }
    expect((await foreigner.get(`/msgapp/conversation-rows?after=${next}`)).status).toBe(400);
    const id = all[0];
    for (const query of [`ids=${id}`, `inbox_id=${team.inbox}`, 'search=Zuleica'])
      expect((await rows(query, foreigner)).rows, query).toEqual([]);
    for (const query of [
      'limit=0',
      'limit=101',
      'limit=1.5',
      'view=x',
      'status=x',
      'ids=1',
      'sort=-waiting',
      'page=2',
    ])
      expect((await ana.get(`/msgapp/conversation-rows?${query}`)).status, query).toBe(400);
    // A sort of this list only, without descending order.
    expect((await ana.get('/msgapp/conversation-rows?sort=-waiting&limit=0')).error.message).toBe(
      'sort must be one of waiting, due, latest; limit must be a whole number from 1 to 100.',
    );
    for (const part of ['thread', 'sidebar'])
      expect((await foreigner.get(`/msgapp/conversations/${id}/${part}`)).status).toBe(404);
  });
});

describe('a thread', () => {
  let conversation: string;
  const messageIds: string[] = [];
  beforeAll(async () => {
    const roll = dice(11);
    for (let i = 0; i < 45; i += 1) {
      const written = await arrives({
        phone: '5511987659999',
        text: `${i}`,
        at: base + roll(12) * 1_000,
      });
      conversation = written.conversation;
      messageIds.push(written.id);
      if (roll(4) === 0) {
        const { data } = await ana.post(`/msgapp/conversations/${conversation}/notes`, {
          content: `n${i}`,
        });
        await service.sql('update conversation_notes set created_at = $2 where id = $1', [
          data.id,
          new Date(base + roll(12_000)),
        ]);
      }
    }
  });

  /** All pages from one on, until the end in that direction. */
  async function walk(
    from: string,
    direction: 'before' | 'after',
    between: () => Promise<unknown>,
  ) {
    const pages = [await thread(conversation, from)];
    for (let next = pages[0]?.[direction]; next; next = pages.at(-1)?.[direction]) {
      await between();
      pages.push(await thread(conversation, `limit=6&${direction}=${next}`));
    }
    const inOrder = direction === 'before' ? pages.toReversed() : pages;
    return {
      messages: inOrder.flatMap(({ messages }) => idsOf(messages)),
      notes: inOrder.flatMap(({ notes }) => idsOf(notes)),
    };
  }
  const whole = async () => {
    const { messages } = await thread(conversation, 'limit=100');
    const { body } = await ana.get(`/msgapp/conversations/${conversation}/notes`);
    return { messages: idsOf(messages), notes: idsOf(body.data as unknown as Json[]) };
  };

  test('is complete and in order in either direction, including notes, while messages arrive late', async () => {
    const roll = dice(5);
    const late = () =>
      arrives({ phone: '5511987659999', text: 'late', at: base + roll(14) * 1_000 });
    const before = await whole();
    expect([before.messages.length, before.notes.length > 5]).toEqual([45, true]);
    const isOld = (id: string) => messageIds.includes(id);
    const middle = `limit=5&around=${before.messages[20]}`;
    for (const between of [async () => undefined, late]) {
      const upwards = await walk('limit=6', 'before', between);
      expect(upwards.messages.filter(isOld)).toEqual(before.messages);
      expect(upwards.notes).toEqual(before.notes);
      const [older, newer] = [
        await walk(middle, 'before', between),
        await walk(middle, 'after', between),
      ];
      expect(older.messages.slice(0, -5).concat(newer.messages).filter(isOld)).toEqual(
        before.messages,
      );
      expect([...new Set([...older.notes, ...newer.notes])]).toEqual(before.notes);
    }
    const target = before.messages[20];
    expect(idsOf((await thread(conversation, middle)).messages)).toContain(target);
  });

  test('begins at the first message of a time or later, else at the end; also by the id before a merge', async () => {
    const days = [10, 9, 7].map((ago) => base - ago * 86_400_000);
    const phone = '5511987655555';
    const arrivals = [];
    for (const at of days) arrivals.push(await arrives({ phone, at, text: `${at}` }));
    const [{ conversation: id } = { conversation: '' }] = arrivals;
    const old = uuidv7();
    await service.sql(
      'insert into merged_conversations (team_id, id, conversation_id) values ($1, $2, $3)',
      [team.id, old, id],
    );
    const first = async (moment: number, at: string) => {
      const since = new Date(moment).toISOString();
      const { messages, after } = await thread(at, `since=${since}&limit=1`);
      return [idsOf(messages), after !== null];
    };
    for (const each of [id, old]) {
      expect(await first((days[0] ?? 0) - 1_000, each)).toEqual([[arrivals[0]?.id], true]);
      expect(await first((days[0] ?? 0) + 1_000, each)).toEqual([[arrivals[1]?.id], true]);
      expect(await first(days[2] ?? 0, each)).toEqual([[arrivals[2]?.id], false]);
      expect(await first(base, each)).toEqual([[arrivals[2]?.id], false]);
    }
    const { status, error } = await ana.get(
      `/msgapp/conversations/${id}/thread?since=2026-01-01T00:00:00Z&around=${arrivals[0]?.id}`,
    );
    expect([status, error.message]).toEqual([400, expect.stringContaining('since')]);
    expect((await thread(id, 'since=2020-01-01T00:00:00Z', foreigner)).messages).toBeUndefined();
  });

  test('starts at the first unread message, and has the caller’s draft; reactions are at their message', async () => {
    const [first] = await service.sql(
      'select id from messages where conversation_id = $1 order by created_at, id limit 1',
      [conversation],
    );
    expect((await thread(conversation)).first_unread_id).toBe(first?.id);
    await ana.put(`/msgapp/conversations/${conversation}/draft`, { content: 'Olá' });
    const { messages } = await thread(conversation);
    const target = String(messages.at(-1)?.id);
    await ana.post(`/msgapp/messages/${target}/reaction`, { emoji: '👍' });
    await act(conversation, 'read');
    const after = await thread(conversation);
    expect(after).toMatchObject({ draft: { content: 'Olá' }, first_unread_id: null });
    expect(idsOf(after.messages)).toEqual(idsOf(messages));
    expect(after.messages.at(-1)).toMatchObject({ reactions: [{ emoji: '👍' }] });
    expect((await thread(conversation, '', blind)).draft).toBeNull();
    expect((await rows(`ids=${conversation}`)).rows).toMatchObject([
      { unread: 0, last_message: { id: target } },
    ]);
  });

  test('counts no reaction as unread, nor as the last message', async () => {
    const phone = '5511987656666';
    const first = await arrives({ phone, at: base });
    await act(first.conversation, 'read');
    const [row] = await service.sql('select msgapp_message_id as id from messages where id = $1', [
      first.id,
    ]);
    await arrives({ phone, text: '👍', at: base + 2_000, reactsTo: String(row?.id) });
    const seen = (await rows(`ids=${first.conversation}`)).rows;
    expect(seen).toMatchObject([{ unread: 0, last_message: { id: first.id } }]);
    expect(seen[0]?.last_message_at).toBe(new Date(base + 2_000).toISOString());
    const { data } = await ana.get('/msgapp/unread');
    const unread = (data.unread as unknown as Json[]).map((each) => each.conversation_id);
    expect(unread).not.toContain(first.conversation);
    // A reaction to an unknown message is a message like any other.
    await arrives({ phone, text: '👍', at: base + 4_000, reactsTo: 'unknown' });
    expect((await rows(`ids=${first.conversation}`)).rows).toMatchObject([
      { unread: 1, last_message: { message_type: 'reaction' } },
    ]);
  });

  test('of a merged conversation is found by its old id; a cursor of another one is not accepted', async () => {
    const old = uuidv7();
    await service.sql(
      'insert into merged_conversations (team_id, id, conversation_id) values ($1, $2, $3)',
      [team.id, old, conversation],
    );
    for (const part of ['thread', 'sidebar'])
      expect((await ana.get(`/msgapp/conversations/${old}/${part}`)).status, part).toBe(200);
    expect((await thread(old)).conversation.id).toBe(conversation);
    const elsewhere = await arrives({ phone: '5511987658888' });
    const at = (query: string) => ana.get(`/msgapp/conversations/${conversation}/thread?${query}`);
    const missing = await at(`around=${elsewhere.id}`);
    expect([missing.status, missing.error.message]).toEqual([
      404,
      expect.stringMatching(/^around: /),
    ]);
    const { before } = await thread(conversation, 'limit=1');
    for (const query of [
      `after=${before}x`,
      `before=${before}&around=${elsewhere.id}`,
      'limit=101',
      'before=x',
    ])
      expect((await at(query)).status, query).toBe(400);
  });
});

test('a conversation comes with its contact, client, deals without hidden fields, tasks and other conversations', async () => {
  const { conversation } = await arrives({ phone: '5511987657777' });
  const [row] = (await rows(`ids=${conversation}`)).rows as [Json];
  const bare = (await ana.get(`/msgapp/conversations/${conversation}/sidebar`)).data;
  expect(bare).toMatchObject({
    contact: { id: row.contact_id },
    client: null,
    deals: [],
    tasks: [],
  });
  const client = (await ana.post('/clients', { name: 'Padaria', type: 'PF' })).data;
  await ana.put(`/msgapp/contacts/${row.contact_id}`, { client_id: client.id });
  const project = (await ana.post('/projects', { name: 'Site', client_id: client.id })).data;
  for (let i = 0; i < 11; i += 1)
    await ana.post('/tasks', {
      title: `T${i}`,
      project_id: project.id,
      ...(i === 7 && { due_date: '2026-01-01' }),
    });
  for (const phase of ['lead', 'lead'])
    await ana.post('/deals', { title: 'Site', client_id: client.id, phase, value: 4321.5 });
  const at = `/msgapp/conversations/${conversation}/sidebar`;
  const full = (await ana.get(at)).data as Record<string, Json[]>;
  expect(full).toMatchObject({ client: { id: client.id }, conversations: [] });
  expect([full.tasks?.length, full.tasks?.[0]?.title]).toEqual([10, 'T7']);
  expect(full.deals?.map(({ value }) => value)).toEqual([4321.5, 4321.5]);
  // Next step of each deal: the earliest open activity, as on the board.
  const [site, secondDeal] = full.deals as [Json, Json];
  for (const [title, due_date] of [
    ['Ligar', '2026-12-05'],
    ['Visitar', '2026-12-03'],
    ['Pensar', undefined],
  ] as const)
    await ana.post('/activities', { title, type: 'call', deal_id: site.id, due_date });
  await ana.post('/activities', { title: 'Nota', type: 'note', deal_id: secondDeal.id });
  const next = { id: expect.any(String), title: 'Visitar', type: 'call', date: '2026-12-03' };
  const now = (await ana.get(at)).data.deals;
  expect(now).toEqual([
    { ...site, next_step: next },
    { ...secondDeal, next_step: null },
  ]);
  const masked = await blind.get(at);
  expect(masked.data.deals).toMatchObject([
    { value: null, next_step: next },
    { value: null, next_step: null },
  ]);
  expect(masked.text).not.toContain('4321.5');

  // A hidden number has no contact; a deleted contact leaves nothing behind; a deleted inbox leaves its conversations.
  const hidden = await arrives({ lid: '777000' });
  expect((await ana.get(`/msgapp/conversations/${hidden.conversation}/sidebar`)).data).toEqual({
    contact: null,
    client: null,
    project: null,
    deals: [],
    tasks: [],
    conversations: [],
    members: [],
    referral: null,
  });
  expect((await rows(`ids=${hidden.conversation}`)).rows).toMatchObject([
    { name: '777000', contact: null },
  ]);
  await service.sql('update inboxes set is_deleted = true, is_active = false where id = $1', [
    team.inbox,
  ]);
  expect((await rows(`ids=${conversation}`)).rows).toHaveLength(1);
  expect((await thread(conversation)).messages).toHaveLength(1);
  await service.sql('update inboxes set is_deleted = false, is_active = true where id = $1', [
    team.inbox,
  ]);
});

test('unread counts follow events, each message once, and reading elsewhere', () => {
  const changeOf = (
    kind: 'messages' | 'conversations',
    verb: 'created' | 'updated',
    record: Json,
  ) => ({
    ...{ kind, verb, record, previous: {} },
    id: String(record.id),
  });
  const came = (id: string, direction = 'incoming') =>
    changeOf('messages', 'created', { id, direction, conversation_id: 'c', superseded_by: null });
  let unread = applyToUnread(
    {
      byId: { d: 99 },
      blocked: new Set(['blocked']),
      mutedInboxes: new Set(['muted']),
      counted: new Set(),
    },
    came('1'),
  );
  for (const change of [came('1'), came('2'), came('3', 'outgoing')])
    unread = applyToUnread(unread, change);
  const sign = { ...came('6').record, message_type: 'reaction', reply_to: '1' };
  unread = applyToUnread(unread, { ...came('6'), record: sign });
  expect(unread.byId).toEqual({ c: 2, d: 99 });
  const blocked = { ...came('8').record, conversation_id: 'blocked' };
  unread = applyToUnread(unread, { ...came('8'), record: blocked });
  expect(unread.byId).toEqual({ c: 2, d: 99 });
  const ofGroup = (inbox: string) => ({ ...came('7').record, inbox_id: inbox, participant: {} });
  unread = applyToUnread(unread, { ...came('7'), record: ofGroup('muted') });
  expect(unread.byId).toEqual({ c: 2, d: 99 });
  expect(applyToUnread(unread, { ...came('7'), record: ofGroup('shown') }).byId.c).toBe(3);
  for (const id of ['4', '5'])
    unread = applyToUnread(unread, {
      ...came(id),
      record: { ...came(id).record, conversation_id: 'd' },
    });
  expect(unread.byId.d).toBe(100);
  unread = applyToUnread(
    unread,
    changeOf('conversations', 'updated', { id: 'd', status: 'resolved' }),
  );
  expect([unread.byId, withCount(unread, 'c', 0).byId]).toEqual([{ c: 2 }, {}]);
});
