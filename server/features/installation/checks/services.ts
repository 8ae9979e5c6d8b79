import { openBounceMailbox } from '#server/outbound/bounce-mailbox.ts';
import type { ImapUrl } from '#server/platform/config.ts';
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
