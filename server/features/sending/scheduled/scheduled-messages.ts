import { v7 as uuidv7 } from 'uuid';
import type { Row, TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { audits } from '#server/events/audit.ts';
import type { ValuesOf } from '#server/operations/call-values.ts';
import { type Actor, type Context, storageOf } from '#server/operations/context.ts';
import { idAfterMerges } from '#server/operations/id-after-merges.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { isAtLeast } from '#server/operations/roles.ts';
import { mediaTypes } from '#server/outbound/messaging/connection.ts';
import { ApiError, conflict, forbidden, invalid, notFound } from '#server/platform/errors.ts';
import { about, boolean, oneOf, required, timestamp, uuid } from '#server/records/fields.ts';
import { stored } from '#server/records/input.ts';
import { InvalidValues } from '#server/records/invalid-values.ts';
import { mentionIds, sentMentions } from '../../conversations/group-mentions.ts';
import {
  maxScheduled,
  scheduledColumns,
  scheduledFields,
} from '../../conversations/scheduled-fields.ts';
import { findFile } from '../../files/store.ts';
import { messageText, refuseCaption } from '../drafts.ts';
import { templateFields } from '../templates/operations.ts';

/*
 * Messages that are sent later. Until its time comes, a scheduled message may be changed and canceled; scheduled-queue.ts then sends it
 * once (ADR 188).
 */

/** Values that a caller chooses. */
const scheduledInput = {
  scheduled_at: about('When it is sent: in the future, within a year.', required(timestamp)),
  text: about(
    'The text; with a file, its caption. With a template, the text that the panel shows until it is sent.',
    messageText,
  ),
  cancel_if_answered: about('Not to be sent if the contact writes before.', boolean),
};

const { variables, components } = templateFields;
const { required: _, ...templateName } = templateFields.template;
const { required: __, ...language } = templateFields.language;

const plan = {
  conversation_id: about('The conversation to send it in.', required(uuid)),
  ...scheduledInput,
  file_id: about('The ID of an uploaded file; with a template, the file of its header.', uuid),
  type: about('The type of attachment to send the file as.', oneOf('text', [...mediaTypes])),
  reply_to: about('The message that it answers.', uuid),
  mentions: about(
    'The addresses of members of the group that the text mentions: it has @ and the mention of each.',
    mentionIds,
  ),
  template: about('The name of an approved template.', templateName),
  language: about('The language of the template.', language),
  variables,
  components,
};
type Plan = ValuesOf<typeof plan>;

const change = {
  scheduled_at: about('When it is sent: in the future, within a year.', timestamp),
  text: scheduledInput.text,
  cancel_if_answered: scheduledInput.cancel_if_answered,
};

const path = '/msgapp/scheduled-messages';
const output = { kind: 'fields', name: 'ScheduledMessage', fields: scheduledFields } as const;
const shared = {
  allow: { user: 'member' },
  emits: [],
  output,
  one: 'scheduled message',
} as const;

const entryOf = (
  row: string,
) => `json_build_object('scheduled_at', ${row}.scheduled_at, 'status', ${row}.status,
    'cancel_if_answered', ${row}.cancel_if_answered, 'length', char_length(${row}.content))::text`;

/** Audits the time and status of scheduled messages; only the conversation shows the content. */
export const auditsScheduled = (from = 't join old on old.id = t.id') =>
  audits([
    {
      type: 'scheduled_messages',
      from,
      record: 't.id',
      about: 't.conversation_id',
      ...(from === 't' ? {} : { before: entryOf('old') }),
      after: entryOf('t'),
    },
  ]);

/** SQL: true if a time is in the future; and within a year. */
const inTime = (at: string) =>
  `${at} > now() as is_future, ${at} < now() + interval '366 days' as is_soon`;

/** @throws InvalidValues if the time is past or too far */
function refuseTime({ is_future, is_soon }: Row): void {
  if (is_future === false)
    throw new InvalidValues([
      { name: 'scheduled_at', problem: 'must be in the future', code: 'too_small' },
    ]);
  if (is_soon === false)
    throw new InvalidValues([
      { name: 'scheduled_at', problem: 'must be within a year', code: 'too_large' },
    ]);
}

const insert = teamStatement(`
  with place as (
    select c.id, c.inbox_id, c.last_incoming_at, i.is_active, (
      select count(*) from scheduled_messages s where s.team_id = $team and s.conversation_id = c.id and s.is_listed)::int as listed,
      $reply_to::uuid is null or exists (
        select from messages q where q.team_id = $team and q.id = $reply_to::uuid and q.conversation_id = c.id) as has_quoted,
      ${inTime('$scheduled_at::timestamptz')}
    from conversations c join inboxes i on i.team_id = $team and i.id = c.inbox_id
    where c.team_id = $team and c.id = ${idAfterMerges('$conversation_id::uuid')}),
  t as (
    insert into scheduled_messages (team_id, id, conversation_id, inbox_id, author, author_id, content, file_id, file_type, reply_to, mentions, template,
      cancel_if_answered, seen_incoming_at, scheduled_at, due_at)
    select $team, $id, place.id, place.inbox_id, $acting_kind::actor_kind, $acting_id::uuid, $text, $file_id, $type, $reply_to, $mentions::json, $template::json,
      $cancel_if_answered, place.last_incoming_at, $scheduled_at, $scheduled_at
    from place where is_active and is_future and is_soon and has_quoted and listed < ${maxScheduled}
    returning *),
  ${auditsScheduled('t')}
  select place.is_active, place.listed, place.has_quoted, place.is_future, place.is_soon, t.id from place left join t on true`);

const find = teamStatement(`
  select ${scheduledColumns('s')} from scheduled_messages s where s.team_id = $team and s.id = $id`);

const present = async (db: TeamDb, id: string): Promise<Row | undefined> =>
  (await db.run(find, { id }))[0];

/** @throws ApiError VALIDATION_ERROR if the message would have nothing to send, or several things */
function refuseContent({ text, file_id, type, reply_to, ...filled }: Plan): void {
  if (filled.template === null) {
    if (filled.language !== null || filled.variables !== null || filled.components !== null)
      throw invalid(
        'language, variables and components must be given together with template.',
        'template',
        'conflicting',
      );
  } else {
    if (filled.language === null)
      throw invalid('language is required with template.', 'language', 'required');
    if (type !== null || reply_to !== null)
      throw invalid(
        'type and reply_to must be given without template.',
        ['type', 'reply_to'],
        'conflicting',
      );
    if (filled.variables !== null && filled.components !== null)
      throw invalid(
        'components must be given without variables.',
        ['components', 'variables'],
        'conflicting',
      );
  }
  if (file_id === null && type !== null)
    throw invalid('type must be given together with file_id.', 'type', 'conflicting');
  if (file_id === null && text === null && filled.template === null)
    throw invalid('text or file_id is required.', ['text', 'file_id'], 'required');
  if (file_id !== null && filled.template === null) refuseCaption(text);
}

export const scheduleMessage = operation({
  ...shared,
  name: 'scheduled_messages.create',
  id: 'scheduleMessage',
  summary: 'Schedule a message',
  note: 'A text, a file with a caption, or a template. It is sent once, in the name of the author, who must then still have access to the team. If it cannot be sent, its reason says why, and the author is notified; if the author has left, the assignee or the admins are.',
  panel: { method: 'POST', path, status: 201 },
  mayFail: ['NOT_FOUND', 'CONFLICT'],
  input: { fields: plan },
  async run({ db, settings }: Context, { values }) {
    refuseContent(values);
    const { file_id, text, type, reply_to, conversation_id, cancel_if_answered } = values;
    const { template, language, variables, components } = values;
    if (file_id !== null) await findFile({ db, storage: storageOf(settings) }, file_id);
    const mentions = await sentMentions(db, conversation_id, text ?? '', values.mentions ?? []);
    const id = uuidv7();
    const [row] = await db.run(insert, {
      ...stored(scheduledInput, { scheduled_at: values.scheduled_at }),
      id,
      conversation_id,
      text,
      file_id,
      type,
      reply_to,
      mentions: mentions ? JSON.stringify(mentions.stored) : null,
      template:
        template === null ? null : JSON.stringify({ template, language, variables, components }),
      cancel_if_answered: cancel_if_answered ?? false,
    });
    if (!row) throw new ApiError('NOT_FOUND', 'conversation_id: no conversation has this id.');
    refuseTime(row);
    if (row.is_active !== true)
      throw conflict('The inbox is not active; nothing can be sent through it.', 'inactive_inbox');
    if (row.has_quoted !== true)
      throw new ApiError('NOT_FOUND', 'reply_to: the conversation has no message with this id.');
    if (row.id === null)
      throw conflict(
        `The conversation has ${maxScheduled} scheduled messages, the most that it may have.`,
        'limit',
      );
    return present(db, id);
  },
});

// Changing ---------------------------------------------------------------------------------------------------------

const writerOf = teamStatement(
  'select author, author_id, file_id is not null and template is null as has_file from scheduled_messages where team_id = $team and id = $id',
);

/** @throws ApiError FORBIDDEN if a member changes a message of another author */
function refuseOthers(actor: Actor, row: Row): void {
  const isAuthor = actor.kind === 'user' && row.author === 'user' && row.author_id === actor.userId;
  if (!isAuthor && !(actor.kind === 'user' && isAtLeast(actor.role, 'admin')))
    throw forbidden(
      'Only the author, an admin or an owner can change a scheduled message.',
      'author_only',
    );
}

/**
 * Changes a message that was not sent, also while a process is about to send it: removing the claim makes that process give up. The caller
 * becomes its author, and has seen the conversation.
 */
const alter = (set: string) =>
  teamStatement(`
  with old as materialized (
    select s.*, ${inTime("coalesce($scheduled_at::timestamptz, s.scheduled_at + interval '1 day')")} from scheduled_messages s
    where s.team_id = $team and s.id = $id for no key update),
  t as (
    update scheduled_messages s set ${set}, author = $acting_kind::actor_kind, author_id = $acting_id::uuid, claim = null,
      claimed_until = null, updated_at = now(), seen_incoming_at = c.last_incoming_at
    from old join conversations c on c.team_id = $team and c.id = old.conversation_id
    where s.team_id = $team and s.id = old.id and old.status = 'scheduled' and old.is_future and old.is_soon
    returning s.*),
  ${auditsScheduled()}
  select old.status, $scheduled_at::timestamptz is null or old.is_future as is_future, old.is_soon, t.id from old left join t on true`);

const update =
  alter(`scheduled_at = coalesce($scheduled_at::timestamptz, old.scheduled_at), due_at = coalesce($scheduled_at::timestamptz, old.due_at),
      content = coalesce($text, old.content), cancel_if_answered = coalesce($cancel_if_answered::boolean, old.cancel_if_answered)`);
const hasten = alter(`scheduled_at = now(), due_at = now(), cancel_if_answered = false`);

const alreadyDone = () => conflict('The message was already sent, or canceled.', 'already_done');

export const updateScheduled = operation({
  ...shared,
  name: 'scheduled_messages.update',
  id: 'updateScheduledMessage',
  summary: 'Change a scheduled message',
  note: 'Its time, its text, and whether an answer of the contact cancels it. The caller becomes its author. Only for its author and for admins.',
  panel: { method: 'PUT', path: `${path}/:id`, status: 200 },
  mayFail: ['CONFLICT'],
  input: { path: ['id'], fields: change },
  async run({ actor, db }, { id, values }) {
    const [written] = await db.run(writerOf, { id });
    if (!written) return undefined;
    refuseOthers(actor, written);
    if (written.has_file === true) refuseCaption(values.text);
    const [row] = await db.run(update, { id, ...stored(change, values) });
    if (!row) return undefined;
    if (row.status !== 'scheduled') throw alreadyDone();
    refuseTime(row);
    return present(db, id);
  },
});

export const sendScheduled = operation({
  ...shared,
  name: 'scheduled_messages.send_now',
  id: 'sendScheduledMessage',
  summary: 'Send a scheduled message now',
  note: 'It is sent within seconds, in the name of the caller. Only for its author and for admins.',
  panel: { method: 'POST', path: `${path}/:id/send`, status: 200 },
  mayFail: ['CONFLICT'],
  input: { path: ['id'] },
  async run({ actor, db }, { id }) {
    const [written] = await db.run(writerOf, { id });
    if (!written) return undefined;
    refuseOthers(actor, written);
    const [row] = await db.run(hasten, { id, scheduled_at: null });
    if (!row) return undefined;
    if (row.status !== 'scheduled') throw alreadyDone();
    return present(db, id);
  },
});

/** Canceling again, and canceling a message that was not sent, removes it from the conversation. */
const cancel = teamStatement(`
  with old as materialized (
    select *, now() as now from scheduled_messages where team_id = $team and id = $id for no key update),
  t as (
    update scheduled_messages s set is_listed = false, claim = null, claimed_until = null, due_at = null, updated_at = now(),
      settled_at = coalesce(old.settled_at, old.now), status = case old.status when 'scheduled' then 'canceled' else old.status end,
      reason = coalesce(old.reason, 'canceled')
    from old where s.team_id = $team and s.id = old.id and old.is_listed returning s.*),
  ${auditsScheduled()}
  select status from old`);

export const cancelScheduled = operation({
  ...shared,
  name: 'scheduled_messages.cancel',
  id: 'cancelScheduledMessage',
  summary: 'Cancel a scheduled message',
  note: 'Every member can cancel one. A message that was not sent is removed from the conversation. Repeating it has no effect.',
  panel: { method: 'POST', path: `${path}/:id/cancel`, status: 200 },
  mayFail: ['CONFLICT'],
  input: { path: ['id'] },
  async run({ db }, { id }) {
    const [row] = await db.run(cancel, { id });
    if (!row) throw notFound('scheduled message');
    if (row.status === 'sending' || row.status === 'sent') throw alreadyDone();
    return present(db, id);
  },
});

export const scheduledOperations: readonly Operation[] = [
  scheduleMessage,
  updateScheduled,
  sendScheduled,
  cancelScheduled,
];
