import { v7 as uuidv7 } from 'uuid';
import type { TeamDb } from '#server/db/database.ts';
import { iso, teamStatement } from '#server/db/statement.ts';
import { emits } from '#server/events/outbox.ts';
import type { ChatAddress, Participant } from '#server/outbound/messaging/connection.ts';
import type { Edit, Revoke } from '#server/outbound/messaging/incoming-updates.ts';
import { resolveChat } from '../conversations/known-numbers.ts';
import { changeJson, emitsMessageUpdated, versionsOf } from '../conversations/messages-table.ts';
import { maxTextLength, storable, timeOf } from '../conversations/storable-text.ts';
import { lidSuffix } from '../conversations/table.ts';
import { spellings } from '../gateways/phones.ts';

/*
 * Edits and revokes change a message's content; `message_versions` keeps the previous content. Both sides of a chat know the network ids
 * and their clients write them, so an id alone proves nothing: a change applies only to its author's own messages, in the chat where it was
 * made ([ADR 87](../../../docs/adr/0087-authors-of-changes.md)). A change may arrive before its message: it is stored as waiting, and the
 * message is looked up once more. Storing a message is followed by a lookup of waiting changes. In either order, one of the two finds the
 * other.
 */

const matchedMessage = `old as materialized (
    select * from messages m where m.team_id = $team and m.id = any(array(
      select id from messages where team_id = $team and inbox_id = $inbox and direction = 'incoming' and msgapp_message_id = $network_id
      union all
      select id from messages where team_id = $team and inbox_id = $inbox and direction = 'outgoing' and msgapp_message_id = $network_id
        and is_reserved is not true))
    order by m.id for update)`;

/**
 * SQL: true if message `m` belongs to the chat in `$phones` and `$lid`, or if no chat is given. The address stored with the message also
 * counts: its conversation may have moved to another contact since. Messages of groups belong to `$group` only, because all members of a
 * group know their ids.
 */
const isInChat = `(case when $group::text is not null then m.remote_jid = $group
    when $phones::text[] is null then m.participant is null
    else split_part(m.remote_jid, '@', 1) = any($phones::text[])
    or m.remote_jid is not distinct from $lid::text || '${lidSuffix}' or exists (
      select from conversations c left join contacts k on k.team_id = $team and k.id = c.contact_id
      where c.team_id = $team and c.id = m.conversation_id and (c.lid = $lid or k.phone = any($phones::text[]))) end)`;

/** The message that its author changes: same direction as the author, in the chat where the change was made. */
const authored = `old as materialized (
    select * from messages m where m.team_id = $team and m.id = any(array(
      select id from messages where team_id = $team and inbox_id = $inbox and direction = 'incoming' and msgapp_message_id = $network_id
        and $direction::message_direction = 'incoming'
      union all
      select id from messages where team_id = $team and inbox_id = $inbox and direction = 'outgoing' and msgapp_message_id = $network_id
        and is_reserved is not true and $direction::message_direction = 'outgoing'))
      and ${isInChat}
    order by m.id for update)`;

/** SQL: true if the member of the group in `$member`, `$member_phones` and `$member_lid` wrote message `m`. */
const isByMember = `coalesce(m.participant ->> 'id' = $member::text or m.participant ->> 'phone' = any($member_phones::text[])
  or m.participant ->> 'lid' = $member_lid::text
  or exists (select from known_lids l where l.team_id = $team and l.lid = m.participant ->> 'lid' and l.phone = any($member_phones::text[])), false)`;

/** SQL: true if that member is an admin of the group, which may revoke the messages of all members. */
const isByAdmin = `exists (select from group_members g
    where g.team_id = $team and g.conversation_id = m.conversation_id and g.is_admin
      and (g.member = $member::text or g.phone = any($member_phones::text[]) or g.lid = $member_lid::text))`;

/** The message of a group that a member, or our side, changes. @param may SQL over `m`: true if they may */
const authoredInGroup = (may: string) => `old as materialized (
    select * from messages m where m.team_id = $team and m.id = any(array(
      select id from messages where team_id = $team and inbox_id = $inbox and direction = 'incoming' and msgapp_message_id = $network_id
      union all
      select id from messages where team_id = $team and inbox_id = $inbox and direction = 'outgoing' and msgapp_message_id = $network_id
        and is_reserved is not true))
      and m.remote_jid = $group and ${may}
    order by m.id for update)`;

const mayEdit = `case $direction::message_direction when 'outgoing' then m.direction = 'outgoing' else m.direction = 'incoming' and ${isByMember} end`;
/** Our side may revoke messages of members only as an admin, which the network has checked. */
const mayRevoke = `($direction::message_direction = 'outgoing' or m.direction = 'incoming' and ${isByMember} or ${isByAdmin})`;

const insertVersionCte = (content: string, where: string) => `version as (
    insert into message_versions (team_id, id, message_id, at, content, details)
    select $team, $version_id, old.id, $at::timestamptz, ${content}, old.details from old where ${where} returning *)`;

/** SQL: true if the text was already shown, or arrived too late to be shown. */
const isPast = `exists (select from message_versions v where v.team_id = $team and v.message_id = old.id and v.content = $text)`;

/** SQL: true if the text becomes the current one. Networks send whole seconds: of two edits within one second, the later arrival wins. */
const isNext = `(old.revoked_at is null and old.content <> $text
  and (old.edited_at is null or old.edited_at < $at::timestamptz or old.edited_at = $at::timestamptz and not ${isPast}))`;

/** SQL: versions of the message `c` before the change. On Citus, the table already contains the new one. */
const earlierVersions = versionsOf('c', 'v.id <> $version_id');

/**
 * SQL: settles the change that a user requested in Pauta, if this callback reports it: it is then carried out, whatever the gateway answered
 * ([ADR 192]).
 */
const settledCte = (kind: 'edit' | 'revoke', where: string) => `settled as (
    update message_changes h set status = 'done', reason = null, settled_at = now() from old
    where h.team_id = $team and h.id = (old.last_change ->> 'id')::uuid and h.kind = '${kind}' and h.status <> 'done'
      and $direction::message_direction = 'outgoing' and ${where}
    returning h.*)`;
const lastChange = `coalesce((select ${changeJson('h')} from settled h), old.last_change)`;

/** SQL: old values of \`c\` as JSON text. @param columns without \`last_change\` */
const oldValues = (columns: string) => {
  const json = (all: string) => `(select row_to_json(p)::text from (select ${all}) p)`;
  return `case when c.last_change ->> 'status' is not distinct from c.was_change ->> 'status' then ${json(columns)}
    else ${json(`${columns}, c.was_change as last_change`)} end`;
};

/** An edit superseded by a later edit or a revoke is stored as a version that was never shown. */
const editOf = (target: string) =>
  teamStatement(`
  with ${target},
  ${insertVersionCte(
    `case when ${isNext} then old.content else $text end`,
    `${isNext} or old.content <> $text and not ${isPast}`,
  )},
  ${settledCte('edit', `btrim(h.content) = btrim($text) and ${isNext}`)},
  c as (
    update messages m set content = $text, edited_at = $at::timestamptz, last_change = ${lastChange} from old
    where m.team_id = $team and m.id = old.id and ${isNext}
    returning m.*, old.content as was, old.edited_at as was_at, old.last_change as was_change),
  ${emits([
    emitsMessageUpdated(
      oldValues(
        `c.was as content, ${iso('c.was_at')} as edited_at, ${earlierVersions} as versions`,
      ),
      'version',
    ),
  ])}
  select exists (select from old) as found`);
const edits = { inChat: editOf(authored), inGroup: editOf(authoredInGroup(mayEdit)) };

const revokeOf = (target: string) =>
  teamStatement(`
  with ${target},
  ${insertVersionCte('old.content', 'old.revoked_at is null')},
  ${settledCte('revoke', 'old.revoked_at is null')},
  c as (
    update messages m set content = '', revoked_at = $at::timestamptz, last_change = ${lastChange} from old
    where m.team_id = $team and m.id = old.id and old.revoked_at is null
    returning m.*, old.content as was, old.last_change as was_change),
  ${emits([
    emitsMessageUpdated(
      oldValues(`c.was as content, null::text as revoked_at, ${earlierVersions} as versions`),
      'version',
    ),
  ])}
  select exists (select from old) as found`);
const revokes = { inChat: revokeOf(authored), inGroup: revokeOf(authoredInGroup(mayRevoke)) };

const wait = teamStatement(`
  insert into waiting_updates (team_id, inbox_id, msgapp_message_id, kind, at, data)
  values ($team, $inbox, $network_id, $kind, $at::timestamptz, $data::json) on conflict do nothing`);

const waiting = teamStatement(`
  select kind, at, data from waiting_updates
  where team_id = $team and inbox_id = $inbox and msgapp_message_id = $network_id and kind <> 'echo'
  union all
  (select 'reaction', min(at), null::json from (
    select at from message_reactions where team_id = $team and inbox_id = $inbox and msgapp_message_id = $network_id
    union all
    select at from group_reactions where team_id = $team and inbox_id = $inbox and msgapp_message_id = $network_id) r
  having count(*) > 0)
  order by at`);

const deleteWaiting = teamStatement(`
  delete from waiting_updates
  where team_id = $team and inbox_id = $inbox and msgapp_message_id = $network_id and kind <> 'echo'`);

/** Change that waits for its message. */
interface Waiting {
  readonly text: string;
  readonly direction: 'incoming' | 'outgoing';
  readonly chat?: ChatAddress | undefined;
  /** The author in a group, if it is not our side. */
  readonly participant?: Participant | undefined;
}

interface Change extends Waiting {
  readonly inbox: string;
  readonly network_id: string;
  readonly kind: 'edit' | 'revoke';
  /** ISO timestamp. */
  readonly at: string;
}

/** Parameters of {@link isInChat}. */
async function inChat(db: TeamDb, chat: ChatAddress | undefined) {
  if (chat === undefined) return { phones: null, lid: null, group: null };
  const { phone, lid = null, group = null } = await resolveChat(db, chat);
  return { phones: phone === undefined ? [] : spellings(phone), lid, group };
}

/** Parameters of {@link isByMember}. */
const byMember = ({ id, phone, lid }: Partial<Participant> = {}) => ({
  member: id ?? null,
  member_phones: phone === undefined ? [] : spellings(phone),
  member_lid: lid ?? null,
});

/** @returns true if the author has such a message */
async function apply(db: TeamDb, { kind, chat, participant, ...change }: Change): Promise<boolean> {
  const statements = kind === 'edit' ? edits : revokes;
  const isOfGroup = chat?.group !== undefined;
  const [row] = await db.run(isOfGroup ? statements.inGroup : statements.inChat, {
    ...change,
    ...(await inChat(db, chat)),
    ...(isOfGroup ? byMember(participant) : {}),
    version_id: uuidv7(),
  });
  return row?.found === true;
}

async function applyOrKeep(db: TeamDb, change: Change): Promise<void> {
  if (await apply(db, change)) return;
  const { text, direction, chat, participant, ...rest } = change;
  const data: Waiting = { text, direction, chat, participant };
  await db.run(wait, { ...rest, data: JSON.stringify(data) });
  if (await apply(db, change)) await db.run(deleteWaiting, { ...change });
}

const react = teamStatement(`
  insert into message_reactions as r (team_id, inbox_id, msgapp_message_id, direction, emoji, at)
  select $team, $inbox, $network_id, $direction::message_direction, left($emoji, 100), $at::timestamptz
  where not exists (
    select from messages m where m.team_id = $team and m.inbox_id = $inbox and m.direction = 'incoming'
      and m.msgapp_message_id = $network_id and not ${isInChat})
    and not exists (
    select from messages m where m.team_id = $team and m.inbox_id = $inbox and m.direction = 'outgoing'
      and m.msgapp_message_id = $network_id and m.is_reserved is not true and not ${isInChat})
  on conflict (team_id, inbox_id, msgapp_message_id, direction) do update set emoji = excluded.emoji, at = excluded.at
  where r.at <= excluded.at`);

/** SQL: the key of the member who acts, in the list of the group; it may be another address of the same person. */
const memberKey = `coalesce((
    select g.member from conversations c join group_members g on g.team_id = $team and g.conversation_id = c.id
    where c.team_id = $team and c.inbox_id = $inbox and c.group_id = $group
      and (g.member = $member or g.phone = any($member_phones::text[]) or g.lid = $member_lid::text)
    order by g.member = $member desc, g.member limit 1), $member)`;

/** Stores the reaction of a member, to a message of the same group or one that is not stored yet. */
const reactInGroup = teamStatement(`
  insert into group_reactions as r (team_id, inbox_id, msgapp_message_id, member, name, emoji, at)
  select $team, $inbox, $network_id, ${memberKey}, $name, left($emoji, 100), $at::timestamptz
  where not exists (
    select from messages m where m.team_id = $team and m.inbox_id = $inbox and m.direction = 'incoming'
      and m.msgapp_message_id = $network_id and m.remote_jid <> $group)
    and not exists (
    select from messages m where m.team_id = $team and m.inbox_id = $inbox and m.direction = 'outgoing'
      and m.msgapp_message_id = $network_id and m.is_reserved is not true and m.remote_jid <> $group)
  on conflict (team_id, inbox_id, msgapp_message_id, member) do update
    set emoji = excluded.emoji, at = excluded.at, name = coalesce(excluded.name, r.name)
  where r.at <= excluded.at`);

/** Concatenated by hand: PostgreSQL's JSON functions insert spaces between elements. */
const showReactions = teamStatement(`
  with ${matchedMessage},
  shown as (
    select ('[' || string_agg(r.reaction, ',' order by r.direction, r.at, r.reaction) || ']')::json as reactions from (
      select row_to_json(side)::text as reaction, side.direction, null::timestamptz as at from (
        select direction, emoji from message_reactions where team_id = $team and inbox_id = $inbox
          and msgapp_message_id = $network_id and emoji <> '') side
      union all
      select row_to_json(side)::text, side.direction, g.at from group_reactions g
        cross join lateral (select 'incoming'::message_direction as direction, g.emoji, g.name) side
      where g.team_id = $team and g.inbox_id = $inbox and g.msgapp_message_id = $network_id and g.emoji <> '') r),
  c as (
    update messages m set reactions = shown.reactions from old, shown
    where m.team_id = $team and m.id = old.id and old.reactions::text is distinct from shown.reactions::text
    returning m.*, old.reactions as was),
  ${emits([emitsMessageUpdated(`'{"reactions":' || coalesce(c.was::text, '[]') || '}'`)])}
  select exists (select from old) as found`);

/** Shows the stored reactions on their message, if it has arrived. */
export async function showReactionsOf(db: TeamDb, inbox: string, networkId: string): Promise<void> {
  await db.run(showReactions, { inbox, network_id: networkId });
}

const link = teamStatement(`
  with ${matchedMessage},
  c as (
    update messages m set reply_to = old.id from old
    where m.team_id = $team and m.conversation_id = old.conversation_id and m.quoted_id = $network_id and m.reply_to is null)
  select exists (select from old) as found`);

/** Links replies to a message that has not arrived yet, as soon as it arrives. @param networkId of the message replied to */
export async function awaitChangedMessage(
  db: TeamDb,
  inbox: string,
  networkId: string,
): Promise<void> {
  const about = { inbox, network_id: networkId };
  await db.run(wait, { ...about, kind: 'reply', at: new Date(0).toISOString(), data: '{}' });
  await db.run(link, about);
}

/** Latest reaction of one side to a message. */
interface Reaction {
  readonly inbox: string;
  /** Chat in which the reaction was made; absent for reactions sent by Pauta. */
  readonly chat?: ChatAddress;
  /** The author in a group, if it is not our side, and the announced name. */
  readonly participant?: Participant | undefined;
  readonly name?: string | null;
  readonly network_id: string;
  readonly direction: 'incoming' | 'outgoing';
  /** Empty if the reaction was removed. */
  readonly emoji: string;
  /** ISO timestamp. */
  readonly at: string;
}

/**
 * Stores a reaction and shows it on its message, now or when the message arrives. Ignores reactions to messages of another chat.
 * Idempotent.
 */
export async function applyReaction(
  db: TeamDb,
  { chat, participant, name = null, ...reaction }: Reaction,
): Promise<void> {
  const emoji = storable(reaction.emoji, 100);
  const parameters = { ...reaction, ...(await inChat(db, chat)), emoji };
  if (participant) {
    const member = { ...byMember(participant), name: name ?? participant.phone ?? null };
    await db.run(reactInGroup, { ...parameters, ...member });
  } else await db.run(react, parameters);
  await showReactionsOf(db, reaction.inbox, reaction.network_id);
}

const directionOf = ({ from }: Edit | Revoke) => (from === 'contact' ? 'incoming' : 'outgoing');

/** Applies edits to messages of their author. Idempotent. */
export async function applyEdits(db: TeamDb, inbox: string, edits: readonly Edit[]): Promise<void> {
  for (const one of edits)
    await applyOrKeep(db, {
      inbox,
      network_id: one.networkId,
      kind: 'edit',
      at: timeOf(one.at),
      text: storable(one.text, maxTextLength),
      direction: directionOf(one),
      chat: one.chat,
      participant: one.participant,
    });
}

/** Applies revokes to messages of their author. Idempotent. */
export async function applyRevokes(
  db: TeamDb,
  inbox: string,
  revokes: readonly Revoke[],
): Promise<void> {
  for (const one of revokes)
    await applyOrKeep(db, {
      inbox,
      network_id: one.networkId,
      kind: 'revoke',
      at: timeOf(one.at),
      text: '',
      direction: directionOf(one),
      chat: one.chat,
      participant: one.participant,
    });
}

/** Applies changes that arrived before their message; call after storing the message. */
export async function applyWaitingChanges(
  db: TeamDb,
  inbox: string,
  networkId: string,
): Promise<void> {
  const rows = await db.lookUp(waiting, { inbox, network_id: networkId });
  if (rows.length === 0) return;
  for (const { kind, at, data } of rows) {
    if (kind === 'reaction') await showReactionsOf(db, inbox, networkId);
    else if (kind === 'reply') await db.run(link, { inbox, network_id: networkId });
    // The previous version stores no author: such a change proves nothing.
    else if ((data as Partial<Waiting>).direction !== undefined)
      await apply(db, {
        inbox,
        network_id: networkId,
        kind: kind as Change['kind'],
        at: at as string,
        ...(data as Waiting),
      });
  }
  await db.run(deleteWaiting, { inbox, network_id: networkId });
}
