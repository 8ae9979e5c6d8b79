import { createHmac, randomBytes } from 'node:crypto';
import { CloudAccount } from './cloud-account.ts';
import { badToken, error, fieldsOf, invalid, missing } from './cloud-answers.ts';
import { readMessage } from './cloud-messages.ts';
import {
  type Answer,
  type Asked,
  type Delivered,
  deliver,
  digits,
  type Fields,
  Gateway,
  type Headers,
  type Message,
  type Mode,
  newSecret,
  post,
  type Received,
  type Send,
  secondsNow,
  wrong,
} from './gateway.ts';

/*
 * WhatsApp's official Cloud API: https://developers.facebook.com/docs/whatsapp/cloud-api
 */

/**
 * In addition to the modes of every gateway, none of which sends: pair-limit (too many to this number), window (the contact has not written
 * for 24 h), allow-list (a test number with restricted recipients), unavailable (500).
 */
type CloudMode = Mode | CloudOnly;
type CloudOnly = 'pair-limit' | 'window' | 'allow-list' | 'unavailable';

export interface CloudOptions {
  phoneNumberId?: string;
  accessToken?: string;
  appSecret?: string;
  businessAccountId?: string;
  /** The account's own number. */
  phone?: string;
  /** True if callbacks escape non-ASCII characters as \uXXXX, like the real ones. */
  escaped?: boolean;
}

interface CloudIncoming {
  from: string;
  name: string;
  text: string;
  id?: string;
  /** Time of writing, as Date.now(). */
  at?: number;
  /** Additional fields of the message, or those of another kind than text: `kinds` in cloud-kinds.ts. */
  more?: Fields;
}

interface CloudStatus extends Fields {
  id: string;
  /** sent, delivered, read or failed. */
  status: string;
}

/** One change of an entry: of messages, or of another field with a given value. */
type CloudChange =
  | {
      readonly messages?: readonly CloudIncoming[];
      readonly statuses?: readonly CloudStatus[];
      /** Id of another number of the same account. */
      readonly phoneNumberId?: string;
    }
  | { readonly field: string; readonly value: unknown };

interface Failure {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly details: string;
}

const failures: Partial<Record<CloudMode, Failure>> = {
  rejected: {
    status: 400,
    code: 131026,
    message: '(#131026) Message undeliverable',
    details: 'Message Undeliverable.',
  },
  disconnected: {
    status: 400,
    code: 133010,
    message: '(#133010) The account is not registered',
    details: 'Phone number is not registered on the WhatsApp Business Platform.',
  },
  throttled: {
    status: 400,
    code: 130429,
    message: '(#130429) Rate limit hit',
    details: 'Message failed to send because there were too many messages sent in a short time.',
  },
  'pair-limit': {
    status: 400,
    code: 131056,
    message: '(#131056) (Business Account, Consumer Account) pair rate limit hit',
    details: 'Too many messages sent from this phone number to the same phone number.',
  },
  window: {
    status: 400,
    code: 131047,
    message: '(#131047) Re-engagement message',
    details: 'More than 24 hours have passed since the recipient last replied.',
  },
  'allow-list': {
    status: 400,
    code: 131030,
    message: '(#131030) Recipient phone number not in allowed list',
    details: 'Recipient phone number not in allowed list.',
  },
  error: {
    status: 500,
    code: 131000,
    message: '(#131000) Something went wrong',
    details: 'Message failed to send due to an unknown error.',
  },
  unavailable: {
    status: 500,
    code: 131016,
    message: '(#131016) Service unavailable',
    details: 'A service is temporarily unavailable.',
  },
};

export class Cloud extends Gateway<CloudOnly> {
  phoneNumberId: string;
  accessToken: string;
  appSecret: string;
  readonly businessAccountId: string;
  readonly phone: string;
  escaped: boolean;
  /** The business account: its number, templates, media, subscriptions. */
  readonly account: CloudAccount;

  constructor(options: CloudOptions) {
    super();
    this.phoneNumberId = options.phoneNumberId ?? '106540352242922';
    this.accessToken = options.accessToken ?? `EAA${newSecret()}`;
    this.appSecret = options.appSecret ?? newSecret();
    this.businessAccountId = options.businessAccountId ?? '102290129340398';
    this.phone = digits(options.phone ?? '5511900000000');
    this.escaped = options.escaped ?? false;
    this.account = new CloudAccount(this);
  }

  protected async read(received: Received): Promise<Asked> {
    const { method, path, headers, query } = received;
    const [, token] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
    if (token === undefined) {
      return wrong(error(401, 104, 'An access token is required to request this resource.'));
    }
    if (token !== this.accessToken) return wrong(badToken(token));
    // https://developers.facebook.com/docs/graph-api/guides/secure-requests
    const proof = query.get('appsecret_proof');
    if (
      proof !== null &&
      proof !== createHmac('sha256', this.appSecret).update(token).digest('hex')
    )
      return wrong(error(400, 100, 'Invalid appsecret_proof provided in the API argument'));
    const [, id, edge] = /^\/v\d+\.\d+\/([^/]+)(?:\/([a-z_]+))?$/.exec(path) ?? [];
    const answer = await this.account.answer(received, id && decodeURIComponent(id), edge);
    if (answer) return wrong(answer);
    // An unknown object, or one without that edge.
    if (id !== undefined && edge !== undefined && edge !== 'messages') {
      return wrong(missing(method, id));
    }
    const isNumber = id !== undefined && (edge === undefined || edge === 'messages');
    if (!isNumber || method !== (edge === undefined ? 'GET' : 'POST')) {
      return wrong(error(400, 2500, `Unknown path components: ${path}`));
    }
    if (decodeURIComponent(id) !== this.phoneNumberId) return wrong(missing(method, id));
    if (edge !== undefined) return readMessage(received.body, this.account);
    const unknown = fieldsOf(query).find((field) => !(field in this.#number(true)));
    if (unknown === undefined) return { kind: 'health' };
    return wrong(invalid(`Tried accessing nonexistent field (${unknown})`));
  }

  protected accepted({ to, id }: Send, mode: CloudMode): Answer {
    return {
      status: 200,
      body: {
        messaging_product: 'whatsapp',
        contacts: [{ input: to, wa_id: waId(to) }],
        messages: mode === 'no-id' ? [] : [{ id }],
      },
    };
  }

  protected refused(
    mode: CloudMode,
    received: Received,
    _message: Message | undefined,
  ): Answer | undefined {
    if (mode === 'unauthorized') return badToken(this.accessToken);
    if (mode === 'missing') return missing(received.method, this.phoneNumberId);
    const failure = failures[mode];
    return failure && error(failure.status, failure.code, failure.message, failure.details);
  }

  protected health(connected: boolean, { query }: Received): Answer {
    const all = this.#number(connected);
    const requested = fieldsOf(query);
    const fields = requested.length > 0 ? requested : unlessAsked;
    return {
      status: 200,
      body: Object.fromEntries([...fields, 'id'].map((name) => [name, all[name]])),
    };
  }

  #number(connected: boolean): Fields {
    return {
      display_phone_number: `+${this.phone}`,
      verified_name: 'Agência',
      quality_rating: 'GREEN',
      code_verification_status: 'VERIFIED',
      name_status: 'APPROVED',
      account_mode: 'LIVE',
      messaging_limit_tier: 'TIER_1K',
      throughput: { level: 'STANDARD' },
      platform_type: 'CLOUD_API',
      status: connected ? this.account.status : 'DISCONNECTED',
      webhook_configuration: this.account.callbacks,
      id: this.phoneNumberId,
    };
  }

  protected newId(): string {
    return newWamid();
  }

  callback(to: string, body: Fields | string, headers?: Headers): Promise<Delivered> {
    return this.#post(to, body, this.escaped, headers);
  }

  #post(
    to: string,
    body: Fields | string,
    escaped: boolean,
    headers?: Headers,
  ): Promise<Delivered> {
    const plain = typeof body === 'string' ? body : JSON.stringify(body);
    const raw = escaped ? asMetaWrites(plain) : plain;
    const signature = createHmac('sha256', this.appSecret).update(raw).digest('hex');
    return post(to, raw, { 'x-hub-signature-256': `sha256=${signature}` }, headers);
  }

  /**
   * Posts one status.
   * @param status sent, delivered, read or failed
   * @param more fields of the status to add or to replace, such as errors; and `escaped`
   */
  confirm(
    to: string,
    id: string,
    status: string,
    more: Fields & { escaped?: boolean } = {},
  ): Promise<Delivered> {
    const { escaped, ...fields } = more;
    const statuses = [{ ...fields, id, status }];
    return this.batch(to, [[{ statuses }]], escaped === undefined ? {} : { escaped });
  }

  /** Posts one message. */
  receive(to: string, message: CloudIncoming & { escaped?: boolean }): Promise<Delivered> {
    const { escaped, ...incoming } = message;
    const messages = [incoming];
    return this.batch(to, [[{ messages }]], escaped === undefined ? {} : { escaped });
  }

  /** Posts all at once: each entry consists of its changes. */
  batch(
    to: string,
    entries: readonly (readonly CloudChange[])[],
    { escaped = this.escaped }: { escaped?: boolean } = {},
  ): Promise<Delivered> {
    const body = {
      object: 'whatsapp_business_account',
      entry: entries.map((changes) => ({
        id: this.businessAccountId,
        changes: changes.map((change) => this.#change(change)),
      })),
    };
    return this.#post(to, body, escaped);
  }

  /** Verifies an address as Meta does when it is registered. */
  handshake(to: string, verifyToken: string, challenge: string): Promise<Delivered> {
    const url = new URL(to);
    url.searchParams.set('hub.mode', 'subscribe');
    url.searchParams.set('hub.verify_token', verifyToken);
    url.searchParams.set('hub.challenge', challenge);
    return deliver(url.href, 'GET');
  }

  #change(change: CloudChange): Fields {
    if ('field' in change) return { ...change };
    const { messages, statuses, phoneNumberId = this.phoneNumberId } = change;
    return {
      field: 'messages',
      value: {
        messaging_product: 'whatsapp',
        metadata: { display_phone_number: this.phone, phone_number_id: phoneNumberId },
        contacts: messages?.map(({ from, name }) => ({
          profile: { name },
          wa_id: waId(digits(from)),
        })),
        messages: messages?.map(({ from, text, id = newWamid(), at, more }) => ({
          from: waId(digits(from)),
          id,
          timestamp: String(at === undefined ? secondsNow() : Math.floor(at / 1_000)),
          ...(more ?? { type: 'text', text: { body: text } }),
        })),
        statuses: statuses?.map((status) => this.#status(status)),
      },
    };
  }

  #status(status: CloudStatus): Fields {
    const send = this.sends.find(({ id }) => id === status.id);
    return {
      timestamp: String(secondsNow()),
      recipient_id: waId(send?.to ?? '5511999990000'),
      biz_opaque_callback_data: send?.reference,
      errors: status.status === 'failed' ? [undeliverable] : undefined,
      ...status,
    };
  }
}

/** Fields that a GET without `fields` returns, in addition to the id. */
const unlessAsked = ['display_phone_number', 'verified_name', 'quality_rating'];

const undeliverable = {
  code: 131026,
  title: 'Message undeliverable',
  message: 'Message undeliverable',
  error_data: { details: 'Message Undeliverable.' },
};

/** Area codes of Brazil whose numbers keep the ninth digit in WhatsApp's ids. */
const withNinthDigit = /^55(1[1-9]|2[12478])/;

/** Id of a number, without the ninth digit of most Brazilian mobiles. */
function waId(number: string): string {
  if (withNinthDigit.test(number)) return number;
  return number.replace(/^(55\d\d)9(\d{8})$/, '$1$2');
}

function newWamid(): string {
  return `wamid.${randomBytes(36).toString('base64')}`;
}

/** JSON with the escapes of real callbacks. */
function asMetaWrites(json: string): string {
  return json
    .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(/(?<!\\)\//g, '\\/');
}

export function startCloud(options: CloudOptions = {}): Promise<Cloud> {
  return new Cloud(options).start();
}
