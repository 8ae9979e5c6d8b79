import { digits, type Fields, isFields, secondsNow, webId } from './gateway.ts';

/*
 * Messages in Evolution's callbacks, transcribed from those of 2.3.6 and 2.3.7 with only the network below them replaced; B is
 * src/api/integrations/channel/whatsapp/whatsapp.baileys.service.ts there.
 */

export const jid = (phone: string) => `${digits(phone)}@s.whatsapp.net`;

/** A number of the network's format in JSON (a Long). */
export const long = (value: number, unsigned = true) => ({
  low: value | 0,
  high: Math.floor(value / 2 ** 32),
  unsigned,
});

/** Bytes in JSON: an object with a key for each (B passes Uint8Arrays on unchanged). */
const bytes = (value: Buffer) => Object.fromEntries(value.entries());

const key = Buffer.alloc(32, 7);

/** Common fields of media: an encrypted address, and its key. */
const file = (mimetype: string, size = 75, more: Fields = {}): Fields => ({
  url: 'https://mmg.whatsapp.net/v/t62/fdb4',
  mimetype,
  fileSha256: bytes(key),
  fileLength: long(size),
  mediaKey: bytes(key),
  fileEncSha256: bytes(key),
  directPath: '/v/t62/fdb4',
  mediaKeyTimestamp: long(secondsNow(), false),
  jpegThumbnail: bytes(Buffer.alloc(75, 1)),
  ...more,
});

const vcard = (name: string, phone: string) =>
  `BEGIN:VCARD\nVERSION:3.0\nN:;${name};;;\nFN:${name}\nTEL;type=CELL;waid=${digits(phone)}:${phone}\nEND:VCARD`;

const answered = {
  stanzaId: '3EB0QUOTED0000000001',
  participant: '5511999990000@s.whatsapp.net',
  quotedMessage: { conversation: 'pergunta' },
};

/** One received message of every kind, by a short name: the content of `message`. */
export const kinds: Readonly<Record<string, Fields>> = {
  text: { conversation: 'oi' },
  extended: { extendedTextMessage: { text: 'longo' } },
  image: { imageMessage: file('image/png', 75, { caption: 'legenda', height: 10, width: 10 }) },
  video: { videoMessage: file('video/mp4', 8, { seconds: 2, caption: 'filme' }) },
  gif: { videoMessage: file('video/mp4', 8, { seconds: 2, gifPlayback: true }) },
  note: { ptvMessage: file('video/mp4', 8, { seconds: 2 }) },
  audio: { audioMessage: file('audio/mpeg', 15, { seconds: 3, ptt: false }) },
  voice: {
    audioMessage: file('audio/ogg; codecs=opus', 15, {
      seconds: 3,
      ptt: true,
      waveform: bytes(key),
    }),
  },
  document: {
    documentMessage: file('application/pdf', 13, { fileName: 'contrato.pdf', caption: 'segue' }),
  },
  sticker: { stickerMessage: file('image/webp', 12, { height: 64, width: 64, isAnimated: false }) },
  location: {
    locationMessage: {
      degreesLatitude: -23.5,
      degreesLongitude: -46.6,
      name: 'Loja',
      address: 'Rua A',
      jpegThumbnail: bytes(key),
    },
  },
  live: {
    liveLocationMessage: {
      degreesLatitude: -23.5,
      degreesLongitude: -46.6,
      accuracyInMeters: 5,
      caption: 'indo',
      sequenceNumber: long(1, false),
    },
  },
  contact: {
    contactMessage: { displayName: 'Maria', vcard: vcard('Maria', '+55 11 97777-6666') },
  },
  contacts: {
    contactsArrayMessage: {
      displayName: '2 contatos',
      contacts: [
        { displayName: 'Maria', vcard: vcard('Maria', '+55 11 97777-6666') },
        { displayName: 'João', vcard: vcard('João', '+55 11 96666-5555') },
      ],
    },
  },
  reaction: {
    reactionMessage: {
      key: { remoteJid: '5511988887777@s.whatsapp.net', fromMe: false, id: '3EB0REACTED000000001' },
      text: '❤️',
      senderTimestampMs: long(1_795_368_200_000, false),
    },
  },
  unreaction: {
    reactionMessage: {
      key: { remoteJid: '5511988887777@s.whatsapp.net', fromMe: false, id: '3EB0REACTED000000001' },
      text: '',
    },
  },
  button: {
    buttonsResponseMessage: {
      selectedButtonId: 'sim',
      selectedDisplayText: 'Sim',
      contextInfo: answered,
      type: 1,
    },
  },
  templateButton: {
    templateButtonReplyMessage: {
      selectedId: 'sim',
      selectedDisplayText: 'Sim',
      contextInfo: answered,
      selectedIndex: 0,
    },
  },
  flow: {
    interactiveResponseMessage: {
      body: { text: 'Sim' },
      nativeFlowResponseMessage: { name: 'quick_reply', paramsJson: '{"id":"sim"}', version: 3 },
      contextInfo: answered,
    },
  },
  choice: {
    listResponseMessage: {
      title: 'Plano A',
      listType: 1,
      singleSelectReply: { selectedRowId: 'a' },
      contextInfo: answered,
      description: 'o melhor',
    },
  },
  poll: {
    messageContextInfo: { messageSecret: bytes(key) },
    pollCreationMessageV3: {
      options: [{ optionName: 'A' }, { optionName: 'B' }],
      name: 'Qual?',
      selectableOptionsCount: 1,
    },
  },
  order: {
    orderMessage: {
      orderId: '1',
      itemCount: 2,
      status: 1,
      message: 'quero',
      orderTitle: 'Pedido',
      sellerJid: '5511999990000@s.whatsapp.net',
      token: 't',
      totalAmount1000: long(50_000, false),
      totalCurrencyCode: 'BRL',
    },
  },
  template: {
    templateMessage: {
      hydratedTemplate: { hydratedContentText: 'Oi Ana', hydratedFooterText: 'f' },
    },
  },
  buttons: {
    buttonsMessage: {
      buttons: [{ buttonId: 'a', buttonText: { displayText: 'A' }, type: 1 }],
      contentText: 'Escolha',
      headerType: 1,
    },
  },
  interactive: {
    interactiveMessage: { body: { text: 'Oferta' }, nativeFlowMessage: { buttons: [] } },
  },
  product: {
    productMessage: {
      product: { productId: '9', title: 'Camisa', priceAmount1000: long(50_000, false) },
    },
  },
  event: {
    messageContextInfo: { messageSecret: bytes(key) },
    eventMessage: { name: 'Reunião', startTime: long(1_795_400_000, false) },
  },
  invite: {
    groupInviteMessage: { groupJid: '120363000000000001@g.us', groupName: 'G', caption: 'entra' },
  },
  call: { callLogMesssage: { isVideo: false, callOutcome: 1, durationSecs: long(0, false) } },
  pin: {
    pinInChatMessage: {
      key: { remoteJid: '5511988887777@s.whatsapp.net', fromMe: false, id: '3EB0PINNED0000000001' },
      type: 1,
      senderTimestampMs: long(1_795_368_200_000, false),
    },
    messageContextInfo: { messageAddOnDurationInSecs: 604_800 },
  },
  keep: {
    keepInChatMessage: {
      key: { remoteJid: '5511988887777@s.whatsapp.net', fromMe: false, id: '3EB0KEPT000000000001' },
      keepType: 1,
      timestampMs: long(1_795_368_200_000, false),
    },
  },
  empty: {},
  album: { albumMessage: { expectedImageCount: 2, expectedVideoCount: 0 } },
  ephemeral: {
    ephemeralMessage: {
      message: { extendedTextMessage: { text: 'some', contextInfo: { ...answered } } },
    },
  },
  once: {
    viewOnceMessageV2: {
      message: { imageMessage: file('image/png', 75, { caption: 'uma vez', viewOnce: true }) },
    },
  },
  onceVoice: {
    viewOnceMessageV2Extension: {
      message: { audioMessage: file('audio/ogg; codecs=opus', 15, { ptt: true, viewOnce: true }) },
    },
  },
};

/** A message to the account, or typed by its owner on the phone. */
export interface EvolutionIncoming {
  /** The other person in the chat, or the author in the group. */
  from: string;
  name: string;
  text?: string;
  id?: string;
  /** Arrives under a hidden id; true for 123456789012345. */
  lid?: boolean | string;
  /** True if the number behind the hidden id is unknown. */
  hidden?: boolean;
  /** In a group; true for any. */
  group?: boolean | string;
  fromMe?: boolean;
  /** Instead of a text: one of {@link kinds}. */
  kind?: string;
  /** The network's time, in seconds, as a number, text or Long. */
  at?: unknown;
  /** Id of the message that it replies to. */
  quoted?: string;
  /** Addresses that a text mentions: the text becomes plain, with its context next to it (B prepareMessage). */
  mentioned?: readonly string[];
  /** 2.3.7 replaces the hidden id by the number if it knows it (B 1479); 2.3.6 adds the number. */
  version?: '2.3.6' | '2.3.7';
}

/** The `data` of a messages.upsert (B prepareMessage). */
export function upsert(message: EvolutionIncoming, instanceId: string): Fields {
  const { name, text, id = webId(), group = false, fromMe = false, version = '2.3.6' } = message;
  const phone = jid(message.from);
  const lid = message.lid === true ? '123456789012345' : message.lid;
  const hidden = lid ? `${lid.replace(/@lid$/, '')}@lid` : undefined;
  const alternative = hidden === undefined || message.hidden ? undefined : phone;
  const mode = { participant: '', addressingMode: hidden === undefined ? 'pn' : 'lid' };
  const isSwapped = version === '2.3.7' && alternative !== undefined;
  const key = group
    ? {
        remoteJid: `${group === true ? '120363000000000001' : group.replace(/@g\.us$/, '')}@g.us`,
        fromMe,
        id,
        ...mode,
        participant: hidden ?? phone,
        participantAlt: alternative,
      }
    : {
        remoteJid: isSwapped ? alternative : (hidden ?? phone),
        remoteJidAlt: alternative,
        fromMe,
        id,
        ...mode,
      };
  const content = message.kind === undefined ? { conversation: text ?? '' } : kinds[message.kind];
  const quoted = { ...answered, stanzaId: message.quoted };
  const contextOfContent =
    message.mentioned === undefined
      ? Object.values(content ?? {}).find(isFields)?.contextInfo
      : { mentionedJid: message.mentioned };
  return {
    key,
    pushName: name,
    status: fromMe ? 'SERVER_ACK' : 'DELIVERY_ACK',
    message: content,
    contextInfo: message.quoted === undefined ? (contextOfContent ?? null) : quoted,
    messageType:
      Object.keys(content ?? {}).find((one) => one !== 'messageContextInfo') ?? 'unknown',
    messageTimestamp: message.at ?? secondsNow(),
    instanceId,
    source: 'android',
  };
}

/** E src/utils/createJid.ts: strips a digit of Mexican, Argentine and Brazilian numbers (area 31 and above). */
export function createJid(number: string): string {
  if (/@(g\.us|s\.whatsapp\.net|lid|broadcast)/.test(number)) return number.replace(/:\d+/, '');
  const bare = digits(number);
  if (bare.length >= 18) return `${bare}@g.us`;
  if (/^5[24]/.test(bare) && bare.length === 13) return jid(bare.slice(0, 2) + bare.slice(3));
  const [, area = '', local = ''] = /^55(\d{2})\d(\d{8})$/.exec(bare) ?? [];
  return Number(local[0]) >= 7 && Number(area) >= 31 ? jid(`55${area}${local}`) : jid(bare);
}
