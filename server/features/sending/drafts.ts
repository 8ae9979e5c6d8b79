import type { TeamDb } from '#server/db/database.ts';
import { type Json, type MessageType, mediaTypes } from '#server/outbound/messaging/connection.ts';
import type { OutgoingContent, Quoted } from '#server/outbound/messaging/outgoing-message.ts';
import { invalid } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import type { Values } from '#server/records/crud-queries.ts';
import {
  about,
  kind,
  oneOf,
  phone,
  required,
  singleLine,
  uuid,
  webAddress,
} from '#server/records/fields.ts';
import { input } from '#server/records/input.ts';
import type { Problem } from '#server/records/invalid-values.ts';
import { exampleId } from '#server/records/table.ts';
import { mentionIds } from '../conversations/group-mentions.ts';
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
  /** Addresses of the members of the group that the text mentions. */
  readonly mentions?: readonly string[];
  /** True if mentions that are not possible are left out instead of refused. */
  readonly isMentionOptional?: boolean;
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

/** Excludes what a caller that passes it wants to send: it is rejected as unaccepted instead of treated as set by the service. */
const { media: _, mentions: __, ...draftFields } = messages.fields;

/** Max caption length that all networks accept. */
const maxCaptionLength = 1_024;

/** @throws ApiError VALIDATION_ERROR if the text is too long for a caption */
export function refuseCaption(text: string | null): void {
  if ((text?.length ?? 0) > maxCaptionLength)
    throw invalid(
      `text must have at most ${maxCaptionLength} characters with a file.`,
      'text',
      'too_long',
      { limit: maxCaptionLength },
    );
}

/** @returns the problems of a message that has neither text nor media, or media in several ways */
function mediaProblems({
  content,
  file_id,
  media_url,
  file_name,
  message_type,
}: Values): Problem[] {
  const conflict = (name: string, problem: string): Problem => ({
    name,
    problem,
    code: 'conflicting',
  });
  if (file_id === null && media_url === null)
    return [
      ...(content === null
        ? [{ name: 'content', problem: 'is required', code: 'required' } as const]
        : []),
      ...(typeof message_type === 'string' && message_type !== 'text'
        ? [conflict('message_type', 'must be given together with media_url or file_id')]
        : []),
      ...(typeof file_name === 'string'
        ? [conflict('file_name', 'must be given together with media_url')]
        : []),
    ];
  return [
    ...(file_id !== null && media_url !== null
      ? [conflict('media_url', 'must be given without file_id')]
      : []),
    ...(message_type === 'text'
      ? [conflict('message_type', 'must not be text with media_url or file_id')]
      : []),
    ...(typeof file_name === 'string' && media_url === null
      ? [conflict('file_name', 'must be given together with media_url')]
      : []),
    ...(typeof content === 'string' && [...content].length > maxCaptionLength
      ? [
          {
            name: 'content',
            problem: `must have at most ${maxCaptionLength} characters with a file`,
            code: 'too_long',
            limit: maxCaptionLength,
          } as const,
        ]
      : []),
  ];
}

/** A text to send. */
const textSending = {
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
    conversation_id: about('The conversation to send it in, instead of inbox_id and phone.', uuid),
    message_type: about('Only text can be sent.', oneOf('text', ['text'])),
  },
};
const textNames = ['content', 'inbox_id', 'phone', 'conversation_id', 'message_type'] as const;

/** Input of a workflow step that sends a text. */
export const textSendings = input(textSending, {
  kind: 'create',
  accepts: textNames,
  problems: addressProblems,
});

/** Body of POST /msgapp/messages: a text, a file, or both. */
export const sendings = input(
  {
    ...textSending,
    fields: {
      ...textSending.fields,
      content: about(
        `The text of the message; with a file, its caption of at most ${maxCaptionLength} characters, which may be omitted.`,
        messageText,
      ),
      message_type: about(
        'text without a file. With a file, the type to send it as; by default image, video, audio or document, by its media type.',
        oneOf('text', ['text', ...mediaTypes]),
      ),
      file_id: about(
        'A file of the team to send, such as media.file_id of a message that was received.',
        uuid,
      ),
      media_url: about(
        'The address of a file to send, https or http. The service fetches it once, from public addresses only.',
        webAddress,
      ),
      mentions: about(
        'The members of the group to mention, by the id of their participant. The content has @ and the number of each, or the digits of its id if the number is unknown.',
        mentionIds,
      ),
      file_name: about(
        'The name of the file at media_url; by default the name that its server gives.',
        singleLine(255, 1),
      ),
    },
  },
  {
    kind: 'create',
    accepts: [...textNames, 'file_id', 'media_url', 'file_name', 'mentions'],
    problems: (values) => [...mediaProblems(values), ...addressProblems(values)],
  },
);

/** Draft of a text. @param values with the destination */
export const textDraft = (text: string, { inbox_id, phone, conversation_id }: Values): Draft => ({
  to: { inbox_id, phone, conversation_id },
  type: 'text',
  text,
  content: () => ({ kind: 'text', text }),
});

/** Draft of the text that a workflow step sends. @param values of {@link textSendings} */
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
