import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { SmtpUrl } from '#server/platform/config.ts';

/* A real SMTP server, for tests of mail. */

interface Received {
  /** Recipients given to the server. */
  readonly to: readonly string[];
  readonly from: string | undefined;
  /** Sender given to the server, to which it would report failures. */
  readonly returnPath: string | undefined;
  readonly subject: string | undefined;
  readonly text: string;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface TestSmtp {
  readonly url: SmtpUrl;
  readonly received: Received[];
  /** Its answers to further mails: an SMTP status for each, in order; then it accepts them. */
  readonly refusals: number[];
  /** Its answers to further recipients: an SMTP status and text for each, in order; then it accepts them. */
  readonly refusedRecipients: (readonly [status: number, text: string])[];
  /** Called with each mail before it is accepted; the mail is accepted once the result resolves. */
  onMail: (() => Promise<unknown>) | undefined;
  /** Number of mails offered, accepted or not. */
  readonly attempts: number;
  stop(): Promise<void>;
}

const credentials = { user: 'pauta', password: 'postage' };

/**
 * Starts a server that accepts mail from clients with its password.
 * @param tls key and certificate for STARTTLS, which it does not offer otherwise
 */
export async function startSmtp(
  port = 0,
  tls?: { readonly key: string; readonly cert: string },
): Promise<TestSmtp> {
  const received: Received[] = [];
  const refusals: number[] = [];
  const refusedRecipients: (readonly [number, string])[] = [];
  const hooks: Pick<TestSmtp, 'onMail'> = { onMail: undefined };
  let attempts = 0;
  const server = new SMTPServer({
    ...(tls ?? { disabledCommands: ['STARTTLS'] }),
    onAuth({ username, password }, _session, done) {
      if (username === credentials.user && password === credentials.password)
        done(null, { user: username });
      else done(new Error('who are you?'));
    },
    onRcptTo(_address, _session, done) {
      const refused = refusedRecipients.shift();
      if (refused === undefined) return done();
      done(Object.assign(new Error(refused[1]), { responseCode: refused[0] }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        attempts += 1;
        const responseCode = refusals.shift();
        if (responseCode !== undefined) {
          done(Object.assign(new Error('not now, ana@example.com'), { responseCode }));
          return;
        }
        PostalMime.parse(Buffer.concat(chunks)).then(
          async ({ from, subject, text, headers: lines }) => {
            const to = session.envelope.rcptTo.map(({ address }) => address);
            const headers = Object.fromEntries(lines.map(({ key, value }) => [key, value]));
            const { mailFrom } = session.envelope;
            received.push({
              to,
              from: from?.address,
              returnPath: mailFrom === false ? undefined : mailFrom.address,
              subject,
              text: text ?? '',
              headers,
            });
            await hooks.onMail?.();
            done();
          },
          done,
        );
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: listening } = server.server.address() as AddressInfo;
  return {
    url: { host: '127.0.0.1', port: listening, isSecure: false, needsTls: false, credentials },
    received,
    refusals,
    refusedRecipients,
    get onMail() {
      return hooks.onMail;
    },
    set onMail(hook) {
      hooks.onMail = hook;
    },
    get attempts() {
      return attempts;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
