import {
  type Connection,
  type GatewayResult,
  isNetworkId,
} from '#server/outbound/messaging/connection.ts';
import { finding } from '#server/outbound/messaging/findings.ts';
import type {
  Confirmation,
  PastMessage,
  SharedHistory,
  SharedName,
} from '#server/outbound/messaging/incoming-updates.ts';
import { type Json, list, object, text, textOf } from '../requests.ts';
import { addressOf, timeOf } from './addresses.ts';
import { graphRequest, resultOf } from './client.ts';
import { contentOf } from './content.ts';

/*
 * History and address book of a number that is also used in the app on a phone. Sources: D, as in callbacks.ts: webhooks/reference/history,
 * webhooks/reference/smb_app_state_sync and embedded-signup/onboarding-business-app-users.
 *
 * - Both are requested once, within 24 hours after the number was added; then callbacks deliver them, in parts of thousands of messages.
 * - `messages` of a thread have a `media_placeholder` for a file. Later callbacks have the files of the last 14 days as `messages` of the value.
 * - `history_context.from_me` is true for our side; older callbacks have only `from`.
 */

/** The digits of a number that the network formats for display. */
const digits = (number: unknown) => String(number ?? '').replaceAll(/\D/g, '');

/** Requests the address book, then the messages. */
export async function requestHistory(
  { config }: Connection,
  timeoutMs: number,
): Promise<GatewayResult<undefined>> {
  for (const type of ['smb_app_state_sync', 'history']) {
    const body = { messaging_product: 'whatsapp', sync_type: type };
    const path = `${config.phone_number_id}/smb_app_data`;
    const result = resultOf(
      await graphRequest(config, 'POST', path, body, timeoutMs),
      timeoutMs,
      (json) => (text(json.request_id) === undefined ? undefined : true),
    );
    if (result.kind !== 'done') return result;
  }
  return { kind: 'done', value: undefined };
}

const statuses: Record<string, Confirmation['status'] | undefined> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'read',
  error: 'failed',
};

/** Reason of a file whose ID the network does not share. */
const notShared = 'the phone shares only files of the last 14 days';

const contentIn = (message: Json) =>
  message.type === 'media_placeholder'
    ? ({ type: 'document', text: '', media: { source: {}, error: notShared } } as const)
    : contentOf(message);

/** @param person the number or id of the person whose chat it is */
function pastOf(message: Json, person: unknown, ourNumber: string): PastMessage | string {
  const context = object(message.history_context);
  const isOurs =
    typeof context?.from_me === 'boolean' ? context.from_me : digits(message.from) === ourNumber;
  const chat = addressOf(person, object(message.context)?.user_id);
  if (!isNetworkId(message.id)) return 'no id';
  if (chat === undefined) return 'nameless';
  const answered = object(message.context)?.id;
  return {
    networkId: message.id,
    chat,
    from: isOurs ? 'phone' : 'contact',
    at: timeOf(message.timestamp),
    quoted: isNetworkId(answered) ? answered : undefined,
    ...contentIn(message),
    ...(isOurs && { status: statuses[(text(context?.status) ?? '').toLowerCase()] }),
  };
}

/** Reads the parts of a history in a value of the field `history`. */
export function readHistory(value: Json): SharedHistory[] {
  const ourNumber = digits(object(value.metadata)?.display_phone_number);
  const recordsOf = (messages: unknown, person: (message: Json) => unknown) => {
    const read = list(messages)
      .map(object)
      .map((each) => (each ? pastOf(each, person(each), ourNumber) : 'unreadable'));
    return {
      messages: read.filter((each) => typeof each !== 'string'),
      skipped: read.filter((each) => typeof each === 'string'),
    };
  };
  const parts = list(value.history)
    .map(object)
    .filter((part) => part !== undefined);
  const shared = parts.map((part): SharedHistory => {
    const error = object(list(part.errors)[0]);
    const detail = textOf(object(error?.error_data)?.details) ?? textOf(error?.title);
    if (error)
      return {
        messages: [],
        skipped: [],
        refusal: finding(
          'refused',
          `the phone does not share its history (${detail ?? 'no reason'})`,
          {
            ...(typeof error.code === 'number' && { error: error.code }),
            said: detail,
          },
        ),
      };
    const { phase, chunk_order: order, progress } = object(part.metadata) ?? {};
    const threads = list(part.threads)
      .map(object)
      .map((thread) => recordsOf(thread?.messages, () => thread?.id));
    return {
      part: `${Number(phase)}.${Number(order)}`,
      progress: Number.isFinite(Number(progress)) ? Number(progress) : undefined,
      messages: threads.flatMap(({ messages }) => messages),
      skipped: threads.flatMap(({ skipped }) => skipped),
    };
  });
  const files = recordsOf(value.messages, ({ from, to }) =>
    digits(from) === ourNumber ? to : from,
  );
  return files.messages.length > 0 ? [...shared, files] : shared;
}

/** Reads the names in a value of the field `smb_app_state_sync`. */
export const readNames = (value: Json): SharedName[] =>
  list(value.state_sync)
    .map(object)
    .flatMap((entry) => {
      const person = object(entry?.contact);
      const phone = addressOf(person?.phone_number, undefined)?.phone;
      const name = text(person?.full_name) ?? text(person?.first_name);
      return entry?.action === 'add' && phone !== undefined && name !== undefined
        ? [{ phone, name }]
        : [];
    });
