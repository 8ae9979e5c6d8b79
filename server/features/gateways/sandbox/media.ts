import { finding } from '#server/outbound/messaging/findings.ts';
import type { Gateway } from '#server/outbound/messaging/gateway.ts';
import { type Outgoing, refused, type Sent } from '#server/outbound/messaging/outgoing-message.ts';
import { done } from '../requests.ts';
import type { SandboxWorld } from './session.ts';

/** Reads a file to its end, as a network would. @returns the refusal if it cannot be read */
export async function refuseUnreadable(
  content: Extract<Outgoing['content'], { kind: 'media' }>,
): Promise<Sent | undefined> {
  try {
    const stream = await content.file.open();
    for await (const _ of stream);
    return undefined;
  } catch {
    return refused('gateway', finding('file_unreadable', 'the file could not be read'));
  }
}

/** Fetches the file that a contact sent. */
export const fetchMediaFrom =
  (world: SandboxWorld): NonNullable<Gateway['fetchMedia']> =>
  async (connection, { source: { file } }) => {
    const opened = typeof file === 'string' ? await world.open(connection, file) : undefined;
    return opened
      ? done(opened)
      : {
          kind: 'impossible',
          reason: finding('media_gone', 'the sandbox no longer has this file'),
        };
  };
