import { spellings } from '#server/features/gateways/phones.ts';
import {
  formWith,
  type Json,
  list,
  object,
  outcomeOf,
  type Streamed,
  textOf,
} from '#server/features/gateways/requests.ts';
import type { Address, Connection, MediaType } from '#server/outbound/messaging/connection.ts';
import {
  accepted,
  type Outgoing,
  type OutgoingContent,
  type OutgoingFile,
  type Quoted,
  refused,
  type Sent,
  unknown,
} from '#server/outbound/messaging/outgoing-message.ts';
import {
  call,
  causeOf,
  causeWords,
  chatJid,
  messagesIn,
  recipientOf,
  sentenceIn,
} from './client.ts';
import { timeOf } from './content.ts';

/*
 * Sends through Evolution (E and B as in requests.ts; E src/validate/message.schema.ts, src/api/routes/sendMessage.router.ts: 201,
 * src/api/controllers/sendMessage.controller.ts). It accepts no id of ours. Contents other than texts are prepared first, where failures
 * are 500; once it starts sending, all failures are 400 (B sendMessageWithTyping).
 */

/** Errors from before anything is sent, in 400s that are not lists of lists. */
const errorsBeforeSending =
  /^(?:Text is required|Owned media must be|For base64 the file name|Reaction must be|File buffer, URL)/;

/** @returns the outcome that a refusal of the gateway means */
function refusal(status: number, json: Json | undefined): Sent {
  const said = messagesIn(json);
  const sentence = sentenceIn(json);
  if (said.some((part) => object(part)?.exists === false))
    return refused('number', 'the network has no account with this number');
  const cause = causeOf(sentence);
  if (cause === 'disconnected' || cause === 'throttled') return refused(cause, causeWords[cause]);
  if (status === 404)
    return refused('disconnected', 'the gateway does not know the instance, or the path (404)');
  // Lists of lists come from validating the request, before anything is done.
  const isSchema = list(object(json?.response)?.message).some((part) => Array.isArray(part));
  if (status === 400 && !isSchema && !errorsBeforeSending.test(sentence ?? ''))
    // Failures after the message was sent (storing it, above all) get this response, too.
    return unknown('gateway', `the gateway answered 400 (${sentence ?? 'no reason'})`);
  return status >= 500
    ? refused('gateway', `the gateway failed (${sentence ? `${status}: ${sentence}` : status})`)
    : refused(
        'rejected',
        `the gateway refuses the message (${status}: ${sentence ?? 'no reason'})`,
      );
}

/** Requests a send, without retries. */
async function post(
  connection: Connection,
  path: string,
  body: Json | Streamed,
  timeoutMs: number,
): Promise<Sent> {
  const answer = await call(connection, 'POST', `/message/${path}`, body, timeoutMs);
  return outcomeOf(answer, timeoutMs, (status, json) => {
    if (status >= 400) return refusal(status, json);
    if (!json) return unknown('gateway', `the gateway answered ${status} with an unreadable body`);
    // A 201 without an id is a rejection reported as a success (E whatsapp.business.service.ts, `post`).
    const reason = textOf(json.message) ?? textOf(object(json.error)?.message) ?? 'no reason';
    return accepted(
      object(json.key)?.id,
      // With a key, the message appears to have been sent.
      json.key === undefined
        ? refused('rejected', `the network refuses the message (${reason})`)
        : unknown('gateway', `the gateway answered ${status} without an id`),
      timeOf(json.messageTimestamp),
    );
  });
}

/**
 * Quoted message. With its text it is shown as a quote even if the gateway has not stored it (B: a quoted message is looked up by its id
 * unless its content is given).
 */
const quotedIn = (to: Address, { networkId, fromMe, text }: Quoted): Json => ({
  key: { id: networkId, remoteJid: chatJid(to), fromMe },
  ...(text === '' ? {} : { message: { conversation: text } }),
});

/** Same as {@link quotedIn}, as form fields, whose values are texts: `fromMe` cannot be one of them, so our messages are looked up. */
const quotedFields = (to: Address, { networkId, fromMe, text }: Quoted) => ({
  'quoted[key][id]': networkId,
  ...(fromMe || text === ''
    ? {}
    : { 'quoted[key][remoteJid]': chatJid(to), 'quoted[message][conversation]': text }),
});

const mb = 1_048_576;

/** Media that the network shows as such, in sizes that it accepts from a session. Images become JPEG, voice becomes Opus (B). */
const rules: Readonly<
  Record<MediaType, { readonly most: number; readonly types: RegExp; readonly says: string }>
> = {
  image: { most: 16 * mb, types: /^image\/(?:jpeg|png|webp)$/, says: 'JPEG, PNG or WebP' },
  video: { most: 64 * mb, types: /^video\/(?:mp4|3gpp)$/, says: 'MP4 or 3GPP' },
  audio: {
    most: 16 * mb,
    types: /^audio\/(?:mpeg|mp4|aac|amr|ogg)$/,
    says: 'MP3, M4A, AAC, AMR or OGG',
  },
  voice: { most: 16 * mb, types: /^audio\//, says: 'audio' },
  document: { most: 100 * mb, types: /^/, says: 'any' },
  sticker: { most: mb / 2, types: /^image\/(?:webp|png|jpeg)$/, says: 'WebP, PNG or JPEG' },
};

const bare = (mediaType: string) => mediaType.split(';')[0]?.trim().toLowerCase() ?? '';

type Media = Extract<OutgoingContent, { kind: 'media' }>;

/** Returns the reason why media cannot be sent as this type; undefined if it can. */
function limitOn({ type, file, caption }: Media): string | undefined {
  const { most, types, says } = rules[type];
  if (file.bytes > most)
    return `${type}: ${(file.bytes / mb).toFixed(1)} MB are more than the ${most / mb} MB that go out through this gateway`;
  if (!types.test(bare(file.mediaType)))
    return `${type}: ${bare(file.mediaType)} cannot be sent so, only ${says}; send it as a document`;
  return caption !== '' && ['audio', 'voice', 'sticker'].includes(type)
    ? `${type}: the network shows no caption with it`
    : undefined;
}

/** The gateway derives the type from the name alone (B prepareMediaMessage): every name needs an extension. */
const endings: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'audio/amr': 'amr',
  'audio/ogg': 'ogg',
  'text/plain': 'txt',
  'video/3gpp': '3gp',
  'video/mp4': 'mp4',
};

function nameFor(type: MediaType, { name, mediaType }: OutgoingFile): string {
  const [, stem = name, ending] = /^(.*?)(?:\.([A-Za-z0-9]{1,10}))?$/s.exec(name) ?? [];
  if (type === 'image') return `${stem || 'image'}.jpg`;
  const known = endings[bare(mediaType)];
  if (type === 'document') return ending ? name : `${name || 'file'}.${known ?? 'bin'}`;
  return `${stem || type}.${known ?? ending ?? 'bin'}`;
}

async function sendMedia(
  connection: Connection,
  { to, quoted }: Outgoing,
  media: Media,
  timeoutMs: number,
): Promise<Sent> {
  const limit = limitOn(media);
  if (limit !== undefined) return refused('rejected', limit);
  const { type, file, caption } = media;
  const number = recipientOf(to);
  // The gateway accepts stickers as base64 only (B mediaSticker ignores the file of a form).
  if (type === 'sticker') {
    const bytes = await readWhole(file);
    if (!bytes) return unreadable;
    const body = { number, sticker: bytes.toString('base64') };
    const whole = quoted ? { ...body, quoted: quotedIn(to, quoted) } : body;
    return post(connection, 'sendSticker', whole, timeoutMs);
  }
  const isVoice = type === 'voice';
  const fields = {
    number,
    ...(isVoice ? {} : { mediatype: type, fileName: nameFor(type, file) }),
    ...(caption === '' ? {} : { caption }),
    ...(quoted && !isVoice ? quotedFields(to, quoted) : {}),
  };
  const form = await formWith(fields, 'file', file).catch(() => undefined);
  if (!form) return unreadable;
  return post(connection, isVoice ? 'sendWhatsAppAudio' : 'sendMedia', form, timeoutMs);
}

const unreadable = refused('rejected', 'the file cannot be read');

const readWhole = async (file: OutgoingFile): Promise<Buffer | undefined> => {
  try {
    return Buffer.concat(await (await file.open()).toArray());
  } catch {
    return undefined;
  }
};

/**
 * Sends a reaction to each spelling in turn: the gateway uses its chat unchanged, unlike a number, and only one spelling may have an
 * account.
 */
async function sendReaction(
  connection: Connection,
  to: Address,
  { networkId, fromMe }: Quoted,
  emoji: string,
  timeoutMs: number,
): Promise<Sent> {
  const chats = to.phone === undefined ? [to] : spellings(to.phone).map((phone) => ({ phone }));
  let sent: Sent = refused('number', 'the network has no account with this number');
  for (const chat of chats) {
    const key = { id: networkId, remoteJid: chatJid(chat), fromMe };
    sent = await post(connection, 'sendReaction', { key, reaction: emoji }, timeoutMs);
    if (sent.outcome !== 'refused' || sent.cause !== 'number') break;
  }
  return sent;
}

/** Sends a message, without retries. */
export async function send(
  connection: Connection,
  message: Outgoing,
  timeoutMs: number,
): Promise<Sent> {
  const { to, content, quoted } = message;
  switch (content.kind) {
    case 'text': {
      const body = { number: recipientOf(to), text: content.text };
      return post(
        connection,
        'sendText',
        quoted ? { ...body, quoted: quotedIn(to, quoted) } : body,
        timeoutMs,
      );
    }
    case 'media':
      return sendMedia(connection, message, content, timeoutMs);
    case 'reaction':
      return sendReaction(connection, to, content.target, content.emoji, timeoutMs);
    case 'template':
      return refused('rejected', 'this gateway sends no templates');
  }
}
