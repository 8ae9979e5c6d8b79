import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataDirOf } from '#server/db/database-target.ts';
import type { Config } from '#server/platform/config.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import type { ErasurePlan } from './plan.ts';

/*
 * Append-only ledger of erasures, outside the database: a backup is older than some erasures, and `pauta restore` does those again. A line
 * is synced to the disk before the first record of a person is removed. It contains ids and keyed hashes, no personal data. Each line has the
 * hash of the line before, and the last one a MAC with a key of this installation, so that a removed or altered line is noticed. A new key adds a
 * line without an erasure, after which the old key is no longer needed.
 */

const purpose = 'pauta ledger of erasures';
const fileName = 'erasures.jsonl';

/** An erasure in the ledger. */
export interface LedgerEntry {
  readonly at: string;
  readonly team: string;
  readonly id: string;
  readonly code: string;
  readonly plan: ErasurePlan;
  /** Keyed hashes of identifiers, as hex. */
  readonly marks: readonly string[];
}

/** The ledger is damaged, or was altered. */
export class LedgerError extends Error {
  override name = 'LedgerError';
}

export interface Ledger {
  /** Its path. */
  readonly path: string;
  /** Appends an entry, unless it has one of this id. Once it resolves, the entry survives a power failure. */
  append(entry: LedgerEntry, secrets: Secrets): Promise<void>;
  /** All entries; undefined if there is no ledger. @throws LedgerError */
  read(secrets: Secrets): Promise<readonly LedgerEntry[] | undefined>;
  /** Adds a line with a MAC by the first key if the last one has another key's. @throws LedgerError */
  renew(secrets: Secrets): Promise<void>;
}

const hashOf = (line: string) => createHash('sha256').update(line).digest('hex');

const macBy = (key: string, text: string) =>
  createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest();

interface Line {
  readonly previous: string | null;
  /** Null in a line that a new key has added. */
  readonly entry: LedgerEntry | null;
  readonly mac: string;
}

const signed = ({ previous, entry }: Omit<Line, 'mac'>) => JSON.stringify({ previous, entry });

const isBy = (key: string, line: Line): boolean => {
  const mac = Buffer.from(line.mac, 'hex');
  const expected = macBy(key, signed(line));
  return expected.length === mac.length && timingSafeEqual(expected, mac);
};

/** Complete lines of the ledger: one without its end was being written when the machine stopped, before anything was erased. */
const linesOf = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .filter((line) => line !== '');

function parsed(lines: readonly string[], path: string, secrets: Secrets): Line[] {
  const damaged = (i: number, what: string) =>
    new LedgerError(`Line ${i + 1} of ${path} ${what}: restore the ledger from its own backup.`);
  let previous: string | null = null;
  const all = lines.map((text, i) => {
    let line: Line;
    try {
      line = JSON.parse(text) as Line;
    } catch (error) {
      throw Object.assign(damaged(i, 'is damaged'), { cause: error });
    }
    if (line.previous !== previous) throw damaged(i, 'does not follow the line before');
    previous = hashOf(text);
    return line;
  });
  // The last line's MAC vouches for all before it, by their hashes.
  const last = all.at(-1);
  if (last && !secrets.keys().some((key) => isBy(key.derive(purpose), last)))
    throw damaged(all.length - 1, 'was not written with a key of this installation');
  return all;
}

const entriesOf = (lines: readonly Line[]) => lines.flatMap(({ entry }) => entry ?? []);

const contentOf = (path: string) =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** Adds a line and syncs it to the disk. @param before the content of the file, of which `lines` are complete */
async function writeLine(
  path: string,
  before: string | undefined,
  lines: readonly string[],
  entry: LedgerEntry | null,
  secrets: Secrets,
): Promise<void> {
  const last = lines.at(-1);
  const line = { previous: last === undefined ? null : hashOf(last), entry };
  const mac = macBy(secrets.derive(purpose), signed(line)).toString('hex');
  const handle = await open(path, 'a+', 0o600);
  try {
    // Removes a line that was never completed.
    const whole = Buffer.byteLength(lines.map((each) => `${each}\n`).join(''));
    if (before !== undefined && Buffer.byteLength(before) > whole) await handle.truncate(whole);
    await handle.appendFile(`${JSON.stringify({ ...line, mac })}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  const parent = await open(dirname(path), 'r');
  await parent.sync().finally(() => parent.close());
}

/** @param directory created on the first entry */
export function ledgerIn(directory: string): Ledger {
  const path = join(directory, fileName);
  return {
    path,
    async append(entry, secrets) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const before = await contentOf(path);
      const lines = linesOf(before ?? '');
      if (entriesOf(parsed(lines, path, secrets)).some(({ id }) => id === entry.id)) return;
      await writeLine(path, before, lines, entry, secrets);
    },
    async read(secrets) {
      const text = await contentOf(path);
      return text === undefined ? undefined : entriesOf(parsed(linesOf(text), path, secrets));
    },
    async renew(secrets) {
      const before = await contentOf(path);
      const lines = linesOf(before ?? '');
      const last = parsed(lines, path, secrets).at(-1);
      if (last && !isBy(secrets.derive(purpose), last))
        await writeLine(path, before, lines, null, secrets);
    },
  };
}

/** The ledger of an installation: in LEDGER_URL, by default in a directory of DATA_DIR. */
export const ledgerOf = (config: Config): Ledger =>
  ledgerIn(
    config.LEDGER_URL === undefined
      ? join(dataDirOf(config), 'ledger')
      : fileURLToPath(config.LEDGER_URL),
  );
