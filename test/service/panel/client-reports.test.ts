import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { makePerson, ownPage, type TestPerson } from '#test/support/people.ts';

/* Report page of a client: a link that members create, and a page for its holder. */
const service = useService();
let team: TestTeam;
let owner: TestPerson;
let ana: TestPerson;
let client: Json;
let project: Json;

const november = { starts_on: '2026-11-01', ends_on: '2026-11-30' };

beforeAll(async () => {
  team = await service.team('Aurora & Filhos');
  owner = await makePerson(service, team, 'owner');
  ana = await makePerson(service, team, 'member');
  client = await team.create('clients', { type: 'PJ', name: 'Padaria <b>Sol</b>' });
  project = await team.create('projects', { name: 'Site novo', client_id: client.id });
});

interface Options {
  readonly fields?: Record<string, string>;
  readonly headers?: Record<string, string>;
}

/** Opens the page of a link, as a browser does. */
async function page(link: string, { fields, headers }: Options = {}) {
  const answer = await service.app.inject({
    method: fields ? 'POST' : 'GET',
    url: new URL(link, 'http://localhost').pathname,
    headers: {
      ...(fields && { 'content-type': 'application/x-www-form-urlencoded', ...ownPage }),
      ...headers,
    },
    ...(fields && { payload: new URLSearchParams(fields).toString() }),
  });
  return { status: answer.statusCode, text: answer.payload, headers: answer.headers };
}

const create = async (by: TestPerson, more: Json = {}, id = client.id) => {
  const answer = await by.post(`/clients/${id}/report-links`, { ...november, ...more });
  expect(answer.status, answer.text).toBe(201);
  return { id: String(answer.data.id), link: String(answer.data.link), data: answer.data };
};

async function completeTask(title: string, at: string, projectId = project.id): Promise<void> {
  const task = await team.create('tasks', { title, project_id: projectId });
  const { status, text } = await team.put(`/tasks/${task.id}`, { completed_at: at });
  expect(status, text).toBe(200);
}

const enterTime = async (minutes: number, at: string) => {
  const { status, text } = await team.post('/time-entries', {
    ...{ project_id: project.id, started_at: at, minutes },
  });
  expect(status, text).toBe(201);
};

test('the page shows work, hours and campaigns of the period, and nothing else of the team', async () => {
  await completeTask('Página inicial', '2026-11-10T15:00:00Z');
  // In São Paulo it is still the last evening of the month, and the last evening of the month before.
  await completeTask('Rodapé', '2026-12-01T02:30:00Z');
  await completeTask('Feita em outubro', '2026-11-01T02:30:00Z');
  const foreign = await team.create('clients', { type: 'PJ', name: 'Vizinho' });
  const apart = await team.create('projects', { name: 'Segredo', client_id: foreign.id });
  await completeTask('Tarefa do vizinho', '2026-11-10T15:00:00Z', apart.id);
  await enterTime(90, '2026-11-12T12:00:00Z');
  await enterTime(600, '2026-10-12T12:00:00Z');
  await team.create('campaigns', {
    ...{ name: 'Black Friday', project_id: project.id, status: 'active' },
    ...{ start_date: '2026-11-20', end_date: '2026-12-05' },
  });
  await team.create('campaigns', {
    ...{ name: 'Rascunho interno', project_id: project.id, start_date: '2026-11-02' },
  });

  const { link } = await create(ana);
  const { status, text, headers } = await page(link);
  expect(status).toBe(200);
  for (const visible of ['Página inicial', 'Rodapé', '1,5 h', 'Black Friday', 'No ar', 'Site novo'])
    expect(text).toContain(visible);
  for (const hidden of ['outubro', 'vizinho', 'Segredo', 'Rascunho', 'R$', '<b>Sol'])
    expect(text).not.toContain(hidden);
  expect(text).toContain('Padaria &lt;b&gt;Sol&lt;/b&gt;');
  expect(headers['x-robots-tag']).toContain('noindex');
  expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
  // Nothing is loaded from elsewhere.
  expect([...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, to = '']) => to[0])).toEqual(
    expect.not.arrayContaining(['h']),
  );

  const english = await page(link, { headers: { 'accept-language': 'en' } });
  expect(english.text).toContain('Completed tasks');
});

test('parts that the link leaves out are missing', async () => {
  const { link } = await create(ana, { shows_tasks: false, shows_hours: false });
  const { text } = await page(link);
  expect(text).not.toContain('Página inicial');
  expect(text).not.toContain('1,5 h');
  expect(text).toContain('Black Friday');
});

test('hours are compared with the contract', async () => {
  await team.create('contracts', {
    ...{ title: 'Mensal', client_id: client.id, project_ids: [project.id] },
    ...{ starts_on: '2026-10-01', included_hours: 1, value: 5000, overage_rate: 200 },
  });
  const { link } = await create(ana);
  const { text } = await page(link);
  expect(text).toContain('Mensal');
  expect(text).toContain('150%');
  expect(text).toContain('A mais: 0,5 h');
  expect(text).not.toContain('5.000');
});

test('amounts are for members who may see values, and end with that permission', async () => {
  await service.sql(
    `insert into billing_lines (team_id, id, contract_id, client_id, title, starts_on, ends_on, value, overage_value, total)
    select team_id, uuid7(), id, client_id, title, '2026-11-01', '2026-11-30', 5000, 100, 5100 from contracts
    where team_id = $1 and client_id = $2`,
    [team.id, client.id],
  );
  const blind = await makePerson(service, team, 'member');
  await owner.put(`/members/${blind.userId}`, { sees_values: false });
  const refused = await blind.post(`/clients/${client.id}/report-links`, {
    ...november,
    shows_values: true,
  });
  expect(refused.status).toBe(403);

  const seeing = await makePerson(service, team, 'member');
  const permission = await owner.put(`/members/${seeing.userId}`, { sees_values: true });
  expect(permission.status, permission.text).toBe(200);
  const { link } = await create(seeing, { shows_values: true });
  expect((await page(link)).text).toMatch(/R\$\s5\.100,00/);
  await owner.put(`/members/${seeing.userId}`, { sees_values: false });
  const after = await page(link);
  expect([after.status, after.text.includes('R$')]).toEqual([200, false]);
  await service.sql('delete from billing_lines where team_id = $1', [team.id]);
});

test('a link ends when it is revoked, expires, or loses its client or creator', async () => {
  const works = async (link: string) => (await page(link)).status;
  const revoked = await create(ana);
  expect(await works(revoked.link)).toBe(200);
  for (const _ of [1, 2]) {
    const { status, data } = await owner.call(
      'DELETE',
      `/clients/${client.id}/report-links/${revoked.id}`,
    );
    expect([status, data.is_working]).toEqual([200, false]);
  }
  expect(await works(revoked.link)).toBe(410);

  const expired = await create(ana, { expires_in_days: 1 });
  await service.sql('update client_report_links set expires_at = now() where id = $1', [
    expired.id,
  ]);
  expect(await works(expired.link)).toBe(410);

  const leaving = await makePerson(service, team, 'member');
  const orphaned = await create(leaving);
  expect(await works(orphaned.link)).toBe(200);
  await owner.post(`/members/${leaving.userId}/suspend`);
  expect(await works(orphaned.link)).toBe(410);

  const another = await team.create('clients', { type: 'PJ', name: 'Loja' });
  const ofClient = await create(ana, {}, another.id);
  expect(await works(ofClient.link)).toBe(200);
  await team.delete(`/clients/${another.id}`);
  expect(await works(ofClient.link)).toBe(410);
  const { data: list } = await ana.get(`/clients/${another.id}/report-links`);
  expect(list).toEqual([expect.objectContaining({ id: ofClient.id, is_working: false })]);
  expect(JSON.stringify(list)).not.toContain(ofClient.link.split('/').at(-1));
});

test('a PIN is asked for, remembered, and disables the link after many wrong attempts', async () => {
  const { id, link } = await create(ana, { pin: '2580' });
  const locked = await page(link);
  expect(locked.status).toBe(200);
  expect(locked.text).not.toContain('Padaria');
  const wrong = await page(link, { fields: { act: 'pin', pin: '0000' } });
  expect([wrong.status, wrong.text.includes('role="alert"')]).toEqual([403, true]);
  const right = await page(link, { fields: { act: 'pin', pin: '2580' } });
  expect(right.status).toBe(303);
  const [cookie = ''] = [right.headers['set-cookie']].flat().map(String);
  expect(cookie).toMatch(/HttpOnly/);
  const opened = await page(link, { headers: { cookie: cookie.split(';', 1)[0] ?? '' } });
  expect(opened.text).toContain('Padaria');

  // The cookie of one link does not open another.
  const second = await create(ana, { pin: '2580' });
  const stolen = await page(second.link, { headers: { cookie: cookie.split(';', 1)[0] ?? '' } });
  expect(stolen.text).not.toContain('Padaria');

  await service.sql('update client_report_links set pin_failures = 19 where id = $1', [id]);
  await page(link, { fields: { act: 'pin', pin: '1111' } });
  expect((await page(link)).status).toBe(410);
});

test('forms of another site are refused', async () => {
  const { link } = await create(ana, { pin: '2580' });
  const { status } = await page(link, {
    fields: { act: 'pin', pin: '2580' },
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  expect(status).toBe(403);
});

test('another team reads, creates and revokes nothing, and its address does not open the link', async () => {
  const theirs = await service.team('Concorrente');
  const stranger = await makePerson(service, theirs, 'owner');
  const { id, link } = await create(ana);
  const path = `/clients/${client.id}/report-links`;
  expect((await stranger.get(path)).status).toBe(404);
  expect((await stranger.post(path, november)).status).toBe(404);
  expect((await stranger.call('DELETE', `${path}/${id}`)).status).toBe(404);
  const foreign = await theirs.create('clients', { type: 'PJ', name: 'Deles' });
  expect((await stranger.call('DELETE', `/clients/${foreign.id}/report-links/${id}`)).status).toBe(
    404,
  );
  expect((await page(link.replace(`/${team.slug}/`, `/${theirs.slug}/`))).status).toBe(410);
  expect((await page(link)).status).toBe(200);
  // The other way around: a link of theirs shows nothing of ours.
  const of = await create(stranger, {}, foreign.id);
  expect((await page(of.link)).text).not.toContain('Página inicial');
});

test.each([
  [{ ends_on: '2026-10-31' }, 'before its start'],
  [{ ends_on: '2027-11-30' }, 'of more than a year'],
  [{ expires_in_days: 366 }, 'valid for too long'],
  [{ expires_in_days: 1.5 }, 'valid for a part of a day'],
  [{ pin: '12a4' }, 'with a PIN that is none'],
])('a link is refused: %o, %s', async (more, _) => {
  const { status } = await ana.post(`/clients/${client.id}/report-links`, { ...november, ...more });
  expect(status).toBe(400);
});

test('opening the page in a browser is recorded once; previews of chats are not', async () => {
  const { id, link } = await create(ana);
  const seen = async () => {
    const { data } = await ana.get(`/clients/${client.id}/report-links`);
    return (data as unknown as Json[]).find((each) => each.id === id)?.seen_at;
  };
  await page(link);
  expect(await seen()).toBeNull();
  const headers = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  await page(link, { headers });
  const first = await seen();
  expect(first).toEqual(expect.any(String));
  await page(link, { headers });
  expect(await seen()).toBe(first);
});

/** Sends a campaign for approval, to the team or the client, and decides. */
async function decideCampaign(campaign: Json, stage: 'internal' | 'client', decision: string) {
  const { data, status, text } = await ana.post('/approvals', {
    campaign_ids: [campaign.id],
    stage,
  });
  expect(status, text).toBe(201);
  const [item] = (await ana.get(`/approvals/${data.id}`)).data.items as Json[];
  const decided = await ana.post(`/approvals/${data.id}/decisions`, {
    ...{ campaign_id: campaign.id, decision, sha256: item?.sha256, comment: 'Comentário interno' },
  });
  expect(decided.status, decided.text).toBe(200);
}

test('approvals on the page are those of the client, not the team’s', async () => {
  const campaignOf = (name: string) =>
    team.create('campaigns', {
      ...{ name, project_id: project.id, status: 'scheduled' },
      ...{ start_date: '2026-11-10', end_date: '2026-11-12' },
    });
  await decideCampaign(await campaignOf('Recusada na equipe'), 'internal', 'changes');
  await decideCampaign(await campaignOf('Aprovada na equipe'), 'internal', 'approved');
  await campaignOf('Nunca enviada');
  const undecided = await campaignOf('Com o cliente');
  await ana.post('/approvals', { campaign_ids: [undecided.id], stage: 'client' });
  const withdrawn = await campaignOf('Retirada');
  const { data: request } = await ana.post('/approvals', {
    ...{ campaign_ids: [withdrawn.id], stage: 'client' },
  });
  expect((await ana.call('DELETE', `/approvals/${request.id}`)).status).toBe(200);
  const { text } = await page((await create(ana)).link);
  const answerOf = (name: string) =>
    new RegExp(`${name}<span.*?</th>.*?</td><td>.*?</td><td>(.*?)</td>`).exec(text)?.[1];
  expect(
    Object.fromEntries(
      [
        'Recusada na equipe',
        'Aprovada na equipe',
        'Nunca enviada',
        'Com o cliente',
        'Retirada',
      ].map((name) => [name, answerOf(name)]),
    ),
  ).toEqual({
    ...{ 'Recusada na equipe': '–', 'Aprovada na equipe': '–', 'Nunca enviada': '–' },
    ...{ 'Com o cliente': 'Pendente', Retirada: '–' },
  });
  expect(text).not.toContain('Comentário interno');
});

test('contracts that have ended since are shown, drafts are not', async () => {
  const terms = { client_id: client.id, starts_on: '2026-11-01', included_hours: 10 };
  const over = await team.create('contracts', { ...terms, title: 'Encerrado', project_ids: [] });
  await team.put(`/contracts/${over.id}`, { status: 'ended', ends_on: '2026-11-30' });
  await team.create('contracts', { ...terms, title: 'Rascunho secreto', status: 'draft' });
  const { text } = await page((await create(ana)).link);
  expect(text).toContain('Encerrado');
  expect(text).not.toContain('Rascunho secreto');
});

test('nothing that is the team’s alone is on the page: costs, rates, notes, people, other clients', async () => {
  await service.sql(
    `update time_entries set note = 'NOTA-SECRETA', hourly_rate = 987.65, hourly_cost = 123.45 where team_id = $1`,
    [team.id],
  );
  await service.sql(
    `update clients set notes = 'OBSERVACAO-SECRETA' where team_id = $1 and id = $2`,
    [team.id, client.id],
  );
  await service.sql(
    `update tasks set description = 'DESCRICAO-SECRETA', estimated_hours = 77.25 where team_id = $1`,
    [team.id],
  );
  const { link } = await create(owner, { shows_values: true });
  for (const language of ['pt-BR', 'en']) {
    const { text } = await page(link, { headers: { 'accept-language': language } });
    expect(text).not.toMatch(/SECRET|987[.,]65|123[.,]45|77[.,]25|Vizinho|Segredo/);
    for (const person of [owner, ana]) expect(text).not.toContain(person.userId);
    // No id of a record: the page has names only.
    expect(text.replaceAll(/script-[0-9a-f]+/g, '')).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  }
});

test('the page has the team’s logo and colour, and the logo is served without a session', async () => {
  const picture = await sharp({
    create: { width: 400, height: 120, channels: 3, background: '#0a7' },
  })
    .png()
    .toBuffer();
  const brand = { color: '#00aa77', logo: picture.toString('base64') };
  expect((await owner.put('/brand', brand)).status).toBe(200);
  const { text, headers } = await page((await create(ana)).link);
  const [, source = ''] =
    /<img class="logo" src="([^"]+)" alt="Aurora &amp; Filhos"/.exec(text) ?? [];
  expect(source).not.toBe('');
  const logo = await service.app.inject({ url: source });
  expect([logo.statusCode, logo.headers['content-type']]).toEqual([200, 'image/webp']);
  expect(text).toContain('--brand:#00aa77');
  expect(headers['content-security-policy']).not.toContain('unsafe-inline');
  expect((await owner.put('/brand', { color: '', logo: '' })).status).toBe(200);
  expect((await page((await create(ana)).link)).text).not.toContain('class="logo"');
});

test('a wrong PIN many times waits, then ends the link, also with the right one', async () => {
  const { id, link } = await create(ana, { pin: '2580' });
  const statuses: number[] = [];
  for (let n = 0; n < 8; n += 1)
    statuses.push((await page(link, { fields: { act: 'pin', pin: `${1000 + n}` } })).status);
  expect(statuses).toContain(429);
  // While it waits, the right one is not checked either.
  expect((await page(link, { fields: { act: 'pin', pin: '2580' } })).status).toBe(429);
  await service.sql(
    'update client_report_links set pin_failures = 19, pin_wait_until = null where id = $1',
    [id],
  );
  await page(link, { fields: { act: 'pin', pin: '1111' } });
  const right = await page(link, { fields: { act: 'pin', pin: '2580' } });
  expect(right.status).toBe(410);
  expect(right.text).not.toContain('Padaria');
});
