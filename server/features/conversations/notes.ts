import { v7 as uuidv7 } from 'uuid';
import type { Row } from '#server/db/database.ts';
import { iso, teamStatement } from '#server/db/statement.ts';
import { audits } from '#server/events/audit.ts';
import { notifies } from '#server/events/notifications.ts';
import { actingUserOf } from '#server/operations/acting-user.ts';
import type { Context } from '#server/operations/context.ts';
import { idAfterMerges } from '#server/operations/id-after-merges.ts';
import { refuseStranger, strangerColumn, strangers } from '#server/operations/mentions.ts';
import { operation } from '#server/operations/operation.ts';
import { isAtLeast } from '#server/operations/roles.ts';
import { ApiError, forbidden, invalid } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import { constraintOf } from '#server/platform/violated-constraint.ts';
import { about, kind, links, required, timestamp, uuid, uuids } from '#server/records/fields.ts';
import { sweepsBlobs } from '../files/operations.ts';
import { explainUser } from './user-errors.ts';

/*
 * Notes that users write about a conversation for each other, and their drafts of messages to its contact. Neither emits events: both are
 * internal.
 */

const maxLength = 50_000;

const written = required(
  kind(
    Type.String({ minLength: 1, maxLength, pattern: '\\S' }),
    `a string of 1 to ${maxLength} characters, not all of them blank`,
    'text',
  ),
);

/** Text of a note. */
export { written as noteContent };

/** Text of a note that may consist of files alone. */
const optional = kind(
  Type.String({ maxLength }),
  `a string of at most ${maxLength} characters`,
  'text',
);

/** A blank text is none. */
const storedText = (content: string) => (content.trim() === '' ? '' : content);

/** Max files of a note. */
const maxFiles = 10;

export const noteColumns = (
  row: string,
) => `${row}.id, ${row}.conversation_id, ${row}.author_id, ${row}.content, ${row}.mentions,
  coalesce((
    select json_agg(json_build_object('id', f.id, 'name', f.name, 'media_type', f.media_type, 'bytes', f.bytes)
      order by array_position(${row}.file_ids, f.id))
    from files f where f.team_id = $team and f.id = any(${row}.file_ids) and f.deleted_at is null), '[]'::json) as files,
  ${iso(`${row}.created_at`)} as created_at, ${iso(`${row}.updated_at`)} as updated_at`;

const mentions = about('The users mentioned in the note.', links('users', 50));
const { fallback: _, ...mentionsKept } = mentions;
const fileIds = about('Files that were uploaded for the conversation.', uuids(maxFiles));

const fileList = kind(
  Type.Array(
    Type.Object({
      id: Type.String({ format: 'uuid' }),
      name: Type.String(),
      media_type: about('The media type, such as image/png.', Type.String()),
      bytes: about('The size in bytes.', Type.Integer()),
    }),
  ),
  'a list of files',
  'json',
);

const note = {
  kind: 'fields',
  name: 'Note',
  fields: {
    id: required(uuid),
    conversation_id: required(uuid),
    author_id: uuid,
    content: about(
      'The text of the note; the contact never sees it. Empty if the note consists of files.',
      required(optional),
    ),
    mentions: required(mentions),
    files: about('The files of the note that were not removed.', required(fileList)),
    created_at: required(timestamp),
    updated_at: required(timestamp),
  },
} as const;

const byPeople = { allow: { operator: true, user: 'member' }, emits: [] } as const;

/** Audit value of a note: its content, and the ids of its files. */
const entryOf = (row: string) =>
  `json_strip_nulls(json_build_object('content', ${row}.content, 'file_ids', nullif(${row}.file_ids, '{}')))::text`;

// Notes ------------------------------------------------------------------------------------------------------------

/** Notifies mentioned users. @param from SQL: rows with a note `t` and a user `x` */
const mentioned = (from: string) =>
  notifies([
    {
      kind: 'mentioned',
      type: 'conversations',
      from,
      record: 't.conversation_id',
      note: 't.id',
      user: 'x.id',
    },
  ]);

/** CTE: an id among `$file_ids` that is not a file uploaded for the conversation. */
const unknownFiles = `unknown_files as (
    select x.id from unnest($file_ids::uuid[]) x (id) where not exists (
      select from files f where f.team_id = $team and f.id = x.id and f.deleted_at is null
        and f.record_type = 'conversations' and ${idAfterMerges('f.record_id')} = $id))`;

const insertNote = teamStatement(`
  with ${strangers}, ${unknownFiles},
  t as (
    insert into conversation_notes (team_id, id, conversation_id, author_id, content, mentions, file_ids)
    select $team, $note, c.id, $author_id, $content, $mentions::uuid[], $file_ids::uuid[] from conversations c
    where c.team_id = $team and c.id = $id and not exists (select from strangers) and not exists (select from unknown_files)
    returning *),
  ${audits([{ type: 'conversation_notes', from: 't', record: 't.id', about: 't.conversation_id', after: entryOf('t') }])},
  ${mentioned('t cross join lateral unnest(t.mentions) x (id)')}
  select ${strangerColumn}, exists (select from conversations c where c.team_id = $team and c.id = $id)
      and exists (select from unknown_files) as lacks_file, ${noteColumns('t')}
  from (select) one left join t on true`);

/** @throws ApiError NOT_FOUND if a mentioned id is not a user of the team, or one of a file is not a file of the conversation */
function noteOf(row: Row | undefined): Row | undefined {
  refuseStranger(row);
  if (row?.lacks_file)
    throw new ApiError(
      'NOT_FOUND',
      'file_ids: no file uploaded for this conversation has this id.',
    );
  if (!row || row.id === null) return undefined;
  const { stranger: _, lacks_file: __, ...stored } = row;
  return stored;
}

/** Explains errors of statements that write notes. */
const explainNote = async (error: unknown): Promise<unknown> =>
  constraintOf(error) === 'conversation_notes_content_check'
    ? invalid('content is required for a note without files.', 'content', 'required')
    : explainUser('author_id')(error);

export const createNote = operation({
  ...byPeople,
  allow: { ...byPeople.allow, workflow: true },
  name: 'notes.create',
  id: 'createNote',
  summary: 'Add a note to a conversation',
  note: 'Notes appear among the messages. The contact never sees them. Notifies the users in mentions. Files are uploaded for the conversation before; a note with files may have an empty content.',
  cli: 'conversation note',
  panel: { method: 'POST', path: '/msgapp/conversations/:id/notes', status: 201 },
  input: {
    path: ['id'],
    fields: { author_id: uuid, content: required(optional), mentions, file_ids: fileIds },
  },
  output: note,
  one: 'conversation',
  async run({ actor, db }, { id, values }): Promise<Row | undefined> {
    const { author_id, content } = values;
    // Notes of workflows have no author.
    const author = actor.kind === 'workflow' ? null : actingUserOf(actor, author_id, 'author_id');
    const [row] = await db.run(insertNote, {
      id,
      note: uuidv7(),
      author_id: author,
      content: storedText(content),
      mentions: values.mentions ?? [],
      file_ids: values.file_ids ?? [],
    });
    return noteOf(row);
  },
  explain: explainNote,
});

/** Max number of notes shown with a conversation. */
export const maxNotes = 500;

const someNotes = teamStatement(`
  select c.id as found, n.* from conversations c left join lateral (
    select ${noteColumns('n')} from conversation_notes n
    where n.team_id = $team and n.conversation_id = c.id and n.deleted_at is null
    order by n.created_at desc, n.id desc limit ${maxNotes}) n on true
  where c.team_id = $team and c.id = $id order by n.created_at, n.id`);

export const listNotes = operation({
  ...byPeople,
  name: 'notes.list',
  id: 'listNotes',
  summary: 'List the notes of a conversation',
  note: `The last ${maxNotes} notes, oldest first.`,
  cli: 'conversation notes',
  panel: { method: 'GET', path: '/msgapp/conversations/:id/notes', status: 200 },
  input: { path: ['id'] },
  output: { ...note, isList: true },
  one: 'conversation',
  async run({ db }, { id }) {
    const rows = await db.run(someNotes, { id });
    if (rows.length === 0) return undefined;
    return rows.flatMap(({ found: _, ...note }) => (note.id === null ? [] : [note]));
  },
});

/** Notifies only newly mentioned users. */
const changeNote = teamStatement(`
  with ${strangers},
  old as materialized (
    select * from conversation_notes
    where team_id = $team and conversation_id = $id and id = $inner and deleted_at is null for no key update),
  changed as (
    update conversation_notes n set content = $content, mentions = coalesce($mentions::uuid[], old.mentions),
      updated_at = greatest(now(), old.updated_at)
    from old where n.team_id = $team and n.id = old.id and not exists (select from strangers)
      and (old.content, old.mentions) is distinct from ($content, coalesce($mentions::uuid[], old.mentions))
    returning n.*),
  now as (select * from changed union all select * from old where not exists (select from changed)),
  ${audits([
    {
      type: 'conversation_notes',
      from: 'changed t join old on old.id = t.id',
      record: 't.id',
      about: 't.conversation_id',
      before: entryOf('old'),
      after: entryOf('t'),
    },
  ])},
  ${mentioned('changed t join old on old.id = t.id cross join lateral unnest(t.mentions) x (id) where x.id <> all (old.mentions)')}
  select ${strangerColumn}, ${noteColumns('now')} from now`);

const writerOf = teamStatement(
  'select author_id from conversation_notes where team_id = $team and conversation_id = $id and id = $inner',
);

interface NotePath {
  readonly id: string;
  readonly inner: string;
}

/** @throws ApiError FORBIDDEN if a member changes another user's note */
async function refuseOthers({ actor, db }: Context, note: NotePath): Promise<void> {
  if (actor.kind !== 'user' || isAtLeast(actor.role, 'admin')) return;
  const [row] = await db.run(writerOf, { ...note });
  if (row && row.author_id !== actor.userId)
    throw forbidden('Only the author, an admin or an owner can change a note.', 'author_only');
}

export const updateNote = operation({
  ...byPeople,
  name: 'notes.update',
  id: 'updateNote',
  summary: 'Update a note',
  note: 'Only for its author and for admins. If mentions is omitted, it stays as it is.',
  panel: { method: 'PUT', path: '/msgapp/conversations/:id/notes/:inner', status: 200 },
  input: {
    path: ['id', 'inner'],
    fields: { content: required(optional), mentions: mentionsKept },
  },
  output: note,
  one: 'note',
  async run(ctx, { id, inner, values }): Promise<Row | undefined> {
    await refuseOthers(ctx, { id, inner });
    const content = storedText(values.content);
    return noteOf((await ctx.db.run(changeNote, { id, inner, ...values, content }))[0]);
  },
  explain: explainNote,
});

/**
 * Deletes the files of the note too, but not those that were also sent or are in another note. Deleting a note again returns the time of the
 * first deletion.
 */
const removeNote = teamStatement(`
  with old as materialized (
    select * from conversation_notes where team_id = $team and conversation_id = $id and id = $inner for no key update),
  t as (
    update conversation_notes n set deleted_at = now() from old
    where n.team_id = $team and n.id = old.id and old.deleted_at is null returning n.*),
  now as (select * from t union all select * from old where not exists (select from t)),
  f as (
    update files f set deleted_at = t.deleted_at from t
    where f.team_id = $team and f.id = any(t.file_ids) and f.deleted_at is null
      and not exists (select from message_media m where m.team_id = $team and m.file_id = f.id)
      and not exists (
        select from conversation_notes n where n.team_id = $team and n.conversation_id = $id and n.deleted_at is null
          and n.id <> $inner and f.id = any(n.file_ids))
    returning f.*),
  ${sweepsBlobs},
  ${audits([{ type: 'conversation_notes', from: 't', record: 't.id', about: 't.conversation_id', before: entryOf('t') }])}
  select id, ${iso('deleted_at')} as deleted_at from now`);

export const deleteNote = operation({
  ...byPeople,
  name: 'notes.delete',
  id: 'deleteNote',
  summary: 'Delete a note',
  note: 'Only for its author and for admins. Its files are deleted too, unless they were also sent.',
  panel: { method: 'DELETE', path: '/msgapp/conversations/:id/notes/:inner', status: 200 },
  input: { path: ['id', 'inner'] },
  output: {
    kind: 'fields',
    name: 'DeletedNote',
    fields: { id: required(uuid), deleted_at: about('When it was deleted.', required(timestamp)) },
  },
  one: 'note',
  async run(ctx, { id, inner }): Promise<Row | undefined> {
    await refuseOthers(ctx, { id, inner });
    return (await ctx.db.run(removeNote, { id, inner }))[0];
  },
});

// Drafts -----------------------------------------------------------------------------------------------------------

const shownDraft = {
  kind: 'fields',
  name: 'Draft',
  fields: {
    conversation_id: required(uuid),
    user_id: about('The author of the draft.', required(uuid)),
    content: about('The draft text.', written),
    updated_at: required(timestamp),
  },
} as const;
const draftAt = '/msgapp/conversations/:id/draft';
const draft = `conversation_id, user_id, content, ${iso('updated_at')} as updated_at`;

const storeDraft = teamStatement(`
  insert into conversation_drafts as d (team_id, conversation_id, user_id, content)
  select $team, c.id, $user_id::uuid, $content from conversations c where c.team_id = $team and c.id = $id
  on conflict (team_id, conversation_id, user_id) do update
    set content = excluded.content, updated_at = excluded.updated_at
  returning ${draft}`);

export const saveDraft = operation({
  ...byPeople,
  name: 'drafts.save',
  id: 'saveDraft',
  summary: 'Save a user’s draft in a conversation',
  note: 'One draft per user and conversation; the last write wins. Sending its text deletes it.',
  panel: { method: 'PUT', path: draftAt, status: 200 },
  input: { path: ['id'], fields: { user_id: uuid, content: written } },
  output: shownDraft,
  one: 'conversation',
  async run({ actor, db }, { id, values: { user_id, content } }): Promise<Row | undefined> {
    const user = actingUserOf(actor, user_id, 'user_id');
    return (await db.run(storeDraft, { id, user_id: user, content }))[0];
  },
  explain: explainUser('user_id'),
});

const findDraft = teamStatement(`
  select ${draft} from conversation_drafts where team_id = $team and conversation_id = $id and user_id = $user_id`);

export const getDraft = operation({
  ...byPeople,
  name: 'drafts.get',
  id: 'getDraft',
  summary: 'Get a user’s draft in a conversation',
  note: 'null if there is no draft.',
  panel: { method: 'GET', path: draftAt, status: 200 },
  input: { path: ['id'], fields: { user_id: uuid } },
  output: shownDraft,
  one: 'draft',
  run: async ({ actor, db }, { id, values }): Promise<Row | undefined> =>
    (await db.run(findDraft, { id, user_id: actingUserOf(actor, values.user_id, 'user_id') }))[0],
});

const dropDraft = teamStatement(`
  delete from conversation_drafts where team_id = $team and conversation_id = $id and user_id = $user_id
  returning conversation_id, user_id`);

export const deleteDraft = operation({
  ...byPeople,
  name: 'drafts.delete',
  id: 'deleteDraft',
  summary: 'Delete a user’s draft in a conversation',
  note: 'On all of the user’s devices.',
  panel: { method: 'DELETE', path: draftAt, status: 200 },
  input: { path: ['id'], fields: { user_id: uuid } },
  output: {
    kind: 'fields',
    name: 'DroppedDraft',
    fields: { conversation_id: required(uuid), user_id: required(uuid) },
  },
  one: 'draft',
  run: async ({ actor, db }, { id, values }): Promise<Row | undefined> =>
    (await db.run(dropDraft, { id, user_id: actingUserOf(actor, values.user_id, 'user_id') }))[0],
});

/**
 * CTE that deletes all users' drafts whose text was sent.
 * @param message the row source of the sent message
 */
export const endsDrafts = (message: string) => `
  undrafted as (
    delete from conversation_drafts d using ${message} message
    where d.team_id = $team and d.conversation_id = message.conversation_id and d.content = message.content)`;
