import { randomUUID } from 'node:crypto';
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
 * Evolution API v2: https://doc.evolution-api.com/v2
 */

/**
 * Besides the modes of every gateway: disconnected-late (400, found out while sending), ambiguous (400, after it has
 * sent), rejected-201 (an error of the official API behind it, passed on as a success).
 */
export type EvolutionMode = Mode | EvolutionOnly;
type EvolutionOnly = 'disconnected-late' | 'ambiguous' | 'rejected-201';

export interface EvolutionOptions {
  instance?: string;
  apiKey?: string;
  /** What the callbacks carry in X-Webhook-Secret. */
  webhookSecret?: string;
  /** The account's own number. */
  phone?: string;
}

/** A message to the account, or by its owner on the phone. */
export interface EvolutionIncoming {
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
}

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
};

function failure(status: number, message: unknown): Answer {
  return { status, body: { status, error: titles[status], response: { message } } };
}

export class Evolution extends Gateway<EvolutionOnly> {
  instance: string;
  apiKey: string;
  webhookSecret: string;
  readonly phone: string;
  readonly #instanceId = randomUUID();

  constructor(options: EvolutionOptions) {
    super();
    this.instance = options.instance ?? 'agency';
    this.apiKey = options.apiKey ?? newSecret();
    this.webhookSecret = options.webhookSecret ?? newSecret();
    this.phone = digits(options.phone ?? '5511900000000');
  }

  protected read(received: Received): Asked {
    const { method, path, headers, body } = received;
    const [, route, name] =
      /^(POST \/message\/sendText|GET \/instance\/connectionState)\/([^/]+)$/.exec(
        `${method} ${path}`,
      ) ?? [];
    if (route === undefined || name === undefined) {
      return wrong(failure(404, [`Cannot ${method} ${path}`]));
    }
    const instance = decodeURIComponent(name);
    if (instance !== this.instance) return wrong(missing(instance));
    if (headers.apikey !== this.apiKey) return wrong(failure(401, 'Unauthorized'));
    if (route.startsWith('GET')) return { kind: 'health' };

    // What is no JSON is an empty body to it.
    const { number, text } = isFields(body) ? body : {};
    const problems: string[] = [];
    if (number === undefined) problems.push('instance requires property "number"');
    else if (typeof number !== 'string') problems.push('Invalid format');
    if (text === undefined) problems.push('instance requires property "text"');
    else if (typeof text !== 'string') problems.push('text is not of a type(s) string');
    if (typeof number !== 'string' || typeof text !== 'string') {
      return wrong(failure(400, [problems]));
    }
    if (text.trim() === '') return wrong(failure(400, ['Text is required']));
    const to = digits(number);
    if (to === '') return wrong(unknownNumber(number));
    return { kind: 'send', message: { to, text } };
  }

  protected accepted(send: Send, mode: EvolutionMode): Answer {
    const body = this.#message(send);
    if (mode !== 'no-id') return { status: 201, body };
    return { status: 201, body: { ...body, key: { ...body.key, id: undefined } } };
  }

  protected refused(
    mode: EvolutionMode,
    _received: Received,
    message: Message | undefined,
  ): Answer | undefined {
    switch (mode) {
      case 'unauthorized':
        return failure(401, 'Unauthorized');
      case 'missing':
        return missing(this.instance);
      case 'disconnected':
        return failure(500, 'Connection Closed');
      case 'disconnected-late':
        return failure(400, ['Error: Connection Closed']);
      case 'rejected':
        return unknownNumber(message?.to ?? '');
      case 'rejected-201':
        return { status: 201, body: graphError };
      case 'ambiguous':
        return { ...failure(400, [ambiguity]), sent: true };
      case 'throttled':
        return failure(429, 'Too Many Requests');
      case 'error':
        return failure(500, "Cannot read properties of undefined (reading 'textMessage')");
      default:
        return undefined;
    }
  }

  protected health(connected: boolean): Answer {
    const state = connected ? 'open' : 'close';
    return { status: 200, body: { instance: { instanceName: this.instance, state } } };
  }

  protected newId(): string {
    return webId();
  }

  callback(to: string, body: Fields | string, headers?: Headers): Promise<Delivered> {
    const raw = typeof body === 'string' ? body : JSON.stringify(body);
    return post(to, raw, { 'x-webhook-secret': this.webhookSecret }, headers);
  }

  /** A callback with the envelope that all have. */
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

  /** Posts messages.upsert. */
  receive(to: string, message: EvolutionIncoming): Promise<Delivered> {
    const { name, text, id = webId(), group = false, fromMe = false } = message;
    const phone = jid(digits(message.from));
    const lid = message.lid === true ? '123456789012345' : message.lid;
    const hidden = lid ? `${lid.replace(/@lid$/, '')}@lid` : undefined;
    const mode = hidden === undefined ? {} : { addressingMode: 'lid' };
    const alternative = hidden === undefined ? undefined : phone;
    const key = group
      ? {
          id,
          remoteJid: `${group === true ? '120363000000000001' : group.replace(/@g\.us$/, '')}@g.us`,
          fromMe,
          participant: hidden ?? phone,
          participantAlt: alternative,
          ...mode,
        }
      : { id, remoteJid: hidden ?? phone, remoteJidAlt: alternative, fromMe, ...mode };
    return this.event(to, 'messages.upsert', {
      key,
      pushName: name,
      status: 'DELIVERY_ACK',
      message: { conversation: text },
      contextInfo: null,
      messageType: 'conversation',
      messageTimestamp: secondsNow(),
      instanceId: this.#instanceId,
      source: 'android',
    });
  }

  /** Posts send.message: what goes out by the interface. One of {@link sends}, or one that something else sent. */
  sent(to: string, message: Message & { id?: string }): Promise<Delivered> {
    const send = { ...message, id: message.id ?? webId() };
    return this.event(to, 'send.message', this.#message(send));
  }

  #message({ to, text, id }: Pick<Send, 'to' | 'text' | 'id'>) {
    return {
      key: { remoteJid: jid(digits(to)), fromMe: true, id },
      pushName: 'Você',
      status: 'PENDING',
      message: { conversation: text },
      contextInfo: null,
      messageType: 'conversation',
      messageTimestamp: secondsNow(),
      instanceId: this.#instanceId,
      source: 'unknown',
    };
  }
}

const ambiguity =
  'PrismaClientKnownRequestError: \nInvalid `this.prismaRepository.message.create()` invocation';

const graphError = {
  message: '(#131030) Recipient phone number not in allowed list',
  type: 'OAuthException',
  code: 131030,
  fbtrace_id: 'x',
};

function missing(instance: string): Answer {
  return failure(404, [`The "${instance}" instance does not exist`]);
}

function unknownNumber(number: string): Answer {
  return failure(400, [{ jid: jid(digits(number)), exists: false, number }]);
}

function jid(phone: string): string {
  return `${phone}@s.whatsapp.net`;
}

export function startEvolution(options: EvolutionOptions = {}): Promise<Evolution> {
  return new Evolution(options).start();
}
