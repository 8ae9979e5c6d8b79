import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatAddress, Connection } from '#server/outbound/messaging/connection.ts';
import { finding } from '#server/outbound/messaging/findings.ts';
import type { Gateway } from '#server/outbound/messaging/gateway.ts';
import {
  type Outgoing,
  type OutgoingChange,
  refused,
  type Sent,
  unknown,
} from '#server/outbound/messaging/outgoing-message.ts';
import { done } from '../requests.ts';
import { phoneOfLid, readCallback } from './callbacks.ts';
import { type AcceptedMessage, type Deliver, networkIdOf, startNetwork } from './client.ts';
import { connectingTo } from './connect.ts';
import { healthIn } from './health.ts';
import { fetchMediaFrom, refuseUnreadable } from './media.ts';
import { emptyWorld, type SandboxWorld } from './session.ts';
import { sandboxTemplates } from './templates.ts';

export { sandboxCallback } from './callbacks.ts';
export type { AcceptedMessage, Deliver } from './client.ts';

/*
 * Sandbox: a network that runs in this process, for trials and tests. It accepts every message and confirms it as a real network would,
 * with signed callbacks that are received like any others. The last digits of a number determine its behavior:
 *
 *   0000  the send is refused             0003  confirmations twice and out of order
 *   0001  never confirmed                 0004  answers after the timeout; confirmed all the same
 *   0002  accepted, later `failed`        0005  changes of messages are refused
 *                                         0009  has no account, if checked
 *
 * A number known only by its LID has these digits at the end of the LID. Groups have none of these behaviors.
 */

interface Sandbox {
  readonly gateway: Gateway;
  /** Confirms a message that the network accepted before this process started. */
  resume(connection: Connection, message: AcceptedMessage): void;
  /** Drops pending confirmations; the next start resumes them. */
  stop(): void;
}

const addressIn = (chat: ChatAddress): string =>
  chat.group === undefined ? (chat.phone ?? chat.lid) : chat.group;

/** @returns the reason why the network does not take the content */
async function refusalOf({ content }: Outgoing): Promise<Sent | undefined> {
  if (content.kind === 'media') return refuseUnreadable(content);
  if (content.kind !== 'template') return undefined;
  const { name, language, header } = content.template;
  const isApproved = sandboxTemplates.some(
    (each) => each.name === name && each.language === language && each.status === 'APPROVED',
  );
  return isApproved
    ? header && refuseUnreadable(header)
    : refused(
        'rejected',
        finding('template_refused', `there is no approved template ${name} in ${language}`),
      );
}

/**
 * @param delayMs delay until a message is delivered; it is read after twice that
 * @param world state that outlives the process
 */
export function startSandbox(
  delayMs: number,
  deliver: Deliver,
  world: SandboxWorld = emptyWorld,
): Sandbox {
  const network = startNetwork(delayMs, deliver, world);
  const { schedule, sessionOf, stateOf, tell, stop } = network;

  /** Sends a message, once. */
  async function send(connection: Connection, message: Outgoing, timeoutMs: number): Promise<Sent> {
    const { to: address, reference } = message;
    const to = addressIn(address);
    const session = await sessionOf(connection);
    const { state } = stateOf(session);
    if (state !== 'connected')
      return refused('disconnected', finding('session_down', `the session is ${state}`));
    if (to.endsWith('0000'))
      return refused(
        'rejected',
        finding('sandbox_refused', 'the sandbox refuses numbers that end in 0000'),
      );
    const problem = await refusalOf(message);
    if (problem) return problem;
    const taken = { reference, to, since: Date.now() };
    const isDeaf = session?.play === 'deaf';
    if (to.endsWith('0004')) {
      await sleep(timeoutMs);
      // A confirmation before the outcome is stored would turn the 502 into a 201.
      const onStored = () => {
        if (!isDeaf) schedule(connection, { ...taken, since: Date.now() });
      };
      const words = `the gateway did not answer within ${timeoutMs / 1_000} s`;
      return unknown('timeout', finding('network_slow', words), onStored);
    }
    if (!isDeaf) schedule(connection, taken);
    return { outcome: 'accepted', networkId: networkIdOf(reference) };
  }

  /** Changes a message, once, and calls back like a real gateway, before the answer. */
  async function change(
    connection: Connection,
    { to: address, networkId, change: wanted }: OutgoingChange,
    timeoutMs: number,
  ): Promise<Sent> {
    const { phone: from, lid, group } = address;
    const { state } = stateOf(await sessionOf(connection));
    if (state !== 'connected')
      return refused('disconnected', finding('session_down', `the session is ${state}`));
    const to = addressIn(address);
    if (to.endsWith('0005'))
      return refused(
        'rejected',
        finding('sandbox_refused', 'the sandbox refuses changes for numbers that end in 0005'),
      );
    const at = Math.floor(Date.now() / 1_000);
    const made = { id: networkId, from, lid, group, from_phone: true, at };
    const content =
      wanted.kind === 'edit' ? { edits: [{ ...made, text: wanted.text }] } : { revokes: [made] };
    if (to.endsWith('0004')) {
      await sleep(timeoutMs);
      const words = `the gateway did not answer within ${timeoutMs / 1_000} s`;
      return unknown(
        'timeout',
        finding('network_slow', words),
        () => void tell(connection, content),
      );
    }
    await tell(connection, content);
    return { outcome: 'accepted', networkId: `${networkId}.${wanted.kind}`, at: at * 1_000 };
  }

  return {
    gateway: {
      name: 'sandbox',
      types: ['session', 'cloud'],
      config: {},
      send,
      change,
      health: healthIn(network),
      readCallback,
      connecting: connectingTo(network),
      fetchMedia: fetchMediaFrom(world),
      markRead: async () => done(undefined),
      profile: async () => done({ pictureUrl: null }),
      account: async (_connection, phone) =>
        done(phone.endsWith('0009') ? { exists: false } : { exists: true, phone }),
      phoneOf: async (_connection, lid) => done(phoneOfLid(lid)),
      templates: async () => done(sandboxTemplates),
    },
    resume: schedule,
    stop,
  };
}
