import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Transporter } from 'nodemailer';
import type { SmtpUrl } from '../platform/config.ts';
import type { Logger } from '../platform/log.ts';

/*
 * Mail through the operator's SMTP server. It is a convenience: whatever is mailed can be copied elsewhere, so a mail that cannot be
 * sent is logged and given up, and nothing waits for it.
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
   * Takes a mail and returns at once: whoever asked does not learn by the time it takes whether there was something to send. Never
   * call it before what the mail tells is committed.
   * @param about what it is, for the log: `invitation`. The log holds neither text nor address.
   */
  send(mail: Mail, about: string): void;
  /** Waits until every mail taken so far is sent or given up. */
  idle(): Promise<void>;
  /** The same without further attempts; then closes the connections. */
  close(): Promise<void>;
}

/** More that wait than these are not taken: the server has been away for long. */
const mostWaiting = 1_000;
/** Waits before the second and third attempt. */
const retryAfterMs = [2_000, 10_000];
const timeoutMs = 10_000;

/** Whether another attempt may go better: no answer, or a 4xx (RFC 5321, 4.2.1). */
function mayPass(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return code !== 'EAUTH' && (responseCode === undefined || responseCode < 500);
}

/** What of a failure may be logged: servers quote addresses in their answers. */
const reasonOf = (error: unknown) => {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return { code, status: responseCode };
};

/**
 * @param from who the mail is from: `Pauta <pauta@example.com>`
 * @param waits before further attempts, in milliseconds
 */
export function openMailer(
  server: SmtpUrl,
  from: string,
  log: Logger,
  waits: readonly number[] = retryAfterMs,
): Mailer {
  // Loaded where mail is sent.
  const { createTransport } = createRequire(import.meta.url)(
    'nodemailer',
  ) as typeof import('nodemailer');
  const transport: Transporter = createTransport(optionsOf(server), { from });
  const closing = new AbortController();
  const open = new Set<Promise<void>>();

  async function deliver({ to, subject, text }: Mail, about: string): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        // As an object: what stands in it is one address, whatever it looks like.
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
      if (open.size >= mostWaiting) {
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

/** The transport's settings for an SMTP server. */
const optionsOf = ({ host, port, isSecure, needsTls, credentials }: SmtpUrl) => ({
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
  // A text that names a file or an address is never read from there.
  disableFileAccess: true,
  disableUrlAccess: true,
});
