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

/** @param from sender: `Pauta <pauta@example.com>` */
export function openMailDelivery(server: SmtpUrl, from: string): MailDelivery {
  const sender = /<([^>]+)>$/.exec(from)?.[1] ?? from;

  async function connect(connection: SMTPConnection): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      connection.on('error', reject);
      connection.connect((error?: Error | null) => (error ? reject(error) : resolve()));
    });
    const { credentials } = server;
    if (credentials)
      await called((done) =>
        connection.login({ user: credentials.user, pass: credentials.password }, done),
      );
  }

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
      const { pool: _, maxConnections: __, auth: ___, ...options } = smtpOptionsOf(server);
      const connection = new Connection(options);
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
        await connect(connection);
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
