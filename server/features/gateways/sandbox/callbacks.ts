import {
  type Address,
  type Callback,
  type ChatAddress,
  type Connection,
  isNetworkId,
  type Participant,
  readsGroups,
} from '#server/outbound/messaging/connection.ts';
import { type Finding, finding, findingCodes } from '#server/outbound/messaging/findings.ts';
import { connectionStates, type StateReport } from '#server/outbound/messaging/gateway-setup.ts';
import type {
  ChatMessage,
  Confirmation,
  Edit,
  GroupChange,
  KnownLid,
  ParsedCallback,
  Revoke,
} from '#server/outbound/messaging/incoming-updates.ts';
import { isSame } from '#server/platform/constant-time.ts';
import { groupOf, isPhone } from '../phones.ts';
import { hmac, type Json, list, object, parse, tally, text } from '../requests.ts';
import { contentOf } from './content.ts';

/*
 * Callbacks of the sandbox: POST, header `x-sandbox-signature` (hex HMAC-SHA256 of the body). The body holds any of these lists; times are
 * Unix seconds, like the network's.
 *
 *   statuses  {id, reference, status, reason}
 *   messages  {id, from, lid, name, type, text, details, media, quoted, at, from_phone, group}
 *             `from`: the contact of the chat; `from_phone`: typed by our side on the phone; `group`: the address of the group in which
 *             `from` wrote
 *   edits     {id, text, at, from, lid, from_phone, group}    revokes  {id, at, from, lid, from_phone, group}
 *             `from`, `lid`: the chat, or any chat if absent. `from_phone`: our side changed its own message
 *   groups    {group, name}
 *   states    {state, reason, phone}        lids     {lid, phone}
 */

const signatureHeader = 'x-sandbox-signature';

/** Signs a callback of the sandbox. */
export function sandboxCallback(connection: Connection, content: object): Callback {
  const body = Buffer.from(JSON.stringify(content));
  const signature = hmac('sha256', connection.config.webhook_secret ?? '', body);
  return { method: 'POST', headers: { [signatureHeader]: signature }, query: {}, body };
}

/** Number behind a LID of the sandbox, which is the number with the prefix `99`; undefined for unknown LIDs. */
export const phoneOfLid = (lid: string): string | undefined =>
  lid.startsWith('99') && isPhone(lid.slice(2)) ? lid.slice(2) : undefined;

const isLid = (lid: string) => /^\d{5,20}$/.test(lid);
const timeOf = (seconds: unknown) =>
  Number.isSafeInteger(seconds) ? (seconds as number) * 1_000 : undefined;

/** Reads the valid elements of a list. */
const each = <T>(value: unknown, read: (part: Json) => T | undefined): T[] =>
  list(value).flatMap((part) => {
    const json = object(part);
    const done = json && read(json);
    return done === undefined ? [] : [done];
  });

const isStatus = (status: unknown): status is Confirmation['status'] =>
  ['sent', 'delivered', 'read', 'failed'].includes(status as string);

const confirmationOf = ({ id, reference, status, reason }: Json): Confirmation | undefined =>
  isNetworkId(id) && isStatus(status)
    ? { networkId: id, reference: text(reference), status, reason: text(reason) }
    : undefined;

function addressOf({ from, lid }: Json): Address | undefined {
  const validLid = typeof lid === 'string' && isLid(lid) ? lid : undefined;
  if (typeof from === 'string' && isPhone(from)) return { phone: from, lid: validLid };
  return validLid === undefined ? undefined : { lid: validLid };
}

/** Chat of an item: the person's, or the group in which the person, its `participant`, acted. */
function placeOf(item: Json): {
  readonly chat: ChatAddress | undefined;
  readonly participant?: Participant;
} {
  const person = addressOf(item);
  const group = groupOf(item.group);
  if (group === undefined) return { chat: person };
  if (!person || item.from_phone === true) return { chat: { group } };
  const id = person.lid === undefined ? (person.phone ?? '') : `${person.lid}@lid`;
  return { chat: { group }, participant: { ...person, id } };
}

function messageOf(message: Json): ChatMessage | undefined {
  const { chat, ...author } = placeOf(message);
  if (!chat || !isNetworkId(message.id)) return undefined;
  const isTyped = message.from_phone === true;
  return {
    networkId: message.id,
    chat,
    ...author,
    from: isTyped ? 'phone' : 'contact',
    name: isTyped ? undefined : text(message.name),
    at: timeOf(message.at),
    ...contentOf(message),
  };
}

function revokeOf(change: Json): Revoke | undefined {
  const { id, at, from_phone: isOurs } = change;
  if (!isNetworkId(id)) return undefined;
  const from = isOurs === true ? 'phone' : 'contact';
  return { networkId: id, from, ...placeOf(change), at: timeOf(at) };
}

function editOf(change: Json): Edit | undefined {
  const revoke = revokeOf(change);
  const { text: words } = change;
  return revoke && typeof words === 'string' ? { ...revoke, text: words } : undefined;
}

function reasonOf(reason: Json | undefined): Finding | undefined {
  const code = findingCodes.find((each) => each === reason?.code);
  const words = text(reason?.text);
  return code && words ? finding(code, words) : undefined;
}

function stateOf({ state, reason, phone }: Json): StateReport | undefined {
  const knownState = connectionStates.find((each) => each === state);
  return knownState && { state: knownState, reason: reasonOf(object(reason)), phone: text(phone) };
}

const lidPairOf = ({ lid, phone }: Json): KnownLid | undefined =>
  typeof lid === 'string' && isLid(lid) && typeof phone === 'string' && isPhone(phone)
    ? { lid, phone }
    : undefined;

function groupChangeOf({ group: address, name }: Json): GroupChange | undefined {
  const group = groupOf(address);
  return group === undefined ? undefined : { group, name: text(name) };
}

/** Verifies the signature of a callback and reads it. */
export function readCallback(
  connection: Connection,
  { method, headers, body }: Callback,
): ParsedCallback {
  const { config } = connection;
  const hasGroups = readsGroups(connection);
  const signature = hmac('sha256', config.webhook_secret ?? '', body);
  if (method !== 'POST' || !isSame(headers[signatureHeader], signature))
    return { kind: 'unverified' };
  const json = parse(body);
  if (!json) return { kind: 'malformed' };
  const ignored = tally();
  const messages = list(json.messages).filter((message) => {
    const group = text(object(message)?.group);
    const isIgnored = group !== undefined && !(hasGroups && groupOf(group) !== undefined);
    if (isIgnored) ignored.add('group');
    return !isIgnored;
  });
  return {
    kind: 'updates',
    confirmations: each(json.statuses, confirmationOf),
    messages: each(messages, messageOf),
    edits: each(json.edits, editOf),
    revokes: each(json.revokes, revokeOf),
    states: each(json.states, stateOf),
    lids: each(json.lids, lidPairOf),
    groups: hasGroups ? each(json.groups, groupChangeOf) : [],
    ignored: ignored.counts,
  };
}
