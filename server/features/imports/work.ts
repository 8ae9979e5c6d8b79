import { rm } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import type { Row, TeamDb } from '#server/db/database.ts';
import { attributedTo } from '#server/events/audit.ts';
import { attributionOf } from '#server/operations/audit-attribution.ts';
import type { Storage } from '#server/outbound/storage.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { storedDetails } from '#server/records/coded-reason.ts';
import { spool } from '../files/spool.ts';
import { openFile } from '../files/store.ts';
import { ImportProblem, reasonOfProblem } from './problem.ts';
import type { FileProblem } from './reading/file-problem.ts';
import {
  extendClaim,
  finish,
  type ImportState,
  release,
  storeCounts,
  workOf,
} from './statements.ts';

/* The claimed work of an import: its data, and how it stores its progress and its end. */

/** The claim is lost, the work was stopped, or the process stops. */
export class Interrupted extends Error {}

/** Kinds of imports, by the content of the file. */
export type ImportKind = 'chat' | 'rows';

/** Dependencies of imports. */
export interface ImportParts {
  readonly storage: Storage;
  readonly secrets: Secrets;
  /** Domain of the addresses of contacts. */
  readonly jidSuffix: string;
}

/** Interval at which progress that needs no transaction is stored. */
const progressIntervalMs = 500;

/** Outcome of a step. */
interface Outcome {
  readonly kind?: ImportKind | null;
  readonly contents?: object;
  readonly counts?: object;
}

export interface ImportWork extends ImportParts {
  readonly db: TeamDb;
  readonly id: string;
  readonly kind: ImportKind;
  readonly state: ImportState;
  readonly fileName: string;
  readonly contents: unknown;
  /** Options for reading the file again. */
  readonly readOptions: unknown;
  readonly choices: unknown;
  readonly counts: unknown;
  readonly timeZone: string;
  /** The member who started it. */
  readonly user: string | null;
  /** False if the member who started it may not do so any more. */
  readonly isPermitted: boolean;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Path of the file on the local disk. @throws ImportProblem if it was removed */
  path(): Promise<string>;
  /** Extends the claim; within a transaction, until its end no other process can take the work over. @throws Interrupted */
  hold(tx?: TeamDb): Promise<void>;
  /** Stores counts within a transaction. @throws Interrupted */
  store(tx: TeamDb, counts: object): Promise<void>;
  /** Stores counts from time to time. @throws Interrupted */
  progress(counts: object): Promise<void>;
  /** Ends the step. @param further in the same transaction @throws Interrupted */
  end(
    state: ImportState,
    outcome?: Outcome,
    further?: (tx: TeamDb) => Promise<unknown>,
  ): Promise<void>;
  /** Ends the step as failed. */
  fail(problem: FileProblem | ImportProblem): Promise<void>;
  /** Hands the work over to another process. */
  release(): Promise<void>;
  /** Removes what it has on the local disk. */
  close(): Promise<void>;
}

const written = (value: object | undefined) => (value ? JSON.stringify(value) : null);

/** Attributes the end of a step to the service. */
const ending = (db: TeamDb) =>
  attributedTo(db, attributionOf({ actor: { kind: 'system' } }, 'imports.end_step'));

/** The work of a claim; undefined if the claim is lost. @param stopped aborted when the process stops */
export async function claimedWork(
  db: TeamDb,
  id: string,
  claim: string,
  parts: ImportParts,
  stopped: AbortSignal,
): Promise<ImportWork | undefined> {
  const [row] = await db.run(workOf, { id, claim });
  if (!row) return undefined;
  const state = row.state as ImportState;
  const held = { id, claim, state };
  let copy: Promise<string> | undefined;
  let storeAt = 0;

  const must = (rows: readonly Row[]) => {
    if (rows.length === 0 || stopped.aborted) throw new Interrupted();
  };

  async function copyOf(): Promise<string> {
    if (row?.is_removed === true) throw new ImportProblem('file_removed');
    const { storage } = parts;
    const { stream } = await openFile({ db, storage }, row?.file_id as string);
    return (await spool(storage.incoming, stream, storage.mostBytes)).path;
  }

  const store: ImportWork['store'] = async (tx, counts) =>
    must(await tx.run(storeCounts, { ...held, counts: JSON.stringify(counts) }));

  return {
    ...parts,
    kind: row.kind as ImportKind,
    ...{ db, id, state, choices: row.choices, counts: row.counts, contents: row.contents },
    ...{ fileName: String(row.file_name), readOptions: row.read_options },
    timeZone: String(row.time_zone),
    user: (row.user_id as string | null) ?? null,
    isPermitted: row.is_permitted === true,
    createdAt: Number(row.created_at),
    path: () => {
      copy ??= copyOf();
      return copy;
    },
    hold: async (tx = db) => must(await tx.run(extendClaim, held)),
    store,
    async progress(counts) {
      if (performance.now() < storeAt) return;
      storeAt = performance.now() + progressIntervalMs;
      await store(db, counts);
    },
    async end(to, { kind = null, contents, counts } = {}, further = async () => {}) {
      await db.transaction(async (tx) => {
        const values = { ...held, to, kind, contents: written(contents), counts: written(counts) };
        must(await ending(tx).run(finish, { ...values, reason: null, details: null }));
        await further(tx);
      });
    },
    async fail(problem) {
      const reason = reasonOfProblem(problem);
      await ending(db).run(finish, {
        ...{ ...held, to: 'failed', kind: null, contents: null, counts: null },
        ...{ reason: reason.text, details: storedDetails(reason) },
      });
    },
    release: async () => {
      await db.run(release, { id, claim });
    },
    async close() {
      const path = await copy?.catch(() => undefined);
      if (path !== undefined) await rm(path, { force: true });
    },
  };
}
