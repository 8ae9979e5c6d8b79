import {
  type Json as Kept,
  type MessageType,
  mediaTypes,
} from '#server/outbound/messaging/connection.ts';
import type { Content, IncomingMedia } from '#server/outbound/messaging/incoming-updates.ts';
import { mentionedIn } from '../phones.ts';
import { referralIn, referralOf } from '../referral.ts';
import { type Json, list, object, text } from '../requests.ts';
import { bareId } from './addresses.ts';

/*
 * Reads the content of a WAHA message. The payload contains only a part of it (`body` is null for most kinds, `location` for those in chats
 * with disappearing messages), so the engine's own data, `_data`, is read, too: NOWEB has the network's message in `message`, GOWS in
 * `Message` with Go's spelling (`selectedButtonID`), WEBJS has its own fields with a `type`. W toWAMessage and extractBody in
 * src/core/engines/{noweb,gows,webjs}/session.*.ts, src/core/engines/waproto.
 */

/** Result of reading a message. */
type ParsedContent =
  | { readonly kind: 'content'; readonly content: Content }
  /** Older versions of the gateway send these as messages. */
  | { readonly kind: 'edit'; readonly networkId: unknown; readonly text: string }
  | { readonly kind: 'revoke'; readonly networkId: unknown }
  /** Sent between devices, not written by a person. */
  | { readonly kind: 'protocol' };

const protocol: ParsedContent = { kind: 'protocol' };

/** Reads one kind of message: its type, and any content not in the payload's text. */
type Reader = (part: Json) => Partial<Content> & { readonly type: MessageType };

/** Returns the value under any of the spellings. */
const either = (json: Json | undefined, ...names: readonly string[]): unknown =>
  names.map((name) => json?.[name]).find((value) => value !== undefined && value !== null);

/** Reads numbers that come as numbers, as texts, or as objects of two halves. */
export function numberOf(value: unknown): number | undefined {
  const halves = object(value);
  const number = halves
    ? Number(halves.high ?? 0) * 2 ** 32 + (Number(halves.low) >>> 0)
    : typeof value === 'number' || text(value) !== undefined
      ? Number(value)
      : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

const optionsOf = (part: Json, name: string) =>
  list(part[name]).map((option) => text(object(option)?.optionName ?? object(option)?.name) ?? '');

const poll: Reader = (part) => ({
  type: 'poll',
  text: text(part.name) ?? '',
  details: {
    options: optionsOf(part, 'options'),
    is_multiple: numberOf(part.selectableOptionsCount) !== 1,
  },
});

const locationOf = (part: Json, isLive: boolean): Partial<Content> & { type: 'location' } => ({
  type: 'location',
  text: text(either(part, 'comment', 'caption', 'description')) ?? '',
  details: {
    latitude: numberOf(either(part, 'degreesLatitude', 'latitude', 'lat')),
    longitude: numberOf(either(part, 'degreesLongitude', 'longitude', 'lng')),
    name: text(part.name),
    address: text(part.address),
    is_live: isLive,
  },
});

const people = (cards: readonly unknown[]): Partial<Content> & { type: 'contacts' } => ({
  type: 'contacts',
  text: '',
  details: { contacts: cards.flatMap((card) => contactOf(card) ?? []) },
});

const media =
  (type: MessageType): Reader =>
  () => ({ type });

/** Readers by the network's own names of the kinds. */
const readers: Record<string, Reader | undefined> = {
  conversation: () => ({ type: 'text' }),
  extendedTextMessage: () => ({ type: 'text' }),
  imageMessage: media('image'),
  videoMessage: media('video'),
  ptvMessage: media('video'),
  audioMessage: (part) => ({ type: either(part, 'ptt', 'PTT') === true ? 'voice' : 'audio' }),
  documentMessage: media('document'),
  stickerMessage: media('sticker'),
  locationMessage: (part) => locationOf(part, false),
  liveLocationMessage: (part) => locationOf(part, true),
  contactMessage: (part) => people([part.vcard]),
  contactsArrayMessage: ({ contacts }) => people(list(contacts).map((one) => object(one)?.vcard)),
  reactionMessage: (part) => ({
    type: 'reaction',
    text: text(part.text) ?? '',
    details: { message: either(object(part.key), 'id', 'ID') },
  }),
  buttonsResponseMessage: (part) => ({
    type: 'button_reply',
    text: text(either(part, 'selectedDisplayText')) ?? buttonTextIn(part.Response),
    details: { id: either(part, 'selectedButtonId', 'selectedButtonID') },
  }),
  templateButtonReplyMessage: (part) => ({
    type: 'button_reply',
    text: text(part.selectedDisplayText) ?? '',
    details: { id: either(part, 'selectedId', 'selectedID') },
  }),
  interactiveResponseMessage: (part) => {
    const flow = object(part.nativeFlowResponseMessage ?? interactive(part));
    return {
      type: 'button_reply',
      text: text(object(part.body)?.text) ?? '',
      details: {
        id: text(flow?.name),
        description: text(either(flow, 'paramsJson', 'paramsJSON')),
      },
    };
  },
  listResponseMessage: (part) => ({
    type: 'list_reply',
    text: text(part.title) ?? '',
    details: {
      id: either(object(part.singleSelectReply), 'selectedRowId', 'selectedRowID'),
      description: text(part.description),
    },
  }),
  pollCreationMessage: poll,
  pollCreationMessageV2: poll,
  pollCreationMessageV3: poll,
  pollCreationMessageV5: poll,
  orderMessage: (part) => ({
    type: 'order',
    text: text(part.message) ?? text(part.orderTitle) ?? '',
    details: {
      id: either(part, 'orderId', 'orderID'),
      title: text(part.orderTitle),
      items: numberOf(part.itemCount),
      total: thousandths(part.totalAmount1000),
      currency: text(part.totalCurrencyCode),
    },
  }),
};

const buttonTextIn = (response: unknown) =>
  text(either(object(response), 'SelectedDisplayText', 'selectedDisplayText')) ?? '';
const interactive = (part: Json) =>
  object(part.InteractiveResponseMessage)?.NativeFlowResponseMessage;
function thousandths(amount: unknown): number | undefined {
  const number = numberOf(amount);
  return number === undefined ? undefined : number / 1_000;
}

/** Containers of other messages; each holds one in `message`. */
const wrappers = [
  'ephemeralMessage',
  'viewOnceMessage',
  'viewOnceMessageV2',
  'viewOnceMessageV2Extension',
  'documentWithCaptionMessage',
  'deviceSentMessage',
  'groupMentionedMessage',
  'botInvokeMessage',
  'lottieStickerMessage',
  'editedMessage',
  'pollCreationMessageV4',
];
const maxWrappers = 6;

function unwrapped(message: Json, depth = 0): Json {
  if (depth >= maxWrappers) return message;
  for (const wrapper of wrappers) {
    const inner =
      object(object(message[wrapper])?.message) ?? object(object(message[wrapper])?.Message);
    if (inner) return unwrapped(inner, depth + 1);
  }
  return message;
}

/** Accompany other kinds, and mean nothing alone. */
const companions = new Set(['messageContextInfo', 'senderKeyDistributionMessage']);

/** Messages between devices, and announcements of messages that arrive separately. */
const service = new Set([
  'albumMessage',
  'callLogMessage',
  // Misspelled by the network (WAProto.proto).
  'callLogMesssage',
  'encEventResponseMessage',
  'encReactionMessage',
  'fastRatchetKeySenderKeyDistributionMessage',
  'keepInChatMessage',
  'messageHistoryBundle',
  'pinInChatMessage',
  'placeholderMessage',
  'pollUpdateMessage',
]);

/** Reads messages of the NOWEB and GOWS engines. */
function fromNetwork(message: Json, payload: Json): ParsedContent {
  const inner = unwrapped(message);
  const part = object(inner.protocolMessage);
  if (part) return fromProtocol(part);
  const names = Object.keys(inner).filter((name) => Boolean(inner[name]));
  const kind = names.find((name) => !companions.has(name)) ?? names[0] ?? 'empty';
  if (companions.has(kind) || service.has(kind)) return protocol;
  const holds = object(inner[kind]) ?? {};
  const read = readers[kind];
  return read
    ? contentFrom(payload, read(holds), holds)
    : contentFrom(payload, { type: 'unsupported', details: { kind } }, holds);
}

/** Reads edits and revokes, which were sent as messages until 2025.6.3: W IsEditedMessage in src/core/utils. */
function fromProtocol(part: Json): ParsedContent {
  const networkId = either(object(part.key), 'id', 'ID');
  const edited = object(part.editedMessage);
  if (edited) return { kind: 'edit', networkId, text: editedText(unwrapped(edited)) };
  const isRevoke = part.type === 0 || part.type === 'REVOKE';
  return isRevoke ? { kind: 'revoke', networkId } : protocol;
}

/** Returns the text of a part of a message, of any kind. */
const writtenIn = (part: Json): string =>
  [
    part.caption,
    part.text,
    part.contentText,
    object(part.body)?.text,
    object(part.product)?.title,
    part.name,
  ]
    .map(text)
    .find((one) => one !== undefined) ?? '';

/** Returns the text of a message in the network's format. */
const editedText = (message: Json): string =>
  text(message.conversation) ??
  Object.values(message)
    .map((part) => writtenIn(object(part) ?? {}))
    .find((one) => one !== '') ??
  '';

/** Readers for the WEBJS engine, by the types of WhatsApp's web client: whatsapp-web.js, src/util/Constants.js, MessageTypes. */
const webReaders: Record<string, Reader | undefined> = {
  chat: () => ({ type: 'text' }),
  image: media('image'),
  video: media('video'),
  ptv: media('video'),
  audio: media('audio'),
  ptt: media('voice'),
  document: media('document'),
  sticker: media('sticker'),
  location: (data) => locationOf(data, data.isLive === true),
  vcard: (data) => people([data.body]),
  multi_vcard: (data) => people(list(data.vcardList).map((one) => object(one)?.vcard)),
  buttons_response: (data) => ({ type: 'button_reply', details: { id: data.selectedButtonId } }),
  template_button_reply: (data) => ({ type: 'button_reply', details: { id: data.selectedId } }),
  list_response: ({ listResponse }) => ({
    type: 'list_reply',
    text: text(object(listResponse)?.title) ?? '',
    details: {
      id: object(object(listResponse)?.singleSelectReply)?.selectedRowId,
      description: text(object(listResponse)?.description),
    },
  }),
  poll_creation: (data) => ({
    type: 'poll',
    text: text(data.pollName) ?? '',
    details: {
      options: optionsOf(data, 'pollOptions'),
      is_multiple: numberOf(data.pollSelectableOptionsCount) !== 1,
    },
  }),
  order: (data) => ({
    type: 'order',
    text: text(data.message) ?? text(data.orderTitle) ?? '',
    details: {
      id: data.orderId,
      title: text(data.orderTitle),
      items: numberOf(data.itemCount),
      total: thousandths(data.totalAmount1000),
      currency: text(data.totalCurrencyCode),
    },
  }),
};
const webProtocol = new Set([
  'album',
  'broadcast_notification',
  'call_log',
  'ciphertext',
  'debug',
  'e2e_notification',
  'gp2',
  'keep_in_chat',
  'notification',
  'notification_template',
  'pinned_message',
  'poll_update',
  'protocol',
  'revoked',
]);

/** Reads the content of a message from any engine. */
export function contentOf(payload: Json): ParsedContent {
  const data = object(payload._data);
  const message = object(data?.message) ?? object(data?.Message);
  if (message) return fromNetwork(message, payload);
  const webType = text(data?.type);
  if (data && webType !== undefined) {
    if (webProtocol.has(webType)) return protocol;
    const read = webReaders[webType];
    return read
      ? contentFrom(payload, read(data), data)
      : contentFrom(payload, { type: 'unsupported', details: { kind: webType } }, data);
  }
  return contentFrom(payload, plainly(payload), {});
}

/** Reads the content from the payload alone. */
function plainly(payload: Json): ReturnType<Reader> {
  const location = object(payload.location);
  if (location) return locationOf(location, location.live === true);
  const cards = list(payload.vCards);
  if (cards.length > 0) return people(cards);
  if (payload.hasMedia === true) return { type: typeOf(text(object(payload.media)?.mimetype)) };
  return text(payload.body) === undefined
    ? { type: 'unsupported', details: { kind: 'unknown' } }
    : { type: 'text' };
}

function typeOf(mediaType: string | undefined): MessageType {
  const [kind] = mediaType?.split('/') ?? [];
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document';
}

/** Types whose `body` is a picture or a vCard on WEBJS, or more than the chosen label. */
const bodiless = new Set<MessageType>(['location', 'contacts']);
const labelled = new Set<MessageType>(['button_reply', 'list_reply']);

function contentFrom(payload: Json, read: ReturnType<Reader>, part: Json): ParsedContent {
  const { type } = read;
  const body = bodiless.has(type) ? undefined : text(payload.body);
  const label = labelled.has(type) ? text(read.text) : undefined;
  const details = read.details && defined(read.details);
  const quoted = text(object(payload.replyTo)?.id) ?? quotedIn(part);
  const referral = referralIn(part.contextInfo) ?? referralOf(part.ctwaContext);
  const mentions = mentionedIn(mentionsOf(part));
  // Video notes have no `hasMedia` before 2026.1.2.
  const isMedia = payload.hasMedia === true || mediaTypes.some((one) => one === type);
  return {
    kind: 'content',
    content: {
      type,
      text: label ?? body ?? read.text ?? writtenIn(part),
      ...(details ? { details } : {}),
      ...(isMedia ? { media: mediaOf(payload, part) } : {}),
      ...(referral ? { referral } : {}),
      ...(quoted === undefined ? {} : { quoted: bareId(quoted) }),
      ...(mentions ? { mentions } : {}),
    },
  };
}

/** Id of the quoted message; the payload omits it in chats with disappearing messages (W extractReplyTo). */
const quotedIn = (part: Json) => text(either(object(part.contextInfo), 'stanzaId', 'stanzaID'));

/** Addresses of the mentioned people: of NOWEB, of GOWS, and of WEBJS, which may have them as objects. */
const mentionsOf = (part: Json): readonly unknown[] =>
  list(
    either(object(part.contextInfo), 'mentionedJid', 'mentionedJID') ?? part.mentionedJidList,
  ).map((one) => object(one)?._serialized ?? one);

const defined = (details: Kept): Kept =>
  Object.fromEntries(
    Object.entries(details).filter(([, value]) => value !== undefined && value !== null),
  );

/** W src/structures/media.dto.ts. Media without an address was not downloaded, and can be requested later. */
function mediaOf(payload: Json, part: Json): IncomingMedia {
  const media = object(payload.media);
  const error = media?.error;
  return {
    mediaType: text(media?.mimetype) ?? text(part.mimetype),
    name: text(media?.filename) ?? text(either(part, 'fileName', 'filename')),
    bytes: numberOf(either(part, 'fileLength', 'size')),
    source: defined({ id: payload.id, url: text(media?.url), mimetype: text(media?.mimetype) }),
    ...(error ? { error: errorOf(object(error)) } : {}),
  };
}

/** Returns only the status: the rest contains addresses and paths inside the gateway. */
function errorOf(error: Json | undefined): string {
  const status = numberOf(object(error?.output)?.statusCode);
  const why = status === undefined ? '' : ` (the network answered ${status})`;
  return `the gateway could not download it${why}`;
}

/** Contact on a card, as stored in {@link Content}. */
interface Contact {
  readonly name: string;
  readonly phones: readonly string[];
}

/** Returns the name and numbers of a vCard (RFC 6350, and 3.0 as phones write it); undefined for anything else. */
function contactOf(card: unknown): Contact | undefined {
  const lines = text(card)
    ?.replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/);
  if (!lines) return undefined;
  const values = (property: string) =>
    lines.flatMap((line) => {
      const [head = '', ...rest] = line.split(':');
      const name = head.split(';')[0]?.split('.').at(-1);
      return name?.toUpperCase() === property ? [{ head, value: rest.join(':').trim() }] : [];
    });
  const plain = (value = '') =>
    value.replace(/\\([\\,;nN])/g, (_, one: string) => (/n/i.test(one) ? ' ' : one));
  const structured = values('N')[0]?.value.split(';').filter(Boolean).reverse().join(' ');
  return {
    name: plain(values('FN')[0]?.value || structured),
    phones: values('TEL').map(({ head, value }) => /waid=(\d+)/i.exec(head)?.[1] ?? value),
  };
}
