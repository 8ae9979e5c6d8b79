import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { pathOf, urlLifetimeMs } from '#server/features/files/signed-urls.ts';
import { type AboutFile, storeFile } from '#server/features/files/store.ts';
import { rangeOf } from '#server/http/files.ts';
import { secretsWith } from '#server/platform/secrets.ts';
import { pieces, somePdf } from '#test/support/files/fixture.ts';
import { imageOf } from '#test/support/files/images.ts';
import { type TestTeam, useService } from '#test/support/harness.ts';

/* Downloads of files by signed addresses. */

const service = useService();
let ours: TestTeam;
let theirs: TestTeam;
/** Hashes of a working approval link of each team, by the team's id. */
const links = new Map<string, string>();
beforeAll(async () => {
  [ours, theirs] = [await service.team('Nossa'), await service.team('Deles')];
  for (const { id } of [ours, theirs]) {
    const hash = randomBytes(32);
    await service.sql(
      `insert into approval_requests (team_id, id, title, stage, needed, hash, expires_at)
      values ($1, uuid7(), 'Verão', 'client', 1, $2, now() + interval '1 day')`,
      [id, hash],
    );
    links.set(id, hash.toString('hex'));
  }
});

const store = (content: Buffer, about: Partial<AboutFile> = {}, team = ours) =>
  storeFile({ db: service.database.team(team.id), storage: service.storage }, pieces(content), {
    name: 'proposta.pdf',
    purpose: 'upload',
    ...about,
  });
const linkOf = ({ id }: TestTeam) => links.get(id) ?? '';
const addressOf = (id: string, team = ours, isPreview = false, now?: number) =>
  pathOf(service.secrets, { team: team.slug, id, isPreview, link: linkOf(team) }, now);
const get = (url: string, headers: Record<string, string> = {}) =>
  service.app.inject({ method: 'GET', url, headers });

const missing =
  '{"success":false,"error":{"code":"NOT_FOUND","message":"There is no file at this address, or the address has expired."}}';

test('a signed address serves the file as a download, never inline', async () => {
  const content = somePdf(200_000);
  const { id } = await store(content, { name: 'Proposta "João" 100%.pdf' });
  const answer = await get(addressOf(id));
  expect(answer.statusCode).toBe(200);
  expect(answer.rawPayload.equals(content)).toBe(true);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': '200000',
    'content-disposition': `attachment; filename="Proposta _Joa_o_ 100_.pdf"; filename*=UTF-8''Proposta%20%22Jo%C3%A3o%22%20100%25.pdf`,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
  });
});

describe('no uploaded file is shown inline', () => {
  const html = Buffer.from('<!doctype html><script>alert(1)</script>');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  test.each([
    ['a page', html, 'page.html', 'text/html'],
    ['an SVG', svg, 'logo.svg', 'image/svg+xml'],
    ['a page without a name', html, 'page', 'application/octet-stream'],
    ['a page declared as an SVG', html, 'logo.svg', 'image/svg+xml'],
  ])('%s', async (_, content, name, type) => {
    const { id } = await store(content, { name });
    const { headers } = await get(addressOf(id));
    // Text without an extension may be anything, and is served as plain text.
    expect(['text/plain', type]).toContain(headers['content-type']);
    expect(headers['content-disposition']).toMatch(/^attachment;/);
    expect(headers['content-security-policy']).toMatch(/^sandbox;/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect((await get(addressOf(id, ours, true))).statusCode).toBe(404);
  });

  test('an image in its original form', async () => {
    const { id } = await store(await imageOf('png'), { name: 'a.png' });
    const { headers } = await get(addressOf(id));
    expect(headers['content-disposition']).toMatch(/^attachment;/);
  });

  test('except the preview of an image', async () => {
    const { id, sha256 } = await store(await imageOf('png', 60, 40), { name: 'b.png' });
    const image = await imageOf('webp', 60, 40);
    await service.sql(
      `update blobs set preview = 'ready', preview_image = $1 where sha256 = decode($2, 'hex')`,
      [image, sha256],
    );
    const { headers, rawPayload } = await get(addressOf(id, ours, true));
    expect(rawPayload.equals(image)).toBe(true);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': expect.stringMatching(/^inline;/),
      'content-security-policy': expect.stringMatching(/^sandbox;/),
      'x-content-type-options': 'nosniff',
    });
    // File and preview are signed separately.
    expect((await get(`${addressOf(id)}&preview=true`)).statusCode).toBe(404);
    expect((await get(addressOf(id, ours, true).replace('preview=true&', ''))).statusCode).toBe(
      404,
    );
  });
});

describe('the same answer, byte for byte, for', () => {
  const refused = async (url: string) => {
    const { statusCode, payload } = await get(url);
    expect({ statusCode, payload }).toEqual({ statusCode: 404, payload: missing });
  };

  test('an address that has expired', async () => {
    const { id } = await store(somePdf());
    const now = Date.now();
    await refused(addressOf(id, ours, false, now - urlLifetimeMs - 1_000));
    expect((await get(addressOf(id, ours, false, now - urlLifetimeMs + 5_000))).statusCode).toBe(
      200,
    );
  });

  test('an altered address', async () => {
    const [one, second] = [await store(somePdf()), await store(somePdf())];
    const address = addressOf(one.id);
    await refused(address.replace(one.id, second.id));
    await refused(address.replace(ours.slug, theirs.slug));
    await refused(address.replace(/expires=(\d+)/, (_, at) => `expires=${Number(at) + 1}`));
    await refused(`${address}&preview=true`);
    await refused(
      address.replace(/signature=(.)/, (_, at) => `signature=${at === '_' ? '-' : '_'}`),
    );
    await refused(address.replace(/&signature=.*/, ''));
    await refused(`/api/files/${ours.slug}/${one.id}`);
    await refused(`${address}&signature=x`);
  });

  test('an address signed by another installation', async () => {
    const { id } = await store(somePdf());
    const secrets = secretsWith(Buffer.alloc(32, 7));
    await refused(pathOf(secrets, { team: ours.slug, id, isPreview: false, link: linkOf(ours) }));
  });

  test("another team's file, a deleted file and one that does not exist", async () => {
    const { id } = await store(somePdf(), {}, theirs);
    await refused(addressOf(id, ours));
    expect((await get(addressOf(id, theirs))).statusCode).toBe(200);
    await service.sql('update files set deleted_at = now() where id = $1', [id]);
    await refused(addressOf(id, theirs));
    await refused(addressOf(randomUUID()));
    await refused(addressOf('no-id'));
  });

  test('an infected file', async () => {
    const { id, sha256 } = await store(somePdf());
    await service.sql(
      `update blobs set scan = 'infected', scan_found = 'Test' where sha256 = decode($1, 'hex')`,
      [sha256],
    );
    await refused(addressOf(id));
  });
});

test('an address signed with the previous key stays valid', async () => {
  const { id } = await store(somePdf());
  const file = { team: ours.slug, id, isPreview: false, link: linkOf(ours) };
  const both = secretsWith(Buffer.alloc(32, 7), service.secret);
  const { isSignatureValid: isHeld } = await import('#server/features/files/signed-urls.ts');
  const query = Object.fromEntries(new URLSearchParams(addressOf(id).split('?')[1]));
  expect(isHeld(both, file, query)).toBe(true);
  expect(isHeld(secretsWith(Buffer.alloc(32, 7)), file, query)).toBe(false);
});

describe('range requests', () => {
  test.each([
    [undefined, undefined],
    ['bytes=0-0', { first: 0, last: 0 }],
    ['bytes=10-', { first: 10, last: 99 }],
    ['bytes=-10', { first: 90, last: 99 }],
    ['bytes=-1000', { first: 0, last: 99 }],
    ['bytes=90-1000', { first: 90, last: 99 }],
    ['bytes=100-', 'none'],
    ['bytes=-0', 'none'],
    ['bytes=20-10', undefined],
    ['bytes=0-1,5-6', undefined],
    ['bytes=-', undefined],
    ['bytes=a-b', undefined],
    ['lines=0-1', undefined],
  ])('%s of 100', (header, range) => expect(rangeOf(header, 100)).toEqual(range));

  test('serves a part, and refuses a range past the end', async () => {
    const content = somePdf(1_000);
    const address = addressOf((await store(content)).id);
    const part = await get(address, { range: 'bytes=100-199' });
    expect(part.statusCode).toBe(206);
    expect(part.headers).toMatchObject({
      'content-range': 'bytes 100-199/1000',
      'content-length': '100',
    });
    expect(part.rawPayload).toEqual(content.subarray(100, 200));
    const beyond = await get(address, { range: 'bytes=1000-' });
    expect(beyond.statusCode).toBe(416);
    expect(beyond.headers['content-range']).toBe('bytes */1000');
  });
});
