import { v7 as uuidv7 } from 'uuid';
import type { Row } from '../../../db/database.ts';
import { iso, teamStatement } from '../../../db/statement.ts';
import { operation } from '../../../operations/operation.ts';
import { Type } from '../../../platform/schema.ts';
import { kind, required, uuid } from '../../../records/fields.ts';
import { explainUser } from './people.ts';

/*
 * What people write about a conversation for each other, and what they have begun to write to its contact. Neither is an event: it is
 * nobody else's.
 */

const longest = 50_000;

const written = required(
  kind(
    Type.String({ minLength: 1, maxLength: longest, pattern: '\\S' }),
    `a string of 1 to ${longest} characters, not all of them blank`,
    'text',
  ),
);

const columns = (
  row: string,
) => `${row}.id, ${row}.conversation_id, ${row}.author_id, ${row}.content,
  ${iso(`${row}.created_at`)} as created_at, ${iso(`${row}.updated_at`)} as updated_at`;

const keys = ['id', 'conversation_id', 'author_id', 'content', 'created_at', 'updated_at'] as const;

const byPeople = { allow: { operator: true }, emits: [] } as const;

// Notes ------------------------------------------------------------------------------------------------------------

const insertNote = teamStatement(`
  with t as (
    insert into conversation_notes (team_id, id, conversation_id, author_id, content)
    select $team, $note, c.id, $author_id, $content from conversations c where c.team_id = $team and c.id = $id
    returning *)
  select ${columns('t')} from t`);

export const createNote = operation({
  ...byPeople,
  name: 'notes.create',
  id: 'createNote',
  summary: 'Add a note to a conversation',
  cli: 'conversation note',
  takes: { path: ['id'], fields: { author_id: required(uuid), content: written } },
  answers: { kind: 'object', keys },
  one: 'conversation',
  run: async ({ db }, { id, values }): Promise<Row | undefined> =>
    (await db.run(insertNote, { id, note: uuidv7(), ...values }))[0],
  explain: explainUser('author_id'),
});

/** As many as anybody reads beside a conversation. */
const mostNotes = 500;

const someNotes = teamStatement(`
  select c.id as found, n.* from conversations c left join lateral (
    select ${columns('n')} from conversation_notes n
    where n.team_id = $team and n.conversation_id = c.id and n.deleted_at is null
    order by n.created_at desc, n.id desc limit ${mostNotes}) n on true
  where c.team_id = $team and c.id = $id order by n.created_at, n.id`);

export const listNotes = operation({
  ...byPeople,
  name: 'notes.list',
  id: 'listNotes',
  summary: 'List the notes of a conversation',
  note: `The last ${mostNotes} of them, the oldest first.`,
  cli: 'conversation notes',
  takes: { path: ['id'] },
  answers: { kind: 'object', keys: ['notes'] },
  one: 'conversation',
  async run({ db }, { id }) {
    const rows = await db.run(someNotes, { id });
    if (rows.length === 0) return undefined;
    return { notes: rows.flatMap(({ found: _, ...note }) => (note.id === null ? [] : [note])) };
  },
});

const changeNote = teamStatement(`
  with old as materialized (
    select * from conversation_notes where team_id = $team and id = $id and deleted_at is null for no key update),
  t as (
    update conversation_notes n set content = $content, updated_at = greatest(now(), old.updated_at)
    from old where n.team_id = $team and n.id = old.id and old.content <> $content returning n.*),
  now as (select * from t union all select * from old where not exists (select from t))
  select ${columns('now')} from now`);

export const updateNote = operation({
  ...byPeople,
  name: 'notes.update',
  id: 'updateNote',
  summary: 'Change a note',
  takes: { path: ['id'], fields: { content: written } },
  answers: { kind: 'object', keys },
  one: 'note',
  run: async ({ db }, { id, values }): Promise<Row | undefined> =>
    (await db.run(changeNote, { id, ...values }))[0],
});

/** Answers the first time's moment again. */
const removeNote = teamStatement(`
  update conversation_notes set deleted_at = coalesce(deleted_at, clock.now) from (select now()) clock (now)
  where team_id = $team and id = $id returning id, ${iso('deleted_at')} as deleted_at`);

export const deleteNote = operation({
  ...byPeople,
  name: 'notes.delete',
  id: 'deleteNote',
  summary: 'Delete a note',
  takes: { path: ['id'] },
  answers: { kind: 'object', keys: ['id', 'deleted_at'] },
  one: 'note',
  run: async ({ db }, { id }): Promise<Row | undefined> => (await db.run(removeNote, { id }))[0],
});

// Drafts -----------------------------------------------------------------------------------------------------------

const draftKeys = ['conversation_id', 'user_id', 'content', 'updated_at'] as const;
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
  summary: 'Keep what a user is writing in a conversation',
  note: 'One for each user and conversation; the last one stays. It goes when its text is sent.',
  takes: { path: ['id'], fields: { user_id: required(uuid), content: written } },
  answers: { kind: 'object', keys: draftKeys },
  one: 'conversation',
  run: async ({ db }, { id, values }): Promise<Row | undefined> =>
    (await db.run(storeDraft, { id, ...values }))[0],
  explain: explainUser('user_id'),
});

const findDraft = teamStatement(`
  select ${draft} from conversation_drafts where team_id = $team and conversation_id = $id and user_id = $user_id`);

export const getDraft = operation({
  ...byPeople,
  name: 'drafts.get',
  id: 'getDraft',
  summary: 'Get what a user is writing in a conversation',
  takes: { path: ['id'], fields: { user_id: required(uuid) } },
  answers: { kind: 'object', keys: draftKeys },
  one: 'draft',
  run: async ({ db }, { id, values }): Promise<Row | undefined> =>
    (await db.run(findDraft, { id, ...values }))[0],
});

const dropDraft = teamStatement(`
  delete from conversation_drafts where team_id = $team and conversation_id = $id and user_id = $user_id
  returning conversation_id, user_id`);

export const deleteDraft = operation({
  ...byPeople,
  name: 'drafts.delete',
  id: 'deleteDraft',
  summary: 'Drop what a user was writing in a conversation',
  takes: { path: ['id'], fields: { user_id: required(uuid) } },
  answers: { kind: 'object', keys: ['conversation_id', 'user_id'] },
  one: 'draft',
  run: async ({ db }, { id, values }): Promise<Row | undefined> =>
    (await db.run(dropDraft, { id, ...values }))[0],
});

/**
 * A part of a `with`: drafts whose text was sent are done with, whoever sent it.
 * @param message the row source of the message that got out
 */
export const endsDrafts = (message: string) => `
  undrafted as (
    delete from conversation_drafts d using ${message} message
    where d.team_id = $team and d.conversation_id = message.conversation_id and d.content = message.content)`;
