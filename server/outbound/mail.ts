import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Transporter } from 'nodemailer';
import type { SmtpUrl } from '../platform/config.ts';
import type { Logger } from '../platform/log.ts';

/*
 * Mail through the operator's SMTP server. It is a convenience: all mailed links can also be copied, so a mail that cannot be
 * sent is logged and dropped, and nothing waits for it.
 */

/** A mail in plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends mail in the background. */
export interface Mailer {
  /**
   * Queues a mail and returns immediately, so that the response time does not reveal whether a mail is sent. Call it only after
   * the change that the mail announces is committed.
   * @param about kind of mail for the log: `invitation`. The log contains neither text nor address.
   */
  send(mail: Mail, about: string): void;
  /** Waits until every queued mail is sent or dropped. */
  idle(): Promise<void>;
  /** Drains the queue without further attempts; then closes the connections. */
  close(): Promise<void>;
}

/** Maximum queued mails; more are dropped, since the server has been unreachable for long. */
const maxWaiting = 1_000;
/** Delays before the second and third attempt. */
const retryAfterMs = [2_000, 10_000];
const timeoutMs = 10_000;

/** True if a retry may succeed: no response, or a 4xx (RFC 5321, 4.2.1). */
function mayPass(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return code !== 'EAUTH' && (responseCode === undefined || responseCode < 500);
}

/** Loggable part of a failure: servers quote addresses in their responses. */
const reasonOf = (error: unknown) => {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return { code, status: responseCode };
};

/**
 * @param from sender: `Pauta <pauta@example.com>`
 * @param waits delays before further attempts, in milliseconds
 */
export function openMailer(
  server: SmtpUrl,
  from: string,
  log: Logger,
  waits: readonly number[] = retryAfterMs,
): Mailer {
  // Loaded on first use.
  const { createTransport } = createRequire(import.meta.url)(
    'nodemailer',
  ) as typeof import('nodemailer');
  const transport: Transporter = createTransport(smtpOptionsOf(server), { from });
  const closing = new AbortController();
  const open = new Set<Promise<void>>();

  async function deliver({ to, subject, text }: Mail, about: string): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        // Passed as an object: its text is always parsed as a single address.
        await transport.sendMail({ subject, text, to: { name: '', address: to } });
        return;
      } catch (error) {
        const wait = waits[attempt];
        if (wait === undefined || !mayPass(error) || closing.signal.aborted) {
          log.warn({ about, ...reasonOf(error) }, 'a mail was not sent; its link can be copied');
          return;
        }
        await sleep(wait, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
  }

  const idle = async () => void (await Promise.all(open));
  return {
    send(mail, about) {
      if (open.size >= maxWaiting) {
        log.warn({ about }, 'a mail was not sent: too many wait for the SMTP server');
        return;
      }
      const sending = deliver(mail, about).finally(() => open.delete(sending));
      open.add(sending);
    },
    idle,
    async close() {
      closing.abort();
      await idle();
      transport.close();
    },
  };
}

/** Transport settings for an SMTP server. */
export const smtpOptionsOf = ({ host, port, isSecure, needsTls, credentials }: SmtpUrl) => ({
  host,
  port,
  secure: isSecure,
  requireTLS: needsTls,
  ...(credentials && { auth: { user: credentials.user, pass: credentials.password } }),
  pool: true as const,
  maxConnections: 2,
  connectionTimeout: timeoutMs,
  greetingTimeout: timeoutMs,
  socketTimeout: timeoutMs,
  // Prevents reading content from a file or URL named in a text.
  disableFileAccess: true,
  disableUrlAccess: true,
});
