import type { TeamDb } from '#server/db/database.ts';
import type { Json, MessageType } from '#server/outbound/messaging/connection.ts';
import type { OutgoingContent, Quoted } from '#server/outbound/messaging/outgoing-message.ts';
import { Type } from '#server/platform/schema.ts';
import type { Values } from '#server/records/crud-queries.ts';
import { about, kind, oneOf, phone, required, uuid } from '#server/records/fields.ts';
import { input } from '#server/records/input.ts';
import type { Problem } from '#server/records/invalid-values.ts';
import { exampleId } from '#server/records/table.ts';
import { messages } from '../conversations/messages-table.ts';
import type { StoredFile } from '../files/store.ts';

/** Message to send: its stored form and the gateway's request. */
export interface Draft {
  /** Chosen by the client; generated if absent. */
  readonly id?: string;
  /** Destination: `inbox_id` and `phone`, or `conversation_id`; the others are null. */
  readonly to: Values;
  readonly type: MessageType;
  /** Human-readable text. */
  readonly text: string;
  readonly details?: Json;
  /** Message of the conversation that this one replies or reacts to. */
  readonly replyTo?: string;
  /** Ids of the newest messages that the sender has seen: a later answer by another author refuses this one. */
  readonly seen?: readonly string[];
  readonly file?: Pick<StoredFile, 'id' | 'name' | 'mediaType' | 'bytes'>;
  content(quoted: Quoted | undefined): OutgoingContent;
}

/** Reads the draft to send, using only the given database, because it may run in a transaction; throws if the draft is invalid. */
export type ReadDraft = (db: TeamDb) => Draft | Promise<Draft>;

/** Text to send. Leading and trailing blanks are kept; blanks alone are rejected. */
export const messageText = kind(
  Type.String({ minLength: 1, maxLength: 4_096 }),
  'a string of 1 to 4096 characters, not all of them blank',
  'text',
  {
    check: (value) => String(value).trim() !== '',
    documented: { type: 'string', minLength: 1, maxLength: 4_096, pattern: '\\S' },
  },
);

/** Returns the problems of a destination, which is an inbox with a phone, or a conversation alone. */
export function addressProblems({ inbox_id, phone, conversation_id }: Values): Problem[] {
  const isTo = inbox_id !== null || phone !== null;
  if (conversation_id !== null)
    return isTo
      ? [
          {
            name: 'conversation_id',
            problem: 'must be given alone, without inbox_id and phone',
            code: 'conflicting',
          },
        ]
      : [];
  if (inbox_id === null && phone === null)
    return [
      {
        name: 'conversation_id',
        problem: 'is required, or inbox_id together with phone',
        code: 'required',
      },
    ];
  if (phone === null)
    return [{ name: 'phone', problem: 'is required together with inbox_id', code: 'required' }];
  return inbox_id === null
    ? [{ name: 'inbox_id', problem: 'is required together with phone', code: 'required' }]
    : [];
}

/** Excludes `media`: a caller that passes it wants to send it, so it is rejected as unaccepted instead of treated as set by the service. */
const { media: _, ...draftFields } = messages.fields;

/** Body of POST /msgapp/messages. */
export const sendings = input(
  {
    name: 'sendings',
    one: 'message',
    exampleChange: {
      inbox_id: exampleId,
      phone: '5511999998888',
      content: 'Bom dia! A arte ficou pronta.',
    },
    fields: {
      ...draftFields,
      content: about('The text of the message.', required(messageText)),
      inbox_id: about('The inbox to send it through; requires phone.', uuid),
      phone: about('The recipient’s number, with the country code; requires inbox_id.', phone),
      conversation_id: about(
        'The conversation to send it in, instead of inbox_id and phone.',
        uuid,
      ),
      message_type: about('Only text can be sent.', oneOf('text', ['text'])),
    },
  },
  {
    kind: 'create',
    accepts: ['content', 'inbox_id', 'phone', 'conversation_id', 'message_type'],
    problems: addressProblems,
  },
);

/** Draft of a text. @param values with the destination */
export const textDraft = (text: string, { inbox_id, phone, conversation_id }: Values): Draft => ({
  to: { inbox_id, phone, conversation_id },
  type: 'text',
  text,
  content: () => ({ kind: 'text', text }),
});

/** Draft of the text that a request sends. @param values of {@link sendings} */
export const textDraftOf = (values: Values): Draft => textDraft(values.content as string, values);

/**
 * Reads a request once. An error is returned, so that it can be thrown where the message would be stored, and is then stored under the
 * identity of the request.
 */
export async function attempt<T>(read: () => T | Promise<T>): Promise<T | Error> {
  try {
    return await read();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
