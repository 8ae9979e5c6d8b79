import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { useService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';
import type { TestTeam } from '#test/support/team.ts';

/* Pictures of people: what is stored of an upload, and which callers load it. */
const service = useService();

const photo = (color: string, width = 640, height = 480) =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Ana Souza' } })
    .toBuffer();
const inBase64 = async (image: Promise<Buffer>) => ({ image: (await image).toString('base64') });

let ana: TestPerson;
let bia: TestPerson;
let rival: TestPerson;
let ours: TestTeam;
let theirs: TestTeam;

beforeAll(async () => {
  ours = await service.team();
  theirs = await service.team();
  ana = await makePerson(service, ours, 'member');
  bia = await makePerson(service, ours, 'member');
  rival = await makePerson(service, theirs, 'owner');
});

const pictureOf = async (viewer: TestPerson) =>
  ((await viewer.call('GET', `/users/${ana.userId}`)).data as { picture: string | null }).picture;

const download = (viewer: { readonly token: string }, hash: string, team = ours) =>
  service.app.inject({
    url: `/api/panel/teams/${team.slug}/users/${ana.userId}/picture?hash=${hash}`,
    headers: { cookie: `pauta_session=${viewer.token}` },
  });

describe('the picture of a person', () => {
  test('is encoded again as a small square without metadata, and members of the team load it', async () => {
    const answer = await ana.own('PUT', '/account/picture', await inBase64(photo('#2563eb')));
    expect(answer.status, answer.text).toBe(200);
    expect(answer.data).toMatchObject({ picture: expect.stringMatching(/^data:image\/webp;/) });
    const hash = await pictureOf(bia);
    if (hash === null) throw new Error('there is no picture');
    const loaded = await download(bia, hash);
    expect(loaded.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    const { format, width, height, exif } = await sharp(loaded.rawPayload).metadata();
    expect({ format, width, height, exif }).toEqual({
      format: 'webp',
      width: 256,
      height: 256,
      exif: undefined,
    });
  });

  test('is not loaded by another team, by a stranger, or under another hash', async () => {
    const hash = (await pictureOf(bia)) ?? '';
    expect((await download(bia, hash)).statusCode).toBe(200);
    expect((await download(rival, hash)).statusCode).toBe(404);
    expect((await download(rival, hash, theirs)).statusCode).toBe(404);
    expect((await download({ token: '' }, hash)).statusCode).toBe(401);
    expect((await download(bia, '0'.repeat(64))).statusCode).toBe(404);
  });

  test('changes its hash with its content; removed, it is gone, and the audit log has each step', async () => {
    const first = (await pictureOf(bia)) ?? '';
    await ana.own('PUT', '/account/picture', await inBase64(photo('#dc2626')));
    const second = (await pictureOf(bia)) ?? '';
    expect(second).not.toBe(first);
    expect((await download(bia, first)).statusCode).toBe(404);
    const removed = await ana.own('DELETE', '/account/picture');
    expect(removed.data).toMatchObject({ picture: null });
    expect(await pictureOf(bia)).toBeNull();
    expect((await download(bia, second)).statusCode).toBe(404);
    const rows = await service.sql(
      `select operation, before, after from audit_entries
       where record_id = $1 and operation like 'account.%picture' order by created_at`,
      [ana.userId],
    );
    expect(rows.map(({ operation }) => operation)).toEqual([
      'account.set_picture',
      'account.set_picture',
      'account.remove_picture',
    ]);
    expect(JSON.parse(String(rows[2]?.before))).toEqual({ picture: second });
  });

  test.each([
    ['no image', async () => ({ image: Buffer.from('<svg onload=alert(1)/>').toString('base64') })],
    [
      'a broken image',
      async () => ({ image: (await photo('red')).subarray(0, 400).toString('base64') }),
    ],
    ['too many pixels', () => inBase64(photo('red', 6_000, 5_000))],
    ['no base64', async () => ({ image: '¡!' })],
  ])('%s is refused, and the picture stays', async (_, body) => {
    const answer = await bia.own('PUT', '/account/picture', await body());
    expect([answer.status, answer.error.code], answer.text).toEqual([400, 'VALIDATION_ERROR']);
    expect((await bia.own('GET', '/account')).data).toMatchObject({ picture: null });
  });

  test('too many bytes are refused before they are read', async () => {
    const answer = await bia.own('PUT', '/account/picture', { image: 'A'.repeat(600_000) });
    expect([answer.status, answer.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });
});
