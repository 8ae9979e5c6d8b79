import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, expect, test } from 'vitest';
import type { PanelState } from '#server/platform/panel-build.ts';
import { attachPdf } from '#test/support/files/attach.ts';
import { scratch } from '#test/support/files/fixture.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { makePerson, ownPage, type TestPerson } from '#test/support/people.ts';

/* Pieces of a campaign on the approval page: comments with their place, decisions on single pieces, and the team's brand. */
const build = scratch().path;
for (const name of ['.vite', 'assets/pdf-1.2.3']) mkdirSync(join(build, name), { recursive: true });
const viewer = { 'src/pdf/viewer.ts': { file: 'assets/pdf-viewer-A1.js' } };
writeFileSync(join(build, '.vite/manifest.json'), JSON.stringify(viewer));
writeFileSync(join(build, 'assets/pdf.worker.min-B2.mjs'), 'let a = 1');
writeFileSync(join(build, 'assets/pdf-1.2.3/H.bcmap'), 'map');
let state: PanelState = { is: 'building' };
const ready: PanelState = { is: 'ready', directory: build, id: 'a'.repeat(64) };
const service = useService({ panel: { readState: async () => state, earlier: async () => [] } });
let team: TestTeam;
let ana: TestPerson;
let owner: TestPerson;

beforeAll(async () => {
  team = await service.team('Aurora & Filhos');
  ana = await makePerson(service, team, 'member');
  owner = await makePerson(service, team, 'owner');
});

async function page(link: string, fields?: Record<string, string>) {
  const answer = await service.app.inject({
    method: fields ? 'POST' : 'GET',
    url: new URL(link, 'http://localhost').pathname,
    ...(fields && {
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...ownPage },
      payload: new URLSearchParams(fields).toString(),
    }),
  });
  return { status: answer.statusCode, text: answer.payload, headers: answer.headers };
}

const attach = ({ id: record_id }: Json, name: string) =>
  attachPdf(service, {
    team: team.slug,
    token: ana.token,
    record_type: 'campaigns',
    record_id,
    name,
  });

interface Asked {
  readonly campaign: Json;
  readonly id: string;
  readonly link: string;
  readonly file: string;
}

async function request(more: Json = {}): Promise<Asked> {
  const campaign = await team.create('campaigns', { name: 'Verão' });
  const file = await attach(campaign, 'capa.pdf');
  const { data, status, text } = await ana.post('/approvals', {
    campaign_ids: [campaign.id],
    ...more,
  });
  expect(status, text).toBe(201);
  return { campaign, id: String(data.id), link: String(data.link), file };
}

const hashIn = (text: string) => /name="sha256" value="([0-9a-f]{64})"/.exec(text)?.[1] ?? '';

const comment = async ({ link, file }: Asked, fields: Record<string, string> = {}) => ({
  act: 'comment',
  n: '1',
  nonce: uuidv7(),
  file_id: file,
  sha256: hashIn((await page(link)).text),
  name: 'Joana Prado',
  comment: 'Aumentem o logo.',
  ...fields,
});

const decision = async ({ link }: Asked, fields: Record<string, string>) => ({
  act: 'decide',
  n: '1',
  nonce: uuidv7(),
  sha256: hashIn((await page(link)).text),
  name: 'Joana Prado',
  comment: '',
  ...fields,
});

const roundOf = async ({ id }: Asked) => {
  const { data } = await ana.get(`/approvals/${id}`);
  const [item] = data.items as (Json & { rounds: Json[] })[];
  const [round] = item?.rounds ?? [];
  return round as Json & { comments: Json[]; decisions: Json[] };
};

test('a comment on a piece is stored once with its place, and both sides see it', async () => {
  const all = await request();
  const written = await comment(all, { page: '3' });
  for (const _ of [1, 2]) {
    const { status, headers } = await page(all.link, written);
    expect([status, headers.location]).toEqual([303, expect.stringContaining(`#f1-${all.file}`)]);
  }
  expect((await page(all.link, await comment(all, { x: '0.25', y: '0.5' }))).status).toBe(303);
  const { comments } = await roundOf(all);
  expect(comments).toMatchObject([
    { file_id: all.file, page: 3, x: null, comment: 'Aumentem o logo.', author: 'Joana Prado' },
    { x: 0.25, y: 0.5, page: null, second: null },
  ]);
  const { text } = await page(all.link);
  expect(text).toContain('página 3');
  expect(text).toContain('Aumentem o logo.');
});

test('a comment has a point of a page, which both sides see', async () => {
  state = ready;
  const all = await request();
  const written = await comment(all, { page: '2', x: '0.25', y: '0.75' });
  expect((await page(all.link, written)).status).toBe(303);
  expect((await roundOf(all)).comments).toMatchObject([{ page: 2, x: 0.25, y: 0.75 }]);
  const { text } = await page(all.link);
  expect(text).toContain('página 2');
  const [, pins = ''] = /data-pins="([^"]*)"/.exec(text) ?? [];
  expect(JSON.parse(pins.replaceAll('&quot;', '"'))).toEqual([
    { page: 2, x: 0.25, y: 0.75, label: '1' },
  ]);
});

test('a PDF file names its viewer once the panel is built, and the policy allows workers of this service only', async () => {
  const all = await request();
  state = { is: 'building' };
  expect((await page(all.link)).text).not.toContain('data-viewer');
  state = ready;
  const { text, headers } = await page(all.link);
  expect(text).toContain('data-viewer="/assets/pdf-viewer-A1.js"');
  expect(text).toContain(`href="/api/files/${team.slug}/${all.file}?`);
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'; ");
  expect(policy).toContain("worker-src 'self'; font-src 'self'; ");
  expect(policy).not.toMatch(/unsafe|wasm|blob:|data:|https?:/);
});

test('the worker of the viewer and the files that it loads are cached permanently, and the worker has a policy', async () => {
  state = ready;
  const worker = await service.app.inject('/assets/pdf.worker.min-B2.mjs');
  expect(worker.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'",
  });
  const map = await service.app.inject('/assets/pdf-1.2.3/H.bcmap');
  expect([map.statusCode, map.body]).toEqual([200, 'map']);
  for (const url of [
    '/assets/pdf-1.2.3/none.bcmap',
    '/assets/pdf-../index.html',
    '/assets/pdf-1.2.3/..%2f..%2f.vite%2fmanifest.json',
    '/assets/.vite/manifest.json',
    '/assets/pdf-1.2.3%2f..%2f..%2f.vite/manifest.json',
  ])
    expect((await service.app.inject(url)).statusCode, url).toBe(404);
});

test.each([
  ['a piece of another campaign', async () => ({ file_id: (await request()).file }), 400],
  ['half a point', () => ({ x: '0.5' }), 400],
  ['a point outside the image', () => ({ x: '1.5', y: '0' }), 400],
  ['a point and a second', () => ({ x: '0', y: '0', second: '1' }), 400],
  ['a page and a second', () => ({ page: '1', second: '1' }), 400],
  ['half a point of a page', () => ({ page: '1', y: '0.5' }), 400],
  ['no text', () => ({ comment: ' ' }), 400],
  ['no name', () => ({ name: '' }), 400],
  ['an outdated version', () => ({ sha256: '0'.repeat(64) }), 409],
])('a comment with %s is not stored', async (_, fields, status) => {
  const all = await request();
  const answer = await page(all.link, await comment(all, await fields()));
  expect(answer.status, answer.text).toBe(status);
  expect((await roundOf(all)).comments).toEqual([]);
});

test('after a decision, a change, a revocation or the end of the link, no comment is stored', async () => {
  const decided = await request();
  const late = await comment(decided);
  await page(decided.link, await decision(decided, { decision: 'approved' }));
  expect((await page(decided.link, late)).status).toBe(409);

  const changed = await request();
  const early = await comment(changed);
  await team.put(`/campaigns/${changed.campaign.id}`, { description: 'Outra.' });
  expect((await page(changed.link, early)).status).toBe(409);

  const revoked = await request();
  const gone = await comment(revoked);
  await ana.delete(`/approvals/${revoked.id}`);
  expect((await page(revoked.link, gone)).status).toBe(410);

  const over = await request();
  const expired = await comment(over);
  await service.sql(
    `update approval_requests set expires_at = now() - interval '1 second' where id = $1`,
    [over.id],
  );
  expect((await page(over.link, expired)).status).toBe(410);

  for (const each of [decided, changed, revoked, over])
    expect((await roundOf(each)).comments).toEqual([]);
});

test('of fifty comments concurrent with a decision, those that were not refused are stored, and the decision counts once', async () => {
  const all = await request();
  const comments = await Promise.all(Array.from({ length: 50 }, () => comment(all)));
  const approved = await decision(all, { decision: 'approved' });
  const answers = await Promise.all([
    ...comments.slice(0, 25).map((each) => page(all.link, each)),
    page(all.link, approved),
    ...comments.slice(25).map((each) => page(all.link, each)),
  ]);
  const accepted = answers.filter(({ status }) => status === 303).length - 1;
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].filter((status) => status !== 303 && status !== 409)).toEqual([]);
  const round = await roundOf(all);
  expect(round.comments).toHaveLength(accepted);
  expect(round.decisions).toHaveLength(1);
});

test('the client sees the team’s answer to a comment with the team’s name and the time, also in the next round', async () => {
  const all = await request();
  await page(all.link, await comment(all));
  const [{ id: comment_id } = {}] = (await roundOf(all)).comments;
  const at = `/approvals/${all.id}/answers`;
  for (const answer of ['Vamos ver.', 'O logo já está <b>maior</b>.'])
    expect((await ana.post(at, { comment_id, answer })).status).toBe(200);
  expect((await roundOf(all)).comments).toMatchObject([
    { answer: 'O logo já está <b>maior</b>.', answered_by: ana.userId },
  ]);
  const { text } = await page(all.link);
  expect(text).toMatch(/Resposta de Aurora &amp; Filhos, em \d\d\/\d\d\/\d{4}, \d\d:\d\d/);
  expect(text).toContain('O logo já está &lt;b&gt;maior&lt;/b&gt;.');
  for (const hidden of ['Vamos ver.', ana.userId, 'Dora']) expect(text).not.toContain(hidden);
  await page(all.link, await decision(all, { decision: 'changes', comment: 'Troquem a capa.' }));
  await ana.post(`/approvals/${all.id}/rounds`, { message: 'Trocamos.' });
  const [, rounds = ''] =
    /<div class="rounds">(.*?)<\/section>/s.exec((await page(all.link)).text) ?? [];
  expect(rounds).toContain('O logo já está');
});

test('an answer needs a comment of a request of the team, and a text', async () => {
  const [all, second] = [await request(), await request()];
  for (const each of [all, second]) await page(each.link, await comment(each));
  const [{ id: comment_id } = {}] = (await roundOf(all)).comments;
  const [foreign] = (await roundOf(second)).comments;
  const at = `/approvals/${all.id}/answers`;
  const rival = await service.team();
  const theirs = await makePerson(service, rival, 'owner');
  const body = { comment_id, answer: 'Feito.' };
  expect((await ana.post(at, { ...body, comment_id: foreign?.id })).status).toBe(400);
  expect((await ana.post(at, { ...body, answer: ' ' })).status).toBe(400);
  expect((await ana.post(at, { ...body, answer: 'a'.repeat(2_001) })).status).toBe(400);
  expect((await ana.post(`/approvals/${uuidv7()}/answers`, body)).status).toBe(404);
  expect((await theirs.post(at, body)).status).toBe(404);
  for (const each of [all, second])
    expect((await roundOf(each)).comments).toMatchObject([{ answer: null, answered_at: null }]);
});

test('pieces are decided with their campaign; a request for changes may only name them', async () => {
  const all = await request();
  const marked = { [`piece:${all.file}`]: 'changes', [`piece:${uuidv7()}`]: 'changes' };
  const refused = await page(all.link, await decision(all, { decision: 'approved', ...marked }));
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('role="alert"')]);
  expect((await roundOf(all)).decisions).toEqual([]);
  await page(all.link, await decision(all, { decision: 'changes', ...marked }));
  expect((await roundOf(all)).decisions).toMatchObject([
    {
      decision: 'changes',
      comment: 'Ajustar: capa.pdf',
      pieces: [{ file_id: all.file, decision: 'changes' }],
    },
  ]);
});

test('the next round shows the previous requests next to the team’s words', async () => {
  const all = await request();
  await page(all.link, await comment(all, { page: '2' }));
  await page(all.link, await decision(all, { decision: 'changes', comment: 'Troquem a capa.' }));
  await attach(all.campaign, 'capa-2.pdf');
  const words = { message: 'Trocamos a capa.' };
  expect((await ana.post(`/approvals/${all.id}/rounds`, words)).status).toBe(200);
  const { text } = await page(all.link);
  const [, rounds = ''] = /<div class="rounds">(.*?)<\/div>/s.exec(text) ?? [];
  for (const part of ['Troquem a capa.', 'Aumentem o logo.', 'página 2', 'Trocamos a capa.'])
    expect(rounds).toContain(part);
  expect(text).toContain('<ins>capa-2.pdf</ins>');
  expect((await roundOf(all)).comments).toEqual([]);
});

test('the team’s logo and colour are on its own pages only, and the page allows no further style', async () => {
  const logo = await sharp({
    create: { width: 900, height: 300, channels: 4, background: '#16a34a80' },
  })
    .png()
    .toBuffer();
  const all = await request();
  expect((await page(all.link)).text).not.toContain('class="logo"');
  const stored = await owner.put('/brand', { color: '#16a34a', logo: logo.toString('base64') });
  expect(stored.data, stored.text).toMatchObject({
    color: '#16a34a',
    logo: expect.stringMatching(/^data:image\/webp;/),
  });
  const { text, headers } = await page(all.link);
  const [, url = ''] = /class="logo" src="([^"]+)"/.exec(text) ?? [];
  const loaded = await service.app.inject(url);
  expect(loaded.headers['cache-control']).toContain('immutable');
  expect(await sharp(loaded.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 480 });
  const [, style = ''] = /<style>(:root\{--brand:[^<]*)<\/style>/.exec(text) ?? [];
  expect(style).toBe(':root{--brand:#16a34a;--on-brand:#000}');
  expect(headers['content-security-policy']).toContain(
    `'sha256-${hash('sha256', style, 'base64')}'`,
  );
  expect(headers['content-security-policy']).not.toContain('unsafe');

  const rival = await service.team();
  const foreign = url.replace(`/${team.slug}/`, `/${rival.slug}/`);
  expect((await service.app.inject(foreign)).statusCode).toBe(404);
  expect((await ana.put('/brand', { color: '#000000' })).status).toBe(403);
  const cleared = await owner.put('/brand', { color: '', logo: '' });
  expect(cleared.data).toEqual({ color: null, logo: null });
  expect((await service.app.inject(url)).statusCode).toBe(404);
});

test.each([
  [{ color: 'red' }, 'color'],
  [{ color: '#16A34A;background:url(x)' }, 'color'],
  [{ logo: Buffer.from('<svg/>').toString('base64') }, 'logo'],
])('the brand %j is refused', async (body, field) => {
  const answer = await owner.put('/brand', body);
  expect([answer.status, answer.error.message]).toEqual([400, expect.stringContaining(field)]);
});
