import { randomBytes } from 'node:crypto';
import { error, fieldsOf, invalid, missing, required } from './cloud-answers.ts';
import { type Answer, deliver, type Fields, isFields, type Received } from './gateway.ts';

/*
 * Parts of the official API other than messages: github.com/facebook/openapi at ecba623, business-messaging-api_v23.0.yaml,
 * `/{Phone-Number-ID}/media`, `/{Media-ID}`, `/{Media-URL}`, `/{WABA-ID}/message_templates`, `/{WABA-ID}/subscribed_apps`,
 * `/{WABA-ID}/phone_numbers`, `/{Phone-Number-ID}/register`, `PhoneNumberStatusUpdateRequest`; and
 * https://developers.facebook.com/docs/whatsapp/embedded-signup/webhooks/override
 */

interface Media {
  readonly type: string;
  readonly bytes: Buffer;
  readonly name: string;
}

interface Owner {
  readonly url: string;
  readonly phoneNumberId: string;
  readonly businessAccountId: string;
}

const success: Answer = { status: 200, body: { success: true } };

/** https://developers.facebook.com/docs/whatsapp/cloud-api/reference/media, supported types and sizes */
const uploads: Record<string, number> = {
  'image/jpeg': 5,
  'image/png': 5,
  'audio/aac': 16,
  'audio/amr': 16,
  'audio/mpeg': 16,
  'audio/mp4': 16,
  'audio/ogg; codecs=opus': 16,
  'video/mp4': 16,
  'video/3gpp': 16,
  'image/webp': 0.5,
};

export class CloudAccount {
  readonly #owner: Owner;
  /** PENDING until it is registered. */
  status = 'CONNECTED';
  pin = '123456';
  permissions = ['whatsapp_business_messaging', 'whatsapp_business_management'];
  /** True if the app is subscribed to the account. */
  isSubscribed = false;
  /** True if the number is also used in the app on a phone. */
  isOnPhone = true;
  /** Kinds of the phone's data that were requested. */
  readonly shared: string[] = [];
  /** Addresses of callbacks: the number's own, the account's, the app's. */
  callbacks: Fields = { application: 'https://elsewhere.example.com/webhook' };
  /** If true, accepts a callback address but keeps the previous one, as if another client set it at the same moment. */
  keepsCallbacks = false;
  /** Ids of messages that were marked as read. */
  readonly read: string[] = [];
  readonly media = new Map<string, Media>();
  /** Age of media addresses, in minutes. */
  addressAge = 0;
  /** A replacement address for all media, such as a private one. */
  mediaUrl: string | undefined;
  readonly templates: Fields[] = [...templates];
  #addresses = new Map<string, string>();

  constructor(owner: Owner) {
    this.#owner = owner;
  }

  /** @returns undefined for requests about messages and the number's fields */
  async answer(
    received: Received,
    id: string | undefined,
    edge: string | undefined,
  ): Promise<Answer | undefined> {
    const { method, path } = received;
    const { phoneNumberId, businessAccountId } = this.#owner;
    if (path.startsWith('/lookaside/')) return this.#download(path);
    if (id === 'me' && edge === 'permissions') return this.#permissions();
    if (id === businessAccountId) return this.#ofAccount(method, edge, received);
    if (id === phoneNumberId && method === 'POST') {
      if (edge === 'media') return this.#upload(received);
      if (edge === 'smb_app_data') return this.#share(received.body);
      if (edge === 'register') return this.#register(received.body);
      if (edge === undefined) return this.#configure(received.body);
    }
    const held = method === 'GET' && edge === undefined && id ? this.media.get(id) : undefined;
    return held && id ? this.#addressOf(id, held, received) : undefined;
  }

  /**
   * Requests what the phone shares, each once: embedded-signup/onboarding-business-app-users. The callbacks follow later.
   */
  #share(body: unknown): Answer {
    if (!isFields(body) || body.messaging_product !== 'whatsapp') {
      return required('messaging_product');
    }
    const { sync_type: type } = body;
    if (typeof type !== 'string' || !['history', 'smb_app_state_sync'].includes(type)) {
      return invalid('Param sync_type must be one of {HISTORY, SMB_APP_STATE_SYNC}');
    }
    if (!this.isOnPhone) {
      return error(
        400,
        131000,
        '(#131000) Something went wrong',
        'The number is not onboarded from the app.',
      );
    }
    if (this.shared.includes(type)) {
      return error(400, 2593107, '(#2593107) The limit of synchronizations was reached');
    }
    this.shared.push(type);
    return {
      status: 200,
      body: { messaging_product: 'whatsapp', request_id: `R${this.shared.length}` },
    };
  }

  #permissions(): Answer {
    const data = this.permissions.map((permission) => ({ permission, status: 'granted' }));
    return { status: 200, body: { data } };
  }

  #ofAccount(method: string, edge: string | undefined, received: Received): Answer {
    if (!this.permissions.includes('whatsapp_business_management')) {
      return error(403, 200, '(#200) You do not have the necessary permissions');
    }
    if (edge === 'subscribed_apps' && method === 'POST') {
      this.isSubscribed = true;
      return success;
    }
    if (edge === 'phone_numbers') {
      const data = [{ id: '106540352240000' }, { id: this.#owner.phoneNumberId }];
      return { status: 200, body: { data, paging: { cursors: { before: 'a', after: 'b' } } } };
    }
    if (edge === 'message_templates' && method === 'GET') return this.#listed(received.query);
    return missing(method, this.#owner.businessAccountId);
  }

  /** Pages with cursors; the last one has cursors too, and no `next`. */
  #listed(query: URLSearchParams): Answer {
    const unknown = fieldsOf(query).find((field) => !templateFields.includes(field));
    if (unknown !== undefined) return invalid(`Tried accessing nonexistent field (${unknown})`);
    const limit = Math.min(Number(query.get('limit') ?? 25), 100);
    const from = Number(query.get('after') ?? 0);
    const data = this.templates.slice(from, from + limit);
    const to = from + data.length;
    const next = to < this.templates.length ? `${this.#owner.url}/next?after=${to}` : undefined;
    const cursors = { before: String(from), after: String(to) };
    return { status: 200, body: { data, paging: { cursors, next } } };
  }

  #register(body: unknown): Answer {
    if (!isFields(body) || body.messaging_product !== 'whatsapp') {
      return required('messaging_product');
    }
    if (body.pin !== this.pin) {
      return error(400, 133005, '(#133005) Two step verification PIN Mismatch');
    }
    this.status = 'CONNECTED';
    return success;
  }

  /** The address must answer with the verify token before it is accepted, and is refused before the app is subscribed. */
  async #configure(body: unknown): Promise<Answer> {
    const set = isFields(body) ? body.webhook_configuration : undefined;
    if (!isFields(set) || typeof set.override_callback_uri !== 'string') {
      return required('webhook_configuration');
    }
    const { override_callback_uri: uri, verify_token: token } = set;
    if (uri === '') {
      const { phone_number: _, ...others } = this.callbacks;
      this.callbacks = others;
      return success;
    }
    if (!this.isSubscribed) {
      return invalid('Before override the current callback uri, your app must be subscribed');
    }
    const challenge = randomBytes(6).toString('hex');
    const verification = new URL(uri);
    verification.searchParams.set('hub.mode', 'subscribe');
    verification.searchParams.set('hub.challenge', challenge);
    verification.searchParams.set('hub.verify_token', String(token));
    const { status, text } = await deliver(verification.href, 'GET').catch(() => ({
      status: 0,
      text: '',
    }));
    if (status !== 200 || text !== challenge) {
      const details = 'The URL could not be validated. Callback verification failed';
      return error(400, 2200, `(#2200) ${details}`, details);
    }
    if (!this.keepsCallbacks) this.callbacks = { ...this.callbacks, phone_number: uri };
    return success;
  }

  async #upload({ bytes, headers }: Received): Promise<Answer> {
    const form = await new Response(new Uint8Array(bytes), {
      headers: { 'content-type': headers['content-type'] ?? '' },
    })
      .formData()
      .catch(() => undefined);
    const file = form?.get('file');
    if (form?.get('messaging_product') !== 'whatsapp') return required('messaging_product');
    if (!(file instanceof File)) return required('file');
    const type = file.type.toLowerCase();
    if (type === 'audio/opus' || type === 'audio/ogg') {
      return invalid(`Param file must be a file with one of the following types: not ${type}`);
    }
    if (file.size > (uploads[type] ?? 100) * 1_048_576) {
      return error(400, 131053, '(#131053) Media upload error', 'File size is too big.');
    }
    const id = `${4_490_709_327_384_000 + this.media.size}`;
    this.media.set(id, { type, bytes: Buffer.from(await file.arrayBuffer()), name: file.name });
    return { status: 200, body: { id } };
  }

  /** Stores media as if a contact had sent it. @returns its id */
  hold(bytes: Buffer, type: string): string {
    const id = `${2_621_233_374_848_000 + this.media.size}`;
    this.media.set(id, { bytes, type, name: '' });
    return id;
  }

  /** The address is valid for five minutes, and requires the token. */
  #addressOf(id: string, { type, bytes }: Media, { query }: Received): Answer {
    const number = query.get('phone_number_id');
    if (number !== null && number !== this.#owner.phoneNumberId) return missing('GET', id);
    const secret = randomBytes(9).toString('hex');
    this.#addresses.set(secret, id);
    const url = this.mediaUrl ?? `${this.#owner.url}/lookaside/${secret}`;
    return {
      status: 200,
      body: {
        messaging_product: 'whatsapp',
        url,
        mime_type: type,
        sha256: 'hash',
        file_size: String(bytes.length),
        id,
      },
    };
  }

  #download(path: string): Answer {
    const held = this.media.get(this.#addresses.get(path.split('/')[2] ?? '') ?? '');
    if (!held || this.addressAge >= 5) return { status: 404, text: '' };
    return { status: 200, bytes: held.bytes, headers: { 'content-type': held.type } };
  }

  /** Refuses a header without the media that the template has there. */
  #headerProblem({ components: listed }: Fields, sent: unknown): Answer | undefined {
    const { format } = (listed as Fields[]).find(({ type }) => type === 'HEADER') ?? {};
    const type = String(format).toLowerCase();
    if (!['image', 'video', 'document'].includes(type)) return undefined;
    const parts = Array.isArray(sent) ? sent.filter(isFields) : [];
    const parameters = parts.find((part) => part.type === 'header')?.parameters;
    const [parameter] = Array.isArray(parameters) ? parameters : [];
    const file = isFields(parameter) && parameter.type === type ? parameter[type] : undefined;
    if (isFields(file) && this.media.has(String(file.id))) return undefined;
    return error(
      400,
      132012,
      '(#132012) Parameter format does not match format in the created template',
      `header: Format mismatch, expected ${format}, received UNKNOWN`,
    );
  }

  /** Text of a sent template. */
  rendered({ name, language, components }: Fields): string | Answer {
    const code = isFields(language) ? language.code : undefined;
    const template = this.templates.find(
      (one) => one.name === name && one.language === code && one.status === 'APPROVED',
    );
    const details = `template name (${name}) does not exist in ${code}`;
    if (!template) return error(404, 132001, '(#132001) Template name does not exist', details);
    const body = (template.components as Fields[]).find(({ type }) => type === 'BODY');
    const component = Array.isArray(components)
      ? components.filter(isFields).find(({ type }) => type === 'body')?.parameters
      : undefined;
    const values = Array.isArray(component)
      ? component.filter(isFields).map(({ text }) => text)
      : [];
    const wanted = new Set(String(body?.text).match(/\{\{\w+\}\}/g)).size;
    if (values.length !== wanted) {
      return error(
        400,
        132000,
        '(#132000) Number of parameters does not match the expected number of params',
        `body: number of localizable_params (${values.length}) does not match the expected number of params (${wanted})`,
      );
    }
    const wrongHeader = this.#headerProblem(template, components);
    if (wrongHeader) return wrongHeader;
    return String(body?.text).replace(/\{\{(\d+)\}\}/g, (_, index) =>
      String(values[Number(index) - 1]),
    );
  }
}

const templateFields = ['id', 'name', 'language', 'status', 'category', 'components'];

const template = (name: string, language: string, status: string, text: string): Fields => ({
  id: String(920_070_352_646_140 + name.length),
  name,
  language,
  status,
  category: 'UTILITY',
  components: [
    { type: 'HEADER', format: 'TEXT', text: 'Agência' },
    { type: 'BODY', text },
    { type: 'FOOTER', text: 'Até logo' },
    { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Não quero mais' }] },
  ],
});

const templates: Fields[] = [
  template('retomar', 'pt_BR', 'APPROVED', 'Olá {{1}}, seu pedido {{2}} está pronto.'),
  template('retomar', 'en_US', 'APPROVED', 'Hi {{1}}, your order {{2}} is ready.'),
  template('promo', 'pt_BR', 'REJECTED', 'Promoção!'),
  template('aviso', 'pt_BR', 'PENDING', 'Aviso: {{1}}'),
];
