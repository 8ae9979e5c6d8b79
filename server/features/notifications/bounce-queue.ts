import type { Database } from '#server/db/database.ts';
import { platformStatement, teamStatement } from '#server/db/statement.ts';
import type { BounceMailbox } from '#server/outbound/bounce-mailbox.ts';
import type { Logger } from '#server/platform/log.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { mailsIn } from './bounce-address.ts';
import { stopBounced } from './bounces.ts';
import { readDeliveryStatus } from './delivery-status.ts';

/* Reports about mails that were not delivered, which arrive in a mailbox (docs/adr/0259-bounces-by-mail.md). */

const teamOf = platformStatement('select team_id from notification_mails where id = $mail');

/** Reports arrive for up to a week; an old one says nothing about the address of today. */
const store = teamStatement(`
  update notification_mails m set bounced_at = now()
  where m.team_id = $team and m.id = $mail and m.bounced_at is null and m.handed_at > now() - interval '14 days'
  returning m.user_id`);

const bouncedUser = teamStatement(
  'select user_id from notification_mails where team_id = $team and id = $mail and bounced_at is not null',
);

export interface BounceParts {
  readonly mailbox: BounceMailbox;
  /** Address at which reports arrive. */
  readonly address: string;
  readonly secrets: Secrets;
  readonly log: Logger;
}

const decode = (content: ArrayBuffer | Uint8Array | string) =>
  typeof content === 'string' ? content : new TextDecoder().decode(content);

/**
 * Reads a message that arrived at the return address.
 * @returns true if it is a report about a mail of this installation. Reading it again has no effect.
 */
export async function readReport(
  database: Pick<Database, 'platform' | 'team'>,
  { address, secrets, log }: Omit<BounceParts, 'mailbox'>,
  message: Uint8Array,
): Promise<boolean> {
  // Loaded on first use.
  const { default: PostalMime } = await import('postal-mime');
  const { headers, attachments } = await PostalMime.parse(message, {
    maxNestingDepth: 20,
    maxHeadersSize: 100_000,
  });
  const text = headers.map(({ value }) => value).join('\n');
  const [mail] = mailsIn(secrets, address, text);
  const report = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status');
  if (mail === undefined || report === undefined) return false;
  if (readDeliveryStatus(decode(report.content)) !== 'bounced') return true;
  const [row] = await database.platform.run(teamOf, { mail });
  if (!row) return true;
  const db = database.team(row.team_id as string);
  const [bounced] = await db.run(store, { mail });
  if (bounced) log.warn({ team: db.id, mail }, 'a mail was returned');
  // Also if it is already stored: the process that stored it may have ended before it counted.
  const [user] = bounced ? [bounced] : await db.run(bouncedUser, { mail });
  if (user) await stopBounced(db, user.user_id as string);
  return true;
}

const pollMs = 5 * 60_000;

/** Reads reports every few minutes, on each node: each report counts once. */
export function startBounces(
  database: Pick<Database, 'platform' | 'team'>,
  parts: BounceParts,
  everyMs = pollMs,
): { stop(): Promise<void> } {
  const { mailbox, log } = parts;
  let isFailing = false;
  let running = Promise.resolve();
  const poll = async () => {
    try {
      await mailbox.read((message) => readReport(database, parts, message));
      if (isFailing) log.info('the mailbox of returned mails can be read again');
      isFailing = false;
    } catch (err) {
      if (!isFailing) log.warn({ err }, 'the mailbox of returned mails cannot be read');
      isFailing = true;
    }
  };
  const next = () => {
    running = running.then(poll);
  };
  const timer = setInterval(next, everyMs);
  next();
  return {
    async stop() {
      clearInterval(timer);
      mailbox.close();
      await running;
    },
  };
}
