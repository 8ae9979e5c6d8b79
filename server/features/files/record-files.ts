import { iso, type TeamStatement, teamStatement } from '#server/db/statement.ts';
import { audits } from '#server/events/audit.ts';
import type { Context } from '#server/operations/context.ts';
import { isHiddenFile, isVisibleInbox } from '#server/operations/hidden-records.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { conflict, notFound } from '#server/platform/errors.ts';
import { lists } from '#server/records/crud-queries.ts';
import {
  about,
  number,
  oneOf,
  required,
  singleLine,
  timestamp,
  uuid,
} from '#server/records/fields.ts';
import { equals, sorted, table } from '#server/records/table.ts';
import { lockAttachmentChange } from './attachment-changes.ts';
import { remove } from './operations.ts';

/*
 * Files attached to records by members. server/http/panel-files.ts transfers their contents, which are not JSON.
 */

/** Record types with attachments: table → singular, column of the name, and SQL condition over a record `r`. */
const attachables = {
  tasks: { one: 'task', name: 'title', when: 'r.deleted_at is null' },
  campaigns: { one: 'campaign', name: 'name', when: 'true' },
  projects: { one: 'project', name: 'name', when: 'true' },
  deals: { one: 'deal', name: 'title', when: 'true' },
  clients: { one: 'client', name: 'name', when: 'true' },
} as const;
type AttachableType = keyof typeof attachables;
export const attachableTypes = Object.keys(attachables) as AttachableType[];

/** Targets of uploads. Conversations do not list files; their messages carry them. */
const uploads = {
  ...attachables,
  conversations: { one: 'conversation', when: isVisibleInbox('r.inbox_id') },
} as const;
type Upload = keyof typeof uploads;
export const uploadTypes = Object.keys(uploads) as Upload[];

const finds = Object.fromEntries(
  uploadTypes.map((type) => [
    type,
    teamStatement(
      `select r.id from ${type} r where r.team_id = $team and r.id = $id and ${uploads[type].when}`,
    ),
  ]),
) as Record<Upload, TeamStatement>;

/** @throws ApiError NOT_FOUND if the team has no such record, or it is in the trash */
export async function refuseNotAttachable(
  { db }: Pick<Context, 'db'>,
  type: Upload,
  id: string,
): Promise<void> {
  const [record] = await db.run(finds[type], { id });
  if (!record) throw notFound(uploads[type].one);
}

const ofBlob = (column: string) => () =>
  `(select b.${column} from blobs b where b.team_id = $team and b.sha256 = t.sha256)`;

/** SQL: name of the record of a file `t`. */
const recordName = `(case t.record_type ${attachableTypes
  .map((type) => {
    const { name } = attachables[type];
    return `when '${type}' then (select r.${name} from ${type} r where r.team_id = $team and r.id = t.record_id)`;
  })
  .join(' ')} end)`;

/** SQL: true if a file `t` is attached to a project, or to one of its tasks or campaigns. */
const isOfProject = `(t.record_type, t.record_id) in (
  select 'projects', $project_id::uuid
  union all select 'tasks', r.id from tasks r
    where r.team_id = $team and r.project_id = $project_id::uuid and ${attachables.tasks.when}
  union all select 'campaigns', r.id from campaigns r where r.team_id = $team and r.project_id = $project_id::uuid)`;

const fields = {
  id: required(uuid),
  name: required(singleLine()),
  media_type: about('The media type, such as image/png.', required(singleLine())),
  bytes: about('The size in bytes.', required(number(0, Number.MAX_SAFE_INTEGER))),
  purpose: about('The purpose.', required(singleLine())),
  record_type: singleLine(),
  record_id: uuid,
  record_name: about('The name or title of that record.', {
    ...singleLine(),
    output: () => recordName,
  }),
  created_by: uuid,
  created_by_name: about('The name of that user.', {
    ...singleLine(),
    output: () => '(select u.name from users u where u.team_id = $team and u.id = t.created_by)',
  }),
  width: about('The width of the image in pixels.', {
    ...number(0, 1_000_000),
    output: ofBlob('width'),
  }),
  height: about('The height of the image in pixels.', {
    ...number(0, 1_000_000),
    output: ofBlob('height'),
  }),
  /** State of the preview image. */
  preview: about(
    'True if a preview image exists.',
    required({
      ...oneOf('file_preview', ['none', 'pending', 'ready', 'failed']),
      output: ofBlob('preview'),
    }),
  ),
  scan: about(
    'The result of the virus scan; null if there was none.',
    required({
      ...oneOf('file_scan', ['pending', 'clean', 'infected']),
      output: ofBlob('scan'),
    }),
  ),
  created_at: required(timestamp),
};

const files = table({
  name: 'files',
  one: 'file',
  path: '/files',
  fields,
  visible: 't.deleted_at is null',
  mayHide: isHiddenFile('t.id'),
  filters: {
    ...equals(fields, 'record_type', 'record_id', 'purpose'),
    project_id: {
      field: uuid,
      sql: isOfProject,
      about: 'Only files of this project, and of its tasks and campaigns.',
      isUnordered: true,
    },
  },
  sorts: sorted(fields, 'created_at'),
});

const page = lists(files);
const byMembers = { allow: { user: 'member' }, emits: [], one: files.one } as const;

export const listRecordFiles = operation({
  ...byMembers,
  name: 'files.list_of_records',
  id: 'listRecordFiles',
  summary: 'List files, or those of a record with record_type and record_id',
  note: 'Latest first. Deleted comments are omitted.',
  panel: { method: 'GET', path: files.path, status: 200 },
  input: { query: files },
  output: { kind: 'page', table: files },
  run: (ctx, { query }) => page(ctx, query),
});

const recordGone = {
  kind: 'fields',
  name: 'DeletedFile',
  fields: { id: required(uuid), deleted_at: about('When it was deleted.', timestamp) },
} as const;

const removeFile = operation({
  ...byMembers,
  name: 'files.remove',
  id: 'removeFile',
  summary: 'Delete a file; its contents are removed a day later',
  note: 'It can be restored until then.',
  panel: { method: 'DELETE', path: `${files.path}/:id`, status: 200 },
  input: { path: ['id'] },
  output: recordGone,
  run: ({ db }, { id }) => lockAttachmentChange(db, remove, { id }),
});

/** Restores a file while its bytes exist, and cancels the pending sweep of its blob. */
const putBack = teamStatement(`
  with old as materialized (select * from files where team_id = $team and id = $id for update),
  f as (
    update files f set deleted_at = null from old
    where f.team_id = $team and f.id = old.id and old.deleted_at is not null and old.sha256 is not null returning f.*),
  ${audits([
    {
      type: 'files',
      from: 'f',
      record: 'f.id',
      about: 'f.record_id',
      after: `json_build_object('name', f.name, 'bytes', f.bytes, 'sha256', encode(f.sha256, 'hex'))::text`,
    },
  ])},
  b as (update blobs set check_at = null from f where blobs.team_id = $team and blobs.sha256 = f.sha256)
  select old.id, ${iso('case when exists (select from f) then null else old.deleted_at end')} as deleted_at from old`);

const restoreFile = operation({
  ...byMembers,
  name: 'files.restore',
  id: 'restoreFile',
  summary: 'Restore a file within a day of its deletion',
  note: 'Attaches it to its record again.',
  panel: { method: 'POST', path: `${files.path}/:id/restore`, status: 200 },
  input: { path: ['id'] },
  output: recordGone,
  mayFail: ['CONFLICT'],
  async run({ db }, { id }) {
    const row = await lockAttachmentChange(db, putBack, { id });
    if (row && row.deleted_at !== null)
      throw conflict('The contents of this file were removed.', 'file_gone');
    return row;
  },
});

export const recordFileOperations: readonly Operation[] = [
  listRecordFiles,
  removeFile,
  restoreFile,
];
