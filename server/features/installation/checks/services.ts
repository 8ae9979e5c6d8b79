import { openBounceMailbox } from '#server/outbound/bounce-mailbox.ts';
import { checkSmtpServer, type SmtpProblem } from '#server/outbound/mail-delivery.ts';
import type { ImapUrl, SmtpUrl } from '#server/platform/config.ts';
import type { Check } from './check.ts';

/** Checks that Redis answers. */
export async function checkRedis(url: string): Promise<Check> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 2_000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  redis.on('error', () => {});
  try {
    await redis.connect();
    await redis.ping();
    return { name: 'redis', ok: true, found: 'answers' };
  } catch (error) {
    const advice =
      'Start Redis or correct REDIS_URL; until then each node counts requests for itself.';
    return { name: 'redis', ok: false, found: (error as Error).message, advice };
  } finally {
    redis.disconnect();
  }
}

/** Checks that the mailbox of returned mails can be opened. @param address where returned mails arrive */
export async function checkBounceMailbox(server: ImapUrl, address: string): Promise<Check> {
  const name = 'returned_mail';
  try {
    await openBounceMailbox(server, address, 5_000).check();
    return { name, ok: true, found: 'the mailbox can be opened' };
  } catch (error) {
    const { message, code, responseText } = error as Error & {
      readonly code?: string;
      readonly responseText?: string;
    };
    // The message about a refused command is the same for all of them, and that of several refused connections is empty.
    const reason = responseText || message || code;
    const advice = 'Correct BOUNCE_IMAP_URL; until then returned mails do not count.';
    return { name, ok: false, found: `the mailbox cannot be opened: ${reason}`, advice };
  }
}

const smtpReasons: Readonly<Record<string, string>> = {
  EAUTH: 'it refuses the user name or the password',
  ETLS: 'it offers no valid TLS',
  EDNS: 'its name has no address',
  ETIMEDOUT: 'it does not answer in time',
  EPROTOCOL: 'it does not speak SMTP',
  ESOCKET: 'the connection fails',
};

function smtpReason({ code, status, reason }: SmtpProblem): string {
  const details = [reason ?? '', status === undefined ? '' : `status ${status}`].filter(Boolean);
  const text = smtpReasons[code] ?? 'it closes the connection';
  return details.length > 0 ? `${text} (${details.join(', ')})` : text;
}

/**
 * Checks that the SMTP server lets the installation in. Sends no mail.
 * @param withinMs limit for everything together
 */
export async function checkMailServer(server: SmtpUrl, withinMs = 10_000): Promise<Check> {
  const name = 'mail';
  const problem = await checkSmtpServer(server, withinMs);
  const { host, port } = server;
  if (!problem)
    return {
      name,
      ok: true,
      found: server.credentials ? 'the SMTP server accepts the sign-in' : 'the SMTP server answers',
    };
  return {
    name,
    ok: false,
    found: `${host}:${port} cannot be used: ${smtpReason(problem)}`,
    advice:
      'Correct SMTP_URL or start the server; until then no mail is sent, and links are copied.',
  };
}
