import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '#server/db/database.ts';
import { platformStatement } from '#server/db/statement.ts';
import {
  type InstallationContext,
  type InstallationOperation,
  installationOperation,
} from '#server/operations/installation-operation.ts';
import { conflict } from '#server/platform/errors.ts';
import {
  noticedWithinMs,
  type Secrets,
  secretKeysIn,
  secretsIn,
  writeSecretKeys,
} from '#server/platform/secrets.ts';
import { passwordsOfOtherKeys } from '../accounts/people/passwords.ts';
import { type Counts, type Resealed, reseal, sumOf } from './key-rotation.ts';
import { wrongTotals } from './totals-repair.ts';

const byOperator = { operator: true } as const;

// Encryption keys --------------------------------------------------------------------------------

/** Serializes writes of the key file: secrets sealed with a key that another command overwrote could never be opened. */
const lockKeyFile = platformStatement('select pg_advisory_xact_lock(7208511)');

/** Time until every process seals with the new key and has stored what it sealed with the old one. */
const settlingMs = noticedWithinMs + 2_000;
const maxPasses = 5;

const sum = (one: Counts, more: Counts): Counts =>
  Object.fromEntries(Object.entries(one).map(([name, count]) => [name, count + (more[name] ?? 0)]));

interface Resealing extends Resealed {
  /** Rows sealed with another key during the last pass. */
  readonly late: number;
}

/** Reseals everything, until a pass finds no row sealed with another key. */
async function resealAll(platform: Platform, secrets: Secrets): Promise<Resealing> {
  let { done, closed } = await reseal(platform, secrets);
  let late = sumOf(done);
  for (let passes = 1; late > 0 && passes < maxPasses; passes += 1) {
    await sleep(settlingMs);
    const again = await reseal(platform, secrets);
    late = sumOf(again.done);
    done = sum(done, again.done);
    closed = again.closed;
  }
  return { done, closed, late };
}

/** Prepends a new key to the file, unless an earlier, unfinished rotation did. @returns true if a key was added */
async function newKeyIn(directory: string, platform: Platform): Promise<boolean> {
  return platform.transaction(async (tx) => {
    await tx.run(lockKeyFile);
    const keys = secretKeysIn(directory);
    if (keys.length > 1) return false;
    writeSecretKeys(directory, [randomBytes(32), ...keys]);
    return true;
  });
}

/** Loads the keys to rotate to. @throws ApiError CONFLICT if there is only one key */
async function ring(ctx: InstallationContext): Promise<{ secrets: Secrets; isNew: boolean }> {
  const { keyDirectory, platform, settings } = ctx;
  if (keyDirectory !== undefined) {
    const isNew = await newKeyIn(keyDirectory, platform);
    return { secrets: secretsIn(keyDirectory), isNew };
  }
  if (settings.secrets.keys().length < 2)
    throw conflict(
      'SECRET_KEY holds only one key. Set SECRET_KEY=NEW,OLD for every process (with several processes, first OLD,NEW for all of them), then run this command with the same value.',
      'malformed',
    );
  return { secrets: settings.secrets, isNew: false };
}

/** Result of a rotation. */
interface Rotated extends Resealing {
  /** Id of the first key. */
  readonly key: string;
  /** True if this rotation created the key. */
  readonly isNew: boolean;
  /** Number of passwords that only an older key can check: their users have not signed in since. */
  readonly passwords: number;
}

export const rotateSecrets = installationOperation({
  name: 'secrets.rotate',
  id: 'rotateSecrets',
  summary:
    'Re-encrypt all secrets with the new key, even while the service runs; without SECRET_KEY, creates the new key',
  cli: 'secrets rotate',
  allow: byOperator,
  emits: [],
  input: {},
  output: ['key', 'new_key', 'resealed', 'closed', 'old_keys_needed'],
  async run(ctx): Promise<Rotated> {
    const { secrets, isNew } = await ring(ctx);
    if (isNew) await sleep(settlingMs);
    const key = secrets.keys()[0].id.toString('hex');
    const resealed = await resealAll(ctx.platform, secrets);
    const passwords = await passwordsOfOtherKeys(ctx.platform, secrets);
    return { key, isNew, passwords, ...resealed };
  },
});

/** Result of forgetting old keys. */
export interface Forgotten {
  /** Number of keys removed from the file. */
  readonly forgotten: number;
  /** Rows that none of the keys opens. */
  readonly closed: Counts;
  /** Number of passwords that none of the remaining keys can check: their users need a reset link. */
  readonly passwords: number;
  readonly outcome: 'only one key' | 'set SECRET_KEY' | 'removed';
}

export const forgetSecrets = installationOperation({
  name: 'secrets.forget',
  id: 'forgetSecrets',
  summary: 'Remove the old key once it is no longer needed',
  cli: 'secrets forget',
  allow: byOperator,
  emits: [],
  input: {},
  output: ['forgotten'],
  async run({ keyDirectory, platform, settings: { secrets } }): Promise<Forgotten> {
    if (secrets.keys().length < 2)
      return { forgotten: 0, closed: {}, passwords: 0, outcome: 'only one key' };
    const { late, closed } = await resealAll(platform, secrets);
    if (late > 0)
      throw conflict(
        'A process still encrypts with another key (run pauta secrets rotate for details): nothing was forgotten.',
        'busy',
      );
    const passwords = await passwordsOfOtherKeys(platform, secrets);
    if (keyDirectory === undefined)
      return { forgotten: 0, closed, passwords, outcome: 'set SECRET_KEY' };
    const forgotten = await platform.transaction(async (tx) => {
      await tx.run(lockKeyFile);
      const [first, ...rest] = secretKeysIn(keyDirectory);
      writeSecretKeys(keyDirectory, [first]);
      return rest.length;
    });
    return { forgotten, closed, passwords, outcome: 'removed' };
  },
});

// Totals -----------------------------------------------------------------------------------------

const checkTotals = installationOperation({
  name: 'totals.check',
  id: 'checkTotals',
  summary: 'Compare the totals of lists with the records',
  allow: byOperator,
  emits: [],
  input: {},
  output: ['wrong'],
  run: async ({ platform }) => ({ wrong: await wrongTotals(platform) }),
});

const repairTotals = installationOperation({
  name: 'totals.mend',
  id: 'mendTotals',
  summary: 'Correct wrong totals of lists',
  allow: byOperator,
  emits: [],
  input: {},
  output: ['wrong'],
  run: async ({ platform }) => ({ wrong: await wrongTotals(platform, true) }),
});

export const operations: readonly InstallationOperation[] = [
  rotateSecrets,
  forgetSecrets,
  checkTotals,
  repairTotals,
];
