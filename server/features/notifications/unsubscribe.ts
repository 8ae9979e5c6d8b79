import { createHmac } from 'node:crypto';
import type { Database, TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { personalNotices } from '#server/events/live/notices.ts';
import { isSame } from '#server/platform/constant-time.ts';
import type { Secrets } from '#server/platform/secrets.ts';

/*
 * Links in mails that stop them (RFC 8058). A link is not stored: it names the member, with a MAC, and works as long as the key exists, since
 * an old mail must stay possible to unsubscribe from. All it can do is stop the mail of one member.
 */

const purpose = 'unsubscribe from mail';
const macBytes = 16;

const macOf = (key: string, ids: Buffer) =>
  createHmac('sha256', Buffer.from(key, 'hex')).update(ids).digest().subarray(0, macBytes);

const bytesOf = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex');
const uuidOf = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

export interface Subscriber {
  readonly team: string;
  readonly user: string;
}

export const unsubscribePath = '/unsubscribe';

/** Token of a link. */
export function unsubscribeToken(secrets: Secrets, { team, user }: Subscriber): string {
  const ids = Buffer.concat([bytesOf(team), bytesOf(user)]);
  return Buffer.concat([ids, macOf(secrets.derive(purpose), ids)]).toString('base64url');
}

/** The member that a token names; undefined if it is not genuine. */
export function subscriberIn(secrets: Secrets, token: string): Subscriber | undefined {
  if (!/^[\w-]{64}$/.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const [ids, mac] = [bytes.subarray(0, 32), bytes.subarray(32)];
  const isGenuine = secrets
    .keys()
    .some((key) => isSame(mac.toString('hex'), macOf(key.derive(purpose), ids).toString('hex')));
  if (!isGenuine) return undefined;
  return { team: uuidOf(ids.subarray(0, 16)), user: uuidOf(ids.subarray(16)) };
}

const stop = teamStatement(`
  with t as (
    insert into notification_mail_settings as s (team_id, user_id, stopped_at, stop_reason)
    select $team, u.id, now(), 'unsubscribed' from users u where u.team_id = $team and u.id = $user
    on conflict (team_id, user_id) do update set stopped_at = excluded.stopped_at, stop_reason = excluded.stop_reason
      where s.stopped_at is null
    returning user_id),
  ${personalNotices('select user_id from t')}
  select user_id from t`);

/** Stops the mail of a member. Repeating it has no effect. */
export async function unsubscribe(db: TeamDb, user: string): Promise<void> {
  await db.run(stop, { user });
}

const nameOf = teamStatement(
  'select x.name as team from teams x join users u on u.team_id = $team and u.id = $user where x.id = $team',
);

/** Name of the member's team; undefined if either was deleted. */
export async function findSubscribedTeam(
  database: Pick<Database, 'team'>,
  { team, user }: Subscriber,
): Promise<string | undefined> {
  const [row] = await database.team(team).read(nameOf, { user });
  return row?.team as string | undefined;
}
