import { v7 as uuidv7 } from 'uuid';
import type { Row, TeamDb } from '#server/db/database.ts';
import { iso, teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import { contactInputs, contacts } from '#server/features/crm/contacts/table.ts';
import type { Context } from '#server/operations/context.ts';
import { operation } from '#server/operations/operation.ts';
import { ApiError, conflict, notFound } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import { constraintOf } from '#server/platform/violated-constraint.ts';
import { removes, updates } from '#server/records/crud-queries.ts';
import {
  about,
  kind,
  required,
  singleLine,
  texts,
  timestamp,
  uuid,
} from '#server/records/fields.ts';
import { InvalidValues } from '#server/records/invalid-values.ts';
import { conversationUpdated } from '../state-operations.ts';
import {
  type ContactRow,
  changedFields,
  fieldsAfter,
  previousValues,
  restorableFields,
} from './model.ts';
import * as sql from './statements.ts';

/*
 * Merges two contacts of the same person (docs/adr/0058): everything of one moves to the other, whose number is used for answers. Can be
 * undone for a day.
 */

const count = kind(Type.Integer({ minimum: 0 }), 'a whole number', 'integer');
const item = `${contacts.path}/:id`;
const byPeople = { allow: { user: 'member' }, one: contacts.one } as const;

// Preview ----------------------------------------------------------------------------------------

const preview = operation({
  ...byPeople,
  name: 'contacts.preview_merge',
  id: 'previewContactMerge',
  summary: 'Preview a merge of two contacts',
  note: 'The first contact is kept, and messages are sent to its number.',
  panel: { method: 'GET', path: `${item}/merge/:inner`, status: 200 },
  emits: [],
  input: { path: ['id', 'inner'] },
  output: {
    kind: 'fields',
    name: 'ContactMergePreview',
    fields: {
      conversations: about('The number of conversations that move.', required(count)),
      joined: about('The number of conversations merged into an existing one.', required(count)),
      messages: about('The number of messages that move.', required(count)),
      notes: about('The number of notes that move.', required(count)),
      comments: about('The number of comments that move.', required(count)),
      custom_name: about('The name of the contact after the merge.', singleLine()),
      client_id: uuid,
      tags: required(texts()),
    },
  },
  async run({ db }, { id, inner: from }) {
    const both = await readBoth(db, id, from);
    if (!both) return undefined;
    const [weights] = await db.run(sql.countMoves, { id, from });
    const { custom_name, client_id, tags } = fieldsAfter(both.survivor, both.merged);
    return { ...weights, custom_name, client_id, tags };
  },
});

interface Both {
  readonly survivor: ContactRow;
  readonly merged: ContactRow;
  readonly mergedName: string;
}

/** @returns undefined if one of them is not in the team @throws InvalidValues if both are the same contact */
async function readBoth(db: TeamDb, id: string, from: string): Promise<Both | undefined> {
  if (id === from)
    throw new InvalidValues([
      { name: 'from', problem: 'must be a different contact', code: 'not_allowed' },
    ]);
  const rows = await db.run(sql.readBoth, { id, from });
  const survivor = rows.find((row) => row.id === id);
  const merged = rows.find((row) => row.id === from);
  if (!survivor || !merged) return undefined;
  return {
    survivor: survivor.row as ContactRow,
    merged: merged.row as ContactRow,
    mergedName: merged.name as string,
  };
}

// Merging ----------------------------------------------------------------------------------------

const output = {
  kind: 'fields',
  name: 'ContactMerge',
  fields: {
    id: required(uuid),
    contact_id: required(uuid),
    merged_id: about('The contact that was merged into this one.', required(uuid)),
    phone: about('The number of the contact that was merged.', required(singleLine())),
    /** Name of the merged contact; null once its undo data is deleted. */
    merged_name: about('The name of that contact.', singleLine()),
    user_id: about('The user who merged them.', uuid),
    created_at: required(timestamp),
    /** End of the undo period; null if the merge can no longer be undone. */
    undoable_until: about('The time until which it can be undone.', timestamp),
    undone_at: about('When it was undone; null if it was not.', timestamp),
  },
} as const;

const columns = `m.id, m.contact_id, m.merged_id, m.phone,
  coalesce(m.merged ->> 'custom_name', m.merged ->> 'push_name', m.merged ->> 'phone') as merged_name, m.user_id,
  ${iso('m.created_at')} as created_at, ${iso('m.undone_at')} as undone_at,
  case when m.moved is not null and m.undone_at is null and m.created_at > now() - interval '1 day'
    then ${iso(`(m.created_at + interval '1 day')`)} end as undoable_until`;

const readMerge = teamStatement(
  `select ${columns} from contact_merges m where m.team_id = $team and m.id = $id`,
);

const update = updates(contacts, contactInputs.update);
const remove = removes(contacts);

/** Records that the merge moved. */
interface Moved {
  readonly whole: readonly string[];
  readonly comments: readonly string[];
  readonly joined: readonly {
    readonly row: { readonly id: string };
    readonly into: string;
    readonly messages: readonly string[];
    readonly notes: readonly string[];
    readonly reads: readonly object[];
    readonly pointers: readonly string[];
  }[];
  readonly led: readonly string[];
}

async function doMerge(ctx: Context, tx: TeamDb, id: string, from: string): Promise<string> {
  const inTransaction = { ...ctx, db: tx };
  await tx.run(sql.lockContacts, { id, from });
  const both = await readBoth(tx, id, from);
  if (!both) throw notFound('contact');
  const { survivor, merged } = both;
  const after = fieldsAfter(survivor, merged);
  const [row] = await tx.run(sql.move, { id, from });
  const moved = row?.moved as Moved;
  const joined = moved.joined.map(({ row }) => row.id);
  if (joined.length > 0) await tx.run(sql.removeJoined, { ids: joined });
  const set = changedFields(survivor, after);
  if (Object.keys(set).length > 0) await update(inTransaction, id, { ...set });
  await remove(inTransaction, from);
  const merge = uuidv7();
  await tx.run(sql.remember, {
    id,
    from,
    merge,
    phone: merged.phone,
    merged: JSON.stringify(merged),
    was: JSON.stringify(previousValues(survivor, set)),
    became: JSON.stringify(set),
    moved: JSON.stringify(moved),
    user_id: ctx.actor.kind === 'user' ? ctx.actor.userId : null,
  });
  await recordAudit(tx, { type: 'contacts', id, after: { merged: from } });
  for (const { into } of moved.joined)
    await recordAudit(tx, { type: 'conversations', id: into, after: { merged: from } });
  return merge;
}

const isOvertaken = (error: unknown) =>
  [
    'conversations_contact_id_fkey',
    'conversations_inbox_contact_key',
    'messages_conversation_id_fkey',
  ].includes(constraintOf(error) ?? '');

const overtaken = () =>
  conflict('One of the contacts received a message in the meantime; try again.', 'busy');

const mergeContact = operation({
  ...byPeople,
  name: 'contacts.merge',
  id: 'mergeContact',
  summary: 'Merge another contact into this one',
  note: 'Moves conversations, notes and tags to this contact and removes the other one; later messages from its number arrive here. Messages are sent to the number of this contact. Can be undone for a day.',
  panel: { method: 'POST', path: `${item}/merge`, status: 200 },
  emits: ['contact.updated', 'contact.deleted', conversationUpdated],
  input: {
    path: ['id'],
    fields: { from: about('The contact to merge into this one; it is removed.', required(uuid)) },
  },
  output,
  mayFail: ['CONFLICT'],
  run: (ctx, { id, values: { from } }): Promise<Row | undefined> =>
    ctx.db.transaction(async (tx) => {
      const merge = await doMerge(ctx, tx, id, from);
      return (await tx.run(readMerge, { id: merge }))[0];
    }),
  explain: async (error) => (isOvertaken(error) ? overtaken() : error),
});

const selectMerges = teamStatement(`
  select k.id as found, m.* from contacts k left join lateral (
    select ${columns} from contact_merges m
    where m.team_id = $team and m.contact_id = k.id and m.undone_at is null and m.created_at > now() - interval '1 day'
    order by m.created_at desc, m.id desc limit 100) m on true
  where k.team_id = $team and k.id = $id`);

export const listMerges = operation({
  ...byPeople,
  name: 'contacts.list_merges',
  id: 'listContactMerges',
  summary: 'List the merges of a contact that can be undone',
  note: 'A merge can be undone for a day.',
  panel: { method: 'GET', path: `${item}/merges`, status: 200 },
  emits: [],
  input: { path: ['id'] },
  output: { ...output, isList: true },
  async run({ db }, { id }) {
    const rows = await db.run(selectMerges, { id });
    if (rows.length === 0) return undefined;
    return rows.filter((row) => row.id !== null).map(({ found: _, ...merge }) => merge);
  },
});

// Undoing ----------------------------------------------------------------------------------------

interface Kept {
  readonly merged: ContactRow;
  readonly was: Partial<ContactRow>;
  readonly became: Partial<ContactRow>;
  readonly moved: Moved;
  readonly leads_to: string;
  readonly merged_id: string;
  readonly phone: string;
  readonly created_at: unknown;
}

const since = teamStatement(
  'select created_at::text as at from contact_merges where team_id = $team and id = $id',
);

async function undo(ctx: Context, tx: TeamDb, id: string): Promise<boolean> {
  const [row] = await tx.run(sql.lockMerge, { id });
  if (!row) return false;
  if (row.undone_at !== null) throw conflict('The merge was already undone.', 'too_late');
  if (row.is_fresh !== true || row.moved === null)
    throw new ApiError('GONE', 'A merge can be undone for a day.');
  const mergeRow = row as unknown as Kept;
  const { merged, moved, leads_to: survivor, merged_id } = mergeRow;
  const [moment] = await tx.run(since, { id });
  const at = moment?.at;
  await tx.run(sql.lockContacts, { id: survivor, from: merged_id });
  await tx.run(sql.restoreContact, { merged: JSON.stringify(merged) });
  const whole = await tx.run(sql.moveBackWhole, {
    ids: moved.whole,
    survivor,
    merged_id,
    since: at,
  });
  for (const each of whole) {
    if (each.has_late !== true) continue;
    const values = { id: each.id, new_id: uuidv7(), survivor, since: at };
    await tx.run(sql.createLateConversation, values);
    await tx.run(sql.moveLate, values);
  }
  for (const { row, into, messages, notes, reads, pointers } of moved.joined) {
    await tx.run(sql.restoreJoined, { row: JSON.stringify(row), merged_id });
    await tx.run(sql.moveBackJoined, {
      id: row.id,
      into,
      messages,
      notes,
      pointers,
      reads: JSON.stringify(reads),
    });
  }
  const [now] = await tx.run(sql.readBoth, { id: survivor, from: survivor });
  const back = now ? restorableFields(now.row as ContactRow, mergeRow.became, mergeRow.was) : {};
  if (Object.keys(back).length > 0) await update({ ...ctx, db: tx }, survivor, { ...back });
  await tx.run(sql.closeMerge, { id, merged_id, led: moved.led, comments: moved.comments });
  await recordAudit(tx, { type: 'contacts', id: survivor, before: { merged: merged_id } });
  return true;
}

const undoMerge = operation({
  ...byPeople,
  name: 'contacts.undo_merge',
  id: 'undoContactMerge',
  summary: 'Undo a merge of contacts',
  note: 'Possible for a day. Moves everything back; records added since the merge stay with the remaining contact, and so do fields that were changed since.',
  panel: { method: 'POST', path: '/msgapp/contact-merges/:id/undo', status: 200 },
  emits: ['contact.created', 'contact.updated', conversationUpdated],
  input: { path: ['id'] },
  output,
  mayFail: ['CONFLICT', 'GONE'],
  one: 'merge',
  run: (ctx, { id }): Promise<Row | undefined> =>
    ctx.db.transaction(async (tx) => {
      if (!(await undo(ctx, tx, id))) return undefined;
      return (await tx.run(readMerge, { id }))[0];
    }),
  explain: async (error) => {
    if (constraintOf(error) === 'contacts_phone_key')
      return conflict('Another contact has the number now; remove it first.', 'taken');
    return isOvertaken(error) ? overtaken() : error;
  },
});

/** Operations for merging contacts of the same person. */
export const mergeOperations = [preview, mergeContact, listMerges, undoMerge] as const;
