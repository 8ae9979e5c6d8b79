import { createHash } from 'node:crypto';
import { platformStatement, teamStatement } from '#server/db/statement.ts';
import {
  type AccountContext,
  type AccountOperation,
  accountOperation,
  callerOf,
} from '#server/operations/account-operation.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { notFound } from '#server/platform/errors.ts';
import { encodeUploadedImage } from '#server/platform/images/uploaded-image.ts';
import { Type } from '#server/platform/schema.ts';
import { about, kind, patterned, required } from '#server/records/fields.ts';
import { recordAccountAudit } from '../audit.ts';
import { accountOf, accountOutput } from './account-operations.ts';

/* Pictures of people (docs/adr/0156-pictures-of-people.md). */

/** Max length of an upload in base64: about 375 kB of image. */
const maxLength = 500_000;
const maxPictureBytes = 65_536;

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

const encoded = (text: string) =>
  encodeUploadedImage(text, { field: 'image', shape: 'square', maxBytes: maxPictureBytes });

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
