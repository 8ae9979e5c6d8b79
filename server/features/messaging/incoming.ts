import { v7 as uuidv7 } from 'uuid';
import type { TeamDb } from '../../db/database.ts';
import { teamStatement } from '../../db/statement.ts';
import { emits } from '../../events/outbox.ts';
import { untilAlone } from '../../operations/idempotency.ts';
import type { Incoming } from '../../outbound/messaging.ts';
import { withoutFurtherMarks } from '../../platform/marks.ts';
import { document } from '../../records/statements.ts';
import { counts } from '../../records/totals.ts';
import { contacts } from '../crm/contacts/table.ts';
import { messages } from './messages.ts';
import { emitsContactCreated, withContact } from './numbers.ts';
import { spellings } from './phones.ts';

/** The most of a message that is kept; the network's own limit. */
const longestText = 65_536;
const longestName = 255;

/*
 * The contact is known in whichever spelling of its number; with $create it is made where there is none, and the
 * conversation in any case. A message whose id the inbox has already changes nothing.
 */
const store = teamStatement(`
  with known as (
    select * from contacts where team_id = $team and phone = any($phones::text[])
    order by phone <> $phone limit 1),
  seen as (
    select id from messages where team_id = $team and inbox_id = $inbox and direction = 'incoming'
      and msgapp_message_id = $network_id),
  made as (
    insert into contacts (team_id, id, phone, jid, push_name)
    select $team, $contact_id, $phone, $phone || '@' || $suffix::text, $name::text
    where $create and not exists (select from known) and not exists (select from seen)
    on conflict (team_id, phone) do nothing returning *),
  contact as (select id, phone, jid from known union all select id, phone, jid from made),
  open as (
    select c.id from conversations c, contact k
    where c.team_id = $team and c.inbox_id = $inbox and c.contact_id = k.id),
  begun as (
    insert into conversations (team_id, id, inbox_id, contact_id)
    select $team, $conversation_id, $inbox, contact.id from contact
    where not exists (select from open) and not exists (select from seen)
    on conflict on constraint conversations_inbox_contact_key do nothing returning id),
  conversation as (select id from open union all select id from begun),
  t as (
    insert into messages
      (team_id, id, conversation_id, inbox_id, remote_jid, msgapp_message_id, direction, message_type, content, status)
    select $team, $id, conversation.id, $inbox, jid, $network_id, 'incoming', $type, $text, 'received'
    from contact, conversation where not exists (select from seen)
    on conflict (team_id, inbox_id, msgapp_message_id) where direction = 'incoming' do nothing returning *),
  touched as (
    update conversations c set last_message_at = now() from open
    where c.team_id = $team and c.id = open.id and exists (select from t)),
  -- As it is, not as it was when the statement began: others may have changed it since.
  old as materialized (
    select * from contacts k where k.team_id = $team and k.id = (select id from known)
      and $name::text is not null and k.push_name is distinct from $name and exists (select from t)
    for update),
  named as (
    update contacts k set push_name = $name, updated_at = greatest(now(), old.updated_at) from old
    where k.team_id = $team and k.id = old.id returning k.*),
  ${emits([
    emitsContactCreated,
    {
      kind: 'contact.updated',
      from: `(select named.id, ${document(contacts, '(select named.*)')} as data,
        ${document(contacts, '(select old.*)')} as was from named, old) c`,
      record: 'c.id',
      data: 'c.data',
      previous: 'changed_values(c.was, c.data)',
    },
    {
      kind: 'msgapp.message.received',
      from: 't',
      record: 't.id',
      data: document(messages, '(select t.*)'),
      previous: 'null::text',
    },
  ])}${counts(contacts, 'made')}
  select (select count(*) from t)::int as stored, exists (select from seen) as seen`);

/** Text as the database can hold it, and as any text may be: what somebody wrote is shortened, not lost. */
function storable(text: string, most: number): string {
  // A character has two code units at most.
  const beginning = text
    .slice(0, 2 * most)
    .toWellFormed()
    .replaceAll('\0', '');
  const characters = beginning.length > most ? [...beginning].slice(0, most).join('') : beginning;
  return withoutFurtherMarks(characters);
}

/**
 * Stores a message to us in its conversation, once for its network id, with its event.
 * @param suffix of the address of a contact that is new
 * @throws ApiError UNAVAILABLE when others kept changing the contact: the gateway comes again
 */
export async function take(
  db: TeamDb,
  inbox: string,
  suffix: string,
  { networkId, phone, name, type, text }: Incoming,
): Promise<void> {
  const parameters = {
    inbox,
    suffix,
    phone,
    phones: spellings(phone),
    name: storable(name ?? '', longestName).trim() || null,
    network_id: networkId,
    type,
    text: storable(text, longestText),
    id: uuidv7(),
    contact_id: uuidv7(),
    conversation_id: uuidv7(),
  };
  await untilAlone(() =>
    withContact(db, phone, async (on, create) => {
      const [row] = await on.run(store, { ...parameters, create });
      return row?.stored === 1 || row?.seen === true ? true : undefined;
    }),
  );
}
