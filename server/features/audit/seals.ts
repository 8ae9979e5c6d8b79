import { createHash } from 'node:crypto';
import type { Row, TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import type { AuditClass } from '#server/events/audit.ts';
import type { Secrets } from '#server/platform/secrets.ts';

/*
 * Seals over the audit entries of a team (docs/adr/0046-audit.md). Each seal covers the entries of one class since the previous seal, and
 * the previous seal itself. For personal values it covers a salted digest, so erasing the values does not break the seal.
 */

const classes: readonly AuditClass[] = ['change', 'access'];

/** Min retention of access entries, in days. */
const accessDays = 730;

/** Encryption context of a seal. Seals cannot be forged without a key of the installation. */
export const sealPlace = (team: string, upTo: string): string => `audit_seals ${team} ${upTo}`;

/** Max entries per seal. */
const maxEntries = 10_000;
/** Max seals per team in one run. An hour rarely produces more entries than these cover. */
const maxSeals = 100;

/**
 * Takes a lock, until the end of the transaction, on sealing and removing the team's entries. Returns may = false if another transaction
 * holds it.
 */
const lockSeals = teamStatement(
  `select pg_try_advisory_xact_lock(hashtextextended($team::text || ' audit seals', 9)) as may`,
);

const last = teamStatement(`
  select up_to, after, entries, digest, previous, created_at > now() - interval '50 minutes' as is_recent from audit_seals
  where team_id = $team and class = $class::audit_class order by up_to desc limit 1`);

/** SQL: the data of an entry `e` that a seal covers. */
const covered = `sha256(textsend(concat_ws(' ', e.id, e.class, e.actor, coalesce(e.actor_id::text, '-'), coalesce(e.on_behalf_of::text, '-'),
  e.operation, coalesce(e.record_type, '-'), coalesce(e.record_id::text, '-'), coalesce(e.request_id, '-'),
  coalesce(e.session_id::text, '-'), extract(epoch from e.created_at), encode(e.digest, 'hex'))))`;

/**
 * SQL: id below which the log is complete. An entry gets its id before its transaction commits, so entries newer than ten minutes, or
 * newer than the start of the oldest running transaction, may still be missing.
 */
const horizon = `uuid7_floor(least(now() - interval '10 minutes',
  (select min(a.xact_start) from pg_stat_activity a where a.datname = current_database() and a.backend_xid is not null)))`;

/** Entries after a seal, or all the entries that one seal covers. */
const content = (condition: string) => `
  select count(*)::int as entries, (array_agg(e.id order by e.id desc))[1] as up_to,
    sha256(coalesce(string_agg(${covered}, ''::bytea order by e.id), ''::bytea)) as digest,
    (array_agg(e.id order by e.id) filter (where case when e.salt is null
      then coalesce(e.before, e.after, e.address::text) is not null
      else audit_digest(e.salt, e.address, e.before, e.after) <> e.digest end))[1] as altered
  from (
    select * from audit_entries e where e.team_id = $team and e.class = $class::audit_class
      and ($after::uuid is null or e.id > $after::uuid) and ${condition}
    order by e.id limit ${maxEntries}) e`;

const next = teamStatement(content(`e.id < ${horizon}`));
const within = teamStatement(content('e.id <= $up_to::uuid'));

const insertSeal = teamStatement(`
  insert into audit_seals (team_id, class, up_to, after, entries, digest, previous, mac)
  values ($team, $class::audit_class, $up_to, $after, $entries, $digest, $previous, $mac) returning up_to`);

/** Hash that the next seal includes: covers this seal and, through it, everything before. */
function linkOf(team: string, auditClass: AuditClass, seal: Row): Buffer {
  const { after, up_to, entries, digest, previous } = seal;
  const hex = (bytes: unknown) => (Buffer.isBuffer(bytes) ? bytes.toString('hex') : '-');
  return createHash('sha256')
    .update([team, auditClass, after ?? '-', up_to, entries, hex(digest), hex(previous)].join(' '))
    .digest();
}

/** Seals a team's unsealed entries. @returns the number of new seals */
export function sealEntries(db: TeamDb, secrets: Secrets): Promise<number> {
  return db.transaction(async (tx) => {
    const [held] = await tx.run(lockSeals);
    if (held?.may !== true) return 0;
    let made = 0;
    for (const auditClass of classes) {
      let [before] = await tx.run(last, { class: auditClass });
      // Another process sealed this class less than 50 minutes ago.
      if (before?.is_recent === true) continue;
      for (let i = 0; i < maxSeals; i += 1) {
        const after = (before?.up_to as string | undefined) ?? null;
        const [row] = await tx.run(next, { class: auditClass, after });
        if (!row || row.entries === 0) break;
        const previous: Buffer | null = before ? linkOf(tx.id, auditClass, before) : null;
        const seal: Row = { ...row, after, previous };
        const text = macText(linkOf(tx.id, auditClass, seal), false);
        const mac = secrets.seal(text, sealPlace(tx.id, seal.up_to as string));
        await tx.run(insertSeal, { ...seal, class: auditClass, mac });
        before = seal;
        made += 1;
      }
    }
    return made;
  });
}

// Verification ---------------------------------------------------------------------------------------------------

/** Describes a broken seal or an altered entry. */
interface Broken {
  readonly class: AuditClass;
  /** First altered entry if known, otherwise the last entry of the seal. */
  readonly id: string;
  readonly problem: string;
}

const page = teamStatement(`
  select up_to, after, entries, digest, previous, mac, created_at, swept_at is not null as is_swept
  from audit_seals where team_id = $team and class = $class::audit_class and ($behind::uuid is null or up_to > $behind::uuid)
  order by up_to limit 500`);

const unsealed = teamStatement(`
  select e.id from audit_entries e where e.team_id = $team and e.class = $class::audit_class
    and ($after::uuid is null or e.id > $after::uuid) and e.id < uuid7_floor(now() - interval '1 day') order by e.id limit 1`);

const day = (moment: unknown) => String(moment).slice(0, 16).replace('T', ' ');

/** Plaintext of a seal's MAC. It also states that the seal is swept, so only a holder of the key can mark entries for removal. */
const macText = (link: Buffer, isSwept: boolean) =>
  `${isSwept ? 'swept ' : ''}${link.toString('hex')}`;

function isGenuine(secrets: Secrets, team: string, seal: Row, link: Buffer): boolean {
  try {
    const text = secrets.open(seal.mac as Buffer, sealPlace(team, seal.up_to as string));
    return text === macText(link, seal.is_swept === true);
  } catch {
    return false;
  }
}

/** Verifies a team's seals and the entries still stored. @returns the first problem of each class */
export async function brokenSeals(db: TeamDb, secrets: Secrets): Promise<readonly Broken[]> {
  const broken = await Promise.all(classes.map((each) => firstBroken(db, secrets, each)));
  return broken.flatMap((each) => each ?? []);
}

async function firstBroken(
  db: TeamDb,
  secrets: Secrets,
  auditClass: AuditClass,
): Promise<Broken | undefined> {
  let before: Row | undefined;
  for (;;) {
    const behind = before?.up_to ?? null;
    const seals = await db.run(page, { class: auditClass, behind });
    for (const seal of seals) {
      const problem = await problemOf(db, secrets, auditClass, seal, before);
      if (problem) return { class: auditClass, id: seal.up_to as string, ...problem };
      before = seal;
    }
    if (seals.length === 0) break;
  }
  const [open] = await db.run(unsealed, { class: auditClass, after: before?.up_to ?? null });
  return (
    open && {
      class: auditClass,
      id: open.id as string,
      problem: 'is a day old and has no seal: seals were removed, or no worker runs',
    }
  );
}

async function problemOf(
  db: TeamDb,
  secrets: Secrets,
  auditClass: AuditClass,
  seal: Row,
  before: Row | undefined,
): Promise<(Pick<Broken, 'problem'> & Partial<Pick<Broken, 'id'>>) | undefined> {
  const link = linkOf(db.id, auditClass, seal);
  const made = `the seal of ${day(seal.created_at)} UTC`;
  if (!isGenuine(secrets, db.id, seal, link)) return { problem: `${made} is not genuine` };
  const expected = before && linkOf(db.id, auditClass, before);
  const follows = before
    ? seal.previous !== null && expected?.equals(seal.previous as Buffer)
    : seal.previous === null || seal.is_swept;
  if (follows !== true) return { problem: `the seals before ${made} were removed` };
  if (seal.is_swept === true) return undefined;
  const { up_to, after, entries, digest } = seal;
  const [content] = await db.run(within, { class: auditClass, after, up_to });
  if (typeof content?.altered === 'string')
    return { id: content.altered, problem: 'its values were altered' };
  if (content?.entries !== entries)
    return { problem: `${made} covers ${entries} entries; ${content?.entries} exist` };
  if (!(digest as Buffer).equals(content?.digest as Buffer))
    return { problem: `an entry that ${made} covers was altered` };
  return undefined;
}

// Removal --------------------------------------------------------------------------------------------------------

const retentionDays = `case when $class::audit_class = 'access' then greatest(audit_days, ${accessDays}) else audit_days end * interval '1 day'`;
const due = teamStatement(`
  select up_to, after, entries, digest, previous from audit_seals
  where team_id = $team and class = $class::audit_class and swept_at is null
    and created_at <= now() - (select ${retentionDays} from teams where id = $team)
    and not exists (select from audit_seals s where s.team_id = $team and s.class = $class::audit_class and s.swept_at is null
      and s.up_to < audit_seals.up_to)`);
const sweep = teamStatement(`
  update audit_seals set swept_at = now(), mac = $mac
  where team_id = $team and class = $class::audit_class and up_to = $up_to::uuid and swept_at is null`);
const lastSwept = teamStatement(`
  select up_to from audit_seals
  where team_id = $team and class = $class::audit_class and swept_at is not null order by up_to desc limit 1`);
const removeEntries = teamStatement(`
  delete from audit_entries where team_id = $team and id in (
    select id from audit_entries where team_id = $team and class = $class::audit_class and id <= $up_to::uuid order by id limit 1000)
  returning id`);
const removeSeals = teamStatement(
  'delete from audit_seals where team_id = $team and class = $class::audit_class and up_to < $up_to::uuid',
);

/**
 * Removes a team's expired entries. First marks their seal as swept, in its MAC too; then deletes the entries, and last the seals before
 * it. A run that is interrupted at any point is resumed by the next one, and missing entries are always covered by a swept seal.
 * @returns the number of entries removed
 */
export async function removeEntriesOf(
  db: TeamDb,
  secrets: Secrets,
  isStopping: () => boolean,
): Promise<number> {
  let removed = 0;
  for (const auditClass of classes) {
    do {
      removed += await removeSwept(db, auditClass, isStopping);
    } while (!isStopping() && (await sweepNext(db, secrets, auditClass)));
  }
  return removed;
}

/** Marks the oldest expired seal as swept. @returns false if there is none */
async function sweepNext(db: TeamDb, secrets: Secrets, auditClass: AuditClass): Promise<boolean> {
  const [seal] = await db.run(due, { class: auditClass });
  if (!seal) return false;
  const up_to = seal.up_to as string;
  const text = macText(linkOf(db.id, auditClass, seal), true);
  const mac = secrets.seal(text, sealPlace(db.id, up_to));
  await db.run(sweep, { class: auditClass, up_to, mac });
  return true;
}

/** Deletes entries covered by swept seals. @returns the number of entries removed */
async function removeSwept(
  db: TeamDb,
  auditClass: AuditClass,
  isStopping: () => boolean,
): Promise<number> {
  const [seal] = await db.run(lastSwept, { class: auditClass });
  if (!seal) return 0;
  const values = { class: auditClass, up_to: seal.up_to };
  let removed = 0;
  while (!isStopping()) {
    const rows = await db.run(removeEntries, values);
    removed += rows.length;
    if (rows.length === 0) {
      await db.run(removeSeals, values);
      break;
    }
  }
  return removed;
}
