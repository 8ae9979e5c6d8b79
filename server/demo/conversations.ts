import { v7 as uuidv7 } from 'uuid';
import { teamStatement } from '../db/statement.ts';
import { emits } from '../events/outbox.ts';
import { contacts } from '../features/crm/contacts/table.ts';
import { document } from '../records/statements.ts';
import type { Contact } from './agency.ts';
import { around } from './random.ts';
import type { Stage } from './stage.ts';
import * as words from './words.ts';

type Dialogues = readonly (readonly string[])[];

interface Message {
  readonly direction: 'incoming' | 'outgoing';
  readonly content: string;
  readonly status: 'received' | 'sent' | 'delivered' | 'read' | 'failed';
  readonly created: string;
}

interface Conversation {
  readonly id: string;
  readonly inbox: string;
  readonly contact: Contact;
  readonly messages: readonly Message[];
}

const begin = teamStatement(`
  insert into conversations (team_id, id, inbox_id, contact_id, created_at, last_message_at)
  select $team, c.id, c.inbox, c.contact, c.first, c.last
  from unnest($ids::uuid[], $inboxes::uuid[], $contacts::uuid[], $first::timestamptz[], $last::timestamptz[])
    c (id, inbox, contact, first, last)`);

const say = teamStatement(`
  insert into messages
    (team_id, id, conversation_id, inbox_id, remote_jid, msgapp_message_id, direction, content, status, status_reason, created_at)
  select $team, m.id, v.id, v.inbox_id, k.jid, m.network_id, m.direction, m.content, m.status, m.reason, m.created
  from unnest($ids::uuid[], $conversations::uuid[], $network_ids::text[], $directions::message_direction[],
      $contents::text[], $statuses::message_status[], $reasons::text[], $created::timestamptz[])
    m (id, conversation, network_id, direction, content, status, reason, created)
  join conversations v on v.team_id = $team and v.id = m.conversation
  join contacts k on k.team_id = $team and k.id = v.contact_id`);

const announce = teamStatement(`
  with old as materialized (
    select k.*, said.name from contacts k join unnest($ids::uuid[], $names::text[]) said (id, name) on said.id = k.id
    where k.team_id = $team),
  t as (
    update contacts t set push_name = old.name from old where t.team_id = $team and t.id = old.id returning t.*),
  ${emits([
    {
      kind: 'contact.updated',
      from: `(select t.id, ${document(contacts, '(select t.*)')} as data, ${document(contacts, '(select old.*)')} as was
        from t join old on old.id = t.id) c`,
      record: 'c.id',
      data: 'c.data',
      previous: 'changed_values(c.was, c.data)',
    },
  ])}
  select count(*) from t`);

/** An id as it would have been made then. */
const idOf = (moment: string) => uuidv7({ msecs: Date.parse(moment) });

/** How many messages a conversation has, in turn; 4.5 on average. */
const lengths = [3, 6, 4, 5] as const;

/** What became of ours that nobody answered, in turn. What was answered was read. */
const lastStatuses = ['delivered', 'sent', 'delivered', 'read'] as const;

/**
 * Conversations with a contact each, the newest first, in turn begun by the contact and by the
 * agency. Written as they are kept: the door that the API uses would send them.
 * @param inboxes those that are active
 */
export async function addConversations(
  stage: Stage,
  contacts: readonly Contact[],
  inboxes: readonly string[],
): Promise<void> {
  const { counts, db, random } = stage;
  let unanswered = 0;
  const made = random.sample(contacts, counts.conversations).map((contact, i): Conversation => {
    const isTheirs = i % 2 === 0;
    // One that the contact begins, of 4 messages: the last is ours.
    const isLost = i % 8 === 6;
    const count = around(lengths, i);
    const isOurLast = isTheirs === (count % 2 === 0);
    const dialogues: Dialogues = isTheirs ? words.theirDialogues : words.ourDialogues;
    const dialogue = around(dialogues, Math.floor(i / 2) + stage.offset);
    const lines = (isLost ? words.lostNumber : dialogue).slice(0, count);
    // Over a month. The last day is yesterday at the latest, and the day before where ours comes
    // last: at its next start the sandbox goes on with what is of its last 24 hours and not read.
    const least = isOurLast ? 2 : 1;
    const days = least + Math.floor((30 * i) / counts.conversations);
    const moments = momentsOf(stage, Math.min(days, contact.age - 2), count);
    const messages = lines.map((line, n): Message => {
      const isIncoming = isTheirs === (n % 2 === 0);
      const isLast = n === count - 1;
      const said = {
        content: line.replace('{nome}', contact.firstName),
        created: moments[n] as string,
      };
      if (isIncoming) return { ...said, direction: 'incoming', status: 'received' };
      if (!isLast) return { ...said, direction: 'outgoing', status: 'read' };
      const status = isLost ? 'failed' : around(lastStatuses, unanswered++);
      return { ...said, direction: 'outgoing', status };
    });
    return { id: idOf(moments[0] as string), inbox: around(inboxes, i), contact, messages };
  });
  await store(stage, made);
  // What contacts call themselves comes with their messages only.
  await db.run(announce, {
    ids: made.map(({ contact }) => contact.id),
    names: made.map(({ contact }) => contact.firstName),
  });
}

/**
 * When the messages of a conversation were written: the longer ones over two days.
 * @param days how long ago the last of them was
 */
function momentsOf({ calendar }: Stage, days: number, count: number): string[] {
  if (count < 5) return calendar.talk(-days, count);
  return [...calendar.talk(-days - 1, 3), ...calendar.talk(-days, count - 3)];
}

async function store({ db }: Stage, conversations: readonly Conversation[]): Promise<void> {
  await db.run(begin, {
    ids: conversations.map(({ id }) => id),
    inboxes: conversations.map(({ inbox }) => inbox),
    contacts: conversations.map(({ contact }) => contact.id),
    first: conversations.map(({ messages }) => messages[0]?.created),
    last: conversations.map(({ messages }) => messages.at(-1)?.created),
  });
  const said = conversations.flatMap(({ id, messages }) =>
    messages.map((message) => ({ ...message, id: idOf(message.created), conversation: id })),
  );
  await db.run(say, {
    ids: said.map(({ id }) => id),
    conversations: said.map(({ conversation }) => conversation),
    network_ids: said.map(({ id, direction, status }) => {
      if (status === 'failed') return null;
      return direction === 'incoming' ? `sandbox.in.${id}` : `sandbox.${id}`;
    }),
    directions: said.map(({ direction }) => direction),
    contents: said.map(({ content }) => content),
    statuses: said.map(({ status }) => status),
    reasons: said.map(({ status }) => (status === 'failed' ? words.failure : null)),
    created: said.map(({ created }) => created),
  });
}
