import { createHmac } from 'node:crypto';
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
  secondsNow,
  webId,
  wrong,
} from './gateway.ts';
import {
  failure,
  notInStatus,
  pathless,
  stopped,
  unprocessable,
  WahaSession,
} from './waha-sessions.ts';
import { addresses, type Engine, type NetworkMessage, payloadOf, sentBody } from './waha-shapes.ts';

/*
 * WAHA: https://waha.devlike.pro/docs/, and its sources, github.com/devlikeapro/waha. The versions that introduced features:
 * github.com/devlikeapro/waha-docs, content/docs/overview/changelog/index.md.
 */

export type { Engine } from './waha-shapes.ts';

/**
 * In addition to the modes of every gateway: gows-lid (201 as of GOWS, with an id that hides the number), closed, rate, timed-out,
 * new-contacts (exceptions of NOWEB and GOWS: captured, and Baileys' src/Socket), and stopped.
 */
type WahaMode = Mode | WahaOnly;
type WahaOnly = 'gows-lid' | keyof typeof exceptions | 'stopped';

const exceptions = {
  closed: 'Connection Closed',
  rate: 'rate-overlimit',
  'timed-out': 'Timed Out',
  'new-contacts': '2 UNKNOWN: server returned error 463',
} as const;

export interface WahaOptions {
  session?: string;
  apiKey?: string;
  hmacKey?: string;
  engine?: Engine;
  /** The account's own number. */
  phone?: string;
  version?: string;
  tier?: 'CORE' | 'PLUS';
}

/** A message to the account, or typed by its owner on the phone. */
export interface WahaIncoming {
  /** The other person in the chat, or the author in the group. */
  from: string;
  name: string;
  text: string;
  id?: string;
  /** Arrives under a hidden id; true for 123456789012345. */
  lid?: boolean | string;
  /** True if the gateway knows the number of a hidden id; NOWEB and GOWS only. */
  known?: boolean;
  /** In a group; true for any. */
  group?: boolean | string;
  fromMe?: boolean;
  event?: 'message' | 'message.any';
  /** In seconds. */
  timestamp?: number | null;
  /** Content other than text, in the network's format. */
  message?: Fields;
  media?: Fields | null;
}

const acks = { ERROR: -1, PENDING: 0, SERVER: 1, DEVICE: 2, READ: 3, PLAYED: 4 };

type AckName = keyof typeof acks;

/** A file in a send. */
interface Upload {
  readonly path: string;
  readonly body: Fields;
  readonly bytes: Buffer;
}

interface StoredFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly mediaType: string;
}

const sends = /^\/api\/(sendText|sendImage|sendVideo|sendVoice|sendFile)$/;

export class Waha extends Gateway<WahaOnly> {
  session: string;
  apiKey: string;
  hmacKey: string;
  /** Engine that answers; each has its own formats. */
  engine: Engine;
  readonly phone: string;
  version: string;
  readonly tier: 'CORE' | 'PLUS';
  readonly state: WahaSession;
  /** Read-only requests, which are not in {@link requests} and {@link log}. */
  readonly asides: Received[] = [];
  readonly uploads: Upload[] = [];
  /** Stored files, and messages that it can download again, by their whole ids. */
  readonly files: StoredFile[] = [];
  readonly downloads = new Map<string, StoredFile>();
  /** Numbers with the network's chat for them; null if there is none. */
  readonly accounts = new Map<string, string | null>();
  readonly lids = new Map<string, string>();
  /** The account's own LID. */
  lid = '999999999999999';
  /** Groups of which the account is a member, by address. */
  readonly groups = new Map<string, { subject: string; participants: readonly Fields[] }>();
  /** Start of `media.url`: the host name that it assumes for itself. */
  baseUrl = 'http://localhost:3000';

  constructor(options: WahaOptions) {
    super();
    this.session = options.session ?? 'default';
    this.apiKey = options.apiKey ?? newSecret();
    this.hmacKey = options.hmacKey ?? newSecret();
    this.engine = options.engine ?? 'NOWEB';
    this.phone = digits(options.phone ?? '5511900000000');
    this.version = options.version ?? '2025.12.3';
    this.tier = options.tier ?? 'CORE';
    this.state = new WahaSession(this.session, this.#me.id, (version) => this.#has(version));
  }

  /** True if the version has a feature of the given version. */
  #has(since: string): boolean {
    const order = (version: string) =>
      version.split('.').reduce((sum, one) => sum * 1_000 + Number(one), 0);
    return order(this.version) >= order(since);
  }

  protected read(received: Received): Asked {
    const { method, path, headers, body } = received;
    const fields = isFields(body) ? body : {};
    const key = headers['x-api-key'];
    const isAdmin = key === this.apiKey;
    const isKnown = isAdmin || this.state.keys.some((one) => one.key === key);
    const aside = method === 'GET' ? this.#aside(received) : undefined;
    if (aside) {
      this.requests -= 1;
      this.asides.push(...this.log.splice(this.log.indexOf(received), 1));
      return wrong(isKnown ? aside : failure(401, 'Unauthorized'));
    }
    if (!isKnown) return wrong(failure(401, 'Unauthorized'));
    if (method === 'GET' && path === `/api/sessions/${encodeURIComponent(this.session)}`) {
      // Unless the state is set, the modes of every gateway apply.
      if (this.state.status === 'WORKING') return { kind: 'health' };
    }
    const answer =
      this.state.answer(method, path, fields, isAdmin) ??
      (method === 'GET' ? this.#get(received) : undefined) ??
      (path === '/api/sendSeen' && method === 'POST' ? { status: 201, text: '' } : undefined);
    if (answer) return wrong(answer);
    if (method === 'PUT' && path === '/api/reaction') return this.#reaction(received, fields);
    if (method === 'PUT' || method === 'DELETE') {
      const changing = this.#change(received, fields);
      if (changing) return changing;
    }
    if (method === 'POST' && sends.test(path)) return this.#send(received, fields);
    return wrong(pathless(method, path));
  }

  #aside({ method, path, query }: Received): Answer | undefined {
    if (path === '/api/contacts/check-exists') {
      const phone = query.get('phone') ?? '';
      const chatId = this.accounts.has(phone) ? this.accounts.get(phone) : `${phone}@c.us`;
      if (chatId === null) return { status: 200, body: { numberExists: false } };
      return { status: 200, body: { numberExists: true, chatId } };
    }
    if (path === '/api/server/version' || path === '/api/version') {
      if (this.mode === 'unauthorized') return failure(401, 'Unauthorized');
      const { version, engine, tier } = this;
      return { status: 200, body: { version, engine, tier, browser: null } };
    }
    if (path !== `/api/${encodeURIComponent(this.session)}/new-message-id`) return undefined;
    if (!this.#has('2026.4.3')) return pathless(method, path);
    if (this.state.status !== 'WORKING') return stopped(this.session);
    if (this.engine === 'WEBJS')
      return failure(501, `The method is not implemented by 'WEBJS' engine.`, 'Not Implemented');
    return { status: 200, body: { id: webId() } };
  }

  /** Stored messages. */
  readonly history: NetworkMessage[] = [];
  /** Names of chats, by address. */
  readonly chatNames = new Map<string, string>();
  /** Queries of pages of the history. */
  readonly pages: URLSearchParams[] = [];
  /** Answer instead of a page of the history. */
  onPage: (query: URLSearchParams) => Answer | undefined = () => undefined;

  /** D content/docs/how-to/chats/index.md, chats sorted by address. */
  #chats(query: URLSearchParams): Answer {
    const chats = [...new Set(this.history.map(({ chat }) => chat))].sort();
    const from = Number(query.get('offset') ?? 0);
    const page = chats.slice(from, from + Number(query.get('limit') ?? chats.length));
    const idOfChat = (chat: string) => (this.engine === 'WEBJS' ? { _serialized: chat } : chat);
    const named = page.map((chat) => ({
      id: idOfChat(chat),
      name: this.chatNames.get(chat) ?? null,
    }));
    return { status: 200, text: JSON.stringify(named) };
  }

  /** The same, "Get messages": the latest first; records that the engine cannot read are left out of their page. */
  #page(chat: string, query: URLSearchParams): Answer {
    this.pages.push(query);
    const fault = this.onPage(query);
    if (fault) return fault;
    const limit = (name: string, fallback: number) => Number(query.get(name) ?? fallback);
    const [gte, lte] = [
      limit('filter.timestamp.gte', 0),
      limit('filter.timestamp.lte', Number.MAX_SAFE_INTEGER),
    ];
    const from = limit('offset', 0);
    const page = this.history
      .filter(
        (of) => of.chat === chat && (of.timestamp ?? gte) >= gte && (of.timestamp ?? lte) <= lte,
      )
      .sort((a, b) => (b.timestamp ?? 0) - (a.timestamp ?? 0))
      .slice(from, from + limit('limit', 10))
      .map((of) => ({ ...payloadOf(this.engine, of), ack: of.fromMe ? 3 : 2 }));
    return { status: 200, text: JSON.stringify(page) };
  }

  #get({ path, query }: Received): Answer | undefined {
    if (path === `/api/${encodeURIComponent(this.session)}/chats`) return this.#chats(query);
    const [, chat] = /^\/api\/[^/]+\/chats\/([^/]+)\/messages$/.exec(path) ?? [];
    if (chat !== undefined) return this.#page(decodeURIComponent(chat), query);
    if (path === '/api/contacts/profile-picture')
      return { status: 200, body: { profilePictureURL: 'https://pps.example.net/ana.jpg' } };
    if (path === '/api/contacts')
      return { status: 200, body: { id: query.get('contactId'), pushname: 'Ana' } };
    const [, lid] = /^\/api\/[^/]+\/lids\/(\d+)$/.exec(path) ?? [];
    if (lid !== undefined) {
      if (!this.#has('2025.5.4')) return undefined;
      return { status: 200, body: { lid: `${lid}@lid`, pn: this.lids.get(lid) ?? null } };
    }
    const [, group, members] =
      /^\/api\/[^/]+\/groups\/([^/]+)(\/participants\/v2)?$/.exec(path) ?? [];
    if (group !== undefined) {
      const info = this.groups.get(decodeURIComponent(group));
      if (!info) return failure(404, 'Group not found', 'Not Found');
      if (members === undefined) return { status: 200, body: { id: group, subject: info.subject } };
      return { status: 200, text: JSON.stringify(info.participants) };
    }
    const [, file] = /^\/api\/files\/[^/]+\/([^/]+)$/.exec(path) ?? [];
    if (file !== undefined) {
      const media = this.files.find(({ name }) => name === decodeURIComponent(file));
      if (!media) return failure(404, "ENOENT: no such file, stat '/tmp/files/index.html'");
      const { bytes, mediaType } = media;
      return { status: 200, bytes, headers: { 'content-type': mediaType } };
    }
    const [, id] = /^\/api\/[^/]+\/chats\/[^/]+\/messages\/([^/]+)$/.exec(path) ?? [];
    const again = id === undefined ? undefined : this.downloads.get(decodeURIComponent(id));
    if (id === undefined) return undefined;
    if (!again) return failure(404, 'Message not found', 'Not Found');
    if (query.get('downloadMedia') === 'true') this.files.push(again);
    return { status: 200, body: { id, hasMedia: true, media: this.mediaOf(again) } };
  }

  /** `media` of a message. */
  mediaOf({ name, mediaType }: StoredFile, filename: string | null = null): Fields {
    const url = `${this.baseUrl}/api/files/${this.session}/${name}`;
    return { url, mimetype: mediaType, filename };
  }

  #ofSession(fields: Fields): Answer | undefined {
    const { session } = fields;
    if (typeof session !== 'string')
      return { status: 422, body: { error: 'Session name is required' } };
    if (session !== this.session) {
      const error = `Session "${session}" does not exist`;
      return { status: 422, body: { error, session } };
    }
    return this.state.status === 'WORKING'
      ? undefined
      : notInStatus(session, this.state.status ?? 'STOPPED', 'WORKING');
  }

  #reaction(received: Received, fields: Fields): Asked {
    const refusal = this.#ofSession(fields);
    if (refusal) return wrong(refusal);
    // In a group, the author is the fourth part.
    const [, chat] =
      /^(?:true|false)_([^_]+@(?:c\.us|lid))_[^_]+$/.exec(String(fields.messageId)) ??
      /^(?:true|false)_([^_]+@g\.us)_[^_]+(?:_[^_]+)?$/.exec(String(fields.messageId)) ??
      [];
    if (chat === undefined)
      return wrong(exception(received, 'Message id be in format false_11111111111@c.us_AAAA'));
    const to = chat.endsWith('@g.us') ? chat : digits(chat);
    return { kind: 'send', message: { to, text: String(fields.reaction) } };
  }

  /** W src/api/chats.controller.ts. WEBJS answers nothing to a revoke, and to an edit that it does not make. */
  #change({ method, path }: Received, { text }: Fields): Asked | undefined {
    const [, session = '', chat = '', whole = ''] =
      /^\/api\/([^/]+)\/chats\/([^/]+)\/messages\/([^/]+)$/.exec(path) ?? [];
    if (session === '') return undefined;
    const refusal = this.#ofSession({ session: decodeURIComponent(session) });
    if (refusal) return wrong(refusal);
    const chatId = decodeURIComponent(chat);
    const [fromMe, inId, id = ''] = decodeURIComponent(whole).split('_');
    const send = this.sends.find((one) => one.id === id);
    const to = digits(chatId.split('@')[0] ?? '');
    const kind = method === 'PUT' ? ('edit' as const) : ('revoke' as const);
    const isKnown = fromMe === 'true' && inId === chatId && send?.to === to;
    const hasNoBody = this.engine === 'WEBJS' && (kind === 'revoke' || !isKnown);
    const body = sentBody(
      this.engine,
      { to, text: String(text), id: webId(), me: this.phone, at: this.networkTime },
      false,
    );
    return {
      kind: 'change',
      message: { to, text: String(text) },
      change: {
        to: chatId,
        id,
        kind,
        ...(kind === 'edit' ? { text: String(text) } : {}),
        at: this.networkTime,
        isSeen: isKnown,
      },
      answer: { status: 200, ...(hasNoBody ? { text: '' } : { body }) },
    };
  }

  /** Posts the callback of a change: message.edited, or message.revoked. */
  changed(to: string, { kind, id, to: chat, text, at: timestamp }: Change): Promise<Delivered> {
    // With WEBJS, a change has the id of its message.
    const ofChange = this.engine === 'WEBJS' ? id : webId();
    const common = {
      id: `true_${chat}_${ofChange}`,
      fromMe: true,
      timestamp,
      body: null,
    };
    return kind === 'edit'
      ? this.event(to, 'message.edited', { ...common, body: text, editedMessageId: id })
      : this.event(to, 'message.revoked', { after: common, before: null, revokedMessageId: id });
  }

  #send(received: Received, fields: Fields): Asked {
    const refusal = this.#ofSession(fields);
    if (refusal) return wrong(refusal);
    const { chatId, text, caption, file, id } = fields;
    if (typeof chatId !== 'string' || !/^(\d+@(c\.us|lid)|[\d-]+@g\.us)$/.test(chatId))
      return wrong(
        exception(received, `Cannot destructure property 'user' of '${String(chatId)}'`),
      );
    const to = chatId.endsWith('@g.us') ? chatId : digits(chatId);
    if (received.path === '/api/sendText') {
      // Nothing validates it: W src/structures/chatting.dto.ts.
      if (typeof text !== 'string')
        return wrong(exception(received, "Cannot read properties of undefined (reading 'match')"));
      const isOwn = typeof id === 'string' && this.engine !== 'WEBJS' && this.#has('2026.4.3');
      return { kind: 'send', message: { to, text, ...(isOwn ? { reference: id } : {}) } };
    }
    if (this.tier === 'CORE' && !this.#has('2026.6.1'))
      return wrong(
        unprocessable(
          `The feature is available only in Plus version for '${this.engine}' engine. Check this out: https://waha.devlike.pro/`,
        ),
      );
    if (!isFields(file) || typeof file.data !== 'string')
      return wrong(exception(received, 'Either url or data must be specified'));
    const bytes = Buffer.from(file.data, 'base64');
    this.uploads.push({ path: received.path, body: fields, bytes });
    // The default of src/structures/chatting.dto.ts.
    const written = caption ?? (received.path === '/api/sendVideo' ? 'Just watch at this!' : '');
    return { kind: 'send', message: { to, text: String(written) } };
  }

  protected accepted({ to, text, id }: Send, mode: WahaMode): Answer {
    if (mode === 'gows-lid') {
      return { status: 201, body: { id: `true_99999@lid_${id}`, _data: null } };
    }
    return {
      status: 201,
      body: sentBody(
        this.engine,
        { to, text, id, me: this.phone, at: this.networkTime },
        mode === 'no-id',
      ),
    };
  }

  protected refused(
    mode: WahaMode,
    received: Received,
    message: Message | undefined,
  ): Answer | undefined {
    switch (mode) {
      case 'unauthorized':
        return failure(401, 'Unauthorized');
      case 'missing':
        return message
          ? { status: 422, body: { error: `Session "${this.session}" does not exist` } }
          : failure(404, 'Session not found', 'Not Found');
      case 'stopped':
        return message ? stopped(this.session) : undefined;
      case 'disconnected':
        return notInStatus(this.session, 'SCAN_QR_CODE', 'WORKING');
      case 'rejected': {
        const jid = `${message?.to}@s.whatsapp.net`;
        return exception(received, `2 UNKNOWN: no LID found for ${jid} from server`);
      }
      case 'throttled':
        return failure(429, 'ThrottlerException: Too Many Requests');
      case 'error':
        return exception(received, 'Evaluation failed: t');
      case 'closed':
      case 'rate':
      case 'timed-out':
      case 'new-contacts':
        return exception(received, exceptions[mode]);
      default:
        return undefined;
    }
  }

  protected health(connected: boolean): Answer {
    const status = connected ? 'WORKING' : 'SCAN_QR_CODE';
    return { status: 200, body: { ...this.state.info, status } };
  }

  protected newId(message: Message): string {
    return message.reference ?? webId();
  }

  get #me() {
    return { id: `${this.phone}@c.us`, pushName: 'Agência', lid: `${this.lid}@lid` };
  }

  callback(to: string, body: Fields | string, headers?: Headers): Promise<Delivered> {
    const raw = typeof body === 'string' ? body : JSON.stringify(body);
    const stamps = {
      'x-webhook-request-id': randomText(26),
      'x-webhook-timestamp': String(Date.now()),
    };
    // WAHA Core signs since 2024.11.1.
    const signs = this.tier === 'PLUS' || this.#has('2024.11.1');
    const signature = {
      'x-webhook-hmac': createHmac('sha512', this.hmacKey).update(raw).digest('hex'),
      'x-webhook-hmac-algorithm': 'sha512',
    };
    return post(to, raw, { ...stamps, ...(signs ? signature : {}) }, headers);
  }

  /** A callback with the common envelope. */
  event(to: string, event: string, payload: unknown, headers?: Headers): Promise<Delivered> {
    const { version, engine, tier } = this;
    const envelope = {
      id: `evt_${randomText(26).toLowerCase()}`,
      timestamp: Date.now(),
      event,
      session: this.session,
      me: this.#me,
      payload,
      engine,
      environment: { version, engine, tier, browser: null },
    };
    return this.callback(to, envelope, headers);
  }

  /**
   * Posts message.ack.
   * @param id of one of {@link sends}, or a whole one, such as true_99999@lid_3EB0…
   * @param status a number from -1 to 4, or its name
   * @param more fields of the payload to add or to replace
   */
  confirm(to: string, id: string, status: number | AckName, more: Fields = {}): Promise<Delivered> {
    const send = this.sends.find((one) => one.id === id);
    const whole = id.includes('_') ? id : `true_${send?.to ?? '5511999990000'}@c.us_${id}`;
    const ack = typeof status === 'number' ? status : acks[status];
    const [ackName = 'UNKNOWN'] = Object.entries(acks).find(([, value]) => value === ack) ?? [];
    const chat = whole.split('_')[1] ?? '';
    const of = { id, chat, fromMe: true, me: this.#me.id, timestamp: null, message: {} };
    const ends = addresses(this.engine, of);
    return this.event(to, 'message.ack', {
      id: whole,
      ...ends,
      fromMe: true,
      ack,
      ackName,
      ...more,
    });
  }

  /** A message on the network, in the engine's format. */
  networkMessage(incoming: WahaIncoming): NetworkMessage {
    const {
      name,
      text,
      id = webId(),
      group = false,
      fromMe = false,
      known: isKnown = true,
    } = incoming;
    const number = digits(incoming.from);
    const lid = incoming.lid === true ? '123456789012345' : incoming.lid;
    const hidden = lid ? `${lid.replace(/@lid$/, '')}@lid` : undefined;
    const person = hidden ?? `${number}@c.us`;
    const room = group === true ? '120363000000000001' : group;
    return {
      id,
      chat: room ? `${room.replace(/@g\.us$/, '')}@g.us` : person,
      fromMe,
      me: this.#me.id,
      participant: room ? (fromMe ? this.#me.id : person) : undefined,
      alternative: hidden && isKnown ? `${number}@c.us` : undefined,
      name,
      timestamp: incoming.timestamp === undefined ? secondsNow() : incoming.timestamp,
      source: this.#has('2025.3.1') ? 'app' : undefined,
      message: incoming.message ?? { conversation: text },
      media: incoming.media,
    };
  }

  /** Posts message, or message.any. */
  receive(to: string, message: WahaIncoming): Promise<Delivered> {
    const { ignore } = this.state.config;
    if (message.group && isFields(ignore) && ignore.groups === true)
      return Promise.resolve({ status: 0, text: '' });
    const { event = message.fromMe ? 'message.any' : 'message' } = message;
    return this.event(to, event, payloadOf(this.engine, this.networkMessage(message)));
  }

  /**
   * Posts message.any for a sent message: one of {@link sends}, or one that another client sent.
   * @param more such as an `ack` that the network gave before this callback, and for which no message.ack follows
   */
  sent(to: string, message: Message & { id?: string }, more: Fields = {}): Promise<Delivered> {
    const echo = { from: message.to, name: this.#me.pushName, text: message.text, fromMe: true };
    const of = this.networkMessage({ ...echo, ...(message.id ? { id: message.id } : {}) });
    const source = this.#has('2025.3.1') ? ('api' as const) : undefined;
    return this.event(to, 'message.any', {
      ...payloadOf(this.engine, { ...of, source }),
      ...more,
    });
  }
}

/** An internal error (src/nestjs/AllExceptionsFilter.ts). It repeats the request. */
function exception({ path, method, body = {} }: Received, message: string): Answer {
  const stack = `Error: ${message}\n    at WhatsappSession.sendText (/app/dist/core/session.js:1:1)`;
  return {
    status: 500,
    body: {
      statusCode: 500,
      timestamp: new Date().toISOString(),
      exception: { message, name: 'Error', stack },
      request: { path, method, body, query: {} },
      version: {},
    },
  };
}

export function startWaha(options: WahaOptions = {}): Promise<Waha> {
  return new Waha(options).start();
}
