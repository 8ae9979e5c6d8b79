import { createHmac } from 'node:crypto';
import {
  type Answer,
  type Asked,
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

/*
 * WAHA: https://waha.devlike.pro/docs/
 */

/** Besides the modes of every gateway: gows-lid (201 as of GOWS, with an id that hides the number). */
export type WahaMode = Mode | WahaOnly;
type WahaOnly = 'gows-lid';

export type Engine = 'WEBJS' | 'NOWEB' | 'GOWS';

export interface WahaOptions {
  session?: string;
  apiKey?: string;
  hmacKey?: string;
  engine?: Engine;
  /** The account's own number. */
  phone?: string;
}

/** A message to the account, or by its owner on the phone. */
export interface WahaIncoming {
  /** With whom the chat is, or who writes in the group. */
  from: string;
  name: string;
  text: string;
  id?: string;
  /** Comes under a hidden id; true for 123456789012345. */
  lid?: boolean | string;
  /** In a group; true for any. */
  group?: boolean | string;
  fromMe?: boolean;
  event?: 'message' | 'message.any';
}

const acks = { ERROR: -1, PENDING: 0, SERVER: 1, DEVICE: 2, READ: 3, PLAYED: 4 };

export type AckName = keyof typeof acks;

export class Waha extends Gateway<WahaOnly> {
  session: string;
  apiKey: string;
  hmacKey: string;
  /** Which of the programs inside answers; each has shapes of its own. */
  engine: Engine;
  readonly phone: string;

  constructor(options: WahaOptions) {
    super();
    this.session = options.session ?? 'default';
    this.apiKey = options.apiKey ?? newSecret();
    this.hmacKey = options.hmacKey ?? newSecret();
    this.engine = options.engine ?? 'NOWEB';
    this.phone = digits(options.phone ?? '5511900000000');
  }

  protected read(received: Received): Asked {
    const { method, path, headers, body } = received;
    const name = method === 'GET' ? /^\/api\/sessions\/([^/]+)$/.exec(path)?.[1] : undefined;
    if (name === undefined && !(method === 'POST' && path === '/api/sendText')) {
      return wrong(failure(404, `Cannot ${method} ${path}`, 'Not Found'));
    }
    if (headers['x-api-key'] !== this.apiKey) return wrong(failure(401, 'Unauthorized'));
    if (name !== undefined) {
      if (decodeURIComponent(name) === this.session) return { kind: 'health' };
      return wrong(failure(404, 'Session not found', 'Not Found'));
    }

    // What is no JSON is an empty body to it.
    const { session, chatId, text } = isFields(body) ? body : {};
    if (typeof session !== 'string' || typeof chatId !== 'string' || typeof text !== 'string') {
      const problems = Object.entries({ session, chatId, text })
        .filter(([, value]) => typeof value !== 'string')
        .map(([field]) => `${field} must be a string`);
      return wrong(failure(400, problems, 'Bad Request'));
    }
    if (session !== this.session) return wrong(noSession(session));
    if (!/^\d+@c\.us$/.test(chatId)) {
      return wrong(exception(received, `Cannot destructure property 'user' of '${chatId}'`));
    }
    return { kind: 'send', message: { to: digits(chatId), text } };
  }

  protected accepted({ to, text, id }: Send, mode: WahaMode): Answer {
    if (mode === 'gows-lid') {
      return { status: 201, body: { id: `true_99999@lid_${id}`, _data: null } };
    }
    const hidden = mode === 'no-id';
    switch (this.engine) {
      case 'WEBJS': {
        const key = {
          fromMe: true,
          remote: `${to}@c.us`,
          id,
          _serialized: `true_${to}@c.us_${id}`,
        };
        return {
          status: 201,
          body: {
            _data: {},
            id: hidden ? undefined : key,
            ack: 0,
            hasMedia: false,
            body: text,
            type: 'chat',
            timestamp: secondsNow(),
            from: `${this.phone}@c.us`,
            to: `${to}@c.us`,
            fromMe: true,
          },
        };
      }
      case 'NOWEB':
        return {
          status: 201,
          body: {
            key: hidden ? undefined : { remoteJid: `${to}@s.whatsapp.net`, fromMe: true, id },
            message: { extendedTextMessage: { text } },
            messageTimestamp: String(secondsNow()),
            status: 'PENDING',
          },
        };
      case 'GOWS':
        return {
          status: 201,
          body: { id: hidden ? undefined : `true_${to}@c.us_${id}`, _data: null },
        };
    }
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
        return message ? noSession(this.session) : failure(404, 'Session not found', 'Not Found');
      case 'disconnected':
        return {
          status: 422,
          body: {
            error: 'Session status is not as expected. Try again later or restart the session',
            session: this.session,
            status: 'SCAN_QR_CODE',
            expected: ['WORKING'],
          },
        };
      case 'rejected': {
        const jid = `${message?.to}@s.whatsapp.net`;
        return exception(received, `2 UNKNOWN: no LID found for ${jid} from server`);
      }
      case 'throttled':
        return failure(429, 'ThrottlerException: Too Many Requests');
      case 'error':
        return exception(received, 'Evaluation failed: t');
      default:
        return undefined;
    }
  }

  protected health(connected: boolean): Answer {
    const status = connected ? 'WORKING' : 'SCAN_QR_CODE';
    return { status: 200, body: { name: this.session, status, config: {}, me: this.#me } };
  }

  protected newId(): string {
    return webId();
  }

  get #me() {
    return { id: `${this.phone}@c.us`, pushName: 'Agência' };
  }

  callback(to: string, body: Fields | string, headers?: Headers): Promise<Delivered> {
    const raw = typeof body === 'string' ? body : JSON.stringify(body);
    const own = {
      'x-webhook-request-id': randomText(26),
      'x-webhook-timestamp': String(Date.now()),
      'x-webhook-hmac': createHmac('sha512', this.hmacKey).update(raw).digest('hex'),
      'x-webhook-hmac-algorithm': 'sha512',
    };
    return post(to, raw, own, headers);
  }

  /** A callback with the envelope that all have. */
  event(to: string, event: string, payload: unknown, headers?: Headers): Promise<Delivered> {
    const envelope = {
      id: `evt_${randomText(26).toLowerCase()}`,
      timestamp: Date.now(),
      event,
      session: this.session,
      me: this.#me,
      payload,
      engine: this.engine,
      environment: { version: '2025.9.1', engine: this.engine, tier: 'PLUS', browser: null },
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
    return this.event(to, 'message.ack', {
      id: whole,
      from: whole.split('_')[1],
      to: this.#me.id,
      participant: null,
      fromMe: true,
      ack,
      ackName,
      ...more,
    });
  }

  /** Posts message, or message.any. */
  receive(to: string, message: WahaIncoming): Promise<Delivered> {
    const { name, text, id = webId(), group = false, fromMe = false, event = 'message' } = message;
    const number = digits(message.from);
    const lid = message.lid === true ? '123456789012345' : message.lid;
    const hidden = lid ? `${lid.replace(/@lid$/, '')}@lid` : undefined;
    const person = hidden ?? `${number}@c.us`;
    const room = group === true ? '120363000000000001' : group;
    const chat = room ? `${room.replace(/@g\.us$/, '')}@g.us` : person;
    return this.event(to, event, {
      id: `${fromMe}_${chat}_${id}${room ? `_${person}` : ''}`,
      timestamp: secondsNow(),
      from: fromMe ? this.#me.id : chat,
      fromMe,
      source: 'app',
      to: fromMe ? chat : this.#me.id,
      participant: room ? person : null,
      body: text,
      hasMedia: false,
      ack: 1,
      _data: this.#data(name, id, chat, fromMe, room ? person : undefined, hidden && number),
    });
  }

  /** Posts message.any for what went out. One of {@link sends}, or one that something else sent. */
  sent(to: string, message: Message & { id?: string }): Promise<Delivered> {
    const id = message.id ?? webId();
    const chat = `${digits(message.to)}@c.us`;
    return this.event(to, 'message.any', {
      id: `true_${chat}_${id}`,
      timestamp: secondsNow(),
      from: this.#me.id,
      fromMe: true,
      source: 'api',
      to: chat,
      participant: null,
      body: message.text,
      hasMedia: false,
      ack: 0,
      _data: this.#data(this.#me.pushName, id, chat, true, undefined, undefined),
    });
  }

  /** What the program inside says. `number` is of one whose id is hidden. */
  #data(
    name: string,
    id: string,
    chat: string,
    fromMe: boolean,
    participant: string | undefined,
    number: string | undefined,
  ): Fields {
    const plain = (of: string) => of.replace('@c.us', '@s.whatsapp.net');
    const alternative = number && `${number}@s.whatsapp.net`;
    switch (this.engine) {
      case 'WEBJS':
        return {
          id: { fromMe, remote: chat, id, _serialized: `${fromMe}_${chat}_${id}` },
          notifyName: name,
        };
      case 'NOWEB': {
        const alternatives = participant
          ? { participant: plain(participant), participantAlt: alternative }
          : { remoteJidAlt: alternative };
        return { key: { remoteJid: plain(chat), fromMe, id, ...alternatives }, pushName: name };
      }
      case 'GOWS': {
        const sender = fromMe ? this.#me.id : (participant ?? chat);
        return {
          Info: {
            ID: id,
            Chat: plain(chat),
            Sender: plain(sender),
            SenderAlt: fromMe ? '' : (alternative ?? ''),
            RecipientAlt: fromMe ? (alternative ?? '') : '',
            IsFromMe: fromMe,
            IsGroup: participant !== undefined,
            PushName: name,
          },
        };
      }
    }
  }
}

function failure(statusCode: number, message: unknown, error?: string): Answer {
  return { status: statusCode, body: { message, error, statusCode } };
}

function noSession(session: string): Answer {
  return failure(
    404,
    `We didn't find a session with name '${session}'.\nPlease start it first by using POST /api/sessions/${session}/start request`,
    'Not Found',
  );
}

/** What went wrong inside. It repeats the request. */
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
