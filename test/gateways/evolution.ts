import { randomUUID } from 'node:crypto';
import { failure, missing, refusals } from './evolution-answers.ts';
import { createJid, type EvolutionIncoming, jid, upsert } from './evolution-messages.ts';
import {
  answerSession,
  defaultSettings,
  type Session,
  settle,
  type Webhook,
} from './evolution-session.ts';
import {
  type Answer,
  type Asked,
  type Change,
  type Delivered,
  digits,
  type Fields,
  Gateway,
  type Headers,
  isFields,
  type Message,
  type Mode,
  newSecret,
  post,
  type Received,
  randomText,
  type Send,
  webId,
  wrong,
} from './gateway.ts';

/*
 * Evolution API v2 with the quirks of 2.3.7 (github.com/evolution-foundation/evolution-api at fa09d37): E is a file there, B is E
 * src/api/integrations/channel/whatsapp/whatsapp.baileys.service.ts.
 */

/**
 * In addition to the modes of every gateway: disconnected-late (400, detected while sending), no-client and no-client-late (restarted while
 * logged out: B `this.client` is undefined, which is a 500 if the number is looked up and a 400 if it was known), not-logged-in (400 from
 * Baileys, `creds.me`), ambiguous (400 after sending, with one of its paths), rate-limit and rate-lookup (the network's rate-overlimit,
 * while sending and while looking the number up), timed-out (400, sent or not), rejected-201 (an error of the official API behind it,
 * passed on as a success), error-true (200 with `error: true`), no-file (500 with paths, B prepareMediaMessage).
 */
export type EvolutionMode = Mode | EvolutionOnly;
type EvolutionOnly =
  | 'disconnected-late'
  | 'no-client'
  | 'no-client-late'
  | 'not-logged-in'
  | 'ambiguous'
  | 'rate-limit'
  | 'rate-lookup'
  | 'timed-out'
  | 'rejected-201'
  | 'error-true'
  | 'no-file';

export interface EvolutionOptions {
  instance?: string;
  apiKey?: string;
  /** Value of X-Webhook-Secret in the callbacks. */
  webhookSecret?: string;
  /** The account's own number. */
  phone?: string;
}

/** Sent media. */
interface Upload {
  readonly route: string;
  readonly fields: Fields;
  readonly name?: string;
  readonly mediaType?: string;
  readonly bytes: Buffer;
}

/** JSON that is not an object. */
const listOf = (values: unknown): Answer => ({ status: 200, text: JSON.stringify(values) });

/** Nothing is posted for a message that a destroyed processor drops. */
const unheard: Delivered = { status: 0, text: '' };

/** Statuses after which a callback is not sent again (E webhook.controller.ts, NON_RETRYABLE_STATUS_CODES). */
const final = new Set([400, 401, 403, 404, 422]);

export class Evolution extends Gateway<EvolutionOnly> implements Session {
  instance: string;
  apiKey: string;
  webhookSecret: string;
  readonly phone: string;
  globalKey = newSecret();
  /** The network's spelling of a number, if it differs from the requested one; false if it has no account. */
  readonly accounts = new Map<string, string | false>();
  readonly uploads: Upload[] = [];
  /** Results of {@link fetch}, by message id; a text is the reason of a 400. */
  readonly media = new Map<string, Buffer | string>();
  /** Numbers of LIDs that it has seen together (E src/utils/onWhatsappCache.ts). */
  readonly lids = new Map<string, string>();
  readonly marked: Fields[] = [];
  /** Quoted messages, targets of reactions and mentions of sends to groups. */
  readonly keys: Fields[] = [];
  state: Session['state'] = 'open';
  webhook: Webhook | undefined;
  settings: Fields = { ...defaultSettings };
  /** Groups of which the account is a member, by address: as B findGroup returns them. */
  readonly groups = new Map<string, Fields>();
  exists = true;
  isDeaf = false;
  leaving = 0;
  endedBy: number | null = null;
  qr: Session['qr'];
  /** If true, no QR code is ever shown: the network is unreachable. */
  isBlind = false;
  version = '2.3.7';
  readonly #instanceId = randomUUID();

  constructor(options: EvolutionOptions) {
    super();
    this.instance = options.instance ?? 'agency';
    this.apiKey = options.apiKey ?? newSecret();
    this.webhookSecret = options.webhookSecret ?? newSecret();
    this.phone = digits(options.phone ?? '5511900000000');
  }

  protected async read(received: Received): Promise<Asked> {
    const { method, path, headers, body } = received;
    const session = answerSession(this, received);
    if (session) return wrong(session);
    const [, route = '', name] = /^([A-Z]+ \/\w+\/\w+)\/([^/]+)$/.exec(`${method} ${path}`) ?? [];
    const routes = [
      ...Object.keys(this.#asks),
      ...sends,
      ...changes,
      'GET /instance/connectionState',
      'GET /group/findGroupInfos',
    ];
    if (name === undefined || !routes.includes(route))
      return wrong(failure(404, [`Cannot ${method} ${path}`]));
    const instance = decodeURIComponent(name);
    settle(this);
    if (instance !== this.instance || !this.exists) return wrong(missing(instance));
    if (headers.apikey !== this.apiKey && headers.apikey !== this.globalKey)
      return wrong(failure(401, 'Unauthorized'));
    if (route === 'GET /group/findGroupInfos') {
      const info = this.groups.get(received.query.get('groupJid') ?? '');
      return wrong(
        info
          ? { status: 200, body: info }
          : failure(404, ['Error fetching group', 'item-not-found']),
      );
    }
    if (route.startsWith('GET')) return { kind: 'health' };
    if (changes.includes(route)) return this.#readChange(route, isFields(body) ? body : {});
    const ask = this.#asks[route];
    // Treats a body that is not JSON as empty.
    if (ask) return wrong(ask(isFields(body) ? body : {}));
    return this.#readSend(route, received);
  }

  /** E src/api/routes/chat.router.ts; B updateMessage, deleteMessage. */
  #readChange(route: string, body: Fields): Asked {
    const isEdit = route.startsWith('POST');
    const key = isEdit ? (isFields(body.key) ? body.key : {}) : body;
    const { id, remoteJid, fromMe } = key;
    if (!id || !remoteJid || typeof fromMe !== 'boolean')
      return wrong(failure(400, [['instance requires property "remoteJid"']]));
    const [chat, messageId] = [String(remoteJid), String(id)];
    const send = this.sends.find((one) => one.id === messageId);
    // Only edits are compared with the stored message; its own exception becomes a text.
    const stored = send && (/@/.test(send.to) ? send.to : jid(send.to));
    if (isEdit && (createJid(String(body.number)) !== chat || stored !== chat))
      return wrong(failure(400, ['[object Object]']));
    const text = String(body.text);
    const protocolMessage = {
      key: { remoteJid: chat, fromMe: true, id: messageId },
      ...(isEdit
        ? {
            type: 'MESSAGE_EDIT',
            editedMessage: { conversation: text },
            timestampMs: String(Date.now()),
          }
        : { type: 'REVOKE' }),
    };
    this.protocolMessages.push(protocolMessage);
    const answer = {
      key: { remoteJid: chat, fromMe: true, id: webId() },
      message: { protocolMessage },
      messageTimestamp: String(this.networkTime),
      status: 'PENDING',
    };
    return {
      kind: 'change',
      message: { to: digits(chat.split('@')[0] ?? ''), text },
      change: {
        to: chat,
        id: messageId,
        kind: isEdit ? 'edit' : 'revoke',
        ...(isEdit ? { text } : {}),
        at: this.networkTime,
        isSeen: stored === undefined || stored === chat,
      },
      answer: { status: isEdit ? 200 : 201, body: answer },
    };
  }

  /** The network's messages that carry changes, in order. */
  readonly protocolMessages: Fields[] = [];

  /** Posts the callback of a change through the API: send.message.update, or messages.delete with the stored message. */
  changed(to: string, { kind, id, to: chat }: Change): Promise<Delivered> {
    if (kind === 'edit')
      return this.event(
        to,
        'send.message.update',
        this.protocolMessages.findLast(({ key }) => isFields(key) && key.id === id),
      );
    return this.event(to, 'messages.delete', {
      id: `c${randomText(24).toLowerCase()}`,
      key: { remoteJid: chat, fromMe: true, id },
      status: 'DELETED',
      messageType: 'conversation',
    });
  }

  async #readSend(route: string, { bytes, headers, body }: Received): Promise<Asked> {
    const kind = route.replace('POST /message/', '');
    const type = headers['content-type'] ?? '';
    const form = type.startsWith('multipart/')
      ? await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
      : undefined;
    const file = form?.get('file');
    const fields: Fields = form ? nested(form) : isFields(body) ? body : {};
    const { number, text, key, reaction, mediatype, caption, quoted } = fields;
    const problems: string[] = [];
    const needs = (name: string, value: unknown, says = `${name} is not of a type(s) string`) => {
      if (value === undefined) problems.push(`instance requires property "${name}"`);
      else if (typeof value !== 'string') problems.push(says);
    };
    if (kind !== 'sendReaction') needs('number', number, 'Invalid format');
    if (kind === 'sendText') needs('text', text);
    if (kind === 'sendMedia') needs('mediatype', mediatype);
    if (isFields(quoted) && !isFields(quoted.key)) problems.push('quoted requires property "key"');
    // A value of a form is a text (E src/validate/message.schema.ts requires a boolean).
    const fromMe = isFields(quoted) && isFields(quoted.key) ? quoted.key.fromMe : undefined;
    if (fromMe !== undefined && typeof fromMe !== 'boolean')
      problems.push('quoted.key.fromMe is not of a type(s) boolean');
    if (kind === 'sendReaction') {
      if (!isFields(key) || !key.id || !key.remoteJid) problems.push('key requires property "id"');
      needs('reaction', reaction);
    }
    problems.push(...mentionProblems(fields.mentioned));
    if (problems.length > 0) return wrong(failure(400, [problems]));
    if (kind === 'sendText' && String(text).trim() === '')
      return wrong(failure(400, ['Text is required']));
    // B mediaSticker reads `data.sticker` even if a file was sent.
    const media = fields.media ?? fields.audio ?? fields.sticker;
    if (kind === 'sendSticker' && media === undefined)
      return wrong(failure(500, "Cannot read properties of undefined (reading 'includes')"));
    const isMedia = kind !== 'sendText' && kind !== 'sendReaction';
    if (isMedia && !(file instanceof File) && !/^[A-Za-z0-9+/]+=*$/.test(String(media)))
      return wrong(failure(400, ['Owned media must be a url or base64']));
    const content = file instanceof File ? Buffer.from(await file.arrayBuffer()) : undefined;
    if (isMedia)
      this.uploads.push({
        route: kind,
        fields,
        bytes: content ?? Buffer.from(String(media), 'base64'),
        ...(file instanceof File ? { name: file.name, mediaType: file.type } : {}),
      });
    const whom = isFields(key) ? String(key.remoteJid) : String(number);
    if (whom.endsWith('@g.us')) {
      // B sendMessageWithTyping converts its own exception, an object, to a text.
      if (!this.groups.has(whom)) return wrong(failure(400, ['[object Object]']));
      // B sendMessageWithTyping, for groups only.
      const mentioned = Array.isArray(fields.mentioned)
        ? fields.mentioned.map((one) => createJid(String(one)))
        : undefined;
      this.keys.push({ quoted, key, mentioned });
      return {
        kind: 'send',
        message: { to: whom, text: String(text ?? reaction ?? caption ?? '') },
      };
    }
    const lookup = this.#lookUp(whom);
    if (!lookup.exists) return wrong(failure(400, [lookup]));
    const to = lookup.jid.endsWith('@lid') ? lookup.jid : digits(lookup.jid.split('@')[0] ?? '');
    return { kind: 'send', message: { to, text: String(text ?? reaction ?? caption ?? '') } };
  }

  /** B whatsappNumber: a LID without a known number is used unchanged. */
  #lookUp(number: string): { jid: string; exists: boolean; number: string; lid?: string } {
    const address = createJid(number);
    if (address.endsWith('@lid')) {
      const knownNumber = this.lids.get(address.replace('@lid', ''));
      return { jid: knownNumber ? jid(knownNumber) : address, exists: true, number, lid: 'lid' };
    }
    const bare = address.split('@')[0] ?? '';
    const account = this.accounts.get(bare) ?? this.accounts.get(digits(number)) ?? bare;
    if (account === false || bare === '') return { jid: address, exists: false, number };
    // A complete jid is not looked up in another spelling.
    if (number.includes('@') && account !== bare) return { jid: address, exists: false, number };
    return { jid: jid(account), exists: true, number };
  }

  /** E src/api/routes/chat.router.ts */
  readonly #asks: Record<string, (body: Fields) => Answer> = {
    'POST /chat/whatsappNumbers': ({ numbers }) => {
      if (this.mode === 'no-client')
        return failure(500, "Cannot read properties of undefined (reading 'onWhatsApp')");
      // Errors of Baileys are passed on unchanged.
      if (this.mode === 'rate-lookup' || !this.connected) {
        const [statusCode, message] = this.connected
          ? [400, 'rate-overlimit']
          : [428, 'Connection Closed'];
        const output = { statusCode, payload: { statusCode, message }, headers: {} };
        return { status: 400, body: { data: null, isBoom: true, isServer: false, output } };
      }
      return listOf((numbers as string[]).map((number) => this.#lookUp(number)));
    },
    'POST /chat/fetchProfilePictureUrl': ({ number }) => ({
      status: 200,
      body: { wuid: createJid(String(number)), profilePictureUrl: this.pictures(String(number)) },
    }),
    'POST /chat/markMessageAsRead': ({ readMessages }) => {
      if (!Array.isArray(readMessages) || readMessages.length === 0)
        return failure(400, [['readMessages does not meet minimum length of 1']]);
      // Hidden numbers are silently skipped (B markMessageAsRead).
      for (const one of readMessages as Fields[])
        if (!String(one.remoteJid).endsWith('@lid')) this.marked.push(one);
      return { status: 201, body: { message: 'Read messages', read: 'success' } };
    },
    'POST /chat/getBase64FromMediaMessage': (body) => this.#media(body),
    'POST /chat/findChats': (body) => this.#chats(body),
    'POST /chat/findMessages': (body) => this.#page(body),
  };

  /** Stored messages, as records of its database. */
  readonly history: Fields[] = [];
  /** Names of chats, by address. */
  readonly chatNames = new Map<string, string>();
  /** Requests for pages of the history. */
  readonly pages: Fields[] = [];
  /** Answer instead of a page of the history. */
  onPage: (body: Fields) => Answer | undefined = () => undefined;

  /** E src/api/services/channel.service.ts, fetchChats: only chats with messages; missing times come last. */
  #chats({ take, skip }: Fields): Answer {
    const latest = new Map<string, number>();
    for (const { key, messageTimestamp } of this.history) {
      const chat = String(isFields(key) ? key.remoteJid : '');
      latest.set(chat, Math.max(latest.get(chat) ?? 0, Number(messageTimestamp) || 0));
    }
    const chats = [...latest].sort(([, a], [, b]) => b - a).map(([chat]) => chat);
    const from = Number(skip) || 0;
    return listOf(
      chats.slice(from, take === undefined ? undefined : from + Number(take)).map((remoteJid) => ({
        id: null,
        remoteJid,
        pushName: this.chatNames.get(remoteJid) ?? null,
        profilePicUrl: null,
        windowActive: false,
        unreadCount: 0,
        isSaved: false,
      })),
    );
  }

  /** E src/api/services/channel.service.ts, fetchMessages: `offset` is the page size; the time is filtered only with both limits. */
  #page(body: Fields): Answer {
    this.pages.push(body);
    return this.onPage(body) ?? this.pageOf(body);
  }

  /** A page of the history, whatever {@link onPage} answers. */
  pageOf(body: Fields): Answer {
    const { key, messageTimestamp: time } = isFields(body.where) ? body.where : {};
    const seconds = (limit: unknown) => Math.floor(Date.parse(String(limit)) / 1_000);
    const [gte, lte] = isFields(time) && time.gte && time.lte ? [time.gte, time.lte] : [];
    const isIn = ({ messageTimestamp: at }: Fields) =>
      gte === undefined ||
      at === undefined ||
      (Number(at) >= seconds(gte) && Number(at) <= seconds(lte));
    const matching = this.history
      .filter(
        (record) =>
          isFields(record.key) &&
          isFields(key) &&
          record.key.remoteJid === key.remoteJid &&
          isIn(record),
      )
      .sort((a, b) => (Number(b.messageTimestamp) || 0) - (Number(a.messageTimestamp) || 0));
    const size = Number(body.offset) || 50;
    const page = Number(body.page) || 1;
    return {
      status: 200,
      body: {
        messages: {
          total: matching.length,
          pages: Math.ceil(matching.length / size),
          currentPage: page,
          records: matching.slice((page - 1) * size, page * size),
        },
      },
    };
  }

  /** Picture of a person. */
  pictures: (number: string) => string | null = () => null;

  #media({ message }: Fields): Answer {
    const { key, message: inner } = isFields(message) ? message : {};
    const { id } = isFields(key) ? key : {};
    const media = this.media.get(String(id));
    if (media === undefined) return failure(400, ['Message not found']);
    if (typeof media === 'string') return failure(400, [media]);
    const [mediaType = 'imageMessage'] = Object.keys(isFields(inner) ? inner : {});
    const body = {
      mediaType,
      fileName: `${String(id)}.png`,
      caption: 'um "base64":"nada" aqui',
      size: { fileLength: { low: media.length, high: 0, unsigned: true } },
      mimetype: 'image/png',
      base64: media.toString('base64'),
      buffer: null,
    };
    return { status: 201, body };
  }

  protected accepted(send: Send, mode: EvolutionMode): Answer {
    const body = this.#message(send);
    if (mode !== 'no-id') return { status: 201, body };
    return { status: 201, body: { ...body, key: { ...body.key, id: undefined } } };
  }

  protected refused(
    mode: EvolutionMode,
    { path }: Received,
    message: Message | undefined,
  ): Answer | undefined {
    const refusal = refusals[mode]?.(this.instance, message?.to ?? '');
    // B deleteMessage puts its own sentence first, whatever failed, also after sending.
    const reasons =
      refusal && isFields(refusal.body?.response) ? refusal.body.response.message : [];
    return refusal &&
      (refusal.status === 400 || refusal.status === 500) &&
      path.startsWith('/chat/deleteMessage')
      ? {
          ...refusal,
          ...failure(500, ['Error while deleting message for everyone', ...[reasons].flat()]),
        }
      : refusal;
  }

  protected health(connected: boolean): Answer {
    const state = connected ? this.state : 'close';
    return { status: 200, body: { instance: { instanceName: this.instance, state } } };
  }

  protected newId(): string {
    return webId();
  }

  callback(to: string, body: Fields | string, headers?: Headers): Promise<Delivered> {
    const raw = typeof body === 'string' ? body : JSON.stringify(body);
    return post(to, raw, { 'x-webhook-secret': this.webhookSecret }, headers);
  }

  /** A callback with the common envelope. */
  event(to: string, event: string, data: unknown, headers?: Headers): Promise<Delivered> {
    const envelope = {
      event,
      instance: this.instance,
      data,
      destination: to,
      date_time: new Date().toISOString(),
      sender: jid(this.phone),
      server_url: this.url,
      apikey: this.apiKey,
    };
    return this.callback(to, envelope, headers);
  }

  /**
   * Posts messages.update.
   * @param status ERROR, PENDING, SERVER_ACK, DELIVERY_ACK, READ, PLAYED, SENT, DELIVERED or FAILED
   * @param more fields of the data to add or to replace
   */
  confirm(to: string, id: string, status: string, more: Fields = {}): Promise<Delivered> {
    const send = this.sends.find((one) => one.id === id);
    return this.event(to, 'messages.update', {
      keyId: id,
      remoteJid: jid(send?.to ?? '5511999990000'),
      fromMe: true,
      participant: null,
      status,
      instanceId: this.#instanceId,
      messageId: `c${randomText(24).toLowerCase()}`,
      ...more,
    });
  }

  /** Restarts the gateway, which mounts the message processors of all instances. */
  restartGateway(): void {
    this.isDeaf = false;
  }

  /**
   * Posts messages.upsert, unless the instance is deaf: messages of contacts, and those typed on the phone. Messages sent through the API
   * never cause one.
   */
  receive(to: string, message: EvolutionIncoming): Promise<Delivered> {
    if (this.isDeaf) return Promise.resolve(unheard);
    if (message.group && this.settings.groupsIgnore === true) return Promise.resolve(unheard);
    return this.event(to, 'messages.upsert', upsert(message, this.#instanceId));
  }

  /**
   * Posts messages.edited: the protocol message as its author's client wrote it, without its chat or author (B messages.upsert).
   * @param chat as the author names it: our own number if a contact edits
   */
  edited(to: string, id: string, text: string, chat = this.phone): Promise<Delivered> {
    if (this.isDeaf) return Promise.resolve(unheard);
    return this.event(to, 'messages.edited', {
      key: { remoteJid: jid(chat), fromMe: false, id },
      type: 'MESSAGE_EDIT',
      editedMessage: { conversation: text },
      timestampMs: String(Date.now()),
    });
  }

  /** Posts the events of a group that come: the subscribed ones. `groups.update` never does (E webhook.controller.ts: GROUPS_UPDATE). */
  groupEvent(to: string, event: string, data: unknown): Promise<Delivered> {
    const name = event.replace(/[.-]/g, '_').toUpperCase();
    return this.webhook?.events.includes(name) === false
      ? Promise.resolve(unheard)
      : this.event(to, event, data);
  }

  /** Posts messages.delete of a group; `participant` is the member who revoked (Baileys, src/Utils/process-message.ts). */
  revokedInGroup(to: string, id: string, group: string, participant: string): Promise<Delivered> {
    const key = { remoteJid: group, fromMe: false, id, participant, addressingMode: 'pn' };
    return this.event(to, 'messages.delete', key);
  }

  /** Posts messages.edited and messages.delete, both of which follow a revocation. @param fromMe true if our phone revoked it */
  async revoked(to: string, id: string, from: string, fromMe = false): Promise<Delivered> {
    const key = { remoteJid: jid(this.phone), fromMe: false, id };
    if (!this.isDeaf) await this.event(to, 'messages.edited', { key, type: 'REVOKE' });
    return this.event(to, 'messages.delete', {
      remoteJid: jid(from),
      fromMe,
      id,
      participant: '',
      addressingMode: 'pn',
    });
  }

  /**
   * Posts until the callback is accepted or given up, like Evolution (E webhook.controller.ts, retryWebhookRequest).
   * @returns the number of posts
   */
  async insist(post: () => Promise<Delivered>): Promise<number> {
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      const { status } = await post();
      if (status < 300 || final.has(status)) return attempt;
    }
    return 10;
  }

  /** Posts send.message for a message sent through the API: one of {@link sends}, or one that another client sent. */
  sent(to: string, message: Message & { id?: string }): Promise<Delivered> {
    const send = { ...message, id: message.id ?? webId() };
    return this.event(to, 'send.message', this.#message(send));
  }

  #message({ to, text, id }: Pick<Send, 'to' | 'text' | 'id'>) {
    return {
      key: { remoteJid: /@(lid|g\.us)$/.test(to) ? to : jid(to), fromMe: true, id },
      pushName: 'Você',
      status: 'PENDING',
      message: { conversation: text },
      contextInfo: null,
      messageType: 'conversation',
      messageTimestamp: this.networkTime,
      instanceId: this.#instanceId,
      source: 'unknown',
    };
  }
}

const changes = ['POST /chat/updateMessage', 'DELETE /chat/deleteMessageForEveryone'];

/** Routes that send (E src/api/routes/sendMessage.router.ts). */
const sends = ['sendText', 'sendMedia', 'sendWhatsAppAudio', 'sendSticker', 'sendReaction'].map(
  (name) => `POST /message/${name}`,
);

/** E src/validate/message.schema.ts */
function mentionProblems(mentioned: unknown): string[] {
  if (mentioned === undefined) return [];
  if (!Array.isArray(mentioned)) return ['mentioned is not of a type(s) array'];
  return [
    ...(mentioned.length === 0 ? ['mentioned does not meet minimum length of 1'] : []),
    ...(new Set(mentioned).size < mentioned.length ? ['mentioned contains duplicate item'] : []),
    ...(mentioned.every((one) => typeof one === 'string' && /^\d+/.test(one))
      ? []
      : ['"mentioned" must be an array of numeric strings']),
  ];
}

/** Texts of a form as multer parses them: `quoted[key][id]` is an object, and `mentioned[0]` a list (its append-field). */
function nested(form: FormData): Fields {
  const fields: Fields = {};
  for (const [name, value] of form) {
    if (typeof value !== 'string') continue;
    const path = name.split(/[[\]]+/).filter(Boolean);
    const last = path.pop() ?? name;
    if (/^\d+$/.test(last) && path.length === 1) {
      const listName = path[0] ?? name;
      fields[listName] = [...((fields[listName] as unknown[] | undefined) ?? []), value];
      continue;
    }
    let at = fields;
    for (const part of path) {
      const next = isFields(at[part]) ? at[part] : {};
      at[part] = next;
      at = next;
    }
    at[last] = value;
  }
  return fields;
}

export function startEvolution(options: EvolutionOptions = {}): Promise<Evolution> {
  return new Evolution(options).start();
}
