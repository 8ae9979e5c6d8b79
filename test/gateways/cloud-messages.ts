import type { CloudAccount } from './cloud-account.ts';
import { error, invalid, required } from './cloud-answers.ts';
import { type Asked, type Fields, isFields, wrong } from './gateway.ts';

/*
 * Bodies that POST /{Phone-Number-ID}/messages accepts: github.com/facebook/openapi at ecba623, business-messaging-api_v23.0.yaml,
 * `Message`, `MessageContext`, `MarkMessageRequestPayload`, `TemplateMessage`. A person with a hidden number is the `recipient`:
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/business-scoped-user-ids
 */

const media = new Set(['image', 'audio', 'video', 'document', 'sticker']);
const captioned = new Set(['image', 'video', 'document']);

export function readMessage(body: unknown, account: CloudAccount): Asked {
  if (!isFields(body)) return wrong(required('messaging_product'));
  const { messaging_product, recipient_type, to, recipient, type } = body;
  if (messaging_product === undefined) return wrong(required('messaging_product'));
  if (messaging_product !== 'whatsapp') {
    return wrong(invalid('Param messaging_product must be one of {WHATSAPP} - got another'));
  }
  if (body.status !== undefined) return markRead(body, account);
  if (recipient_type !== 'individual') {
    return wrong(invalid('Param recipient_type must be one of {INDIVIDUAL, GROUP}'));
  }
  const person = to ?? recipient;
  if (person === undefined) return wrong(required('to'));
  const shape = to === undefined ? /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/ : /^\d+$/;
  if (typeof person !== 'string' || !shape.test(person)) return wrong(invalid('Invalid parameter'));
  const context = body.context;
  if (context !== undefined && (!isFields(context) || typeof context.message_id !== 'string')) {
    return wrong(required("context['message_id']"));
  }
  const read = typeof type === 'string' ? textOf(type, body[type], account) : undefined;
  if (read === undefined) return wrong(invalid('Param type must be one of {TEXT, IMAGE, AUDIO…}'));
  if (typeof read !== 'string') return wrong(read);
  const message = { to: person, text: read };
  const reference = body.biz_opaque_callback_data;
  if (reference === undefined) return { kind: 'send', message };
  if (typeof reference !== 'string' || reference.length > 512) {
    return wrong(invalid('Param biz_opaque_callback_data must be at most 512 characters long.'));
  }
  return { kind: 'send', message: { ...message, reference } };
}

type Wrong = ReturnType<typeof error>;

/** Text that a message shows. @returns undefined for an unknown type, an answer for an invalid message */
function textOf(type: string, part: unknown, account: CloudAccount): string | Wrong | undefined {
  if (type === 'text') {
    if (!isFields(part) || part.body === undefined || part.body === '') {
      return required("text['body']");
    }
    if (typeof part.body !== 'string') return invalid("Param text['body'] must be a string.");
    return part.body.length > 4096
      ? invalid("Param text['body'] must be at most 4096 characters long.")
      : part.body;
  }
  if (!isFields(part)) return required(type);
  if (media.has(type)) return mediaOf(type, part, account);
  if (type === 'reaction') {
    return typeof part.message_id === 'string' && typeof part.emoji === 'string'
      ? part.emoji
      : required("reaction['message_id']");
  }
  return type === 'template' ? account.rendered(part) : undefined;
}

function mediaOf(type: string, part: Fields, account: CloudAccount): string | Wrong {
  const fields = ['id', 'link', 'caption', 'filename', 'voice'];
  const odd = Object.keys(part).find((key) => !fields.includes(key));
  if (odd !== undefined) return invalid(`Unexpected key "${odd}" on param "${type}".`);
  if (part.caption !== undefined && !captioned.has(type)) {
    return invalid(`Unexpected key "caption" on param "${type}".`);
  }
  if (typeof part.id !== 'string' || !account.media.has(part.id)) {
    return error(400, 131053, '(#131053) Media upload error', 'Media id is not known.');
  }
  return typeof part.caption === 'string' ? part.caption : '';
}

function markRead(body: Fields, account: CloudAccount): Asked {
  if (body.status !== 'read') return wrong(invalid('Param status must be one of {READ}'));
  if (typeof body.message_id !== 'string' || !body.message_id.startsWith('wamid.')) {
    return wrong(invalid('Param message_id is not a valid message.'));
  }
  account.read.push(body.message_id);
  return wrong({ status: 200, body: { success: true } });
}
