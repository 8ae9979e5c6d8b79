import { iso } from '#server/db/statement.ts';
import type { Emission } from '#server/events/outbox.ts';
import { orNull, Type } from '#server/platform/schema.ts';
import {
  about,
  kind,
  madeObject,
  oneOf,
  required,
  singleLine,
  timestamp,
  uuid,
} from '#server/records/fields.ts';
import { document } from '#server/records/statements.ts';
import { sorted, table } from '#server/records/table.ts';
import { mentionShape } from './group-mentions.ts';

/** SQL: when message `t` was written, in whole seconds, the precision of networks. */
const sentAt = 'coalesce(t.sent_at, t.created_at)';

/*
 * The direction of messages of a conversation, as SQL. It is read from the status, which a constraint keeps in step with it. The indexes
 * over one direction begin with the inbox: with statistics that do not know a team, PostgreSQL would read all messages of the team in such
 * an index instead of those of the conversation (ADR 115).
 */

/** SQL: true if a message came in. */
export const isIncoming = (row: string) => `${row}.status = 'received'`;

/** SQL: true if a message is one of ours. */
export const isOutgoing = (row: string) => `${row}.status <> 'received'`;

/** SQL: true if a message came live, not from the history of its inbox (docs/adr/0191-past-messages.md). */
export const isLive = (row: string) => `${row}.history_id is null`;

/** SQL: true if nothing has proven yet that a message is on the network. */
export const isUnseen = (row: string) =>
  `(${row}.msgapp_message_id is null or ${row}.is_reserved is true)`;

const reactions = kind(
  Type.Array(
    Type.Object({
      direction: about('The side that reacted.', Type.Enum(['incoming', 'outgoing'])),
      emoji: about('The emoji.', Type.String()),
      name: Type.Optional(
        about(
          'In a group, the announced name of the member who reacted, or the number; null if unknown.',
          Type.Union([Type.String(), Type.Null()]),
        ),
      ),
    }),
  ),
  'a list of reactions',
  'json',
  {
    output: () => `coalesce(t.reactions, '[]')`,
  },
);

/** Statuses of a message; received ones are incoming. */
export const messageStatuses = [
  'received',
  'pending',
  'sent',
  'delivered',
  'read',
  'failed',
] as const;

/** Sides that write messages. */
export const messageOrigins = ['contact', 'pauta', 'phone', 'other'] as const;

/** File of a message, and whether it has been fetched. */
const media = kind(
  Type.Object(
    {
      status: Type.Enum(['pending', 'stored', 'failed'], {
        description: '`pending`: not fetched yet. `failed`: given up.',
      }),
      reason: about('Reason for a missing file, if known.', orNull(Type.String())),
      name: about('The name of the file, if known.', orNull(Type.String())),
      media_type: about('The media type, such as image/png.', orNull(Type.String())),
      bytes: about('The size in bytes, if known.', orNull(Type.Integer())),
      file_id: about('The ID of the stored file.', orNull(Type.String({ format: 'uuid' }))),
    },
    {
      examples: [
        {
          status: 'stored',
          reason: null,
          name: 'logo.png',
          media_type: 'image/png',
          bytes: 48_213,
          file_id: '019301c2-5a4e-7c1f-9b8a-3d2f1e0c9b8a',
        },
      ],
    },
  ),
  'an object',
  'json',
  { compare: (expression) => `(${expression})::text` },
);

/** Advertisement or post through which a contact started the chat. */
const referral = kind(
  Type.Object(
    {
      title: about('The headline of the advertisement or post.', orNull(Type.String())),
      body: about('The text of the advertisement or post.', orNull(Type.String())),
      source_url: about(
        'The URL of the advertisement or post, http or https. It is never fetched.',
        orNull(Type.String({ format: 'uri' })),
      ),
      source_id: about('The network’s ID of the advertisement or post.', orNull(Type.String())),
      source_type: about(
        'The type: ad, post, or another value of the network.',
        orNull(Type.String()),
      ),
      ctwa_clid: about('The click ID, for the network’s conversion API.', orNull(Type.String())),
    },
    {
      examples: [
        {
          title: 'Fale com a gente',
          body: 'Identidade visual em duas semanas.',
          source_url: 'https://fb.me/3cr4Wqqkv',
          source_id: '120226305854810726',
          source_type: 'ad',
          ctwa_clid: 'Aff-n8ZTODiE79d22KtAwQKj9e',
        },
      ],
    },
  ),
  'an object',
  'json',
  { compare: (expression) => `(${expression})::text` },
);

/**
 * SQL: earlier texts of the message in row `row`, as JSON. Concatenated by hand: PostgreSQL's JSON functions insert spaces between
 * elements.
 * @param which condition on the versions `v`
 */
export const versionsOf = (
  row: string,
  which = 'true',
) => `case when ${row}.edited_at is null and ${row}.revoked_at is null then '[]'
  else coalesce((select '[' || string_agg(row_to_json(w)::text, ',' order by v.at, v.id) || ']' from message_versions v
    cross join lateral (select v.content, ${iso('v.at')} as replaced_at) w
    where v.team_id = $team and v.message_id = ${row}.id and ${which}), '[]') end::json`;

const versions = kind(
  Type.Array(
    Type.Object({
      content: Type.String({ description: 'The text.' }),
      replaced_at: Type.String({
        format: 'date-time',
        description: 'When the text was replaced or the message was revoked.',
      }),
    }),
  ),
  'a list of versions',
  'json',
  { output: () => versionsOf('t') },
);

export const changeKinds = ['edit', 'revoke'] as const;
export const changeStatuses = ['pending', 'done', 'refused', 'unknown'] as const;

/** SQL: the change in row `h` of `message_changes`, as `last_change` of its message. */
export const changeJson = (h: string) => `(select row_to_json(l) from (
    select ${h}.id, ${h}.kind, ${h}.status, ${h}.reason, case when ${h}.status <> 'done' then ${h}.content end as text,
      ${h}.user_id, ${iso(`${h}.created_at`)} as requested_at) l)`;

const lastChange = kind(
  Type.Object(
    {
      id: about('The ID of the change.', Type.String({ format: 'uuid' })),
      kind: about('`revoke`: taken back for everyone.', Type.Enum([...changeKinds])),
      status: about(
        '`pending`: the gateway has not answered yet. `done`: it made the change. `refused`: it did not. `unknown`: its answer was lost, or did not say.',
        Type.Enum([...changeStatuses]),
      ),
      reason: about(
        'The reason of a refused or unknown change, beginning with the cause.',
        orNull(Type.String()),
      ),
      text: about('The new text of an edit that is not done.', orNull(Type.String())),
      user_id: about('The user who requested it.', Type.String({ format: 'uuid' })),
      requested_at: about('When it was requested.', Type.String({ format: 'date-time' })),
    },
    {
      examples: [
        {
          id: '019301c2-5a4e-7c1f-9b8a-3d2f1e0c9b8a',
          kind: 'edit',
          status: 'done',
          reason: null,
          text: null,
          user_id: '019301c2-5a4e-7c1f-9b8a-3d2f1e0c9b8b',
          requested_at: '2026-11-27T12:00:00.000Z',
        },
      ],
    },
  ),
  'an object',
  'json',
  { compare: (expression) => `(${expression})::text` },
);

/** Kinds of authors of outgoing messages. */
const authorTypes = ['user', 'key', 'workflow', 'operator', 'inbox', 'phone', 'other'] as const;

/** SQL: parts of an `insert into messages` that store the author. */
export const authorColumns = 'author, author_id, author_run_id';
export const authorValues = `$acting_kind::actor_kind,
      case when $acting_kind::actor_kind = 'workflow'
        then (select r.workflow_id from workflow_runs r where r.team_id = $team and r.id = $acting_id::uuid) else $acting_id::uuid end,
      case when $acting_kind::actor_kind = 'workflow' then $acting_id::uuid end`;

const nameIn = (table: string, row: string) =>
  `(select x.name from ${table} x where x.team_id = $team and x.id = ${row}.author_id)`;

/** SQL: author of the message in row `row`, as JSON. Null for incoming messages and messages without a stored author. */
export const authorOf = (row: string) => `case when ${row}.direction = 'outgoing' then case
    when ${row}.origin in ('phone', 'other') then ('{"type":"' || ${row}.origin || '","id":null,"name":null,"run_id":null}')::json
    when ${row}.author in ('user', 'demo') then (select row_to_json(a) from (
      select 'user' as type, ${row}.author_id as id, ${nameIn('users', row)} as name, null::uuid as run_id) a)
    when ${row}.author = 'system' then (select row_to_json(a) from (
      select 'inbox' as type, ${row}.inbox_id as id, (select x.name from inboxes x where x.team_id = $team and x.id = ${row}.inbox_id) as name,
        null::uuid as run_id) a)
    when ${row}.author in ('key', 'workflow', 'operator') then (select row_to_json(a) from (
      select ${row}.author as type, ${row}.author_id as id, case ${row}.author
        when 'key' then ${nameIn('api_keys', row)} when 'workflow' then ${nameIn('workflows', row)} end as name,
        ${row}.author_run_id as run_id) a) end end`;

export const authorShape = Type.Object(
  {
    type: Type.Enum([...authorTypes], {
      description:
        '`user`: a person in the panel. `key`: a program with an API key. `workflow`: a workflow step. `operator`: the command line. `inbox`: an automatic reply of the inbox. `phone`: typed on the phone. `other`: another program on the same session.',
    }),
    id: about('The ID of the user, key or workflow.', orNull(Type.String({ format: 'uuid' }))),
    name: about('The current name of the user, key or workflow.', orNull(Type.String())),
    run_id: about('The ID of the workflow run.', orNull(Type.String({ format: 'uuid' }))),
  },
  {
    examples: [
      {
        type: 'user',
        id: '019301c2-5a4e-7c1f-9b8a-3d2f1e0c9b8a',
        name: 'Ana Souza',
        run_id: null,
      },
    ],
  },
);

/** SQL: author of the message of a group in row `row`, as JSON. The team's name of a contact comes before the announced one. */
export const participantOf = (
  row: string,
) => `case when ${row}.participant is not null then (select row_to_json(p) from (
      select ${row}.participant ->> 'id' as id, ${row}.participant ->> 'phone' as phone, coalesce((
        select k.custom_name from contacts k where k.team_id = $team and k.phone = ${row}.participant ->> 'phone' limit 1),
        ${row}.participant ->> 'name', ${row}.participant ->> 'phone') as name) p) end`;

export const participantShape = Type.Object(
  {
    id: about('The address of the member on the messaging network.', orNull(Type.String())),
    phone: about('The number, if known.', orNull(Type.String())),
    name: about(
      'The team’s name of the contact, otherwise the announced name, otherwise the number.',
      orNull(Type.String()),
    ),
  },
  { examples: [{ id: '995511999998888@lid', phone: '5511999998888', name: 'Ana Souza' }] },
);

const participant = kind(participantShape, 'a member of a group', 'json', {
  output: () => participantOf('t'),
});

const mentions = kind(Type.Array(mentionShape), 'a list of mentions', 'json', {
  output: () => `coalesce(t.mentions, '[]')`,
});

const author = kind(authorShape, 'an author', 'json', { output: () => authorOf('t') });

/** SQL: next attempt of the workflow step that sends the message in row `row`, as a timestamp; null once the step is over. */
const stepDueAt = (row: string) => `case
    when ${row}.author_run_id is not null and ${row}.status in ('pending', 'failed') and ${row}.superseded_by is null then (
      select r.next_step_at from workflow_runs r
      join workflow_steps s on s.team_id = $team and s.run_id = r.id and s.step = r.step and s.effect_id = ${row}.id
      where r.team_id = $team and r.id = ${row}.author_run_id and r.status = 'pending' and not r.stopping) end`;

const fields = {
  id: required(uuid),
  conversation_id: about('The conversation of the message.', required(uuid)),
  inbox_id: about('The inbox that sent or received the message.', required(uuid)),
  remote_jid: about('The contact’s address on the messaging network.', required(singleLine())),
  // Hides a reserved id until the message is proven to be on the network.
  msgapp_message_id: about('The ID assigned by the network.', {
    ...singleLine(),
    output: () => 'case when t.is_reserved is not true then t.msgapp_message_id end',
  }),
  direction: about(
    'outgoing: sent by the team. incoming: sent by the contact.',
    required(oneOf('message_direction', ['incoming', 'outgoing'])),
  ),
  message_type: about(
    'The type. This API sends text, image, audio, voice, video, document and sticker; messages that were received, or sent elsewhere, may be any of text, image, audio, voice, video, document, sticker, location, contacts, reaction, button_reply, list_reply, poll, order, template and unsupported.',
    required(singleLine()),
  ),
  // Same maximum length as the network's.
  content: about(
    'The text, the caption, the label of the chosen button, or the emoji of a reaction. Empty after the message was revoked.',
    required(
      kind(Type.String({ maxLength: 65_536 }), 'a string of at most 65536 characters', 'text'),
    ),
  ),
  status: about(
    'pending: not yet known to be sent. sent: accepted by the network. delivered, read: confirmed. failed: not sent, or given up. received: an incoming message.',
    required(oneOf('message_status', messageStatuses)),
  ),
  status_reason: about(
    'The reason why it failed or its outcome is unknown, beginning with the cause.',
    singleLine(),
  ),
  origin: about(
    'The author’s side: the contact, Pauta (this API, a workflow, the panel), the phone, or another program on the same session.',
    required({
      ...oneOf('message_origin', messageOrigins),
      output: () =>
        `coalesce(t.origin, case t.direction when 'incoming' then 'contact' else 'pauta' end::message_origin)`,
    }),
  ),
  author: about(
    'The sender of an outgoing message: a person, an API key, a workflow, the command line, the phone, or another program. null for incoming messages, and for messages stored before authors were recorded.',
    author,
  ),
  participant: about(
    'The member who wrote an incoming message of a group; null for other messages.',
    participant,
  ),
  mentions: about(
    'The members of a group that the content mentions, in a message of a group; otherwise empty.',
    required(mentions),
  ),
  step_due_at: about(
    'The next attempt of the workflow step that sends the message, as of now; a failed message is sent again then. null once the step has ended.',
    { ...timestamp, output: () => iso(stepDueAt('t')) },
  ),
  superseded_by: about(
    'The message that a later attempt of the same workflow step sent in place of this failed one.',
    uuid,
  ),
  details: about(
    'Additional content of some types, such as the coordinates of a location; kind is the gateway’s name of an unsupported type.',
    {
      ...madeObject({ latitude: -23.56, longitude: -46.65 }),
      output: () => `coalesce(t.details, '{}')`,
    },
  ),
  referral: about(
    'The advertisement or post through which the contact started the conversation, as reported by the network; null for other messages.',
    referral,
  ),
  reply_to: about('The message that it answers or reacts to, if known.', uuid),
  reactions: about(
    'The latest reaction of each side; incoming is the contact’s. In a group, of each member.',
    required(reactions),
  ),
  edited_at: about('When its text was last edited.', timestamp),
  revoked_at: about('When its author revoked it.', timestamp),
  versions: about('Its previous texts, oldest first.', required(versions)),
  last_change: about(
    'The last edit or revoke of this message that a user requested in Pauta, and its outcome; null if there is none.',
    lastChange,
  ),
  sent_at: about(
    'When it was written, in whole seconds: the network’s time, or for messages sent by Pauta the time of storage. Conversations are ordered by it, then by created_at.',
    required({ ...timestamp, output: () => iso(sentAt) }),
  ),
  media: about(
    'The attached file and its status: pending, with the reason after a failed fetch; stored, with its file; or failed.',
    media,
  ),
  created_at: required(timestamp),
};

/** Messages of one conversation, `$owner`, as they are read. */
export const messages = table({
  name: 'messages',
  one: 'message',
  about:
    'Messages to and from contacts, by the network’s time. The status only moves forward: pending, sent, delivered, read; or failed, from pending or sent.',
  example: {
    remote_jid: '5511999998888@s.msgapp.net',
    msgapp_message_id: '3EB0C431C26A1916E07A',
    direction: 'outgoing',
    message_type: 'text',
    content: 'Bom dia! A arte ficou pronta.',
    status: 'delivered',
    status_reason: null,
    origin: 'pauta',
    participant: null,
    mentions: [],
    step_due_at: null,
    superseded_by: null,
    details: {},
    referral: null,
    reactions: [],
    versions: [],
    last_change: null,
  },
  path: '/msgapp/conversations/:id/messages',
  fields,
  filters: {},
  sorts: {
    sent_at: { by: [sentAt, 't.created_at'], nullable: false, isText: false },
    ...sorted(fields, 'created_at'),
  },
  latestBy: 'sent_at',
  visible: 't.conversation_id = $owner::uuid',
});

/** Emits `message.created` for the message that a statement stored: the row of its CTE `t`, if any. Fires no workflow. */
export const emitsMessageCreated: Emission = {
  kind: 'message.created',
  from: 't',
  record: 't.id',
  data: document(messages, '(select t.*)'),
  previous: 'null::text',
  firesNone: true,
};

/**
 * Emits the change of a message: rows of `c`, each with the whole message.
 * @param previous SQL over `c`: the old values as JSON text
 * @param version the part of the statement that returns the versions it adds, if any
 */
export const emitsMessageUpdated = (previous: string, version?: string): Emission => ({
  kind: 'message.updated',
  from: 'c',
  record: 'c.id',
  data:
    version === undefined
      ? document(messages, '(select c.*)')
      : // On Citus, the new versions are already visible in the table.
        `(with message_versions as (
          select * from message_versions where id <> all(array(select id from ${version})) union all select * from ${version})
        select ${document(messages, '(select c.*)')})`,
  previous,
});
