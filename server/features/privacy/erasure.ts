import { v7 as uuidv7 } from 'uuid';
import type { Row, TeamDb } from '#server/db/database.ts';
import { teamStatement, unprepared } from '#server/db/statement.ts';
import { responseSealContext } from '#server/operations/idempotency.ts';
import { ApiError, errorBody } from '#server/platform/errors.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { scannedColumns } from './columns.ts';
import {
  announce,
  type Erasing,
  erasureSteps,
  type RowCounts,
  type RunBatch,
} from './erasure-steps.ts';
import type { FileScan } from './files/file-search.ts';
import { certainKinds, type Identifiers, marksOf, patternOf } from './identifiers.ts';
import type { LedgerEntry } from './ledger.ts';
import type { DecidedPlace, ErasurePlan } from './plan.ts';
import { PrivacyProblem } from './problem.ts';
import { proofMac } from './proof.ts';
import { chosenRecords, conversationsOf, identifiersOf, type RequestedPerson } from './search.ts';
import { type Decision, isMovingData } from './statements.ts';

/*
 * Erases a person: plans, writes the ledger, runs the steps, and proves it. Continues where it was interrupted.
 */

export const erasureSealContext = (team: string, erasure: string): string =>
  `privacy_erasures ${team} ${erasure}`;

const decided = teamStatement(`
  select h.place, h.field, h.row_key, h.decision from privacy_hits h
  where h.team_id = $team and h.request_id = $id and h.decision is not null order by h.id`);

const isLastOwner = teamStatement(`
  select not exists (
    select from users u where u.team_id = $team and u.role = 'owner' and u.person_id is not null and u.suspended_at is null
      and u.id <> all($users::uuid[])) as is_last`);

const insertErasure = teamStatement(
  `
  with e as (
    insert into privacy_erasures (team_id, id, request_id, code, plan, identifiers)
    select $team, $erasure, r.id, r.code, $plan::json, $identifiers from privacy_requests r
    where r.team_id = $team and r.id = $id and r.claim = $claim and r.erasure_id is null returning id),
  m as (
    insert into erased_identifiers (team_id, mark, erasure_id)
    select $team, m.mark, e.id from e, unnest($marks::bytea[]) m (mark) on conflict do nothing),
  r as (update privacy_requests r set erasure_id = e.id from e where r.team_id = $team and r.id = $id returning 1)
  select id from e`,
  unprepared,
);

const selectErasure = teamStatement(`
  select e.id, e.code, e.plan, e.step, e.counts, e.identifiers, e.ledgered_at, e.finished_at, e.started_at
  from privacy_erasures e where e.team_id = $team and e.id = $erasure`);

const setLedgered = teamStatement(
  'update privacy_erasures set ledgered_at = now() where team_id = $team and id = $erasure',
);

const storeStep = teamStatement(`
  update privacy_erasures set step = $step, counts = $counts::json where team_id = $team and id = $erasure`);

/** Empties what requests say about the person, and what the search found. */
const emptyRequests = teamStatement(
  `
  with r as (
    update privacy_requests r set name = null, phones = '{}', emails = '{}', tax_ids = '{}', notes = null, identity_check = null,
      reason = null, reason_details = null, outcome_note = null
    where r.team_id = $team and (r.erasure_id = $erasure or r.phones && $phones::text[] or r.emails && $emails::text[]
      or r.tax_ids && $tax_ids::text[]) returning r.id)
  update privacy_hits h set excerpt = null, applied_at = now() from r where h.team_id = $team and h.request_id = r.id`,
  unprepared,
);

const finishErasure = teamStatement(`
  update privacy_erasures set proof = $proof, mac = $mac, counts = $counts::json, identifiers = null, finished_at = clock.now
  from (select now()) clock (now) where team_id = $team and id = $erasure`);

const serialized = (identifiers: Identifiers) => JSON.stringify(identifiers);

/** Answer to a retry of a request whose answer held the person. */
const erasedAnswer = errorBody(
  new ApiError(
    'NOT_FOUND',
    'A request with this Idempotency-Key was already answered and is not repeated; what it was about has been erased.',
  ),
  false,
);

const answersOf = (secrets: Secrets): Erasing['answers'] => ({
  open(team, key, sealed) {
    try {
      return secrets.open(sealed, responseSealContext(team, key));
    } catch {
      // It cannot be answered any more, either.
      return undefined;
    }
  },
  erased: (team, key) =>
    secrets.seal(erasedAnswer, responseSealContext(team, key)).toString('base64'),
});

/** The identifiers of an erasure in progress. */
const opened = (secrets: Secrets, team: string, erasure: string, row: Row) =>
  JSON.parse(
    secrets.open(row.identifiers as Buffer, erasureSealContext(team, erasure)),
  ) as Identifiers;

/** Plans the erasure of a request, once. @returns its id @throws PrivacyProblem */
async function planErasure(
  db: TeamDb,
  secrets: Secrets,
  person: RequestedPerson,
  claim: string,
): Promise<string> {
  const records = await chosenRecords(db, person.id);
  if (records.users.length > 0) {
    const [owners] = await db.run(isLastOwner, { users: records.users });
    if (owners?.is_last === true) throw new PrivacyProblem('last_owner');
  }
  const [data] = await db.run(isMovingData);
  if (data?.is_moving === true) throw new PrivacyProblem('data_moving');
  const identifiers = await identifiersOf(db, person, records);
  const conversations = await db.run(conversationsOf, {
    contacts: records.contacts,
    lids: identifiers.lid,
  });
  const decisions: DecidedPlace[] = (await db.run(decided, { id: person.id })).map((row) => ({
    place: String(row.place),
    field: String(row.field),
    row_key: String(row.row_key),
    decision: row.decision as Decision,
  }));
  // Without a record, the person is only in texts.
  if (patternOf(identifiers, certainKinds) === null && decisions.length === 0)
    throw new PrivacyProblem('nothing_chosen');
  const plan: ErasurePlan = {
    ...records,
    conversations: conversations.map(({ id }) => String(id)),
    decisions,
  };
  const erasure = uuidv7();
  const [made] = await db.run(insertErasure, {
    ...{ id: person.id, claim, erasure, plan: JSON.stringify(plan) },
    identifiers: secrets.seal(serialized(identifiers), erasureSealContext(db.id, erasure)),
    marks: marksOf(secrets, db.id, identifiers),
  });
  if (!made) throw new PrivacyProblem('changed');
  return erasure;
}

// Proof -------------------------------------------------------------------------------------------------------------

const scan = (table: string, column: string) =>
  teamStatement(
    `select count(*)::int as n from "${table}" t where t.team_id = $team and t."${column}"::text ~* $pattern`,
    unprepared,
  );

/** Number of rows in each scanned column that hold an identifier; only columns with any. */
export async function scanColumns(
  db: TeamDb,
  identifiers: Identifiers,
  onColumn: () => Promise<void> = async () => {},
): Promise<Record<string, number>> {
  const pattern = patternOf(identifiers, certainKinds);
  const hits: Record<string, number> = {};
  if (pattern === null) return hits;
  for (const { table, column } of scannedColumns) {
    const [row] = await db.run(scan(table, column), { pattern });
    if (Number(row?.n) > 0) hits[`${table}.${column}`] = Number(row?.n);
    await onColumn();
  }
  return hits;
}

/** Tables whose rows are counted before and after. */
const countedTables = [
  ...[
    'contacts',
    'clients',
    'users',
    'conversations',
    'messages',
    'message_media',
    'conversation_notes',
  ],
  ...['conversation_drafts', 'scheduled_messages', 'comments', 'contracts', 'deals', 'activities'],
  ...[
    'projects',
    'tasks',
    'time_entries',
    'campaigns',
    'events',
    'deliveries',
    'workflow_runs',
    'receptions',
  ],
  ...['audit_entries', 'notifications', 'notification_mails', 'notification_mail_settings'],
  ...['exports', 'imports', 'import_rows', 'external_ids'],
];

const rowsOf = teamStatement(
  `select ${[
    ...countedTables.map(
      (table) => `(select count(*) from ${table} t where t.team_id = $team) as ${table}`,
    ),
    '(select count(*) from files t where t.team_id = $team and t.deleted_at is null) as files',
  ].join(', ')}`,
  unprepared,
);

const proofDecisions = teamStatement(
  `
  select h.place, h.field, h.decision, h.basis, count(*)::int as places from privacy_hits h
  where h.team_id = $team and h.request_id = $id and h.decision is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  unprepared,
);

/** Files that hold the person and were kept by a decision. */
const keptFiles = teamStatement(
  `
  select count(*)::int as n from privacy_hits h join files f on f.team_id = $team and f.id = h.record_id and f.deleted_at is null
  where h.team_id = $team and h.request_id = $id and h.place = 'files' and h.field = 'contents' and h.decision = 'keep'
    and h.matched <> array['name']`,
  unprepared,
);

// Run ---------------------------------------------------------------------------------------------------------------

/** Dependencies of an erasure. */
export interface ErasureParts {
  readonly secrets: Secrets;
  /** Appends to the ledger. */
  readonly append: (entry: LedgerEntry) => Promise<void>;
  /** Runs a batch in a transaction that holds the claim. */
  readonly batch: RunBatch;
  /** Searches the contents of the remaining files. @param from number of steps that are done */
  readonly scanFiles: (identifiers: Identifiers, from: number) => Promise<FileScan>;
  /** Stores progress. */
  readonly progress: (step: string, done: number, total: number) => Promise<void>;
  /** Called between steps; tests end the process there. */
  readonly fault?: (point: string) => void;
}

/** Runs or continues the erasure of a request. @returns its id @throws PrivacyProblem */
export async function erase(
  db: TeamDb,
  person: RequestedPerson & { readonly erasure_id: string | null },
  claim: string,
  { secrets, append, batch, progress, scanFiles, fault = () => {} }: ErasureParts,
): Promise<string> {
  const erasure = person.erasure_id ?? (await planErasure(db, secrets, person, claim));
  fault('planned');
  const [row] = await db.run(selectErasure, { erasure });
  if (!row) throw new PrivacyProblem('changed');
  if (row.finished_at !== null) return erasure;
  const identifiers = opened(secrets, db.id, erasure, row);
  const plan = row.plan as ErasurePlan;
  const code = String(row.code);
  if (row.ledgered_at === null) {
    const marks = marksOf(secrets, db.id, identifiers).map((mark) => mark.toString('hex'));
    const at = new Date(String(row.started_at)).toISOString();
    await append({ at, team: db.id, id: erasure, code, plan, marks });
    fault('ledgered');
    await db.run(setLedgered, { erasure });
  }
  const counts: RowCounts = { ...(row.counts as RowCounts) };
  const [before] = row.step === 0 ? await db.run(rowsOf) : [];
  if (before && counts['before.contacts'] === undefined)
    for (const [table, n] of Object.entries(before)) counts[`before.${table}`] = Number(n);
  const erasing: Erasing = {
    ...{ id: erasure, code, plan, identifiers, counts },
    batch,
    answers: answersOf(secrets),
  };
  const total = erasureSteps.length + scannedColumns.length;
  for (const [i, step] of erasureSteps.entries()) {
    if (i < Number(row.step)) continue;
    await progress(step.name, i, total);
    await step.run(erasing);
    await db.run(storeStep, { erasure, step: i + 1, counts: JSON.stringify(counts) });
    fault(step.name);
  }
  const requested = {
    phones: identifiers.phone,
    emails: identifiers.email,
    tax_ids: identifiers.tax_id,
  };
  await batch(async (tx) => {
    await tx.run(emptyRequests, { erasure, ...requested });
    return {};
  });
  let scanned = 0;
  const hits = await scanColumns(db, identifiers, async () => {
    scanned += 1;
    await progress('proof', erasureSteps.length + scanned, total);
  });
  const files = await scanFiles(identifiers, total);
  const [keptRow] = await db.run(keptFiles, { id: person.id });
  const [after = {}] = await db.run(rowsOf);
  const proof = JSON.stringify({
    ...{ erasure, code, request: person.id, team: db.id },
    started_at: new Date(String(row.started_at)).toISOString(),
    records: { contacts: plan.contacts, clients: plan.clients, users: plan.users },
    rows: Object.fromEntries(
      Object.entries(after).map(([table, n]) => [
        table,
        { before: counts[`before.${table}`] ?? null, after: Number(n) },
      ]),
    ),
    removed: Object.fromEntries(
      Object.entries(counts).filter(([name]) => !name.startsWith('before.')),
    ),
    decisions: await db.run(proofDecisions, { id: person.id }),
    scan: {
      columns: scannedColumns.length,
      hits,
      files: { read: files.read, unread: files.unread, hits: files.hits, kept: keptRow?.n ?? 0 },
    },
  });
  await announce(erasing);
  await batch(async (tx) => {
    const mac = proofMac(secrets, db.id, erasure, proof);
    await tx.run(finishErasure, { erasure, proof, mac, counts: JSON.stringify(counts) });
    return {};
  });
  fault('proved');
  return erasure;
}

// Again, in a restored backup ------------------------------------------------------------------------------------------

const repeatErasure = teamStatement(
  `
  with e as (
    insert into privacy_erasures as p (team_id, id, code, plan, ledgered_at)
    select $team, $erasure, $code, $plan::json, now()
    on conflict on constraint privacy_erasures_pkey do update set ledgered_at = excluded.ledgered_at returning id, finished_at)
  insert into erased_identifiers (team_id, mark, erasure_id)
  select $team, m.mark, e.id from e, unnest($marks::bytea[]) m (mark) on conflict do nothing`,
  unprepared,
);

const selectTeam = teamStatement('select id from teams where id = $team');

const requestOfErasure = teamStatement(
  `
  select r.name, r.phones, r.emails, r.tax_ids from privacy_requests r
  where r.team_id = $team and (r.erasure_id = $erasure or exists (
    select from privacy_subjects s where s.team_id = $team and s.request_id = r.id and s.record_id = any($records::uuid[]) and s.is_chosen))`,
  unprepared,
);

const finishRepeated = teamStatement(
  `
  with e as (
    update privacy_erasures set finished_at = clock.now, identifiers = null, counts = $counts::json
    from (select now()) clock (now) where team_id = $team and id = $erasure returning id)
  update privacy_requests r set state = 'closed', erased_at = clock.now, closed_at = clock.now, outcome = 'fulfilled', claim = null,
    claimed_until = null, job = null, progress = null
  from e, (select now()) clock (now) where r.team_id = $team and r.erasure_id = e.id`,
  unprepared,
);

/**
 * Does an erasure of the ledger again, in one transaction.
 * @returns false if the data already shows it, or has no such team
 */
export async function eraseAgain(
  db: TeamDb,
  secrets: Secrets,
  entry: LedgerEntry,
): Promise<boolean> {
  const { id: erasure, code, plan } = entry;
  const [row] = await db.run(selectErasure, { erasure });
  if (row && row.finished_at !== null) return false;
  if ((await db.run(selectTeam)).length === 0) return false;
  await db.run(repeatErasure, {
    ...{ erasure, code, plan: JSON.stringify(plan) },
    marks: entry.marks.map((mark) => Buffer.from(mark, 'hex')),
  });
  const requests = await db.run(requestOfErasure, {
    erasure,
    records: [...plan.contacts, ...plan.clients, ...plan.users],
  });
  const texts = (name: string) => requests.flatMap((each) => each[name] as string[]);
  const isSealed = row !== undefined && row.identifiers !== null;
  const identifiers = isSealed
    ? opened(secrets, db.id, erasure, row)
    : await identifiersOf(
        db,
        {
          name: (requests[0]?.name as string | null | undefined) ?? null,
          ...{ phones: texts('phones'), emails: texts('emails'), tax_ids: texts('tax_ids') },
        },
        plan,
      );
  const counts: RowCounts = {};
  const batch: RunBatch = (work) => work(db);
  for (const step of erasureSteps)
    await step.run({
      ...{ id: erasure, code, plan, identifiers, batch, counts },
      answers: answersOf(secrets),
    });
  await db.run(emptyRequests, {
    erasure,
    phones: identifiers.phone,
    emails: identifiers.email,
    tax_ids: identifiers.tax_id,
  });
  await db.run(finishRepeated, { erasure, counts: JSON.stringify(counts) });
  return true;
}
