import { v7 as uuidv7 } from 'uuid';
import {
  importConversations,
  type PastConversation,
} from '../features/conversations/import-conversations.ts';
import type { Contact } from './agency.ts';
import * as words from './demo-data.ts';
import { page, picture, storeMedia } from './files.ts';
import { cyclicElement } from './random.ts';
import { act, type DemoRun, times } from './run.ts';

type Dialogues = readonly (readonly string[])[];

type Message = PastConversation['messages'][number];

/** UUID that matches the given time. */
const idOf = (moment: string) => uuidv7({ msecs: Date.parse(moment) });

/** Messages per conversation, cycled; 4.5 on average. */
const lengths = [3, 6, 4, 5] as const;

/** Statuses of our last messages without a reply, cycled. Messages with a reply were read. */
const lastStatuses = ['delivered', 'sent', 'delivered', 'read'] as const;

/** Conversation states, cycled. */
const states = [
  { status: 'open', whose: 'first' },
  { status: 'open', whose: 'other' },
  { status: 'open', whose: 'other' },
  { status: 'resolved', whose: 'other' },
  { status: 'open', whose: 'first' },
  { status: 'snoozed', whose: 'first' },
  { status: 'open', whose: 'nobody' },
  { status: 'resolved', whose: 'first' },
  { status: 'open', whose: 'nobody' },
  { status: 'open', whose: 'first' },
] as const;

/** Positions, within every twenty conversations, of those with an image and with a document. */
const pictured = 0;
const documented = 2;
const everyMany = 20;

/** State of a conversation, and its notes. */
function stateOf({ users, calendar }: DemoRun, i: number, last: string) {
  const { status, whose } = cyclicElement(states, i);
  const [first = null] = users;
  const otherUser = cyclicElement(users, i + 1);
  const noted = cyclicElement(words.conversationNotes, Math.floor(i / 3));
  return {
    status,
    snoozed_until: status === 'snoozed' ? `${calendar.day(2)}T12:00:00.000Z` : null,
    assignee_id: whose === 'nobody' ? null : whose === 'first' ? first : otherUser,
    notes: i % 3 === 1 ? [{ author_id: otherUser, content: noted, created_at: last }] : [],
  };
}

type DialogueMessages = PastConversation['messages'];

/** Adds non-text content to messages: files, a quoted reply, a reaction, an edited text. */
async function enriched(
  demo: DemoRun,
  i: number,
  dialogue: DialogueMessages,
): Promise<DialogueMessages> {
  const nth = Math.floor(i / everyMany);
  const withFile = async (n: number, type: 'image' | 'document', name: string, content: Buffer) => {
    const file = await storeMedia(demo, name, content);
    if (!file) return dialogue;
    const media = {
      status: 'stored',
      ...{ reason: null, name: file.name, media_type: file.mediaType },
      ...{ bytes: file.bytes, file_id: file.id },
    };
    return dialogue.map((each, at) => (at === n ? { ...each, more: { type, media } } : each));
  };
  if (i % everyMany === pictured) return withFile(0, 'image', 'referencia.png', picture(nth));
  if (i % everyMany === documented)
    return withFile(1, 'document', 'proposta.pdf', page('Proposta comercial'));
  const [first, second] = dialogue;
  if (i % 5 === 4 && second)
    return dialogue.map((each, at) =>
      at === 2 && second.network_id
        ? { ...each, more: { reply_to: second.id, quoted_id: second.network_id } }
        : each,
    );
  if (i % 5 === 1 && first)
    return dialogue.map((each) =>
      each === first
        ? { ...each, more: { reactions: [{ direction: 'incoming', emoji: '👍' }] } }
        : each,
    );
  if (i % 5 === 3 && first)
    return dialogue.map((each) =>
      each === first
        ? {
            ...each,
            more: { edited_at: each.created_at, edited_from: `${each.content.slice(0, 20)}…` },
          }
        : each,
    );
  return dialogue;
}

/**
 * Creates a conversation for each contact, newest first, started alternately by the contact and by the agency. Imports them,
 * because the API's operation would send the messages.
 * @param inboxes ids of the active ones
 */
export async function addConversations(
  demo: DemoRun,
  contacts: readonly Contact[],
  inboxes: readonly string[],
): Promise<void> {
  const { counts, random } = demo;
  let unanswered = 0;
  const chosen = random.sample(contacts, counts.conversations);
  const made = await times(counts.conversations, async (i): Promise<PastConversation> => {
    const contact = chosen[i] as Contact;
    const isTheirs = i % 2 === 0;
    // Started by the contact, with 4 messages: the last is ours.
    const isLost = i % 8 === 6;
    const count = cyclicElement(lengths, i);
    const isOurLast = isTheirs === (count % 2 === 0);
    const dialogues: Dialogues = isTheirs ? words.theirDialogues : words.ourDialogues;
    const dialogue = cyclicElement(dialogues, Math.floor(i / 2) + demo.offset);
    const lines = (isLost ? words.undeliveredDialogue : dialogue).slice(0, count);
    // Spread over a month. Ends at least one day ago, or two if our message is the last: on its next start, the sandbox continues
    // messages of the last 24 hours that are not read.
    const least = isOurLast ? 2 : 1;
    const days = least + Math.floor((30 * i) / counts.conversations);
    const moments = momentsOf(demo, Math.min(days, contact.age - 2), count);
    const messages = lines.map((line, n): Message => {
      const isIncoming = isTheirs === (n % 2 === 0);
      const isLast = n === count - 1;
      const created = moments[n] as string;
      const id = idOf(created);
      const message = {
        id,
        content: line.replace('{nome}', contact.firstName),
        created_at: created,
        network_id: `sandbox.${isIncoming ? 'in.' : ''}${id}`,
        status_reason: null,
      };
      if (isIncoming) return { ...message, direction: 'incoming', status: 'received' };
      if (!isLast) return { ...message, direction: 'outgoing', status: 'read' };
      const direction = 'outgoing';
      if (isLost)
        return {
          ...message,
          direction,
          status: 'failed',
          network_id: null,
          status_reason: words.failure,
        };
      return { ...message, direction, status: cyclicElement(lastStatuses, unanswered++) };
    });
    return {
      id: idOf(moments[0] as string),
      inbox_id: cyclicElement(inboxes, i),
      contact_id: contact.id,
      contact_name: contact.firstName,
      messages: await enriched(demo, i, messages),
      ...stateOf(demo, i, moments.at(-1) as string),
    };
  });
  await act(demo, importConversations, { conversations: made });
}

/**
 * Times of a conversation's messages; longer conversations span two days.
 * @param days age of the last message
 */
function momentsOf({ calendar }: DemoRun, days: number, count: number): string[] {
  if (count < 5) return calendar.talk(-days, count);
  return [...calendar.talk(-days - 1, 3), ...calendar.talk(-days, count - 3)];
}
