import { iso } from '#server/db/statement.ts';
import { orNull, Type } from '#server/platform/schema.ts';
import {
  about,
  boolean,
  kind,
  oneOf,
  required,
  singleLine,
  timestamp,
  uuid,
} from '#server/records/fields.ts';
import { isAnswerOfAnother } from './answers.ts';
import { mentionShape } from './group-mentions.ts';

/* Scheduled messages as programs and the panel see them. */

export const scheduledStatuses = ['scheduled', 'sending', 'sent', 'failed', 'canceled'] as const;

/** Reasons why a scheduled message was not sent. */
export const unsentReasons = [
  'canceled',
  'contact_answered',
  'author_left',
  'inactive_inbox',
  'window_closed',
  'file_missing',
  'quote_missing',
  'template_refused',
  'refused',
  'not_sent',
  'outcome_unknown',
] as const;
export type UnsentReason = (typeof unsentReasons)[number];

const author = kind(
  Type.Object({
    type: Type.Enum(['user', 'key']),
    id: Type.String({ format: 'uuid' }),
    name: about('The current name of the user or key.', orNull(Type.String())),
  }),
  'an author',
  'json',
);

const file = kind(
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    name: about('The name of the file; null if it was deleted.', orNull(Type.String())),
    media_type: about('The media type; null if it was deleted.', orNull(Type.String())),
  }),
  'a file',
  'json',
);

export const scheduledFields = {
  id: about('Also the ID of the message, once it is sent.', required(uuid)),
  conversation_id: required(uuid),
  scheduled_at: about('When it is sent.', required(timestamp)),
  text: about('The text or caption.', kind(Type.String(), 'a string', 'text')),
  file: about('The file that is sent.', file),
  type: about('The type of attachment to send the file as.', singleLine()),
  reply_to: about('The message that it answers.', uuid),
  mentions: about(
    'The members of the group that the text mentions.',
    required(kind(Type.Array(mentionShape), 'a list of mentions', 'json')),
  ),
  template: about('The name of the template that is sent.', singleLine(512)),
  cancel_if_answered: about(
    'True if it is not sent once the contact has written.',
    required(boolean),
  ),
  status: about(
    'scheduled: waits. sending: its message is stored. sent: the gateway accepted the message. failed, canceled: not sent, for the reason.',
    required(oneOf('text', scheduledStatuses)),
  ),
  reason: about('Why it was not sent.', oneOf('text', unsentReasons)),
  author: about(
    'The user or key that planned or last changed it: it is sent in this name.',
    required(author),
  ),
  contact_wrote: about(
    'True if the contact has written since it was planned or changed.',
    required(boolean),
  ),
  colleague_answered: about(
    'True if another user, a key or the phone has answered since it was planned or changed.',
    required(boolean),
  ),
  created_at: required(timestamp),
  updated_at: required(timestamp),
};

/** SQL: columns of the scheduled message in row `s`. */
export const scheduledColumns = (s: string) => `${s}.id, ${s}.conversation_id,
  ${iso(`${s}.scheduled_at`)} as scheduled_at, ${s}.content as text,
  case when ${s}.file_id is not null then (select json_build_object('id', ${s}.file_id, 'name', max(f.name), 'media_type', max(f.media_type))
    from files f where f.team_id = $team and f.id = ${s}.file_id and f.deleted_at is null) end as file,
  ${s}.file_type as type, ${s}.reply_to,
  coalesce(${s}.mentions, '[]') as mentions, ${s}.template ->> 'template' as template, ${s}.cancel_if_answered, ${s}.status, ${s}.reason,
  json_build_object('type', ${s}.author, 'id', ${s}.author_id, 'name', case ${s}.author
    when 'user' then (select u.name from users u where u.team_id = $team and u.id = ${s}.author_id)
    else (select k.name from api_keys k where k.team_id = $team and k.id = ${s}.author_id) end) as author,
  coalesce((select c.last_incoming_at is distinct from ${s}.seen_incoming_at from conversations c
    where c.team_id = $team and c.id = ${s}.conversation_id), false) as contact_wrote,
  exists (select from messages m where m.team_id = $team and m.conversation_id = ${s}.conversation_id
    and m.created_at > ${s}.updated_at and ${isAnswerOfAnother('m', `${s}.author_id`)}) as colleague_answered,
  ${iso(`${s}.created_at`)} as created_at, ${iso(`${s}.updated_at`)} as updated_at`;

/** Max number of scheduled messages of a conversation that wait or are shown. */
export const maxScheduled = 50;

/** SQL: scheduled messages of the conversation `$id` that wait, or were not sent and not dismissed, as a JSON list. */
export const scheduledIn = `(
  select coalesce(json_agg(row_to_json(l) order by l.scheduled_at, l.id), '[]') from (
    select ${scheduledColumns('s')} from scheduled_messages s
    where s.team_id = $team and s.conversation_id = $id and s.is_listed limit ${maxScheduled}) l)`;
