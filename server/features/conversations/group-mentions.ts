import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { idAfterMerges } from '#server/operations/id-after-merges.ts';
import type { Address, Participant } from '#server/outbound/messaging/connection.ts';
import { invalid } from '#server/platform/errors.ts';
import { orNull, Type } from '#server/platform/schema.ts';
import { about, kind } from '#server/records/fields.ts';
import { lidOf, phoneOf, spellings } from '../gateways/phones.ts';
import { isSamePerson, withNumbers } from './known-numbers.ts';

/*
 * Mentions in messages of groups. The network identifies a member in a text by `@` and the digits of an address, a number or a LID, and the
 * message lists those addresses. Messages store both, and the name as it was known (docs/adr/0189-mentions-in-groups.md).
 */

/** Mention as a message stores it. */
export interface Mention {
  /** The network's address of the member. */
  readonly id: string;
  /** The mention in the text, such as `@5511999998888`. */
  readonly text: string;
  readonly phone: string | null;
  readonly name: string | null;
  /** True for the number of the inbox. */
  readonly is_account: boolean;
}

export const mentionShape = Type.Object(
  {
    id: about('The address of the member on the messaging network.', Type.String()),
    text: about('The mention as it is written in the content.', Type.String()),
    phone: about('The number, if known.', orNull(Type.String())),
    name: about(
      'The team’s name of the contact, otherwise the announced name, or the name of the inbox; null if none was known.',
      orNull(Type.String()),
    ),
    is_account: about('True if the number of the inbox is mentioned.', Type.Boolean()),
  },
  {
    examples: [
      {
        id: '995511999998888@lid',
        text: '@5511999998888',
        phone: '5511999998888',
        name: 'Ana Souza',
        is_account: false,
      },
    ],
  },
);

/** Max number of mentions in a message. */
export const maxMentions = 100;
const maxAddressLength = 255;

/** Addresses of the members to mention, as a request names them. */
export const mentionIds = kind(
  Type.Array(Type.String({ minLength: 1, maxLength: maxAddressLength }), {
    maxItems: maxMentions,
  }),
  `a list of at most ${maxMentions} addresses`,
  'text[]',
);

/** True if a text contains `@` and these digits, and no more of them. */
const mentions = (text: string, digits: string) => new RegExp(`@${digits}(?!\\d)`).test(text);

const digitsOf = (address: string) => address.split('@')[0] ?? '';

// Received ---------------------------------------------------------------------------------------------------------

/** SQL: names of people in a group. @param group SQL over the conversation `c` */
const namesIn = (group: string, further = '') => `
  select e.id, coalesce(k.custom_name, g.name, k.push_name) as name${further}
  from json_to_recordset($people::json) as e (id text, phones text[], lid text)
    left join lateral (
      select g.name from conversations c join group_members g on g.team_id = $team and g.conversation_id = c.id
      where c.team_id = $team and ${group} and (g.member = e.id or g.phone = any(e.phones) or g.lid = e.lid)
      order by g.name is null, g.member <> e.id limit 1) g on true
    left join lateral (
      select k.custom_name, k.push_name from contacts k where k.team_id = $team and k.phone = any(e.phones) limit 1) k on true`;
const namesInGroup = teamStatement(
  namesIn(
    'c.inbox_id = $inbox and c.group_id = $group',
    ', (select i.name from inboxes i where i.team_id = $team and i.id = $inbox) as inbox',
  ),
);
const namesInConversation = teamStatement(namesIn('c.id = $conversation'));

const peopleParameter = (people: readonly Participant[]) =>
  JSON.stringify(
    people.map(({ id, phone, lid }) => ({
      id,
      phones: phone === undefined ? [] : spellings(phone),
      lid: lid ?? null,
    })),
  );

interface Received {
  readonly text: string;
  readonly mentions?: readonly Participant[] | undefined;
}

/**
 * Mentions of received messages of a group, by the address in the message. Those that the text does not show are left out.
 * @param account the number of the inbox, as far as the gateway reports it
 */
export async function receivedMentions(
  db: TeamDb,
  inbox: string,
  group: string,
  messages: readonly Received[],
  account: Partial<Participant> = {},
): Promise<(message: Received) => readonly Mention[] | null> {
  const inText = ({ text, mentions: all = [] }: Received) =>
    all
      .filter(({ id }) => id.length <= maxAddressLength && mentions(text, digitsOf(id)))
      .slice(0, maxMentions);
  const byId = new Map(messages.flatMap(inText).map((one) => [one.id, one]));
  if (byId.size === 0) return () => null;
  const people = await withNumbers(db, [...byId.values()]);
  const rows = await db.run(namesInGroup, { inbox, group, people: peopleParameter(people) });
  const names = new Map(rows.map((row) => [row.id, row]));
  const resolved = new Map(
    people.map((one): [string, Mention] => {
      const { id, phone = null } = one;
      const isAccount = isSamePerson(one, account);
      const name = (isAccount ? names.get(id)?.inbox : names.get(id)?.name) as string | null;
      return [id, { id, text: `@${digitsOf(id)}`, phone, name, is_account: isAccount }];
    }),
  );
  return (message) => {
    const list = inText(message).flatMap(({ id }) => resolved.get(id) ?? []);
    return list.length === 0 ? null : list;
  };
}

// Sent -------------------------------------------------------------------------------------------------------------

/** SQL: the number of member `g`, whose LID is `l`, as the network spells it. */
export const memberNumber = `coalesce(l.phone, case when g.member not like '%@lid' then split_part(g.member, '@', 1) end, g.phone)`;

const membersOf = teamStatement(`
  select c.id as conversation, c.group_id is not null as is_group, g.member, ${memberNumber} as phone, g.lid
  from conversations c
    left join group_members g on g.team_id = $team and g.conversation_id = c.id and g.member = any($members::text[])
    left join known_lids l on l.team_id = $team and l.lid = g.lid
  where c.team_id = $team and c.id = ${idAfterMerges('$conversation_id::uuid')}`);

/** Mentions of a message to send, and the addresses that its gateway receives. */
export interface SentMentions {
  readonly stored: readonly Mention[];
  readonly addresses: readonly Address[];
}

/** Address by which the text mentions a member. */
function addressIn(text: string, member: string, { phone, lid }: Partial<Participant>) {
  const number = phoneOf(phone);
  if (number !== undefined && mentions(text, number)) return { phone: number };
  const hidden = lidOf(member) ?? lid;
  return hidden !== undefined && mentions(text, hidden) ? { lid: hidden } : undefined;
}

/**
 * Finds the members that a text mentions. A text that was changed since, and members who have left, may be ignored.
 * @param ids addresses of the members; at most {@link maxMentions}
 * @throws ApiError VALIDATION_ERROR if the conversation is no group, a member is not in it, or the text does not mention one
 */
export async function sentMentions(
  db: TeamDb,
  conversation: unknown,
  text: string,
  ids: readonly string[],
  { isLenient = false }: { readonly isLenient?: boolean } = {},
): Promise<SentMentions | undefined> {
  if (ids.length === 0) return undefined;
  const refuse = (problem: string, code: 'not_allowed' | 'not_found' | 'invalid') => {
    if (!isLenient) throw invalid(`mentions ${problem}.`, 'mentions', code);
  };
  const rows =
    typeof conversation === 'string'
      ? await db.run(membersOf, { conversation_id: conversation, members: [...ids] })
      : [];
  if (rows[0]?.is_group !== true)
    refuse('can be given in a conversation of a group only', 'not_allowed');
  const members = new Map(rows.map((row) => [row.member, row]));
  const people = [...new Set(ids)].flatMap((id) => {
    const member = members.get(id);
    if (!member) {
      refuse('must be the addresses of members of the group', 'not_found');
      return [];
    }
    const person = {
      phone: (member.phone as string | null) ?? undefined,
      lid: (member.lid as string | null) ?? undefined,
    };
    const address = addressIn(text, id, person);
    if (address) return [{ id, ...person, address }];
    refuse(`needs @${person.phone ?? digitsOf(id)} in the text`, 'invalid');
    return [];
  });
  if (people.length === 0) return undefined;
  const named = await db.run(namesInConversation, {
    conversation: rows[0]?.conversation,
    people: peopleParameter(people),
  });
  const names = new Map(named.map(({ id, name }) => [id, name as string | null]));
  return {
    addresses: people.map(({ address }) => address),
    stored: people.map(({ id, phone, address }) => ({
      id,
      text: `@${address.phone ?? address.lid}`,
      phone: phone ?? null,
      name: names.get(id) ?? null,
      is_account: false,
    })),
  };
}
