import { v7 as uuidv7 } from 'uuid';
import { importConversations, type PastConversation } from '../features/messaging/import.ts';
import type { Contact } from './agency.ts';
import { around } from './random.ts';
import { act, type DemoRun } from './run.ts';
import * as words from './words.ts';

type Dialogues = readonly (readonly string[])[];

type Message = PastConversation['messages'][number];

/** An id as it would have been made then. */
const idOf = (moment: string) => uuidv7({ msecs: Date.parse(moment) });

/** How many messages a conversation has, in turn; 4.5 on average. */
const lengths = [3, 6, 4, 5] as const;

/** What became of ours that nobody answered, in turn. What was answered was read. */
const lastStatuses = ['delivered', 'sent', 'delivered', 'read'] as const;

/**
 * Conversations with a contact each, the newest first, in turn begun by the contact and by the
 * agency. Imported, because the operation that the API calls would send them.
 * @param inboxes those that are active
 */
export async function addConversations(
  demo: DemoRun,
  contacts: readonly Contact[],
  inboxes: readonly string[],
): Promise<void> {
  const { counts, random } = demo;
  let unanswered = 0;
  const made = random.sample(contacts, counts.conversations).map((contact, i): PastConversation => {
    const isTheirs = i % 2 === 0;
    // One that the contact begins, of 4 messages: the last is ours.
    const isLost = i % 8 === 6;
    const count = around(lengths, i);
    const isOurLast = isTheirs === (count % 2 === 0);
    const dialogues: Dialogues = isTheirs ? words.theirDialogues : words.ourDialogues;
    const dialogue = around(dialogues, Math.floor(i / 2) + demo.offset);
    const lines = (isLost ? words.lostNumber : dialogue).slice(0, count);
    // Over a month. The last day is yesterday at the latest, and the day before where ours comes
    // last: at its next start the sandbox goes on with what is of its last 24 hours and not read.
    const least = isOurLast ? 2 : 1;
    const days = least + Math.floor((30 * i) / counts.conversations);
    const moments = momentsOf(demo, Math.min(days, contact.age - 2), count);
    const messages = lines.map((line, n): Message => {
      const isIncoming = isTheirs === (n % 2 === 0);
      const isLast = n === count - 1;
      const created = moments[n] as string;
      const id = idOf(created);
      const said = {
        id,
        content: line.replace('{nome}', contact.firstName),
        created_at: created,
        network_id: `sandbox.${isIncoming ? 'in.' : ''}${id}`,
        status_reason: null,
      };
      if (isIncoming) return { ...said, direction: 'incoming', status: 'received' };
      if (!isLast) return { ...said, direction: 'outgoing', status: 'read' };
      const direction = 'outgoing';
      if (isLost)
        return {
          ...said,
          direction,
          status: 'failed',
          network_id: null,
          status_reason: words.failure,
        };
      return { ...said, direction, status: around(lastStatuses, unanswered++) };
    });
    return {
      id: idOf(moments[0] as string),
      inbox_id: around(inboxes, i),
      contact_id: contact.id,
      contact_name: contact.firstName,
      messages,
    };
  });
  await act(demo, importConversations, { conversations: made });
}

/**
 * When the messages of a conversation were written: the longer ones over two days.
 * @param days how long ago the last of them was
 */
function momentsOf({ calendar }: DemoRun, days: number, count: number): string[] {
  if (count < 5) return calendar.talk(-days, count);
  return [...calendar.talk(-days - 1, 3), ...calendar.talk(-days, count - 3)];
}
