import { type Fields, isFields } from './gateway.ts';

/*
 * Messages in the format of each engine of WAHA, derived from the network's message (protobuf's JSON, as in NOWEB). Sources:
 * github.com/devlikeapro/waha, src/core/engines, functions toWAMessage, extractBody and getFromToParticipant of
 * noweb/session.noweb.core.ts, gows/session.gows.core.ts and webjs/session.webjs.core.ts, and src/core/engines/waproto; captured from
 * 2025.12.3 with NOWEB, whose socket to the network was driven by hand.
 */

export type Engine = 'WEBJS' | 'NOWEB' | 'GOWS';

/** A message on the network. */
export interface NetworkMessage {
  readonly id: string;
  /** Such as 5511999998888@c.us, 123456789012345@lid, 120363000000000001@g.us. */
  readonly chat: string;
  readonly fromMe: boolean;
  /** The account itself. */
  readonly me: string;
  /** The author in a group. */
  readonly participant?: string | undefined;
  /** The other address of the person: the number of a LID, or the reverse. */
  readonly alternative?: string | undefined;
  readonly name?: string | undefined;
  /** In seconds; null as in the engines if unknown. */
  readonly timestamp: number | null;
  /** Only if the version reports it: from 2025.3.1 on. */
  readonly source?: 'app' | 'api' | undefined;
  readonly message: Fields;
  readonly media?: Fields | null | undefined;
}

const plain = (of: string) => of.replace('@c.us', '@s.whatsapp.net');

const wrappers = [
  'ephemeralMessage',
  'viewOnceMessage',
  'viewOnceMessageV2',
  'documentWithCaptionMessage',
];
const mediaKinds = [
  'imageMessage',
  'videoMessage',
  'audioMessage',
  'documentMessage',
  'stickerMessage',
];

/** Unwraps like Baileys' extractMessageContent. */
function unwrapped(message: Fields): Fields {
  for (const wrapper of wrappers) {
    const inner = message[wrapper];
    if (isFields(inner) && isFields(inner.message)) return unwrapped(inner.message);
  }
  return message;
}

const part = (message: Fields, name: string): Fields | undefined => {
  const value = message[name];
  return isFields(value) ? value : undefined;
};

const mediaOf = (message: Fields) =>
  mediaKinds.map((kind) => part(message, kind)).find((one) => one !== undefined);

/** extractBody; Go's spelling hides some of it from GOWS. */
function bodyOf(content: Fields, engine: Engine): unknown {
  const message = unwrapped(content);
  const list = part(message, 'listResponseMessage');
  return (
    message.conversation ||
    part(message, 'extendedTextMessage')?.text ||
    mediaOf(message)?.caption ||
    part(message, 'templateButtonReplyMessage')?.selectedDisplayText ||
    (engine === 'NOWEB' && part(message, 'buttonsResponseMessage')?.selectedDisplayText) ||
    (list && [list.title, list.description].filter(Boolean).join('\n')) ||
    null
  );
}

/** extractWALocation, which does not unwrap. */
function locationOf(message: Fields): Fields | null {
  const location = part(message, 'locationMessage') ?? part(message, 'liveLocationMessage');
  return location
    ? {
        live: message.liveLocationMessage !== undefined,
        latitude: String(location.degreesLatitude),
        longitude: String(location.degreesLongitude),
        name: location.name,
        address: location.address,
        thumbnail: 'iVBORw0KGgo=',
      }
    : null;
}

function cardsOf(message: Fields): unknown[] | null {
  const contacts = part(message, 'contactsArrayMessage')?.contacts;
  if (Array.isArray(contacts)) return contacts.map((one: Fields) => one.vcard);
  const contact = part(message, 'contactMessage');
  return contact ? [contact.vcard] : null;
}

function replyTo(message: Fields): Fields | null {
  // Only the outermost kind counts.
  const [kind] = Object.values(message).filter(isFields);
  const context = kind && part(kind, 'contextInfo');
  return context?.quotedMessage ? { id: context.stanzaId, body: 'pergunta' } : null;
}

/** `selectedButtonId` is `selectedButtonID` in Go, and so on; `oneof` parts are separate objects. */
function goStyle(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(goStyle);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]): [string, unknown][] => {
      if (name === 'selectedDisplayText' && 'selectedButtonId' in value)
        return [['Response', { SelectedDisplayText: one }]];
      const spelled = name === 'ptt' ? 'PTT' : name.replace(/Id$/, 'ID').replace(/Jid$/, 'JID');
      return [[name === 'id' ? 'ID' : spelled, goStyle(one)]];
    }),
  );
}

/** The type of WhatsApp's web client and its additional fields: whatsapp-web.js, src/structures/Message.js. */
function webData(content: Fields): Fields {
  const message = unwrapped(content);
  const kind = Object.keys(message).find((name) => name !== 'messageContextInfo') ?? 'unknown';
  const holds = part(message, kind) ?? {};
  const types: Record<string, Fields> = {
    conversation: { type: 'chat' },
    extendedTextMessage: { type: 'chat' },
    imageMessage: { type: 'image' },
    videoMessage: { type: 'video' },
    audioMessage: { type: holds.ptt === true ? 'ptt' : 'audio' },
    documentMessage: { type: 'document', filename: holds.fileName },
    stickerMessage: { type: 'sticker' },
    locationMessage: {
      type: 'location',
      lat: holds.degreesLatitude,
      lng: holds.degreesLongitude,
      name: holds.name,
      address: holds.address,
    },
    liveLocationMessage: {
      type: 'location',
      isLive: true,
      lat: holds.degreesLatitude,
      lng: holds.degreesLongitude,
      caption: holds.caption,
    },
    contactMessage: { type: 'vcard', body: holds.vcard },
    contactsArrayMessage: { type: 'multi_vcard', vcardList: holds.contacts },
    buttonsResponseMessage: { type: 'buttons_response', selectedButtonId: holds.selectedButtonId },
    templateButtonReplyMessage: { type: 'template_button_reply', selectedId: holds.selectedId },
    listResponseMessage: { type: 'list_response', listResponse: holds },
    pollCreationMessageV3: {
      type: 'poll_creation',
      pollName: holds.name,
      pollOptions: Array.isArray(holds.options)
        ? holds.options.map((one: Fields) => ({ name: one.optionName }))
        : [],
      pollSelectableOptionsCount: holds.selectableOptionsCount,
    },
    orderMessage: { type: 'order', ...holds },
    protocolMessage: { type: 'protocol' },
  };
  const { mimetype, fileLength: size, caption } = holds;
  const { mentionedJid } = part(holds, 'contextInfo') ?? {};
  const mentionedJidList = Array.isArray(mentionedJid)
    ? mentionedJid.map((one) => String(one).replace('@s.whatsapp.net', '@c.us'))
    : [];
  return {
    mimetype,
    size,
    caption,
    mentionedJidList,
    ...(types[kind] ?? { type: kind.replace(/Message$/, '') }),
  };
}

/** The body on WEBJS: the picture of a location, the card of a contact. */
function webBody(message: Fields): unknown {
  if (locationOf(unwrapped(message))) return '/9j/4AAQSkZJRgABAQAAAQABAAD';
  const [card, ...more] = cardsOf(unwrapped(message)) ?? [];
  if (card !== undefined) return more.length > 0 ? '' : card;
  const reply = part(unwrapped(message), 'buttonsResponseMessage')?.selectedDisplayText;
  return reply ?? bodyOf(message, 'NOWEB') ?? '';
}

/** `{fromMe}_{chat}_{id}[_{participant}]` */
const serialized = ({ fromMe, chat, id, participant }: NetworkMessage): string =>
  `${fromMe}_${chat}_${id}${participant === undefined ? '' : `_${participant}`}`;

/** Addresses of the people in each engine's fields. */
export function addresses(engine: Engine, of: NetworkMessage): Fields {
  const { chat, fromMe, me, participant } = of;
  switch (engine) {
    case 'WEBJS':
      return {
        from: fromMe ? me : chat,
        to: fromMe ? chat : me,
        participant: participant ?? null,
      };
    case 'NOWEB':
      return participant === undefined ? { from: chat } : { from: chat, to: chat, participant };
    case 'GOWS':
      return { from: chat, to: participant ?? null, participant: participant ?? null };
  }
}

function engineData(engine: Engine, of: NetworkMessage): Fields {
  const { id, chat, fromMe, participant, alternative, name, me, message, timestamp } = of;
  const otherAddress = alternative === undefined ? undefined : plain(alternative);
  switch (engine) {
    case 'WEBJS':
      return {
        id: { fromMe, remote: chat, id, _serialized: serialized(of) },
        notifyName: name,
        ...webData(message),
      };
    case 'NOWEB': {
      const ends =
        participant === undefined
          ? { remoteJidAlt: otherAddress, participant: '' }
          : { participant: plain(participant), participantAlt: otherAddress };
      const key = { remoteJid: plain(chat), fromMe, id, ...ends };
      return { key, messageTimestamp: timestamp, pushName: name, broadcast: false, message };
    }
    case 'GOWS':
      return {
        Info: {
          ID: id,
          Chat: plain(chat),
          Sender: plain(fromMe ? me : (participant ?? chat)),
          SenderAlt: fromMe ? plain(me) : (otherAddress ?? ''),
          RecipientAlt: fromMe ? (otherAddress ?? '') : '',
          IsFromMe: fromMe,
          IsGroup: participant !== undefined,
          PushName: name,
        },
        Message: goStyle(message),
      };
  }
}

/** The payload of `message` and `message.any`. */
export function payloadOf(engine: Engine, of: NetworkMessage): Fields {
  const { fromMe, message, timestamp, source } = of;
  const isWeb = engine === 'WEBJS';
  return {
    id: serialized(of),
    timestamp,
    ...addresses(engine, of),
    fromMe,
    ...(source ? { source } : {}),
    body: isWeb ? webBody(message) : bodyOf(message, engine),
    hasMedia: mediaOf(unwrapped(message)) !== undefined,
    media: of.media ?? null,
    ack: fromMe ? 1 : 2,
    ackName: fromMe ? 'SERVER' : 'DEVICE',
    location: locationOf(isWeb ? unwrapped(message) : message),
    vCards: cardsOf(isWeb ? unwrapped(message) : message),
    replyTo: replyTo(isWeb ? unwrapped(message) : message),
    _data: engineData(engine, of),
  };
}

/** Answer of each engine to a send. */
export function sentBody(
  engine: Engine,
  { to, text, id, me, at }: { to: string; text: string; id: string; me: string; at: number },
  isHidden: boolean,
): Fields {
  const chat = to.endsWith('@g.us') ? to : `${to}@c.us`;
  switch (engine) {
    case 'WEBJS': {
      const key = { fromMe: true, remote: chat, id, _serialized: `true_${chat}_${id}` };
      return {
        _data: {},
        id: isHidden ? undefined : key,
        ack: 0,
        hasMedia: false,
        body: text,
        type: 'chat',
        timestamp: at,
        from: `${me}@c.us`,
        to: chat,
        fromMe: true,
      };
    }
    case 'NOWEB':
      return {
        key: isHidden ? undefined : { remoteJid: plain(chat), fromMe: true, id },
        message: { extendedTextMessage: { text } },
        messageTimestamp: String(at),
        status: 'PENDING',
      };
    case 'GOWS':
      return { id: isHidden ? undefined : `true_${chat}_${id}`, _data: null };
  }
}
