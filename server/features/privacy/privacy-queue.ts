import { rm } from 'node:fs/promises';
import { v7 as uuidv7 } from 'uuid';
import type { Platform, Row, TeamDb } from '#server/db/database.ts';
import { type DueWork, duePoll, isUnclaimed, type Queue, readDue } from '#server/db/job-queue.ts';
import { platformStatement } from '#server/db/statement.ts';
import { attributedTo } from '#server/events/audit.ts';
import { newPlace, writeZip } from '#server/features/exports/spooled-file.ts';
import { attributionOf } from '#server/operations/audit-attribution.ts';
import type { Storage } from '#server/outbound/storage.ts';
import { ApiError, isPassing } from '#server/platform/errors.ts';
import type { Logger } from '#server/platform/log.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { storedDetails } from '#server/records/coded-reason.ts';
import { erase } from './erasure.ts';
import {
  type FileScan,
  newScan,
  personFiles,
  removeOldContents,
  removeUnread,
  type ScanParts,
  scanFiles,
  storeOutcomes,
  storePosition,
} from './files/file-search.ts';
import type { ReadLimits } from './files/stored-texts.ts';
import type { Identifiers } from './identifiers.ts';
import type { Ledger, LedgerEntry } from './ledger.ts';
import { type PackageSubject, writePackage } from './package.ts';
import { PrivacyProblem, type PrivacyProblemCode } from './problem.ts';
import {
  chosenRecords,
  conversationsOf,
  findHits,
  findRecords,
  keysOfTables,
  type RequestedPerson,
  searchedColumns,
} from './search.ts';
import {
  claimRequest,
  extendClaim,
  finishPackage,
  finishWork,
  postponeClaim,
  type RequestState,
  releaseClaim,
  removeBytes,
  storePlace,
  storeProgress,
  workOf,
  workStates,
} from './statements.ts';

/* Requests of persons in the worker: searching, packing and erasing, one queue per request. */

const due = duePoll(
  `select distinct array[r.team_id, r.id] from privacy_requests r where r.state in ${workStates} and ${isUnclaimed('r')}`,
  `select min(claimed_until) from privacy_requests where state in ${workStates} and claimed_until > now()`,
);

/** Requests to work on. */
export const duePrivacyRequests = (platform: Platform): Promise<DueWork> => readDue(platform, due);

/** Dependencies of the queue. */
export interface PrivacyParts {
  readonly secrets: Secrets;
  readonly storage: Storage;
  readonly ledger: Ledger;
  readonly platform: Platform;
  readonly log: Logger;
  /** Limits of files whose contents are read; tests lower them. */
  readonly limits?: ReadLimits;
  /** Called between the steps of an erasure; tests end the process there. */
  readonly fault?: (point: string) => void;
}

const lockLedger = platformStatement('select pg_advisory_xact_lock(7208510)');

/** Writes to the ledger: one process at a time. */
export const writingLedger = (platform: Platform, write: () => Promise<void>): Promise<void> =>
  platform.transaction(async (tx) => {
    await tx.run(lockLedger);
    await write();
  });

/** The claim is lost, or the process stops. */
class Interrupted extends Error {}

interface Work {
  readonly db: TeamDb;
  readonly person: PackageSubject &
    RequestedPerson & { readonly erasure_id: string | null; readonly file_scan: FileScan | null };
  readonly claim: string;
  readonly parts: PrivacyParts;
  hold(tx?: TeamDb): Promise<void>;
  progress(step: string, done: number, total: number): Promise<void>;
  end(to: RequestState, problem?: PrivacyProblemCode): Promise<void>;
  /** Number of claims of the work so far. */
  readonly attempts: number;
  /** Statements that are attributed to the service. */
  readonly ending: TeamDb;
}

/** Interval at which progress is stored. */
const progressIntervalMs = 1_000;

/** Calls a function at most once in an interval. */
function seldom<A extends unknown[]>(call: (...args: A) => Promise<void>) {
  let callAt = 0;
  return async (...args: A) => {
    if (performance.now() < callAt) return;
    callAt = performance.now() + progressIntervalMs;
    await call(...args);
  };
}

/** Parts of a scan of files. @param fault called with each position that is stored */
const scanOf = ({ db, parts: { storage, limits }, progress, hold }: Work, from: number) => ({
  ...{ db, storage },
  ...(limits && { limits }),
  progress: seldom((done: number, total: number) => progress('files', from + done, from + total)),
  transaction: (work: (tx: TeamDb) => Promise<unknown>) =>
    db.transaction(async (tx) => {
      await hold(tx);
      await work(tx);
    }),
});

/** Does the work of a claim; after a transient error, another process tries again after a while. */
async function orPostpone<T>({ db, person, claim }: Work, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (isPassing(error)) await db.run(postponeClaim, { id: person.id, claim });
    throw error;
  }
}

/** Searches the contents of files from the position on that was stored. */
async function searchFiles(
  work: Work,
  identifiers: Identifiers,
  records: Parameters<typeof personFiles>[1],
): Promise<void> {
  const { db, person, parts } = work;
  const { id, file_scan: position } = person;
  const { transaction, ...scan } = scanOf(work, searchedColumns.length + 1);
  if (position === null) await db.run(removeUnread, { id });
  const skip = await personFiles(db, records);
  const store: ScanParts['store'] = async (contents, next) => {
    await transaction((tx) => storeOutcomes(tx, id, contents, next));
    parts.fault?.('files');
  };
  await orPostpone(work, () =>
    scanFiles({ ...scan, store }, identifiers, position ?? newScan, skip),
  );
  await db.run(removeOldContents, { id, skip: [...skip] });
}

/** Searches the contents of files after an erasure, for its proof. */
async function proveFiles(work: Work, identifiers: Identifiers, from: number): Promise<FileScan> {
  const { person } = work;
  const { transaction, ...scan } = scanOf(work, from);
  const store: ScanParts['store'] = (_, next) =>
    transaction((tx) => storePosition(tx, person.id, next));
  const position = person.file_scan ?? newScan;
  return orPostpone(work, () =>
    scanFiles({ ...scan, store }, identifiers, position, new Set(), false),
  );
}

async function search(work: Work): Promise<void> {
  const { db, person, progress, end } = work;
  const total = searchedColumns.length + 1;
  await progress('records', 0, total);
  const identifiers = await findRecords(db, person);
  const records = await chosenRecords(db, person.id);
  const rows = await db.run(conversationsOf, {
    contacts: records.contacts,
    lids: identifiers.lid,
  });
  const all = { ...records, conversations: rows.map(({ id }) => String(id)) };
  const keys = await keysOfTables(db);
  for (const [i, column] of searchedColumns.entries()) {
    await progress(column.table, i + 1, total);
    await findHits(db, person.id, column, identifiers, keys, all);
  }
  await searchFiles(work, identifiers, all);
  await end('searched');
}

/** After this number of attempts, making a package fails. */
const maxAttempts = 20;
/** Writes a package to the local disk. */
async function writeToFile({ db, person, parts: { storage }, progress }: Work) {
  const onProgress = seldom((done: number, total: number) => progress('package', done, total));
  const noSpace = (options?: ErrorOptions) => new PrivacyProblem('no_space', options);
  const { spooled } = await writeZip(storage, noSpace, (zip, broken) =>
    writePackage(db, storage, person, zip, broken, onProgress),
  );
  return spooled;
}

/** Makes a package. One that was interrupted begins again with a new snapshot. */
async function pack(work: Work): Promise<void> {
  const { db, person, claim, parts, ending, attempts } = work;
  const { storage, fault } = parts;
  if (attempts > maxAttempts) throw new PrivacyProblem('unavailable');
  const held = { id: person.id, claim };
  await orPostpone(work, async () => {
    const spooled = await writeToFile(work);
    try {
      fault?.('packed');
      const place = newPlace(db.id, 'privacy');
      if ((await db.run(storePlace, { ...held, place })).length === 0) throw new Interrupted();
      fault?.('placed');
      const { bytes, sha256 } = spooled;
      await storage.blobs.put(place, spooled);
      fault?.('stored');
      const values = { ...held, package_id: uuidv7(), bytes, sha256 };
      if ((await ending.run(finishPackage, values)).length > 0) return;
      // The claim was lost meanwhile: the bytes may have been stored after their place was swept.
      await db.run(removeBytes, { place });
      throw new Interrupted();
    } finally {
      await rm(spooled.path, { force: true });
    }
  });
}

/** Appends to the ledger. Nothing is erased before that, so that an erasure waits for a full or unreachable disk. */
const appendTo = (work: Work) => (entry: LedgerEntry) => {
  const { platform, ledger, secrets } = work.parts;
  return orPostpone(work, () =>
    writingLedger(platform, () => ledger.append(entry, secrets)).catch((cause: unknown) => {
      if ((cause as NodeJS.ErrnoException).syscall === undefined) throw cause;
      throw new ApiError('UNAVAILABLE', 'The ledger of erasures cannot be written at the moment.', {
        cause,
      });
    }),
  );
};

async function eraseThem(work: Work): Promise<void> {
  const { db, person, claim, parts, progress, hold } = work;
  const { secrets, log } = parts;
  await erase(db, person, claim, {
    secrets,
    append: appendTo(work),
    progress,
    scanFiles: (identifiers, from) => proveFiles(work, identifiers, from),
    batch: (run) =>
      db.transaction(async (tx) => {
        await hold(tx);
        return run(tx);
      }),
    ...(parts.fault && { fault: parts.fault }),
  });
  log.info({ request: person.id }, 'a person was erased');
  await work.end('closed');
}

const steps: Readonly<Partial<Record<RequestState, (work: Work) => Promise<void>>>> = {
  searching: search,
  packing: pack,
  erasing: eraseThem,
};

/** Queue of one request. */
export function privacyQueue(
  db: TeamDb,
  id: string,
  parts: PrivacyParts,
  stopped: AbortSignal,
): Queue<string, void> {
  const must = (rows: readonly Row[]) => {
    if (rows.length === 0 || stopped.aborted) throw new Interrupted();
  };
  return {
    width: () => 1,
    async claimJobs() {
      const claim = uuidv7();
      const rows = await db.run(claimRequest, { id, claim });
      return { jobs: rows.length > 0 ? [claim] : [], mayHaveMore: false };
    },
    async work(claim) {
      const [row] = await db.run(workOf, { id, claim });
      if (!row) return;
      const held = { id, claim };
      const ending = attributedTo(
        db,
        attributionOf({ actor: { kind: 'system' } }, 'privacy_requests.end_step'),
      );
      const end: Work['end'] = async (to, code) => {
        const text = code === undefined ? null : new PrivacyProblem(code).message;
        const details = code === undefined || text === null ? null : storedDetails({ text, code });
        must(await ending.run(finishWork, { ...held, to, reason: text, details }));
      };
      const work: Work = {
        ...{ db, claim, parts, end, ending, attempts: Number(row.attempts) },
        person: row as unknown as Work['person'],
        hold: async (tx = db) => must(await tx.run(extendClaim, held)),
        progress: async (step, done, total) =>
          must(
            await db.run(storeProgress, {
              ...held,
              progress: JSON.stringify({ step, done, total }),
            }),
          ),
      };
      try {
        if (row.is_permitted !== true) throw new PrivacyProblem('rights_lost');
        await steps[row.state as RequestState]?.(work);
      } catch (error) {
        if (error instanceof Interrupted) await db.run(releaseClaim, held);
        else if (error instanceof PrivacyProblem) await end('failed', error.code);
        else if (isPassing(error)) throw error;
        else {
          parts.log.error({ err: error, request: id }, 'work on a privacy request failed');
          await end('failed', 'unexpected');
        }
      }
    },
    // Progress is stored with each step.
    store: async () => {},
  };
}
