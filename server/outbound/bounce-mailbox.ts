import type { ImapFlow } from 'imapflow';
import type { ImapUrl } from '../platform/config.ts';

/*
 * Mailbox to which mail servers return mails, read over IMAP. Messages to other addresses stay untouched, so it may also be a shared mailbox.
 */

export interface BounceMailbox {
  /**
   * Reads the unread messages to return addresses, and deletes those that were handled. The others are marked as read.
   * @param handle returns true if the message was handled; a message stays unread if it throws
   * @throws Error if the mailbox cannot be read
   */
  read(handle: (message: Uint8Array) => Promise<boolean>): Promise<void>;
  /**
   * Signs in and opens the mailbox, without reading messages.
   * @throws Error if it cannot be opened
   */
  check(): Promise<void>;
  /** Ends a connection that is open. */
  close(): void;
}

/** Bytes of a message that are read: reports are at its beginning, before the returned mail. */
const maxBytes = 262_144;
/** Messages of one reading; the next one reads further ones. */
const maxMessages = 500;

/**
 * @param address where reports arrive: `bounces@example.com`, of which `bounces+…@example.com` are addresses too
 * @param timeoutMs of the connection, and of each answer
 */
export function openBounceMailbox(
  server: ImapUrl,
  address: string,
  timeoutMs = 30_000,
): BounceMailbox {
  let open: ImapFlow | undefined;
  let isClosed = false;

  async function handleAll(client: ImapFlow, handle: (message: Uint8Array) => Promise<boolean>) {
    const to = `${address.slice(0, address.lastIndexOf('@'))}+`;
    const uids = await client.search({ seen: false, to }, { uid: true });
    for (const uid of (uids || []).slice(0, maxMessages)) {
      if (isClosed) return;
      const message = await client.fetchOne(
        String(uid),
        { source: { maxLength: maxBytes } },
        { uid: true },
      );
      // Another node has deleted it.
      if (!message || message.source === undefined) continue;
      if (await handle(message.source)) await client.messageDelete(String(uid), { uid: true });
      else await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
    }
  }

  async function withMailbox(use: (client: ImapFlow) => Promise<void>) {
    if (isClosed) return;
    // Loaded on first use.
    const { ImapFlow } = await import('imapflow');
    const client = new ImapFlow({
      host: server.host,
      port: server.port,
      secure: server.isSecure,
      ...(!server.isSecure && server.needsTls && { doSTARTTLS: true }),
      auth: { user: server.credentials.user, pass: server.credentials.password },
      logger: false,
      disableAutoIdle: true,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      maxLiteralSize: 2 * maxBytes,
    });
    // Failures are also those of the call in progress.
    client.on('error', () => {});
    open = client;
    try {
      await client.connect();
      const lock = await client.getMailboxLock(server.mailbox);
      try {
        await use(client);
      } finally {
        lock.release();
      }
      await client.logout();
    } catch (error) {
      if (!isClosed) throw error;
    } finally {
      client.close();
      open = undefined;
    }
  }

  return {
    read: (handle) => withMailbox((client) => handleAll(client, handle)),
    check: () => withMailbox(async () => {}),
    close() {
      isClosed = true;
      open?.close();
    },
  };
}
