import { v7 as uuidv7 } from 'uuid';
import { beforeAll, expect, test, vi } from 'vitest';
import { decideByLink } from '#server/features/approvals/client-operations.ts';
import { diffTexts } from '#server/http/approval/text-diff.ts';
import { ApiError } from '#server/platform/errors.ts';
import { attachPdf } from '#test/support/files/attach.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { makePerson, ownPage, type TestPerson } from '#test/support/people.ts';

/* Approval of campaigns: requested by a member, decided by the holder of the link, on a page that works without scripts. */
const service = useService();
const strict = useService({ perMinute: 1_000 });
let team: TestTeam;
let ana: TestPerson;
beforeAll(async () => {
  team = await service.team('Aurora & Filhos');
  ana = await makePerson(service, team, 'member');
});

const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** Opens or answers the page of a link, as a browser does. */
async function page(
  link: string,
  fields?: Record<string, string>,
  headers: Record<string, string> = {},
  on = service,
) {
  const answer = await on.app.inject({
    method: fields ? 'POST' : 'GET',
    url: new URL(link, 'http://localhost').pathname,
    headers: { ...(fields && { ...form, ...ownPage }), ...headers },
    ...(fields && { payload: new URLSearchParams(fields).toString() }),
  });
  return { status: answer.statusCode, text: answer.payload, headers: answer.headers };
}

/** Hidden fields of an item's form, without those that a person fills in. */
function hiddenOf(text: string, n = 1): Record<string, string> {
  const [, form = ''] = new RegExp(`action="#i${n}">([^]*?)</form>`).exec(text) ?? [];
  const hidden = [...form.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
  return Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
}

const yes = { name: 'Joana Prado', decision: 'approved', comment: '' };
const changes = { name: 'Joana Prado', decision: 'changes', comment: 'Troquem a foto da capa.' };

interface Asked {
  readonly campaign: Json;
  readonly approval: Json;
  readonly link: string;
}

async function request(more: Json = {}, fields: Json = {}): Promise<Asked> {
  const campaign = await team.create('campaigns', {
    name: 'Verão',
    description: 'Um verão inteiro de ofertas.',
    ...fields,
  });
  const { data, status, text } = await ana.post('/approvals', {
    campaign_ids: [campaign.id],
    title: 'Campanha de verão',
    ...more,
  });
  expect(status, text).toBe(201);
  return { campaign, approval: data, link: String(data.link) };
}

const statusOf = async ({ campaign }: Asked) =>
  (await team.get(`/campaigns/${campaign.id}`)).data.approval_status;
const itemOf = async ({ approval }: Asked) => {
  const { data } = await ana.get(`/approvals/${approval.id}`);
  const [item] = data.items as Json[];
  return { status: data.status, ...item } as Json;
};
const eventsOf = async ({ campaign }: Asked) =>
  (
    await service.sql(
      `select payload from events where team_id = $1 and record_id = $2 and type = 'campaign.updated' order by id`,
      [team.id, campaign.id],
    )
  ).map(({ payload }) => JSON.parse(String(payload)) as Json);

test('a client requests changes, sees them, and approves; a later change makes the approval pending again', async () => {
  const all = await request();
  const opened = await page(all.link);
  expect(opened.status).toBe(200);
  expect(opened.text).toContain('Um verão inteiro de ofertas.');
  const refused = await page(all.link, { ...hiddenOf(opened.text), ...changes, comment: ' ' });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('role="alert"')]);
  expect(refused.text).toContain('value="Joana Prado"');

  const sent = await page(all.link, { ...hiddenOf(opened.text), ...changes });
  expect([sent.status, sent.headers.location]).toEqual([303, expect.stringMatching(/#i1$/)]);
  const receipt = await page(all.link);
  expect(receipt.text).toContain('Troquem a foto da capa.');
  expect(receipt.text).not.toContain('<form');
  expect(await statusOf(all)).toBe('rejected');
  const [rejected] = await eventsOf(all);
  expect(rejected?.previous).toMatchObject({ approval_status: 'pending' });
  expect(await itemOf(all)).toMatchObject({ status: 'changes', state: 'changes', round: 1 });

  await team.put(`/campaigns/${all.campaign.id}`, {
    description: 'Um verão inteiro de grandes ofertas.',
    target_platforms: ['Instagram'],
  });
  expect(await statusOf(all)).toBe('pending');
  expect(await itemOf(all)).toMatchObject({ status: 'changes', state: 'changed' });
  expect((await page(all.link)).text).toContain('A equipe está alterando esta campanha.');
  const next = await ana.post(`/approvals/${all.approval.id}/rounds`);
  expect([next.status, next.data.status]).toEqual([200, 'open']);
  const second = await page(all.link, undefined, { 'accept-language': 'en-GB,pt;q=0.3' });
  expect(second.text).toContain('de <ins>grandes </ins>ofertas');
  expect(second.text).toContain('<ins>Instagram</ins>');
  expect(second.text).toContain('Round 2');

  await page(all.link, { ...hiddenOf(second.text), ...yes });
  expect(await statusOf(all)).toBe('approved');
  const entries = await service.sql(
    `select actor, host(address) as address, operation from audit_entries where team_id = $1 and actor = 'client' and record_id = $2`,
    [team.id, all.campaign.id],
  );
  expect(entries).toHaveLength(2);
  expect(entries[0]).toEqual({
    actor: 'client',
    address: '127.0.0.1',
    operation: 'approvals.decide_by_link',
  });
  const moves = await service.sql(
    `select became from moves where team_id = $1 and record_id = $2 and field = 'approval_status' order by id`,
    [team.id, all.campaign.id],
  );
  expect(moves.map(({ became }) => became)).toEqual(['rejected', 'pending', 'approved']);

  await ana.put(`/campaigns/${all.campaign.id}`, { status: 'active' });
  expect(await statusOf(all)).toBe('approved');
  await ana.put(`/campaigns/${all.campaign.id}`, { name: 'Verão', goals: { leads: 5 } });
  expect(await statusOf(all)).toBe('pending');
  expect(await itemOf(all)).toMatchObject({ status: 'changes', state: 'changed' });
});

test('of fifty concurrent decisions one counts, and a repeated one is decided once', async () => {
  const all = await request();
  const { text } = await page(all.link);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      page(all.link, {
        ...hiddenOf(text),
        nonce: uuidv7(),
        ...(i % 2 === 0 ? yes : changes),
        name: `Cliente ${i}`,
      }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array(49).fill(409)]);
  const item = await itemOf(all);
  const [round] = item.rounds as Json[];
  expect(round?.decisions).toHaveLength(1);
  expect(await statusOf(all)).toBe(item.state === 'approved' ? 'approved' : 'rejected');
  expect(await eventsOf(all)).toHaveLength(1);

  const twice = await request();
  const hidden = hiddenOf((await page(twice.link)).text);
  const both = await Promise.all(
    Array.from({ length: 10 }, () => page(twice.link, { ...hidden, ...yes })),
  );
  expect(both.map(({ status }) => status)).toEqual(Array(10).fill(303));
  expect(await eventsOf(twice)).toHaveLength(1);
});

test('several required approvers decide separately, each under their own name', async () => {
  const all = await request({ needed: 2 });
  const decide = async (name: string) =>
    page(all.link, { ...hiddenOf((await page(all.link)).text), ...yes, name });
  expect((await decide('Joana')).status).toBe(303);
  expect((await decide(' JOANA ')).status).toBe(303);
  expect(await statusOf(all)).toBe('pending');
  expect((await page(all.link)).text).toContain('1 de 2 aprovações');
  const others = await Promise.all(['Bruno', 'Carla', 'Davi'].map(decide));
  expect(others.map(({ status }) => status).sort()).toEqual([303, 409, 409]);
  expect(await statusOf(all)).toBe('approved');
});

test('a decision on an outdated version is not stored, and the new version is shown', async () => {
  const all = await request();
  const hidden = hiddenOf((await page(all.link)).text);
  await team.put(`/campaigns/${all.campaign.id}`, { name: 'Verão 2027' });
  const early = await page(all.link, { ...hidden, ...yes });
  expect([early.status, early.text]).toEqual([
    409,
    expect.stringContaining('ainda está trabalhando'),
  ]);
  await ana.post(`/approvals/${all.approval.id}/rounds`);
  const late = await page(all.link, { ...hidden, ...yes });
  expect([late.status, late.text]).toEqual([409, expect.stringContaining('<ins> 2027</ins>')]);
  expect(await statusOf(all)).toBe('pending');
  expect((await page(all.link, { ...hiddenOf(late.text), ...yes })).status).toBe(303);
});

test('a change concurrent with a decision is covered by it or makes it pending: never approved unseen', async () => {
  for (let i = 0; i < 10; i += 1) {
    const all = await request();
    const hidden = hiddenOf((await page(all.link)).text);
    const [decision] = await Promise.all([
      page(all.link, { ...hidden, ...yes }),
      team.put(`/campaigns/${all.campaign.id}`, { description: `Outra ${i}` }),
    ]);
    expect([303, 409]).toContain(decision.status);
    expect(await statusOf(all)).toBe('pending');
    expect(await itemOf(all)).toMatchObject({ state: 'changed' });
  }
});

test('a hundred link previews and HEAD requests decide nothing; only a visit is recorded', async () => {
  const all = await request();
  const before = (await ana.get(`/approvals/${all.approval.id}`)).text;
  const looks = await Promise.all(
    Array.from({ length: 100 }, (_, i) =>
      service.app.inject({
        method: i % 2 === 0 ? 'GET' : 'HEAD',
        url: new URL(all.link).pathname,
        headers: { 'user-agent': 'WhatsApp/2.23' },
      }),
    ),
  );
  expect(new Set(looks.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect((await ana.get(`/approvals/${all.approval.id}`)).text).toBe(before);
  await page(all.link, undefined, { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' });
  expect((await ana.get(`/approvals/${all.approval.id}`)).data.seen_at).not.toBeNull();
});

test('every invalid link gets the same bytes, regardless of the reason', async () => {
  const [revoked, expired, replaced] = [await request(), await request(), await request()];
  const theirs = await service.team('Outra');
  expect((await ana.delete(`/approvals/${revoked.approval.id}`)).data.status).toBe('revoked');
  await service.sql(`update approval_requests set expires_at = now() where id = $1`, [
    expired.approval.id,
  ]);
  const renewed = await ana.post(`/approvals/${replaced.approval.id}/link`, {});
  expect((await page(String(renewed.data.link))).status).toBe(200);
  const renewedLink = renewed.data.link as string;
  const links = [
    revoked.link,
    expired.link,
    replaced.link,
    renewedLink.replace(`/${team.slug}/`, `/${theirs.slug}/`),
    renewedLink.replace(`/${team.slug}/`, '/nobody-has-this/'),
    `${renewedLink.slice(0, -1)}${renewedLink.endsWith('A') ? 'B' : 'A'}`,
    '/approve/x/y',
  ];
  const answers = await Promise.all(links.map((link) => page(link)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([410]));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  const posts = await Promise.all(links.map((link) => page(link, { act: 'decide', ...yes })));
  expect(new Set(posts.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(await statusOf(replaced)).toBe('pending');
});

test('a PIN is required first, guessing is limited, and the right PIN works without scripts', async () => {
  const all = await request({ pin: '2580' });
  const locked = await page(all.link);
  expect(locked.text).toContain('name="pin"');
  expect(locked.text).not.toContain('verão');
  const unproved = await page(all.link, { act: 'decide', n: '1', nonce: uuidv7(), ...yes });
  expect(unproved.status).toBe(403);
  const right = await page(all.link, { act: 'pin', pin: '2580' });
  const [cookie = ''] = [right.headers['set-cookie']].flat().map((each) => String(each));
  expect(cookie).toMatch(/HttpOnly/);
  const approvalPage = await page(all.link, undefined, { cookie: cookie.split(';')[0] ?? '' });
  expect(approvalPage.text).toContain('Campanha de verão');
  const otherRequest = await request({ pin: '2580' });
  const foreign = await page(otherRequest.link, undefined, { cookie: cookie.split(';')[0] ?? '' });
  expect(foreign.text).toContain('name="pin"');
  const guesses = await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      page(otherRequest.link, { act: 'pin', pin: String(1_000 + i) }),
    ),
  );
  const statuses = guesses.map(({ status }) => status);
  expect(statuses.filter((status) => status === 403).length).toBeLessThanOrEqual(5);
  expect(new Set(statuses)).toEqual(new Set([403, 429]));
  expect((await page(otherRequest.link, { act: 'pin', pin: '2580' })).status).toBe(429);
});

test('the page cannot be framed or cached, appears in no log, and does only what it shows', async () => {
  const all = await request({}, { name: '<script>alert(1)</script>' });
  const { headers, text } = await page(all.link);
  expect(text).not.toContain('<script>alert');
  expect(headers).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow, noarchive',
  });
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(headers['content-security-policy']).not.toContain('unsafe');
  const preview = [...text.matchAll(/<meta property="og:\w+" content="([^"]*)"/g)].map(
    ([, c]) => c,
  );
  expect(preview).toEqual([
    'Campanha de verão',
    'Aurora &amp; Filhos',
    'Abra para ver e responder. Não é preciso ter conta.',
  ]);
  const [, src = ''] = /<script defer src="([^"]+)"/.exec(text) ?? [];
  const script = await service.app.inject({ url: src, headers: { 'accept-encoding': 'gzip' } });
  expect(script.statusCode).toBe(200);
  expect(script.rawPayload.length).toBeLessThan(15_000);
  for (const [site, status] of [
    ['cross-site', 403],
    ['same-site', 403],
    ['none', 403],
  ] as const)
    expect(
      (await page(all.link, { ...hiddenOf(text), ...yes }, { 'sec-fetch-site': site })).status,
    ).toBe(status);
  expect(await statusOf(all)).toBe('pending');
});

test('one address can open thirty pages a minute', async () => {
  const link = '/approve/nobody/x';
  const answers = await Promise.all(
    Array.from({ length: 31 }, () => page(link, undefined, {}, strict)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(30).fill(410), 429]);
  expect(answers.find(({ status }) => status === 429)?.headers['retry-after']).toBeDefined();
});

// The operation of the test's own process is replaced.
test.skipIf(process.env.TEST_NODES)(
  'a decision of a busy team is refused with a page that asks to wait, stored nowhere, and accepted later',
  async () => {
    const it = await request();
    const hidden = hiddenOf((await page(it.link)).text);
    const busy = new ApiError('TEAM_BUSY', 'Too many requests of the team are waiting.');
    const run = vi.spyOn(decideByLink, 'run').mockRejectedValueOnce(busy);
    const refused = await page(it.link, { ...hidden, ...yes });
    run.mockRestore();
    expect(refused.status).toBe(429);
    expect(refused.text).toContain('Muitas tentativas');
    expect(refused.text).toContain('Espere um minuto e abra o link de novo.');
    expect(await itemOf(it)).toMatchObject({ status: 'open', state: 'pending', approvals: 0 });
    expect((await page(it.link, { ...hidden, ...yes })).status).toBe(303);
    expect(await statusOf(it)).toBe('approved');
  },
);

test('the team decides first; its approval is not the client’s, and its refusal emits an event', async () => {
  const campaign = await team.create('campaigns', { name: 'Natal' });
  const make = (stage: string) => ana.post('/approvals', { campaign_ids: [campaign.id], stage });
  const { data: internal } = await make('internal');
  expect(internal.link).toBe('');
  expect((await make('client')).status).toBe(409);
  const decide = async (approval: Json, decision: string, comment?: string) => {
    const [item] = (await ana.get(`/approvals/${approval.id}`)).data.items as Json[];
    return ana.post(`/approvals/${approval.id}/decisions`, {
      campaign_id: campaign.id,
      decision,
      sha256: item?.sha256,
      ...(comment !== undefined && { comment }),
    });
  };
  expect((await decide(internal, 'rejected')).status).toBe(400);
  expect((await decide(internal, 'changes', 'Sem logo.')).data.status).toBe('changes');
  expect((await team.get(`/campaigns/${campaign.id}`)).data.approval_status).toBe('rejected');
  expect((await ana.post(`/approvals/${internal.id}/rounds`)).data.status).toBe('open');
  expect((await decide(internal, 'approved')).data.status).toBe('approved');
  expect((await team.get(`/campaigns/${campaign.id}`)).data.approval_status).toBe('pending');
  const { data: client } = await make('client');
  expect(client.status).toBe('open');
  const stages = (await ana.get('/campaign-stages')).body.data as Json[];
  expect(stages.find(({ campaign_id }) => campaign_id === campaign.id)).toMatchObject({
    stage: 'client',
    state: 'pending',
    round: 1,
  });
  const open = (await ana.get(`/approvals?status=open&campaign_id=${campaign.id}`)).body
    .data as Json[];
  expect(open.map(({ id }) => id)).toEqual([client.id]);
});

test('one request covers campaigns of one client only, and each is decided separately', async () => {
  const [one, second] = [await team.create('clients'), await team.create('clients')];
  const campaignOf = async (client: Json) => {
    const project = await team.create('projects', { client_id: client.id });
    return (await team.create('campaigns', { project_id: project.id })).id;
  };
  const [a, b, c] = [await campaignOf(one), await campaignOf(one), await campaignOf(second)];
  expect((await ana.post('/approvals', { campaign_ids: [a, c] })).status).toBe(400);
  const { data } = await ana.post('/approvals', { campaign_ids: [a, b] });
  const link = String(data.link);
  const { text } = await page(link);
  expect(text).toContain('0 de 2 respondidas');
  await page(link, { ...hiddenOf(text, 2), ...yes });
  expect((await page(link)).text).toContain('1 de 2 respondidas');
  expect((await team.get(`/campaigns/${b}`)).data.approval_status).toBe('approved');
  expect((await team.get(`/campaigns/${a}`)).data.approval_status).toBe('pending');
});

test('adding or removing a file of a campaign changes what was shown', async () => {
  const all = await request();
  await page(all.link, { ...hiddenOf((await page(all.link)).text), ...yes });
  const id = await attachPdf(service, {
    team: team.slug,
    token: ana.token,
    record_type: 'campaigns',
    record_id: all.campaign.id,
    name: 'capa.pdf',
  });
  expect(await statusOf(all)).toBe('pending');
  expect(await itemOf(all)).toMatchObject({ status: 'changes', state: 'changed' });
  await ana.post(`/approvals/${all.approval.id}/rounds`);
  const { text } = await page(all.link);
  expect(text).toContain('<ins>capa.pdf</ins>');
  const [, address = ''] = /<a href="([^"]+)" download/.exec(text) ?? [];
  const file = await service.app.inject(address.replaceAll('&amp;', '&'));
  expect([file.statusCode, file.headers['content-disposition']]).toEqual([
    200,
    expect.stringContaining('attachment'),
  ]);
  await page(all.link, { ...hiddenOf(text), ...yes });
  expect(await statusOf(all)).toBe('approved');
  await ana.delete(`/files/${id}`);
  expect(await statusOf(all)).toBe('pending');
  expect((await eventsOf(all)).at(-1)?.previous).toMatchObject({ approval_status: 'approved' });
});

test('a link is sent by an inbox of the team, once, to a contact of the client only', async () => {
  const client = await team.create('clients');
  const project = await team.create('projects', { client_id: client.id });
  const all = await request({}, { project_id: project.id });
  const [inbox] = (await ana.get('/inboxes')).body.data as Json[];
  const contactOf = (phone: string, more: Json = {}) => team.create('contacts', { phone, ...more });
  const mine = await contactOf('5511988887771', { client_id: client.id });
  const foreign = await contactOf('5511988887772');
  // The sandbox refuses messages to this number.
  const refusing = await contactOf('5511988880000', { client_id: client.id });
  const send = (contact: Json, text: string) =>
    ana.post(
      `/approvals/${all.approval.id}/send`,
      { contact_id: contact.id, inbox_id: inbox?.id, text },
      { 'idempotency-key': `send ${contact.id} ${text.length}` },
    );
  const text = `Olá! Para aprovar: ${all.link} Obrigada.`;
  expect((await send(foreign, text)).status).toBe(400);
  expect((await send(mine, 'Sem link nenhum.')).status).toBe(400);
  expect((await send(refusing, text)).status).toBe(502);
  expect((await ana.get(`/approvals/${all.approval.id}`)).data.sent_to).toBeNull();
  const first = await send(mine, text);
  expect(first.status, first.text).toBe(201);
  expect((await send(mine, text)).data.id).toBe(first.data.id);
  const { data } = await ana.get(`/approvals/${all.approval.id}`);
  expect(data).toMatchObject({ sent_to: mine.id });
});

test.each([
  ['', 'novo', '[novo]'],
  ['um dois três', 'um três', 'um -dois -três'],
  ['vale até sexta', 'vale até sábado, dia 5', 'vale até -sexta-[sábado, dia 5]'],
  ['a b c', 'x y c', '-a b-[x y] c'],
])('a change from %j to %j is marked by words', (was, is, expected) => {
  const pieces = diffTexts(was, is);
  const marked = pieces.map(({ is: kind, text }) =>
    kind === 'new' ? `[${text}]` : kind === 'gone' ? `-${text}-` : text,
  );
  expect(marked.join('').replaceAll('- ', '-')).toBe(expected.replaceAll('- ', '-'));
  const without = (kind: string) =>
    pieces.filter(({ is: each }) => each !== kind).map((s) => s.text);
  expect(without('new').join('')).toBe(was);
  expect(without('gone').join('')).toBe(is);
});

test('the next round has the team’s message, and states if anything has changed', async () => {
  const all = await request();
  await page(all.link, { ...hiddenOf((await page(all.link)).text), ...changes });
  expect((await itemOf(all)).is_changed).toBe(false);
  await team.put(`/campaigns/${all.campaign.id}`, { description: 'Com a foto nova.' });
  expect((await itemOf(all)).is_changed).toBe(true);
  const message = 'Trocamos a foto da capa.';
  const again = await ana.post(`/approvals/${all.approval.id}/rounds`, { message });
  expect(again.status, again.text).toBe(200);
  const [round] = (await itemOf(all)).rounds as Json[];
  expect(round).toMatchObject({ round: 2, message });
  expect((await page(all.link)).text).toContain(message);
  await page(all.link, { ...hiddenOf((await page(all.link)).text), ...changes });
  // The previous version of the panel sends no body.
  expect((await ana.post(`/approvals/${all.approval.id}/rounds`)).status).toBe(200);
  const long = { message: 'a'.repeat(2_001) };
  const refused = await ana.post(`/approvals/${all.approval.id}/rounds`, long);
  expect([refused.status, refused.error.message]).toEqual([
    400,
    expect.stringContaining('message'),
  ]);
});

test('the bell and the client’s timeline name each decision with its author and comment', async () => {
  const client = await team.create('clients');
  const project = await team.create('projects', { client_id: client.id });
  const all = await request({}, { project_id: project.id });
  await page(all.link, { ...hiddenOf((await page(all.link)).text), ...changes });
  const lastNotification = async () => ((await ana.get('/notifications')).body.data as Json[])[0];
  expect(await lastNotification()).toMatchObject({
    kind: 'decided',
    actor_name: 'Joana Prado',
    decision: 'changes',
    excerpt: 'Troquem a foto da capa.',
  });
  const moves = async () =>
    ((await ana.get(`/clients/${client.id}/timeline`)).data.entries as Json[]).filter(
      ({ what }) => what === 'approval_status',
    );
  expect((await moves())[0]).toMatchObject({
    became: 'rejected',
    decision: 'changes',
    approver: 'Joana Prado',
    comment: 'Troquem a foto da capa.',
  });
  // Set by hand afterwards, which decides no request.
  await ana.put(`/campaigns/${all.campaign.id}/approval`, { approval_status: 'approved' });
  expect((await moves())[0]).toMatchObject({ became: 'approved', decision: null, approver: null });
});
