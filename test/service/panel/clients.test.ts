import { beforeAll, describe, expect, test } from 'vitest';
import { receiveInSandbox } from '#server/features/receiving/sandbox-operations.ts';
import { perform } from '#server/operations/operation.ts';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { operatorOf } from '#test/support/operator.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Daily work with clients and contacts: saved views, duplicates, the timeline, merged contacts. */
const service = useSharedService();
let team: TestTeam;
let ana: TestPerson;
let bia: TestPerson;
let admin: TestPerson;
let foreign: TestPerson;
beforeAll(async () => {
  team = await service.team();
  ana = await makePerson(service, team, 'member', { name: 'Ana' });
  bia = await makePerson(service, team, 'member', { name: 'Bia', seesValues: false });
  admin = await makePerson(service, team, 'admin');
  foreign = await makePerson(service, await service.team('Deles'), 'owner');
});

/** Receives a message from a contact's number. */
const received = (from: string, text: string) =>
  perform(receiveInSandbox, operatorOf(service, team), {
    path: { id: team.inbox },
    body: { from, text },
  });

const list = (answer: { data: unknown }) => answer.data as readonly Json[];

describe('saved views', () => {
  const view = (name: string, more: Json = {}) => ({
    resource: 'clients',
    name,
    query: { type: 'PJ', sort: '-created_at' },
    ...more,
  });
  const named = async (person: TestPerson) =>
    list(await person.get('/views')).map(({ name }) => name);

  test('belong to their author or to the team; the author and admins change the team’s', async () => {
    const privateView = (await ana.post('/views', view('Empresas'))).data;
    expect(privateView).toMatchObject({ scope: 'private', may_change: true, is_pinned: false });
    const shared = (await ana.post('/views', view('Da equipe', { scope: 'team' }))).data;
    expect(await named(bia)).toEqual(['Da equipe']);
    for (const person of [bia, foreign]) {
      expect((await person.put(`/views/${privateView.id}`, { name: 'Minha' })).status).toBe(404);
      expect((await person.delete(`/views/${privateView.id}`)).status).toBe(404);
    }
    expect((await bia.put(`/views/${shared.id}`, { name: 'Minha' })).status).toBe(403);
    expect((await admin.put(`/views/${shared.id}`, { name: 'Empresas novas' })).status).toBe(200);
    expect(await named(ana)).toEqual(['Empresas', 'Empresas novas']);
    const notices = await service.sql(
      `select record_id from live_notices where record_type = 'saved_views' and record_id = $1 and team_id = $2`,
      [privateView.id, team.id],
    );
    expect(notices).toEqual([]);
  });

  test('have a unique name, a position and pin per person, and are limited to 100', async () => {
    const twin = await ana.post('/views', view('empresas'));
    expect([twin.status, twin.error.code]).toEqual([422, 'DUPLICATE_ENTRY']);
    const views = list(await ana.get('/views'));
    const ids = views.map(({ id }) => id).reverse();
    expect(list(await ana.put('/views', { ids })).map(({ id }) => id)).toEqual(ids);
    expect((await ana.put('/views', { ids: [foreign.userId] })).status).toBe(400);
    expect((await ana.put(`/views/${ids[0]}/pin`, { is_pinned: true })).data).toMatchObject({
      is_pinned: true,
    });
    expect(list(await bia.get('/views'))[0]).toMatchObject({ is_pinned: false });
    const many = await Promise.all(
      Array.from({ length: 103 }, (_, n) => bia.post('/views', view(`Visão ${n}`))),
    );
    expect(many.filter(({ status }) => status === 201)).toHaveLength(100);
    expect(many.find(({ status }) => status !== 201)?.error).toMatchObject({ code: 'CONFLICT' });
    const bad = await ana.post('/views', view('X', { query: { 'A B': '1' }, resource: 'users' }));
    expect(bad.error.message).toMatch(/resource .*query/);
  });
});

describe('duplicates', () => {
  test('are found by CPF, CNPJ and phone in any spelling, and only in the caller’s team', async () => {
    const company = await team.create('clients', {
      type: 'PJ',
      name: 'Padaria Aurora',
      cnpj: '12.ABC.345/01DE-35',
      cpf: undefined,
      mobile_phone: '(11) 99999-8888',
    });
    const duplicatesOf = async (person: TestPerson, query: string) =>
      list(await person.get(`/twins?${query}`)).map(({ field, kind, id }) => [field, kind, id]);
    expect(await duplicatesOf(ana, 'cnpj=12abc34501de35')).toEqual([
      ['cnpj', 'clients', company.id],
    ]);
    for (const phone of ['551199998888', '5511999998888', '11 99999-8888', '011999998888'])
      expect(await duplicatesOf(ana, `phone=${encodeURIComponent(phone)}`)).toEqual([
        ['phone', 'clients', company.id],
      ]);
    expect(await duplicatesOf(ana, 'name=padaria%20AURORA')).toEqual([
      ['name', 'clients', company.id],
    ]);
    expect(await duplicatesOf(foreign, 'cnpj=12ABC34501DE35&phone=5511999998888')).toEqual([]);
    expect(await duplicatesOf(foreign, 'name=padaria%20aurora')).toEqual([]);
    expect((await ana.get(`/client-names?ids=${company.id}`)).data).toEqual([
      { id: company.id, name: company.display_name ?? 'Padaria Aurora' },
    ]);
    expect((await foreign.get(`/client-names?ids=${company.id}`)).data).toEqual([]);
    expect((await ana.get('/client-names?ids=x')).status).toBe(400);
    const contact = await team.create('contacts', { phone: '551199998888', client_id: null });
    const suggested = await ana.get(`/msgapp/contact-suggestions?contact_id=${contact.id}`);
    expect(suggested.data).toEqual([
      { contact_id: contact.id, client_id: company.id, client_name: 'Padaria Aurora' },
    ]);
    await team.create('clients', { type: 'PF', name: 'Outro', phone: '+55 11 9999-8888' });
    expect((await ana.get('/msgapp/contact-suggestions')).data).toEqual([]);
  });
});

describe('a timeline', () => {
  test('lists everything once, page after page, and no value of deals', async () => {
    const client = await team.create('clients', { type: 'PF', name: 'Cliente do tempo' });
    const contact = await team.create('contacts', { phone: '5521988887777', client_id: client.id });
    await received('5521988887777', 'Bom dia');
    await received('5521988887777', 'Tudo bem?');
    const deal = await team.create('deals', {
      title: 'Site',
      client_id: client.id,
      value: 987_654,
      phase: 'lead',
    });
    await team.put(`/deals/${deal.id}`, { phase: 'proposta' });
    await team.create('activities', { title: 'Ligar', client_id: client.id, deal_id: null });
    await ana.post(`/comments`, {
      record_type: 'clients',
      record_id: client.id,
      content: 'Cliente novo',
    });
    const whole = await bia.get(`/clients/${client.id}/timeline?limit=100`);
    const entries = whole.data.entries as Json[];
    expect(entries.map(({ kind, what }) => `${kind} ${what}`).sort()).toEqual([
      'activities planned',
      'comments comment',
      'contacts created',
      'conversations day',
      'deals created',
      'deals phase',
      'record created',
    ]);
    expect(entries.find(({ what }) => what === 'day')).toMatchObject({
      was: 'Bom dia',
      became: 'Tudo bem?',
      number: 2,
    });
    expect(whole.text).not.toContain('987654');
    const paged: Json[] = [];
    for (let after = ''; ; ) {
      const { data } = await ana.get(`/clients/${client.id}/timeline?limit=2&after=${after}`);
      paged.push(...(data.entries as Json[]));
      if (data.after === null) break;
      after = String(data.after);
    }
    expect(paged).toEqual(entries);
    const deals = await ana.get(`/clients/${client.id}/timeline?kinds=deals`);
    expect((deals.data.entries as Json[]).map(({ kind }) => kind)).toEqual(['deals', 'deals']);
    const timeline = await ana.get(`/msgapp/contacts/${contact.id}/timeline`);
    expect((timeline.data.entries as Json[]).map(({ what }) => what).sort()).toEqual([
      'created',
      'day',
    ]);
    expect((await foreign.get(`/clients/${client.id}/timeline`)).status).toBe(404);
    expect((await ana.get(`/clients/${client.id}/timeline?after=x`)).status).toBe(400);
    expect((await ana.get(`/clients/${client.id}/timeline?kinds=x`)).status).toBe(400);
  });
});

describe('merged contacts', () => {
  let last = 5511900000000;
  const number = () => {
    last += 1;
    return String(last);
  };
  const texts = async (conversation: unknown) =>
    list(await ana.get(`/msgapp/conversations/${conversation}/messages?sort=created_at`)).map(
      ({ content }) => content,
    );
  const of = async (contact: unknown) =>
    list(await ana.get(`/msgapp/conversations?contact_id=${contact}`)).map(({ id }) => id);
  /** A contact who has written. */
  const writer = async (text: string, more: Json = {}) => {
    const phone = number();
    const contact = await team.create('contacts', { phone, client_id: null, ...more });
    await received(phone, text);
    return { phone, id: String(contact.id), contact };
  };
  const merge = (into: string, from: string, person = ana) =>
    person.post(`/msgapp/contacts/${into}/merge`, { from });

  test('combine all their records, and can be separated within a day', async () => {
    const main = await writer('Oi do principal', {
      custom_name: 'João',
      tags: ['vip'],
      notes: 'A',
    });
    const otherContact = await writer('Oi do outro', {
      custom_name: 'Joãozinho',
      tags: ['novo'],
      notes: 'B',
    });
    const before = (await ana.get(`/msgapp/contacts/${otherContact.id}`)).data;
    const [joined] = await of(otherContact.id);
    await ana.post(`/msgapp/conversations/${joined}/notes`, { content: 'Anotação' });
    const preview = await bia.get(`/msgapp/contacts/${main.id}/merge/${otherContact.id}`);
    expect(preview.data).toMatchObject({
      conversations: 1,
      joined: 1,
      messages: 1,
      notes: 1,
      custom_name: 'João',
      tags: ['vip', 'novo'],
    });
    const merged = await merge(main.id, otherContact.id, bia);
    expect(merged.data).toMatchObject({ contact_id: main.id, merged_name: 'Joãozinho' });
    expect((await ana.get(`/msgapp/contacts/${main.id}`)).data).toMatchObject({
      custom_name: 'João',
      tags: ['vip', 'novo'],
      notes: 'A\n\nB',
    });
    expect((await ana.get(`/msgapp/contacts/${otherContact.id}`)).status).toBe(404);
    const [open] = await of(main.id);
    expect(await texts(open)).toEqual(['Oi do principal', 'Oi do outro']);
    // Messages from the removed number belong to the same person; the old id still leads to them.
    await received(otherContact.phone, 'De novo do outro');
    expect(await texts(open)).toEqual(['Oi do principal', 'Oi do outro', 'De novo do outro']);
    await ana.put(`/msgapp/contacts/${main.id}`, { notes: 'Mudou' });
    const { data: merges } = await ana.get(`/msgapp/contacts/${main.id}/merges`);
    expect(merges).toMatchObject([{ id: merged.data.id }]);
    const undone = await ana.post(`/msgapp/contact-merges/${merged.data.id}/undo`, {});
    expect(undone.data.undone_at).not.toBeNull();
    expect((await ana.get(`/msgapp/contacts/${otherContact.id}`)).data).toEqual({
      ...before,
      updated_at: expect.any(String),
    });
    expect(await of(otherContact.id)).toEqual([joined]);
    expect(await texts(joined)).toEqual(['Oi do outro']);
    expect(list(await ana.get(`/msgapp/conversations/${joined}/notes`))).toHaveLength(1);
    // Later messages stay, and so do edits.
    expect(await texts(open)).toEqual(['Oi do principal', 'De novo do outro']);
    expect((await ana.get(`/msgapp/contacts/${main.id}`)).data).toMatchObject({
      tags: ['vip'],
      notes: 'Mudou',
    });
    expect((await ana.post(`/msgapp/contact-merges/${merged.data.id}/undo`, {})).status).toBe(409);
    await received(otherContact.phone, 'Sou eu');
    expect(await texts(joined)).toEqual(['Oi do outro', 'Sou eu']);
  });

  test('move a conversation unchanged, and move it back without the messages that arrived since', async () => {
    const main = await team.create('contacts', { phone: number(), client_id: null });
    const otherContact = await writer('Antes');
    const [conversation] = await of(otherContact.id);
    const { data } = await merge(String(main.id), otherContact.id);
    expect(await of(main.id)).toEqual([conversation]);
    await received(otherContact.phone, 'Depois');
    expect((await ana.post(`/msgapp/contact-merges/${data.id}/undo`, {})).status).toBe(200);
    expect(await texts(conversation)).toEqual(['Antes']);
    const [late] = await of(main.id);
    expect(await texts(late)).toEqual(['Depois']);
  });

  test('belong to one team, are two, and can be separated for a day', async () => {
    const [one, two] = [await writer('1'), await writer('2')];
    expect((await merge(one.id, one.id)).status).toBe(400);
    expect((await merge(one.id, two.id, foreign)).status).toBe(404);
    const theirs = (await foreign.post('/msgapp/contacts', { phone: number() })).data;
    expect((await merge(one.id, String(theirs.id))).status).toBe(404);
    for (const [a, b] of [
      [one.id, two.id],
      [String(theirs.id), two.id],
    ])
      expect((await foreign.get(`/msgapp/contacts/${a}/merge/${b}`)).status).toBe(404);
    const { data } = await merge(one.id, two.id);
    expect((await foreign.post(`/msgapp/contact-merges/${data.id}/undo`, {})).status).toBe(404);
    const events = await service.sql(
      `select type, record_id from events where record_id = any($1) and type like 'contact.%' and type <> 'contact.created' order by id`,
      [[one.id, two.id]],
    );
    expect(events).toEqual([{ type: 'contact.deleted', record_id: two.id }]);
    await service.sql(
      `update contact_merges set created_at = now() - interval '25 hours' where id = $1`,
      [data.id],
    );
    const late = await ana.post(`/msgapp/contact-merges/${data.id}/undo`, {});
    expect([late.status, late.error.code]).toEqual([410, 'GONE']);
  });

  test('fifty merges into one contact, and two into each other: every request is answered, nothing is lost', async () => {
    const main = await writer('principal');
    const others = await Promise.all(Array.from({ length: 50 }, (_, n) => writer(`outro ${n}`)));
    // Retries requests that a busy machine answered with a request to retry.
    const persistently = async (from: string): Promise<number> => {
      const { status } = await merge(main.id, from);
      return [409, 503].includes(status) ? persistently(from) : status;
    };
    const answers = await Promise.all(others.map(({ id }) => persistently(id)));
    expect(answers).toEqual(answers.map(() => 200));
    const [open, ...more] = await of(main.id);
    expect(more).toEqual([]);
    const rows = await service.sql(
      'select count(*)::int as n from messages where conversation_id = $1',
      [open],
    );
    expect(rows).toEqual([{ n: 51 }]);
    const [a, b] = [await writer('a'), await writer('b')];
    const crossed = await Promise.all([merge(a.id, b.id), merge(b.id, a.id)]);
    expect(crossed.map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});
