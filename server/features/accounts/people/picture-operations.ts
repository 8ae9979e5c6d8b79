import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { platformStatement, teamStatement } from '#server/db/statement.ts';
import {
  type AccountContext,
  type AccountOperation,
  accountOperation,
  callerOf,
} from '#server/operations/account-operation.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { invalid, notFound } from '#server/platform/errors.ts';
import { imageSizeIn } from '#server/platform/images/image-size.ts';
import { makePreview } from '#server/platform/images/previews.ts';
import { Type } from '#server/platform/schema.ts';
import { about, kind, patterned, required } from '#server/records/fields.ts';
import { recordAccountAudit } from '../audit.ts';
import { accountOf, accountOutput } from './account-operations.ts';
import { semaphore } from './semaphore.ts';

/*
 * Pictures of people (docs/adr/0156-pictures-of-people.md). The service encodes each one again, in a separate process, so no metadata and no
 * bytes of the upload remain.
 */

/** Max length of an upload in base64: about 375 kB of image. */
const maxLength = 500_000;
const maxPixels = 25_000_000;
const maxPictureBytes = 65_536;

/** Pictures that are encoded at the same time. */
const encodings = semaphore(2, 20, 10_000);

const image = about(
  'A PNG, JPEG, GIF or WebP image, in base64. Its centre square is shown.',
  required(
    kind(
      Type.String({
        minLength: 1,
        maxLength,
        pattern: '^[A-Za-z0-9+/]+={0,2}$',
        examples: ['UklGRg=='],
      }),
      `an image in base64, of at most ${maxLength} characters`,
      'text',
    ),
  ),
);

/** @throws ApiError VALIDATION_ERROR for anything that is no image, or has too many pixels */
async function encoded(text: string): Promise<Buffer> {
  const bytes = Buffer.from(text, 'base64');
  const size = imageSizeIn(bytes);
  if (!size)
    throw invalid('image must be a PNG, JPEG, GIF or WebP image.', 'image', 'invalid_format', {
      reason: 'wrong_file',
    });
  if (size.width * size.height > maxPixels)
    throw invalid(`image can have at most ${maxPixels} pixels.`, 'image', 'too_large', {
      reason: 'pixels',
    });
  const made = await encodings.use(() => makePreview(Readable.from([bytes]), 'square'));
  if (made.outcome !== 'made' || made.image.length > maxPictureBytes)
    throw invalid('image could not be read.', 'image', 'invalid_format', { reason: 'wrong_file' });
  return made.image;
}

const before = platformStatement(
  `select encode(picture_hash, 'hex') as hash from people where id = $person for no key update`,
);
const set = platformStatement(
  'update people set picture = $picture, picture_hash = $hash where id = $person',
);

async function setPicture(
  ctx: AccountContext,
  operationName: string,
  picture: Buffer | null,
): Promise<{ readonly data: unknown }> {
  const { personId } = callerOf(ctx);
  const hash = picture && createHash('sha256').update(picture).digest();
  return ctx.platform.transaction(async (tx) => {
    const [row] = await tx.run(before, { person: personId });
    const [was, is] = [(row?.hash ?? null) as string | null, hash?.toString('hex') ?? null];
    if (was !== is) {
      await tx.run(set, { person: personId, picture, hash });
      await recordAccountAudit(tx, ctx, {
        personId,
        operation: operationName,
        before: { picture: was },
        after: { picture: is },
      });
    }
    return { data: await accountOf(tx, personId) };
  });
}

const setOwnPicture = accountOperation({
  name: 'account.set_picture',
  id: 'setOwnPicture',
  summary: 'Set your picture',
  note: 'Members of your teams see it. It is stored as a square of 256 pixels, without metadata.',
  allow: 'person',
  isGuarded: true,
  maxBytes: maxLength + 1_024,
  panel: { method: 'PUT', path: '/account/picture', status: 200 },
  mayFail: ['PAYLOAD_TOO_LARGE'],
  input: { image },
  output: accountOutput,
  run: async (ctx, { image: text }) => setPicture(ctx, 'account.set_picture', await encoded(text)),
});

const removeOwnPicture = accountOperation({
  name: 'account.remove_picture',
  id: 'removeOwnPicture',
  summary: 'Remove your picture',
  note: 'Avatars show your initials again.',
  allow: 'person',
  panel: { method: 'DELETE', path: '/account/picture', status: 200 },
  input: {},
  output: accountOutput,
  run: (ctx) => setPicture(ctx, 'account.remove_picture', null),
});

const read = teamStatement(`
  select p.picture from users u join people p on p.id = u.person_id
  where u.team_id = $team and u.id = $id and p.picture_hash = decode($hash, 'hex')`);

/** The hash identifies the content, so a browser may keep the response for ever. */
export const readPicture = operation({
  name: 'pictures.read',
  id: 'readUserPicture',
  summary: 'Download the picture of a member',
  allow: { user: 'member' },
  bytes: { method: 'GET', path: '/users/:id/picture', status: 200 },
  emits: [],
  input: {
    path: ['id'],
    fields: { hash: required(patterned(/^[0-9a-f]{64}$/, '64 hex digits', '0'.repeat(64))) },
  },
  output: { kind: 'object', keys: ['picture'] },
  one: 'picture',
  async run({ db }, { id, values: { hash } }) {
    const [row] = await db.run(read, { id, hash });
    if (!row) throw notFound('picture');
    return { picture: row.picture as Buffer };
  },
});

export const pictureAccountOperations: readonly AccountOperation[] = [
  setOwnPicture,
  removeOwnPicture,
];
export const pictureOperations: readonly Operation[] = [readPicture];
