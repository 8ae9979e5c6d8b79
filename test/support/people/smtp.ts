import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { SmtpUrl } from '#server/platform/config.ts';

/* A real SMTP server, for tests of mail. */

interface Received {
  /** Recipients given to the server. */
  readonly to: readonly string[];
  readonly from: string | undefined;
  readonly subject: string | undefined;
  readonly text: string;
}

export interface TestSmtp {
  readonly url: SmtpUrl;
  readonly received: Received[];
  /** Its answers to further mails: an SMTP status for each, in order; then it accepts them. */
  readonly refusals: number[];
  /** Number of mails offered, accepted or not. */
  readonly attempts: number;
  stop(): Promise<void>;
}

const credentials = { user: 'pauta', password: 'postage' };

/** Starts a server that accepts mail from clients with its password. */
export async function startSmtp(): Promise<TestSmtp> {
  const received: Received[] = [];
  const refusals: number[] = [];
  let attempts = 0;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth({ username, password }, _session, done) {
      if (username === credentials.user && password === credentials.password)
        done(null, { user: username });
      else done(new Error('who are you?'));
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
        PostalMime.parse(Buffer.concat(chunks)).then(({ from, subject, text }) => {
          const to = session.envelope.rcptTo.map(({ address }) => address);
          received.push({ to, from: from?.address, subject, text: text ?? '' });
          done();
        }, done);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: { host: '127.0.0.1', port, isSecure: false, needsTls: false, credentials },
    received,
    refusals,
    get attempts() {
      return attempts;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
