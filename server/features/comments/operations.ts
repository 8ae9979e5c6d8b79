import { v7 as uuidv7 } from 'uuid';
import type { Row } from '#server/db/database.ts';
import { type TeamStatement, teamStatement } from '#server/db/statement.ts';
import { audits } from '#server/events/audit.ts';
import { notifies, type Recipients } from '#server/events/notifications.ts';
import { actingUserOf } from '#server/operations/acting-user.ts';
import { type Context, userIdOf } from '#server/operations/context.ts';
import { refuseStranger, strangerColumn, strangers } from '#server/operations/mentions.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { isAtLeast } from '#server/operations/roles.ts';
import { ApiError, forbidden, notFound } from '#server/platform/errors.ts';
import { lists, textOf } from '#server/records/crud-queries.ts';
import { about, required, uuid } from '#server/records/fields.ts';
import { document } from '#server/records/statements.ts';
import { type Commented, commented, commentedTypes, comments, written } from './table.ts';

/*
 * Comments on records, written by members for the team: Markdown with mentions of members. They emit no events, as they are internal.
 */

const byMembers = { allow: { user: 'member' }, emits: [] } as const;
const one = { kind: 'record', table: comments } as const;
const item = `${comments.path}/:id`;

/** Content that an audit entry stores: long texts as length and hash. The author may differ from the actor. */
const auditedContent = (row: string) =>
  `audit_record(json_build_object('record_type', ${row}.record_type, 'record_id', ${row}.record_id, 'author_id', ${row}.author_id,
    'content', ${row}.content)::text)`;

const entry = { type: 'comments', record: 't.id', about: 't.record_id' } as const;

const named = (type: string, from: string): Recipients => ({
  kind: 'mentioned',
  type,
  from: `${from} cross join lateral unnest(t.mentions) x (id)`,
  record: 't.record_id',
  comment: 't.id',
  user: 'x.id',
});

const answered = `select ${strangerColumn}, ${document(comments, '(select * from t)')} as data`;

function insertInto(type: Commented): TeamStatement {
  const { one, owners, ...further } = commented[type];
  const when = 'when' in further ? further.when : 'true';
  return teamStatement(`
  with ${strangers},
  r as (select * from ${type} r where r.team_id = $team and r.id = $record_id and ${when}),
  author as (
    select u.id from users u
    where u.team_id = $team and u.id = $author_id and u.suspended_at is null
      and (u.person_id is not null or u.former_person_id is null)),
  t as (
    insert into comments (team_id, id, ${one}_id, author_id, content, mentions)
    select $team, $id, r.id, author.id, $content, $mentions::uuid[] from r cross join author where not exists (select from strangers)
    returning *),
  ${audits([{ ...entry, from: 't', after: auditedContent('t') }])},
  ${notifies(
    [
      named(type, 't'),
      {
        kind: 'commented',
        type,
        from: `t join r on r.id = t.record_id cross join lateral unnest(${owners}) x (id)`,
        record: 't.record_id',
        comment: 't.id',
        user: 'x.id',
      },
    ],
    '$author_id::uuid',
  )}
  ${answered}, exists (select from author) as has_author`);
}

const inserts = Object.fromEntries(
  commentedTypes.map((type) => [type, insertInto(type)]),
) as Record<Commented, TeamStatement>;

/** @throws ApiError NOT_FOUND if a mentioned id is not a user of the team, or the author is not an active one */
function written404(row: Row | undefined): string | undefined {
  refuseStranger(row);
  if (row?.has_author === false)
    throw new ApiError('NOT_FOUND', 'author_id: no active user has this id.', {
      fields: [{ name: 'author_id', code: 'not_found' }],
    });
  return textOf(row);
}

const page = lists(comments);

export const listComments = operation({
  allow: { key: 'read', user: 'member' },
  emits: [],
  name: 'comments.list',
  id: 'listComments',
  summary: 'List comments, or those of a record with record_type and record_id',
  note: 'Latest first. Deleted comments are omitted.',
  v1: { method: 'GET', path: comments.path, status: 200 },
  input: { query: comments },
  output: { kind: 'page', table: comments },
  one: comments.one,
  run: (ctx, { query }) => page(ctx, query),
});

const { record_type, record_id, content, mentions } = comments.fields;
const { fallback: _, ...mentionsKept } = mentions;

export const createComment = operation({
  allow: { key: 'full', user: 'member', demo: true },
  emits: [],
  name: 'comments.create',
  id: 'createComment',
  summary: 'Comment on a record',
  note: 'Notifies the users in mentions and those in charge of the record: assignees and reporter of a task, or the responsible user.',
  v1: { method: 'POST', path: comments.path, status: 201 },
  input: {
    fields: {
      record_type,
      record_id: required(record_id),
      content,
      mentions,
      author_id: about(
        'The author. Members and their personal keys comment in their own name, and may omit it; a key of the team must name an active user.',
        uuid,
      ),
    },
  },
  output: one,
  mayFail: ['NOT_FOUND'],
  one: 'record',
  async run({ actor, db }, { values: { author_id, ...values } }) {
    const type = values.record_type as Commented;
    const text = written404(
      (
        await db.run(inserts[type], {
          ...values,
          id: uuidv7(),
          mentions: values.mentions ?? [],
          author_id: actingUserOf(actor, author_id ?? userIdOf(actor), 'author_id'),
        })
      )[0],
    );
    if (text === undefined) throw notFound(commented[type].one);
    return text;
  },
});

/** Notifies only newly mentioned users. */
const change = (type: Commented) =>
  teamStatement(`
  with ${strangers},
  old as materialized (
    select * from comments where team_id = $team and id = $id and deleted_at is null and record_type = '${type}' for no key update),
  changed as (
    update comments c set content = $content, mentions = coalesce($mentions::uuid[], old.mentions), edited_at = now()
    from old where c.team_id = $team and c.id = old.id and not exists (select from strangers)
      and (old.content, old.mentions) is distinct from ($content, coalesce($mentions::uuid[], old.mentions))
    returning c.*),
  t as (select * from changed union all select * from old where not exists (select from changed) and not exists (select from strangers)),
  ${audits([{ ...entry, from: 'changed t join old on old.id = t.id', before: auditedContent('old'), after: auditedContent('t') }])},
  ${notifies([
    {
      ...named(type, 'changed t join old on old.id = t.id'),
      from: 'changed t join old on old.id = t.id cross join lateral unnest(t.mentions) x (id) where x.id <> all (old.mentions)',
    },
  ])}
  ${answered}`);

const changes = Object.fromEntries(commentedTypes.map((type) => [type, change(type)])) as Record<
  Commented,
  TeamStatement
>;

const find = teamStatement(
  'select author_id, record_type from comments where team_id = $team and id = $id',
);

/**
 * Type of the record that the comment is on.
 * @throws ApiError FORBIDDEN if it is another member's comment that the caller is not allowed to change
 */
async function ownedType(
  { actor, db }: Context,
  id: string,
  mayAdmin: boolean,
): Promise<Commented | undefined> {
  const [row] = await db.run(find, { id });
  if (!row) return undefined;
  const isOwn = row.author_id === actingUserOf(actor, null, 'author_id');
  const isAdmin = actor.kind === 'user' && isAtLeast(actor.role, 'admin');
  if (!isOwn && !(mayAdmin && isAdmin))
    throw forbidden(
      mayAdmin
        ? 'Only the author, an admin or an owner can delete a comment.'
        : 'Only the author can change a comment.',
      'author_only',
    );
  return row.record_type as Commented;
}

const updateComment = operation({
  ...byMembers,
  name: 'comments.update',
  id: 'updateComment',
  summary: 'Update your comment',
  note: 'If mentions is omitted, it stays as it is.',
  panel: { method: 'PUT', path: item, status: 200 },
  input: { path: ['id'], fields: { content: written, mentions: mentionsKept } },
  output: one,
  one: comments.one,
  async run(ctx, { id, values }) {
    const type = await ownedType(ctx, id, false);
    if (!type) return undefined;
    return written404((await ctx.db.run(changes[type], { id, ...values }))[0]);
  },
});

/** Deletes or restores a comment; idempotent. */
const setDeleted = (isDeleted: boolean) =>
  teamStatement(`
  with old as materialized (
    select * from comments where team_id = $team and id = $id and deleted_at is ${isDeleted ? '' : 'not '}null for no key update),
  t as (
    update comments c set deleted_at = ${isDeleted ? 'now()' : 'null'} from old where c.team_id = $team and c.id = old.id returning c.*),
  ${audits([{ ...entry, from: 't', [isDeleted ? 'before' : 'after']: auditedContent('t') }])}
  select ${document(
    comments,
    '(select * from t union all select * from comments where team_id = $team and id = $id and not exists (select from t))',
  )} as data`);
const remove = setDeleted(true);
const putBack = setDeleted(false);

const deleteComment = operation({
  ...byMembers,
  name: 'comments.delete',
  id: 'deleteComment',
  summary: 'Delete a comment: your own, or any as an admin',
  note: 'It can be restored.',
  panel: { method: 'DELETE', path: item, status: 200 },
  input: { path: ['id'] },
  output: one,
  one: comments.one,
  async run(ctx, { id }) {
    if (!(await ownedType(ctx, id, true))) return undefined;
    return textOf((await ctx.db.run(remove, { id }))[0]);
  },
});

const restoreComment = operation({
  ...byMembers,
  name: 'comments.restore',
  id: 'restoreComment',
  summary: 'Restore a deleted comment',
  note: 'Restores it unchanged.',
  panel: { method: 'POST', path: `${item}/restore`, status: 200 },
  input: { path: ['id'] },
  output: one,
  one: comments.one,
  async run(ctx, { id }) {
    if (!(await ownedType(ctx, id, true))) return undefined;
    return textOf((await ctx.db.run(putBack, { id }))[0]);
  },
});

export const operations: readonly Operation[] = [
  listComments,
  createComment,
  updateComment,
  deleteComment,
  restoreComment,
];
