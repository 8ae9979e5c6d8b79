import type { MediaType, MessageType } from '#server/outbound/messaging/connection.ts';
import type { Content, IncomingMedia } from '#server/outbound/messaging/incoming-updates.ts';
import { mentionedIn } from '../phones.ts';
import { referralIn } from '../referral.ts';
import { type Json, list, object, text } from '../requests.ts';

/*
 * Reads the content of a message in the network's own format (WAProto.proto of Baileys), as Evolution passes it on: every kind is an object
 * under its own name, possibly wrapped in others. Of a kind without a type here, only the text is kept.
 */

/** Max depth of wrapped messages. */
const maxWrappers = 4;

/** Fields next to the message: the network's, and those that Evolution adds (whatsapp.baileys.service.ts). */
const siblingFields = new Set([
  'messageContextInfo',
  'senderKeyDistributionMessage',
  'contextInfo',
  'base64',
  'mediaUrl',
  'speechToText',
]);

/** Reads a number that comes as a number, as a text, or as the two halves of a Long. */
export function numberOf(value: unknown): number | undefined {
  const { low, high } = object(value) ?? {};
  const number =
    typeof low === 'number' && typeof high === 'number'
      ? high * 2 ** 32 + (low >>> 0)
      : typeof value === 'string' && /^\d+$/.test(value)
        ? Number(value)
        : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0
    ? number
    : undefined;
}

/** Converts the network's seconds to Unix milliseconds. */
export function timeOf(seconds: unknown): number | undefined {
  const at = numberOf(seconds);
  return at === undefined || at === 0 ? undefined : at * 1_000;
}

/** Reads bytes in Evolution's formats: a text in base64, an object with a key for each byte, or a Buffer's own JSON. */
function base64Of(value: unknown): string | undefined {
  const bytes = object(value);
  if (!bytes) return text(value);
  const values = Array.isArray(bytes.data) ? bytes.data : Object.values(bytes);
  return Buffer.from(values.filter((byte) => typeof byte === 'number')).toString('base64');
}

/** Data for fetching media, in short texts. */
interface MediaSource {
  /** Name of the kind, such as `imageMessage`. */
  readonly kind: string;
  /** Media type that the gateway returns with the file. */
  readonly mediaType?: string | undefined;
  readonly name?: string | undefined;
  readonly url?: string | undefined;
  readonly path?: string | undefined;
  /** In base64. */
  readonly key?: string | undefined;
  readonly chat?: string | undefined;
  readonly fromMe?: boolean | undefined;
}

const maxPartLength = 2_048;
const short = (value: unknown) => text(value)?.slice(0, maxPartLength);

const mediaOf = (kind: string, part: Json): IncomingMedia => ({
  mediaType: short(part.mimetype),
  name: short(part.fileName),
  bytes: numberOf(part.fileLength),
  source: {
    kind,
    mediaType: short(part.mimetype),
    name: short(part.fileName),
    url: short(part.url),
    path: short(part.directPath),
    key: base64Of(part.mediaKey)?.slice(0, maxPartLength),
  } satisfies MediaSource,
});

const mediaKinds: Readonly<Record<string, MediaType>> = {
  imageMessage: 'image',
  videoMessage: 'video',
  ptvMessage: 'video',
  audioMessage: 'audio',
  documentMessage: 'document',
  stickerMessage: 'sticker',
};

/** Max number of contacts per message and of numbers per contact; then of options per poll. */
const maxContacts = 50;
const maxOptions = 50;

/** Reads a contact from its vCard (RFC 6350); numbers stay as written. */
function contactOf(value: unknown) {
  const { displayName, vcard } = object(value) ?? {};
  const phones = [...(text(vcard) ?? '').matchAll(/^(?:[\w-]+\.)?TEL[^:\r\n]*:(.+)$/gim)]
    .map(([, phone = '']) => phone.trim().slice(0, 64))
    .slice(0, maxContacts);
  return { name: short(displayName) ?? '', phones };
}

type ParsedContent = readonly [type: MessageType, text: unknown, details?: Json];

/** Kinds without media; each returns its text and its details. */
const kinds: Readonly<Record<string, (part: Json) => ParsedContent>> = {
  extendedTextMessage: (part) => ['text', part.text],
  locationMessage: (part) => ['location', part.comment, locationOf(part, part.isLive === true)],
  liveLocationMessage: (part) => ['location', part.caption, locationOf(part, true)],
  contactMessage: (part) => ['contacts', part.displayName, { contacts: [contactOf(part)] }],
  contactsArrayMessage: (part) => [
    'contacts',
    part.displayName,
    { contacts: list(part.contacts).slice(0, maxContacts).map(contactOf) },
  ],
  reactionMessage: (part) => ['reaction', part.text, { message: object(part.key)?.id }],
  buttonsResponseMessage: (part) => [
    'button_reply',
    part.selectedDisplayText ?? part.selectedButtonId,
    { id: part.selectedButtonId },
  ],
  templateButtonReplyMessage: (part) => [
    'button_reply',
    part.selectedDisplayText ?? part.selectedId,
    { id: part.selectedId },
  ],
  interactiveResponseMessage: (part) => [
    'button_reply',
    object(part.body)?.text,
    {
      id: text(object(part.nativeFlowResponseMessage)?.name),
      description: text(object(part.nativeFlowResponseMessage)?.paramsJson),
    },
  ],
  listResponseMessage: (part) => [
    'list_reply',
    part.title,
    { id: object(part.singleSelectReply)?.selectedRowId, description: part.description },
  ],
  pollCreationMessage: pollOf,
  pollCreationMessageV2: pollOf,
  pollCreationMessageV3: pollOf,
  orderMessage: (part) => [
    'order',
    part.message ?? part.orderTitle,
    {
      id: part.orderId,
      title: part.orderTitle,
      items: numberOf(part.itemCount),
      total: thousandths(part.totalAmount1000),
      currency: part.totalCurrencyCode,
    },
  ],
  templateMessage: (part) => [
    'template',
    (object(part.hydratedTemplate) ?? object(part.hydratedFourRowTemplate))?.hydratedContentText,
  ],
};

function thousandths(amount: unknown): number | undefined {
  const number = numberOf(amount);
  return number === undefined ? undefined : number / 1_000;
}

function locationOf(part: Json, isLive: boolean): Json {
  return {
    latitude: part.degreesLatitude,
    longitude: part.degreesLongitude,
    name: part.name,
    address: part.address,
    is_live: isLive,
  };
}

function pollOf(part: Json): ParsedContent {
  const options = list(part.options)
    .slice(0, maxOptions)
    .map((option) => short(object(option)?.optionName) ?? '');
  return ['poll', part.name, { options, is_multiple: part.selectableOptionsCount !== 1 }];
}

/** Returns the readable text of kinds that have no type here. */
const written = (part: Json | undefined): string =>
  text(part?.text) ??
  text(part?.contentText) ??
  text(part?.caption) ??
  text(object(part?.body)?.text) ??
  text(part?.title) ??
  text(part?.name) ??
  text(object(part?.product)?.title) ??
  '';

/** Keeps only short texts, numbers and the lists created here. */
function clean(details: Json): Json {
  const entries = Object.entries(details)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, typeof value === 'string' ? short(value) : value]);
  return Object.fromEntries(
    entries.filter(([, value]) => typeof value !== 'object' || Array.isArray(value)),
  );
}

/**
 * Reads the content of a message, whatever it is wrapped in.
 * @param type Evolution's name for it, used if the message is empty
 */
export function contentOf(message: Json | undefined, type?: unknown, depth = 0): Content {
  const [kind = text(type) ?? 'unknown', value] =
    Object.entries(message ?? {}).find(
      ([name, part]) => !siblingFields.has(name) && part !== null,
    ) ?? [];
  const part = object(value);
  const inner = object(part?.message);
  if (inner && depth < maxWrappers) return contentOf(inner, type, depth + 1);
  if (kind === 'conversation' && typeof value === 'string') return { type: 'text', text: value };
  const context = {
    quoted: text(object(part?.contextInfo)?.stanzaId),
    referral: referralIn(part?.contextInfo),
    mentions: mentionedIn(list(object(part?.contextInfo)?.mentionedJid)),
  };
  const ofMedia = Object.hasOwn(mediaKinds, kind) ? mediaKinds[kind] : undefined;
  if (part && ofMedia)
    return {
      type: ofMedia === 'audio' && part.ptt === true ? 'voice' : ofMedia,
      text: text(part.caption) ?? '',
      media: mediaOf(kind, part),
      ...context,
    };
  const read = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (part && read) {
    const [is, says, details] = read(part);
    return { type: is, text: text(says) ?? '', details: details && clean(details), ...context };
  }
  return {
    type: 'unsupported',
    text: written(part),
    details: { kind: kind.slice(0, 100) },
    ...context,
  };
}
