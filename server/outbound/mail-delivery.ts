import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SmtpUrl } from '../platform/config.ts';
import { type Mail, smtpOptionsOf } from './mail.ts';

/*
 * Delivery of one mail to the SMTP server, whose outcome is stored: unlike the mailer, it neither retries nor logs. The sender confirms
 * immediately before the text is sent, so that a mail is not repeated after a crash.
 */

/** A mail with headers. */
export interface DeliverableMail extends Mail {
  readonly messageId: string;
  /** Message ids of the thread, oldest first. */
  readonly references?: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** Address of the envelope, to which servers report that it was not delivered; the sender by default. */
  readonly returnPath?: string;
}

/**
 * sent: the server accepted it. retry: not accepted, it can be sent again. rejected: refused permanently because of the recipient.
 * refused: refused permanently for another reason. unknown: the connection ended while the server was accepting it.
 */
export type DeliveryOutcome = 'sent' | 'retry' | 'rejected' | 'refused' | 'unknown';

export interface Delivery {
  readonly outcome: DeliveryOutcome;
  /** SMTP status, if the server responded. */
  readonly status: number | null;
  /** True if the server cannot be used at present, whatever the recipient. */
  readonly isServerDown: boolean;
}

export interface MailDelivery {
  /**
   * @param confirm called immediately before the text is sent; the mail is not sent if it throws
   * @throws the error of `confirm`
   */
  deliver(mail: DeliverableMail, confirm: () => Promise<void>): Promise<Delivery>;
}

interface SmtpError extends Error {
  readonly code?: string;
  readonly responseCode?: number;
  readonly response?: string;
  readonly command?: string;
}

/** Enhanced status codes of policies (RFC 3463, 3.8): they concern the sender or the text, not the recipient's address. */
const isPolicy = (response = '') => /^\d{3}[ -]5\.7\./.test(response);

function outcomeOf(error: SmtpError, wasHandedOver: boolean): Delivery {
  const { responseCode: status = null, response, command = '' } = error;
  if (status === null) {
    const outcome = wasHandedOver ? 'unknown' : 'retry';
    return { outcome, status, isServerDown: true };
  }
  const isOfRecipient = ['RCPT TO', 'DATA'].includes(command);
  if (status < 500 || !isOfRecipient)
    return { outcome: 'retry', status, isServerDown: !isOfRecipient || status === 421 };
  return {
    outcome: isPolicy(response) ? 'refused' : 'rejected',
    status,
    isServerDown: false,
  };
}

/** The text of a mail, which is read only once the server is ready for it. */
function textOf(message: Buffer, confirm: () => Promise<void>): Readable {
  let isRead = false;
  return new Readable({
    read() {
      if (isRead) return;
      isRead = true;
      confirm().then(
        () => {
          this.push(message);
          this.push(null);
        },
        (error: Error) => this.destroy(error),
      );
    },
  });
}

type Callback<T = unknown> = (error: Error | null, result?: T) => void;
const called = <T>(run: (done: Callback<T>) => void) =>
  new Promise<T | undefined>((resolve, reject) => {
    run((error, result) => (error ? reject(error) : resolve(result)));
  });

/** Options of a single connection. */
function connectionOptionsOf(server: SmtpUrl) {
  const { pool: _, maxConnections: __, auth: ___, ...options } = smtpOptionsOf(server);
  return options;
}

/** Connects, with TLS if the settings or the server say so, and signs in. */
async function connect(connection: SMTPConnection, { credentials }: SmtpUrl): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    connection.on('error', reject);
    connection.connect((error?: Error | null) => (error ? reject(error) : resolve()));
  });
  if (credentials)
    await called((done) =>
      connection.login({ user: credentials.user, pass: credentials.password }, done),
    );
}

/** Reason that the SMTP server cannot be used, without texts of the server: these may contain addresses and credentials. */
export interface SmtpProblem {
  /** Error code of nodemailer: `EAUTH`, `ETLS`, `ETIMEDOUT`. */
  readonly code: string;
  /** SMTP status, if the server responded. */
  readonly status?: number;
  /** Reason of the operating system or of TLS: `connect ECONNREFUSED 127.0.0.1:25`. */
  readonly reason?: string;
}

/**
 * Connects to the SMTP server as a delivery does, and signs in. Sends no mail.
 * @param withinMs limit for everything together
 * @returns undefined if the server can be used
 */
export async function checkSmtpServer(
  server: SmtpUrl,
  withinMs: number,
): Promise<SmtpProblem | undefined> {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const timeouts = {
    connectionTimeout: withinMs,
    greetingTimeout: withinMs,
    socketTimeout: withinMs,
  };
  const connection = new Connection({ ...connectionOptionsOf(server), ...timeouts });
  const { promise: deadline, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(Object.assign(new Error(), { code: 'ETIMEDOUT' })),
    withinMs,
  );
  try {
    await Promise.race([connect(connection, server), deadline]);
    return undefined;
  } catch (error) {
    const { code = 'ECONNECTION', responseCode: status, message } = error as SmtpError;
    const isLocal = ['ESOCKET', 'EDNS'].includes(code) || /^Error initiating TLS/.test(message);
    return {
      code,
      ...(status !== undefined && { status }),
      // Advice for developers of a program follows after a semicolon.
      ...(isLocal && message !== '' && { reason: message.replace(/;.*/s, '') }),
    };
  } finally {
    clearTimeout(timer);
    connection.close();
  }
}

/** @param from sender: `Pauta <pauta@example.com>` */
export function openMailDelivery(server: SmtpUrl, from: string): MailDelivery {
  const sender = /<([^>]+)>$/.exec(from)?.[1] ?? from;

  return {
    async deliver(
      { to, subject, text, messageId, references = [], headers, returnPath = sender },
      confirm,
    ) {
      const [{ default: Connection }, { default: Composer }] = await Promise.all([
        import('nodemailer/lib/smtp-connection'),
        import('nodemailer/lib/mail-composer'),
      ]);
      const message = await new Composer({
        from,
        to: { name: '', address: to },
        subject,
        text,
        messageId,
        ...(references.length > 0 && {
          references: [...references],
          inReplyTo: references.at(-1) ?? '',
        }),
        headers,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
        .compile()
        .build();
      const connection = new Connection(connectionOptionsOf(server));
      const state: { isHandedOver: boolean; problem?: unknown } = { isHandedOver: false };
      const content = textOf(message, async () => {
        try {
          await confirm();
          state.isHandedOver = true;
        } catch (error) {
          state.problem = error;
          throw error;
        }
      });
      try {
        await connect(connection, server);
        await called((done) => connection.send({ from: returnPath, to: [to] }, content, done));
        connection.quit();
        return { outcome: 'sent', status: 250, isServerDown: false };
      } catch (error) {
        connection.close();
        if (state.problem !== undefined) throw state.problem;
        return outcomeOf(error as SmtpError, state.isHandedOver);
      }
    },
  };
}
