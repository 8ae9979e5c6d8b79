import type { Evolution } from '#test/gateways/evolution.ts';
import type { Waha } from '#test/gateways/waha.ts';
import type { Json } from '#test/support/harness.ts';
import type { useMessaging } from './fixture.ts';

/* Groups at the gateways of phones: an inbox that reads them, and messages of their members. */

let last = 0;
export const newGroup = () => `1203630${String(++last).padStart(11, '0')}@g.us`;
export const newLid = () => `9${String(++last).padStart(14, '0')}`;

/** A message of a member, or of our phone. */
interface Written {
  readonly group: string;
  readonly from: string;
  readonly name?: string;
  readonly text?: string;
  readonly id?: string;
  readonly lid?: string;
  /** False if the gateway does not know the number of the LID. */
  readonly isKnown?: boolean;
  readonly fromMe?: boolean;
  /** Addresses that the text mentions. */
  readonly mentioned?: readonly string[];
}

/** Gateways whose accounts are members of groups. */
export const groupGateways = ['evolution', 'waha'] as const;
type GroupGateway = (typeof groupGateways)[number];

/** Makes inboxes that read groups. */
export const groupStage =
  (messaging: ReturnType<typeof useMessaging>) =>
  async (remote: GroupGateway, groups: 'ignore' | 'muted' | 'show' = 'show', options = {}) => {
    const team = await messaging.service.team();
    const fixture = await messaging.fixture(remote, { team, ...options });
    await messaging.service.sql('update inboxes set groups = $2 where id = $1', [
      fixture.inbox,
      groups,
    ]);
    const { fake, address } = fixture;
    const receive = ({
      group,
      from,
      name = 'Ana',
      text = 'Oi',
      isKnown = true,
      mentioned,
      ...rest
    }: Written) =>
      remote === 'evolution'
        ? (fake as Evolution).receive(address, {
            ...{ group, from, name, text, hidden: !isKnown },
            ...(mentioned && { mentioned }),
            ...rest,
          })
        : (fake as Waha).receive(address, {
            ...{ group, from, name, text, known: isKnown },
            ...(mentioned && {
              message: { extendedTextMessage: { text, contextInfo: { mentionedJid: mentioned } } },
            }),
            ...rest,
          });
    const messages = async () =>
      (await messaging.service.sql(
        `select c.group_id, k.phone as contact, m.direction, m.origin, m.content as text, m.msgapp_message_id as id,
        m.participant ->> 'id' as author, m.participant ->> 'phone' as phone, m.participant ->> 'name' as name, m.message_type as type,
        m.reactions, m.revoked_at is not null as is_revoked, c.waiting_since is not null as waits, c.status
       from messages m join conversations c on c.team_id = m.team_id and c.id = m.conversation_id
         left join contacts k on k.team_id = c.team_id and k.id = c.contact_id
       where m.inbox_id = $1 order by m.created_at, m.id`,
        [fixture.inbox],
      )) as Json[];
    return { ...fixture, fixture, team, receive, messages };
  };
