import type { ChatAddress, Connection } from '#server/outbound/messaging/connection.ts';
import { finding } from '#server/outbound/messaging/findings.ts';
import {
  accepted,
  type OutgoingChange,
  refused,
  type Sent,
  unknown,
} from '#server/outbound/messaging/outgoing-message.ts';
import { findings, type Json, list, object, outcomeOf, text, textOf } from '../requests.ts';
import { call, causeFindings, causeOf, chatJid, lookUp, messagesIn } from './client.ts';
import { numberOf } from './content.ts';

/*
 * Edits and messages taken back through Evolution (E, B as in client.ts): E src/api/routes/chat.router.ts, src/validate/chat.schema.ts; B
 * updateMessage (200) and deleteMessage (201).
 */

/**
 * Returns the address of a chat at the network, which these requests use unchanged: in another spelling of the number, the gateway would report
 * success, and the contact would still see the message.
 */
async function addressIn(
  connection: Connection,
  to: ChatAddress,
  timeoutMs: number,
): Promise<string | Sent> {
  if (to.phone === undefined) return chatJid(to);
  const account = await lookUp(connection, to.phone, timeoutMs);
  if (account.kind !== 'done')
    return refused(account.kind === 'failed' ? account.cause : 'rejected', account.reason);
  return account.value.exists === true
    ? (text(account.value.jid) ?? chatJid(to))
    : refused('number', findings.noAccount);
}

/**
 * Errors from before anything is sent. An exception that the gateway throws itself is an object, converted to a text: the gateway has no such
 * message of this chat.
 */
const errorsBeforeSending = /^(?:Message not compatible|\[object Object\])/;

function refusalOf(status: number, json: Json | undefined): Sent {
  const sentences = messagesIn(json).filter((part) => typeof part === 'string');
  const words = textOf(sentences.at(-1));
  const cause = sentences.map(causeOf).find((each) => each !== undefined);
  if (cause === 'disconnected' || cause === 'throttled')
    return refused(cause, causeFindings[cause]);
  if (status === 404)
    return /^Cannot [A-Z]+ \//.test(words ?? '')
      ? refused(
          'rejected',
          finding('version_old', 'this version of the gateway has no such request (404)', {
            error: 404,
          }),
        )
      : refused('disconnected', findings.unknownInstance);
  const isSchema = list(object(json?.response)?.message).some((part) => Array.isArray(part));
  if (status < 500 && (isSchema || errorsBeforeSending.test(words ?? '')))
    return refused(
      'rejected',
      isSchema
        ? finding(
            'refused',
            `the gateway refuses the change (${status}: ${words ?? 'no reason'})`,
            {
              error: status,
              said: words,
            },
          )
        : finding('refused', 'the gateway does not have the message, or cannot change it', {
            error: status,
          }),
    );
  // Failures after the change was sent (storing it, above all) get this response, too.
  return unknown(
    'gateway',
    finding('gateway_failed', `the gateway answered ${status} (${words ?? 'no reason'})`, {
      error: status,
      said: words,
    }),
  );
}

/** The network's time of an edit, which the gateway's callback repeats. */
function timeIn(json: Json | undefined): number | undefined {
  const message = object(json?.message);
  const wrapped = object(object(message?.editedMessage)?.message);
  const protocol = object(message?.protocolMessage) ?? object(wrapped?.protocolMessage);
  return numberOf(protocol?.timestampMs);
}

/** Edits a message, or takes it back. */
export async function change(
  connection: Connection,
  { to, networkId, change: wanted }: OutgoingChange,
  timeoutMs: number,
): Promise<Sent> {
  const remoteJid = await addressIn(connection, to, timeoutMs / 2);
  if (typeof remoteJid !== 'string') return remoteJid;
  const key = { id: networkId, fromMe: true, remoteJid };
  const answer =
    wanted.kind === 'edit'
      ? await call(
          connection,
          'POST',
          '/chat/updateMessage',
          { number: remoteJid, key, text: wanted.text },
          timeoutMs,
        )
      : await call(connection, 'DELETE', '/chat/deleteMessageForEveryone', key, timeoutMs);
  return outcomeOf(answer, timeoutMs, (status, json) =>
    status >= 400
      ? refusalOf(status, json)
      : accepted(
          object(json?.key)?.id,
          unknown('gateway', findings.withoutId(status)),
          timeIn(json),
        ),
  );
}
