import type { MessageType } from '#server/outbound/messaging/connection.ts';
import type { Content, IncomingMedia } from '#server/outbound/messaging/incoming-updates.ts';
import { type Json, list, object, text, textOf } from '../requests.ts';

/*
 * Reads the content of a message of the official API. Sources: O, as in index.ts, `IncomingMessage` and its references; D,
 * developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages: `unsupported`, `interactive` with an
 * `nfm_reply`, which O lacks.
 */

const number = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** Omits undefined values; undefined if none is left. */
function withoutUndefined(values: Record<string, unknown>): Json | undefined {
  const there = Object.entries(values).filter(([, value]) => value !== undefined);
  return there.length > 0 ? Object.fromEntries(there) : undefined;
}

function mediaOf(part: Json): IncomingMedia {
  const id = text(part.id);
  const base = { mediaType: text(part.mime_type), name: text(part.filename) };
  return id === undefined
    ? { ...base, source: {}, error: 'the network returned no ID of the media' }
    : { ...base, source: { id } };
}

const media = (type: MessageType, part: Json, details?: Json): Content => ({
  type,
  text: text(part.caption) ?? '',
  media: mediaOf(part),
  details,
});

const unsupported = (kind: string, caption = '', more: Json = {}): Content => ({
  type: 'unsupported',
  text: caption,
  details: { kind, ...withoutUndefined(more) },
});

/** O `InteractiveMessageReply`; an `nfm_reply` answers a form. */
function interactive(part: Json): Content {
  const type = text(part.type) ?? '';
  const chosen = object(part[type]) ?? {};
  const label = text(chosen.title) ?? '';
  const details = withoutUndefined({ id: text(chosen.id), description: text(chosen.description) });
  if (type === 'button_reply' || type === 'list_reply') return { type, text: label, details };
  return unsupported(type === '' ? 'interactive' : type, text(chosen.body) ?? label, {
    name: text(chosen.name),
    response: text(chosen.response_json),
  });
}

function contacts(cards: unknown): Content {
  const people = list(cards)
    .map(object)
    .filter((card) => card !== undefined)
    .map((card) => ({
      name: text(object(card.name)?.formatted_name),
      phones: list(card.phones)
        .map((phone) => text(object(phone)?.phone) ?? text(object(phone)?.wa_id))
        .filter((phone) => phone !== undefined),
    }));
  const names = people.map(({ name }) => name).filter((name) => name !== undefined);
  return { type: 'contacts', text: names.join(', '), details: { contacts: people } };
}

function location(part: Json): Content {
  const [name, address] = [text(part.name), text(part.address)];
  const details = withoutUndefined({
    latitude: number(part.latitude),
    longitude: number(part.longitude),
    name,
    address,
  });
  return { type: 'location', text: name ?? address ?? '', details };
}

function order(part: Json): Content {
  const items = list(part.product_items)
    .map(object)
    .filter((item) => item !== undefined)
    .map((item) => ({
      product: text(item.product_retailer_id),
      quantity: number(item.quantity),
      price: number(item.item_price),
      currency: text(item.currency),
    }));
  const details = { ...withoutUndefined({ catalog: text(part.catalog_id) }), items };
  return { type: 'order', text: text(part.text) ?? '', details };
}

function notSupported(type: string, message: Json): Content {
  const error = object(list(message.errors)[0]);
  const kind = text(object(message.unsupported)?.type) ?? type;
  const reason = textOf(object(error?.error_data)?.details) ?? textOf(error?.title);
  return unsupported(kind, '', { reason });
}

/** @returns the content of a message; without a matching type, `unsupported` with the network's own name for it */
export function contentOf(message: Json): Content {
  const type = text(message.type) ?? '';
  const part = object(message[type]) ?? {};
  switch (type) {
    case 'text':
      return { type, text: text(part.body) ?? '' };
    case 'image':
    case 'video':
    case 'document':
      return media(type, part);
    case 'audio':
      return media(part.voice === true ? 'voice' : 'audio', part);
    case 'sticker':
      return media(
        type,
        part,
        withoutUndefined({ is_animated: part.animated === true || undefined }),
      );
    case 'location':
      return location(part);
    case 'contacts':
      return contacts(message.contacts);
    case 'button':
      return {
        type: 'button_reply',
        text: text(part.text) ?? '',
        details: withoutUndefined({ id: text(part.payload) }),
      };
    case 'interactive':
      return interactive(part);
    case 'reaction':
      return {
        type,
        text: text(part.emoji) ?? '',
        details: withoutUndefined({ message: text(part.message_id) }),
      };
    case 'order':
      return order(part);
    default:
      return notSupported(type === '' ? 'unknown' : type, message);
  }
}
