import { Readable } from 'node:stream';
import { iso, teamStatement } from '#server/db/statement.ts';
import { audits } from '#server/events/audit.ts';
import { type Context, storageOf, userIdOf } from '#server/operations/context.ts';
import { operation } from '#server/operations/operation.ts';
import { invalid, notFound } from '#server/platform/errors.ts';
import {
  boolean,
  number,
  required,
  singleLine,
  uuid,
  withDefault,
} from '#server/records/fields.ts';
import { lockAttachmentChange } from './attachment-changes.ts';
import { retentionAfterDelete } from './retention.ts';
import { type OpenedFile, openFile, openPreview, storeFile } from './store.ts';

/*
 * Files of a team. Contents are streams, passed outside the values of a call: `ctx.upload` for input, `stream` in the result.
 */

const columns = `
  f.id, f.name, f.media_type, f.bytes, encode(f.sha256, 'hex') as sha256, f.purpose, f.record_type, f.record_id,
  f.created_by, b.width, b.height, b.preview, b.scan, ${iso('f.created_at')} as created_at`;
const fieldNames = [
  'id',
  'name',
  'media_type',
  'bytes',
  'sha256',
  'purpose',
  'record_type',
  'record_id',
  'created_by',
  'width',
  'height',
  'preview',
  'scan',
  'created_at',
];

const selectOne = teamStatement(`
  select ${columns} from files f join blobs b on b.team_id = $team and b.sha256 = f.sha256
  where f.team_id = $team and f.id = $id and f.deleted_at is null`);

/** Newest first: ids are in creation order. */
const selectPage = teamStatement(`
  select ${columns} from files f join blobs b on b.team_id = $team and b.sha256 = f.sha256
  where f.team_id = $team and f.deleted_at is null and ($before::uuid is null or f.id < $before)
  order by f.id desc limit $limit`);
const selectPageOfRecord = teamStatement(`
  select ${columns} from files f join blobs b on b.team_id = $team and b.sha256 = f.sha256
  where f.team_id = $team and f.record_type = $record_type and f.record_id = $record_id and f.deleted_at is null
    and ($before::uuid is null or f.id < $before)
  order by f.id desc limit $limit`);

/** CTE: the bytes of the deleted files `f` are removed some time after the last file that uses them. */
export const sweepsBlobs = `b as (
    update blobs set check_at = greatest(check_at, now() + ${retentionAfterDelete}) from f
    where blobs.team_id = $team and blobs.sha256 = f.sha256)`;

/**
 * Returns the time of deletion, also if the file was already deleted.
 */
export const remove = teamStatement(`
  with old as materialized (select id, deleted_at from files where team_id = $team and id = $id for update),
  f as (
    update files f set deleted_at = coalesce(old.deleted_at, clock.now) from old, (select now()) clock (now)
    where f.team_id = $team and f.id = old.id
    returning f.*),
  ${audits([
    {
      type: 'files',
      from: 'f join old on old.id = f.id and old.deleted_at is null',
      record: 'f.id',
      about: 'f.record_id',
      before: `json_build_object('name', f.name, 'bytes', f.bytes, 'sha256', encode(f.sha256, 'hex'))::text`,
    },
  ])},
  ${sweepsBlobs}
  select id, ${iso('deleted_at')} as deleted_at from f`);

/** Max files per page. */
const maxListed = 100;
const record = { record_type: singleLine(64, 1), record_id: uuid };

interface RecordOf {
  readonly record_type: string | null;
  readonly record_id: string | null;
}

/** @throws ApiError VALIDATION_ERROR if only one of the two is given */
function recordOf({ record_type: type, record_id: id }: RecordOf) {
  if ((type === null) !== (id === null))
    throw invalid(
      'record_type and record_id must be given together.',
      type === null ? 'record_type' : 'record_id',
      'required',
    );
  return type === null || id === null ? undefined : { type, id };
}

const contextOf = ({ db, settings }: Context) => ({ db, storage: storageOf(settings) });

export const create = operation({
  name: 'files.create',
  id: 'createFile',
  summary: 'Store a file',
  cli: 'file add',
  allow: { operator: true, user: 'member' },
  bytes: { method: 'POST', path: '/files', status: 201 },
  emits: [],
  input: {
    fields: {
      name: required(singleLine(255, 1)),
      media_type: singleLine(255, 3),
      purpose: withDefault(singleLine(64, 1), 'upload'),
      ...record,
      /** Storing again under an existing id changes nothing. */
      id: uuid,
    },
  },
  output: { kind: 'object', keys: ['id', 'name', 'media_type', 'bytes', 'sha256'] },
  one: 'file',
  async run(ctx, { values }) {
    const { upload } = ctx;
    if (!upload) throw invalid('file is required.', 'file', 'required');
    const { id, name, mediaType, bytes, sha256 } = await storeFile(contextOf(ctx), upload, {
      name: values.name,
      mediaType: values.media_type ?? undefined,
      purpose: values.purpose,
      record: recordOf(values),
      createdBy: userIdOf(ctx.actor),
      id: values.id ?? undefined,
      bytes: ctx.uploadBytes,
    });
    return { id, name, media_type: mediaType, bytes, sha256 };
  },
});

export const get = operation({
  name: 'files.get',
  id: 'getFile',
  summary: 'Get the metadata of a file',
  allow: { operator: true },
  emits: [],
  input: { path: ['id'] },
  output: { kind: 'object', keys: fieldNames },
  one: 'file',
  run: async ({ db }, { id }) => (await db.run(selectOne, { id }))[0],
});

export const list = operation({
  name: 'files.list',
  id: 'listFiles',
  summary: 'List files, newest first',
  cli: 'file list',
  allow: { operator: true },
  emits: [],
  input: { fields: { ...record, before: uuid, limit: withDefault(number(1, maxListed), 20) } },
  output: { kind: 'object', keys: ['files'] },
  one: 'file',
  async run({ db }, { values }) {
    const { before, limit } = values;
    const statement = recordOf(values) ? selectPageOfRecord : selectPage;
    return { files: await db.run(statement, { ...values, before, limit: Math.trunc(limit) }) };
  },
});

/** Opens a preview as a file. */
async function previewOf(ctx: Context, id: string): Promise<OpenedFile> {
  const preview = await openPreview(contextOf(ctx), id);
  if (!preview) throw notFound('preview');
  const { image, mediaType } = preview;
  return {
    id,
    name: `${id}.webp`,
    sha256: '',
    bytes: image.length,
    mediaType,
    stream: Readable.from([image]),
    range: { first: 0, last: image.length - 1 },
  };
}

export const read = operation({
  name: 'files.read',
  id: 'readFile',
  summary: 'Download a file or its preview',
  cli: 'file get',
  allow: { operator: true, link: true, user: 'member', key: 'read' },
  bytes: { method: 'GET', path: '/files/:id/content', status: 200 },
  v1Bytes: { method: 'GET', path: '/files/:id', status: 200 },
  emits: [],
  input: { path: ['id'], fields: { preview: withDefault(boolean, false) } },
  output: { kind: 'object', keys: ['id', 'name', 'mediaType', 'bytes', 'stream'] },
  one: 'file',
  run: (ctx, { id, values }) =>
    values.preview ? previewOf(ctx, id) : openFile(contextOf(ctx), id, ctx.range),
});

export const deleteFile = operation({
  name: 'files.delete',
  id: 'deleteFile',
  summary: 'Delete a file; its contents are removed a day later',
  cli: 'file delete',
  allow: { operator: true },
  emits: [],
  input: { path: ['id'] },
  output: { kind: 'object', keys: ['id', 'deleted_at'] },
  one: 'file',
  run: ({ db }, { id }) => lockAttachmentChange(db, remove, { id }),
});
