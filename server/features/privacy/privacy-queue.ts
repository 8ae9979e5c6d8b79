import { v7 as uuidv7 } from 'uuid';
import type { Platform, Row, TeamDb } from '#server/db/database.ts';
import { type DueWork, duePoll, isUnclaimed, type Queue, readDue } from '#server/db/job-queue.ts';
import { platformStatement } from '#server/db/statement.ts';
import { attributedTo } from '#server/events/audit.ts';
import { attributionOf } from '#server/operations/audit-attribution.ts';
import type { Storage } from '#server/outbound/storage.ts';
import { isPassing } from '#server/platform/errors.ts';
import type { Logger } from '#server/platform/log.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { ErasureProblem, erase } from './erasure.ts';
import type { Ledger, LedgerEntry } from './ledger.ts';
import { makePackage } from './package.ts';
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
  finishWork,
  type RequestState,
  releaseClaim,
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
  /** Called between the steps of an erasure; tests end the process there. */
  readonly fault?: (point: string) => void;
}

/** The claim is lost, or the process stops. */
class Interrupted extends Error {}

/** Serializes the writers of the ledger in all processes. */
const lockLedger = platformStatement('select pg_advisory_xact_lock(7208510)');

interface Work {
  readonly db: TeamDb;
  readonly person: RequestedPerson & { readonly erasure_id: string | null };
  readonly claim: string;
  readonly parts: PrivacyParts;
  hold(tx?: TeamDb): Promise<void>;
  progress(step: string, done: number, total: number): Promise<void>;
  end(to: RequestState, values?: { reason?: string; package_id?: string }): Promise<void>;
}

async function search({ db, person, progress, end }: Work): Promise<void> {
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
  await end('searched');
}

async function pack(): Promise<void> {
  makePackage();
}

async function eraseThem(work: Work): Promise<void> {
  const { db, person, claim, parts, progress, hold } = work;
  const { secrets, ledger, log } = parts;
  const append = (entry: LedgerEntry) =>
    parts.platform.transaction(async (tx) => {
      await tx.run(lockLedger);
      await ledger.append(entry, secrets);
    });
  await erase(db, person, claim, {
    secrets,
    append,
    progress,
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
      const end: Work['end'] = async (to, { reason, package_id } = {}) => {
        const values = { reason: reason ?? null, package_id: package_id ?? null };
        must(await ending.run(finishWork, { ...held, to, ...values }));
      };
      const work: Work = {
        ...{ db, claim, parts, end },
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
        if (row.is_permitted !== true)
          throw new ErasureProblem('The member who started it is no longer an admin of the team.');
        await steps[row.state as RequestState]?.(work);
      } catch (error) {
        if (error instanceof Interrupted) await db.run(releaseClaim, held);
        else if (error instanceof ErasureProblem) await end('failed', { reason: error.message });
        else if (isPassing(error)) throw error;
        else {
          parts.log.error({ err: error, request: id }, 'work on a privacy request failed');
          await end('failed', {
            reason: 'Something went wrong in the service; its log has the details.',
          });
        }
      }
    },
    // Progress is stored with each step.
    store: async () => {},
  };
}
