import type { Fields } from './gateway.ts';

/*
 * Incoming messages by kind, without `from`, `id` and `timestamp`. Sources: github.com/facebook/openapi at ecba623,
 * business-messaging-api_v23.0.yaml, `IncomingMessage`, and
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages with its pages for each kind
 * (`edit`, `revoke`, `group`, `interactive` with `nfm_reply` and `unsupported` are only there).
 */

const media = (id: string, mime_type: string, more: Fields = {}): Fields => ({
  mime_type,
  sha256: 'SfInY0gGKTsJlUWbwxC1k+FAD0FZHvzwfpvO0zX0GUI=',
  id,
  ...more,
});

const context = (id: string) => ({ from: '15550783881', id });

export const kinds = {
  image: (id: string, caption?: string): Fields => ({
    type: 'image',
    image: media(id, 'image/jpeg', { caption }),
  }),
  video: (id: string, caption?: string): Fields => ({
    type: 'video',
    video: media(id, 'video/mp4', { caption }),
  }),
  audio: (id: string, voice: boolean): Fields => ({
    type: 'audio',
    audio: media(id, voice ? 'audio/ogg; codecs=opus' : 'audio/mpeg', { voice }),
  }),
  document: (id: string, filename: string, caption?: string): Fields => ({
    type: 'document',
    document: media(id, 'application/pdf', { filename, caption }),
  }),
  sticker: (id: string, animated: boolean): Fields => ({
    type: 'sticker',
    sticker: media(id, 'image/webp', { animated }),
  }),
  location: (): Fields => ({
    type: 'location',
    location: {
      address: '101 Forest Ave, Palo Alto, CA 94301',
      latitude: 37.44221496582,
      longitude: -122.16165924072,
      name: 'Philz Coffee',
      url: 'https://philzcoffee.com/',
    },
  }),
  contacts: (): Fields => ({
    type: 'contacts',
    contacts: [
      {
        name: { first_name: 'Lucía', formatted_name: 'Lucía Gómez' },
        org: { company: 'Google' },
        phones: [{ phone: '+1 (983) 555-2319', wa_id: '19835552319', type: 'MOBILE' }],
      },
      { name: { formatted_name: 'Ana' } },
    ],
  }),
  button: (answered: string): Fields => ({
    type: 'button',
    context: context(answered),
    button: { payload: 'STOP', text: 'Não quero mais' },
  }),
  buttonReply: (answered: string): Fields => ({
    type: 'interactive',
    context: context(answered),
    interactive: { type: 'button_reply', button_reply: { id: 'cancel', title: 'Cancelar' } },
  }),
  listReply: (answered: string): Fields => ({
    type: 'interactive',
    context: context(answered),
    interactive: {
      type: 'list_reply',
      list_reply: { id: 'express', title: 'Expresso', description: 'No dia seguinte' },
    },
  }),
  formReply: (answered: string): Fields => ({
    type: 'interactive',
    context: context(answered),
    interactive: {
      type: 'nfm_reply',
      nfm_reply: { name: 'flow', body: 'Sent', response_json: '{"cidade":"Recife"}' },
    },
  }),
  reaction: (message_id: string, emoji: string): Fields => ({
    type: 'reaction',
    reaction: { message_id, emoji },
  }),
  order: (): Fields => ({
    type: 'order',
    order: {
      catalog_id: '194836987003835',
      text: '',
      product_items: [
        { product_retailer_id: 'di9ozbzfi4', quantity: 2, item_price: 30, currency: 'BRL' },
      ],
    },
  }),
  system: (): Fields => ({
    type: 'system',
    system: {
      body: 'User Sheena Nelson changed from 16505551234 to 12195555358',
      wa_id: '12195555358',
      type: 'user_changed_number',
    },
  }),
  unsupported: (kind?: string): Fields => ({
    type: 'unsupported',
    unsupported: kind && { type: kind },
    errors: [
      {
        code: 131051,
        title: 'Message type unknown',
        message: 'Message type unknown',
        error_data: { details: 'Message type is currently not supported.' },
      },
    ],
  }),
  edit: (original_message_id: string, body: string): Fields => ({
    type: 'edit',
    edit: { original_message_id, message: { type: 'text', text: { body } } },
  }),
  /** Only the caption of media can change. */
  editCaption: (original_message_id: string, caption: string): Fields => ({
    type: 'edit',
    edit: { original_message_id, message: kinds.image('1003383421387256', caption) },
  }),
  revoke: (original_message_id: string): Fields => ({
    type: 'revoke',
    revoke: { original_message_id },
  }),
};

/** Error of a message that failed because the contact has not written for a day; also sent as an answer. */
export const windowClosed = {
  code: 131047,
  title: 'Re-engagement message',
  message: 'Re-engagement message',
  error_data: {
    details:
      'Message failed to send because more than 24 hours have passed since the customer last replied to this number.',
  },
};
