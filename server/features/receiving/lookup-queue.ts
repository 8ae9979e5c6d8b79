import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { Platform, Row, TeamDb } from '#server/db/database.ts';
import {
  type DueWork,
  duePollByInbox,
  isUnclaimed,
  type Queue,
  readDue,
} from '#server/db/job-queue.ts';
import { teamStatement, unprepared } from '#server/db/statement.ts';
import { emits } from '#server/events/outbox.ts';
import { contacts } from '#server/features/crm/contacts/table.ts';
import type { Connection } from '#server/outbound/messaging/connection.ts';
import type { Profile } from '#server/outbound/messaging/gateway.ts';
import type { Logger } from '#server/platform/log.ts';
import { document } from '#server/records/statements.ts';
import { storableLine } from '../conversations/storable-text.ts';
import type { Messaging } from '../gateways/messaging-service.ts';
import { isPhone } from '../gateways/phones.ts';
import { connectionOf, storedInbox } from '../inboxes/connection.ts';
import { storeGroup } from './groups.ts';
import { learnLids } from './lids.ts';

/*
 * Looks people and groups up: one queue per inbox, one request per second, so that gateways do not throttle us. Nothing depends on the results, so
 * there are few retries.
 */

/** Dependencies of lookups. */
export interface LookupQueueParts extends Messaging {
  readonly log: Logger;
}

/** Lease of a claim: longer than the gateway timeout. */
const claimSeconds = 45;
/** Pause after each request. */
const paceMs = 1_000;
/** Max number of attempts of a failing lookup, and the delay between them. */
const maxAttempts = 3;
const again = `interval '10 minutes'`;
const maxUrlLength = 2_048;

const due = duePollByInbox('lookups', 'due_at');

/** Inboxes with people to look up now, each as its team's id and its own. */
export const inboxesWithLookups = (platform: Platform): Promise<DueWork> => readDue(platform, due);

const claimLookups = teamStatement(
  `
  with ready as (
    select kind, subject from lookups l
    where team_id = $team and inbox_id = $inbox and due_at <= now() and ${isUnclaimed('l')}
    order by due_at limit $room for update skip locked),
  taken as (
    update lookups l set claim = $claim, claimed_until = now() + interval '${claimSeconds} seconds' from ready
    where l.team_id = $team and l.kind = ready.kind and l.subject = ready.subject
    returning l.kind, l.subject, l.inbox_id)
  select taken.kind, taken.subject, coalesce(n.address, k.phone) as phone, c.group_id, i.team_id, i.id, i.gateway, i.config
  from taken
    join inboxes i on i.team_id = $team and i.id = taken.inbox_id
    left join contacts k on k.team_id = $team and k.id = case when taken.kind = 'profile' then taken.subject::uuid end
    left join conversations c on c.team_id = $team and c.id = case when taken.kind = 'group' then taken.subject::uuid end
    left join number_checks n on n.team_id = $team and n.inbox_id = taken.inbox_id and n.phone = k.phone`,
  unprepared,
);

/** Completes a lookup; a message after a day queues it again. */
const completeLookupSql = `
  update lookups l set looked_at = now(), due_at = null, attempts = 0, claim = null, claimed_until = null
  where team_id = $team and kind = $kind and subject = $subject and claim = $claim returning subject`;
const completeLookup = teamStatement(completeLookupSql);

const failed = teamStatement(`
  update lookups l set attempts = attempts + 1, claim = null, claimed_until = null,
    looked_at = case when attempts + 1 >= ${maxAttempts} then clock.now else looked_at end,
    due_at = case when attempts + 1 >= ${maxAttempts} then null else clock.again end
  from (select now(), now() + ${again}) clock (now, again)
  where team_id = $team and kind = $kind and subject = $subject and claim = $claim`);

/** SQL: the part of a picture's address that identifies it. Networks sign the query again each time. */
const pictureOf = (row: string) => `split_part(coalesce(${row}.profile_picture_url, ''), '?', 1)`;

/*
 * Stores a contact's profile. Sets the name only if none is known, because the one announced with messages is newer. Emits an event only
 * for another name or picture; an address that was merely signed again is stored silently.
 */
const storeProfile = teamStatement(`
  with looked as (${completeLookupSql}),
  old as materialized (
    select k.* from contacts k
    where k.team_id = $team and k.id = (select subject::uuid from looked)
      and ($has_picture::boolean and k.profile_picture_url is distinct from $picture::text
        or $name::text is not null and k.push_name is null)
    for update),
  t as (
    update contacts k set push_name = coalesce(old.push_name, $name::text),
      profile_picture_url = case when $has_picture::boolean then $picture::text else old.profile_picture_url end,
      updated_at = case
        when old.push_name is null and $name::text is not null
          or $has_picture::boolean and split_part(coalesce($picture::text, ''), '?', 1) <> ${pictureOf('old')}
        then greatest(clock.now, old.updated_at) else old.updated_at end
    from old, (select now()) clock (now)
    where k.team_id = $team and k.id = old.id returning k.*),
  ${emits([
    {
      kind: 'contact.updated',
      from: `(select t.id, ${document(contacts, '(select t.*)')} as data, ${document(contacts, '(select old.*)')} as was
        from t join old on old.id = t.id
        where t.push_name is distinct from old.push_name or ${pictureOf('t')} <> ${pictureOf('old')}) c`,
      record: 'c.id',
      data: 'c.data',
      previous: 'changed_values(c.was, c.data)',
    },
  ])}
  select id from t`);

/** Person or group to look up. */
interface Job {
  readonly kind: 'profile' | 'lid' | 'group';
  readonly subject: string;
  readonly claim: string;
  readonly row: Row;
}

/** Returns an address that a browser may open; null otherwise. */
function urlOf(text: string | null): string | null {
  if (text === null || text.length > maxUrlLength || !URL.canParse(text)) return null;
  return ['http:', 'https:'].includes(new URL(text).protocol) ? text : null;
}

const profileColumns = ({ name, pictureUrl }: Profile) => ({
  name: storableLine(name),
  has_picture: pictureUrl !== undefined,
  picture: pictureUrl === undefined ? null : urlOf(pictureUrl),
});

/** Queue of one inbox. */
export function lookupQueue(
  db: TeamDb,
  inbox: string,
  { service, secrets, jidSuffix, log }: LookupQueueParts,
  stopped: AbortSignal,
): Queue<Job, void> {
  async function lookUpProfile({ subject, claim, row }: Job, connection: Connection) {
    const about = { kind: 'profile', subject, claim };
    // A deleted contact has no phone to look up.
    if (typeof row.phone !== 'string') return db.run(completeLookup, about);
    const result = await service.profile(connection, { phone: row.phone });
    if (result.kind === 'failed') return db.run(failed, about);
    return result.kind === 'done'
      ? db.run(storeProfile, { ...about, ...profileColumns(result.value) })
      : db.run(completeLookup, about);
  }

  async function lookUpLid({ subject, claim }: Job, connection: Connection) {
    const about = { kind: 'lid', subject, claim };
    const result = await service.phoneOf(connection, subject);
    if (result.kind === 'failed') return db.run(failed, about);
    const phone = result.kind === 'done' ? result.value : undefined;
    if (phone !== undefined && isPhone(phone))
      await learnLids(db, jidSuffix, [{ lid: subject, phone }]);
    return db.run(completeLookup, about);
  }

  async function lookUpGroup({ subject, claim, row }: Job, connection: Connection) {
    const about = { kind: 'group', subject, claim };
    // The conversation may have been deleted.
    if (typeof row.group_id !== 'string') return db.run(completeLookup, about);
    const result = await service.group(connection, row.group_id);
    if (result.kind === 'failed') return db.run(failed, about);
    if (result.kind === 'done') await storeGroup(db, jidSuffix, subject, result.value);
    return db.run(completeLookup, about);
  }
  const lookUp = { profile: lookUpProfile, lid: lookUpLid, group: lookUpGroup } as const;

  return {
    width: () => 1,
    async claimJobs(room) {
      const claim = uuidv7();
      const rows = await db.run(claimLookups, { inbox, claim, room });
      const jobs = rows.map((row) => ({
        kind: row.kind as Job['kind'],
        subject: row.subject as string,
        claim,
        row,
      }));
      return { jobs, mayHaveMore: jobs.length === room };
    },
    async work(job) {
      const { kind, subject, claim } = job;
      const connection = connectionOf(secrets, storedInbox(job.row));
      // If even this cannot be stored, the claim expires.
      const asking =
        'code' in connection
          ? db.run(failed, { kind, subject, claim })
          : lookUp[kind](job, connection);
      await asking.catch((err: unknown) =>
        log.warn({ err, team: db.id, inbox }, 'looking somebody up failed'),
      );
      await sleep(paceMs, undefined, { signal: stopped, ref: false }).catch(() => {});
    },
    async store() {},
  };
}
