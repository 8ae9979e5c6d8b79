import { type Address, isNetworkId } from '#server/outbound/messaging/connection.ts';
import type { Gateway } from '#server/outbound/messaging/gateway.ts';
import type {
  ChatMessage,
  Confirmation,
  Edit,
  ParsedCallback,
  Revoke,
  SharedHistory,
  SharedName,
} from '#server/outbound/messaging/incoming-updates.ts';
import { isSame } from '#server/platform/constant-time.ts';
import { referralOf } from '../referral.ts';
import { hmac, type Json, list, object, parse, tally, text, textOf } from '../requests.ts';
import { addressOf, timeOf } from './addresses.ts';
import { contentOf } from './content.ts';
import { readHistory, readNames } from './history.ts';

/*
 * Callbacks of the official API. Sources: O, as in index.ts, `WebhookPayload`; D,
 * developers.facebook.com/documentation/business-messaging/whatsapp: webhooks/reference/messages/{edit,revoke,group},
 * webhooks/reference/smb_message_echoes (typed on a phone whose number is also on the API) and business-scoped-user-ids. One callback
 * contains any number of entries, changes and messages, in any order; late messages have the time at which they were written.
 *
 * Verification: S src/api/webhooks.ts: the handshake, and `X-Hub-Signature-256` over the raw bytes (which escape accents: parsing and
 * serializing them again changes the signature).
 */

const statuses: Record<string, Confirmation['status'] | undefined> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'read',
  failed: 'failed',
};

function confirmation(reported: Json): Confirmation[] {
  const name = text(reported.status) ?? '';
  const status = Object.hasOwn(statuses, name) ? statuses[name] : undefined;
  if (!status || !isNetworkId(reported.id)) return [];
  const error = object(list(reported.errors)[0]);
  const details = textOf(object(error?.error_data)?.details) ?? textOf(error?.title);
  const code = typeof error?.code === 'number' ? ` (${error.code})` : '';
  const reason =
    status === 'failed' ? `${details ?? 'the network gave up on the message'}${code}` : undefined;
  return [
    { networkId: reported.id, reference: text(reported.biz_opaque_callback_data), status, reason },
  ];
}

/** Notices of the network itself, not messages of a person. */
const notices = new Set(['system', 'request_welcome']);

/** @param inbox the ID of the inbox's number; one address receives the updates of all numbers of an app */
function readUpdates(body: Json, inbox: string | undefined): ParsedCallback {
  const confirmations: Confirmation[] = [];
  const messages: ChatMessage[] = [];
  const edits: Edit[] = [];
  const revokes: Revoke[] = [];
  const histories: SharedHistory[] = [];
  const names: SharedName[] = [];
  const ignored = tally();

  function take(
    message: Json,
    from: ChatMessage['from'],
    chat: Address | undefined,
    name?: string,
  ): void {
    const type = text(message.type) ?? '';
    const at = timeOf(message.timestamp);
    const changed = object(message[type]);
    const original = changed?.original_message_id;
    const edited = object(changed?.message);
    if (message.group_id !== undefined) ignored.add('group');
    else if (notices.has(type)) ignored.add(type);
    else if (!isNetworkId(message.id)) ignored.add('without_id');
    else if (chat === undefined) ignored.add('without_sender');
    else if (type === 'revoke' && isNetworkId(original))
      revokes.push({ networkId: original, from, chat, at });
    else if (type === 'edit' && edited && isNetworkId(original))
      edits.push({ networkId: original, text: contentOf(edited).text, from, chat, at });
    else {
      const answered = object(message.context)?.id;
      const quoted = isNetworkId(answered) ? answered : undefined;
      const referral = referralOf(message.referral);
      const content = contentOf(message);
      messages.push({ networkId: message.id, chat, from, name, at, quoted, referral, ...content });
    }
  }

  function takeMessages(value: Json): void {
    for (const reported of list(value.statuses).map(object)) {
      if (!reported) continue;
      if (reported.group_id !== undefined) ignored.add('group');
      else confirmations.push(...confirmation(reported));
    }
    const names = new Map(
      list(value.contacts)
        .map(object)
        .flatMap((contact) => {
          const name = text(object(contact?.profile)?.name);
          return [contact?.wa_id, contact?.user_id].map((id) => [id, name] as const);
        }),
    );
    for (const message of list(value.messages).map(object)) {
      if (!message) continue;
      const { from, from_user_id: userId } = message;
      take(message, 'contact', addressOf(from, userId), names.get(from ?? userId));
    }
  }

  for (const entry of list(body.entry).map(object)) {
    for (const change of list(entry?.changes).map(object)) {
      const value = object(change?.value);
      if (!value) continue;
      const id = object(value.metadata)?.phone_number_id;
      if (id !== undefined && id !== inbox) ignored.add('another_number');
      else if (change?.field === 'messages') takeMessages(value);
      else if (change?.field === 'smb_message_echoes')
        for (const echo of list(value.message_echoes).map(object)) {
          if (echo) take(echo, 'phone', addressOf(echo.to, echo.to_user_id));
        }
      else if (change?.field === 'history') histories.push(...readHistory(value));
      else if (change?.field === 'smb_app_state_sync') names.push(...readNames(value));
    }
  }
  return {
    kind: 'updates',
    confirmations,
    messages,
    edits,
    revokes,
    histories,
    names,
    ignored: ignored.counts,
  };
}

/** Verifies and reads a callback, or answers the handshake. */
export const readCallback: Gateway['readCallback'] = (
  { config },
  { method, headers, query, body },
) => {
  if (method === 'GET') {
    const isOurs =
      query['hub.mode'] === 'subscribe' &&
      isSame(query['hub.verify_token'], config.verify_token ?? '');
    const challenge = query['hub.challenge'];
    return isOurs && challenge ? { kind: 'handshake', answer: challenge } : { kind: 'unverified' };
  }
  const signature = `sha256=${hmac('sha256', config.app_secret ?? '', body)}`;
  if (!isSame(headers['x-hub-signature-256']?.toLowerCase(), signature))
    return { kind: 'unverified' };
  const json = parse(body);
  return json ? readUpdates(json, config.phone_number_id) : { kind: 'malformed' };
};
