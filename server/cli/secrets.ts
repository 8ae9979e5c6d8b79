import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { platformStatement } from '../db/statement.ts';
import {
  noticedWithinMs,
  type Secrets,
  secretKeysIn,
  secretsIn,
  writeSecretKeys,
} from '../platform/secrets.ts';
import { CommandError, print, table, type Workplace, withDatabase } from './command.ts';
import { type Counts, type Resealed, reseal, sumOf } from './sealed.ts';

/** One command at a time writes the file: a key that another overwrote would have sealed for nobody. */
const hold = platformStatement('select pg_advisory_xact_lock(7208511)');

/** Until every process seals with a key that was written, and what they sealed before is stored. */
const settlingMs = noticedWithinMs + 2_000;
const mostPasses = 5;

const sum = (one: Counts, other: Counts): Counts =>
  Object.fromEntries(
    Object.entries(one).map(([name, count]) => [name, count + (other[name] ?? 0)]),
  );

interface Rotated extends Resealed {
  /** Rows that were sealed with another key while this went on, to the end. */
  readonly late: number;
}

/** Seals everything anew, until nothing is found that was sealed with another key meanwhile. */
async function resealAll({ platform }: Workplace, secrets: Secrets): Promise<Rotated> {
  let { done, closed } = await reseal(platform, secrets);
  let late = sumOf(done);
  for (let passes = 1; late > 0 && passes < mostPasses; passes += 1) {
    await sleep(settlingMs);
    const again = await reseal(platform, secrets);
    late = sumOf(again.done);
    done = sum(done, again.done);
    closed = again.closed;
  }
  return { done, closed, late };
}

/** Puts a new key before the one in the file, unless an earlier rotation that was not finished did. @returns whether it did */
async function newKeyIn(dataDir: string, { platform }: Workplace): Promise<boolean> {
  return platform.transaction(async (tx) => {
    await tx.run(hold);
    const keys = secretKeysIn(dataDir);
    if (keys.length > 1) return false;
    writeSecretKeys(dataDir, [randomBytes(32), ...keys]);
    return true;
  });
}

/** What the keys are to be taken from. @throws CommandError where there is no other key to change to */
async function ring(place: Workplace): Promise<{ secrets: Secrets; isNew: boolean }> {
  const { config, target } = place;
  if (config.SECRET_KEY === undefined && target.dataDir !== undefined) {
    const isNew = await newKeyIn(target.dataDir, place);
    return { secrets: secretsIn(target.dataDir), isNew };
  }
  if (target.secrets.keys().length < 2)
    throw new CommandError(
      'SECRET_KEY holds only one key. Set SECRET_KEY=NEW,OLD for every process (with several processes, first OLD,NEW for all of them), then run this command with the same value.',
    );
  return { secrets: target.secrets, isNew: false };
}

const idOf = (secrets: Secrets) => secrets.keys()[0].id.toString('hex');

const closedLines = (closed: Counts): string[] =>
  sumOf(closed) === 0
    ? []
    : [`None of the keys can decrypt ${sumOf(closed)} of them; these are unchanged.`];

async function rotate(command: Command): Promise<void> {
  const { secrets, isNew, done, closed, late } = await withDatabase(async (place) => {
    const { secrets, isNew } = await ring(place);
    if (isNew) await sleep(settlingMs);
    return { secrets, isNew, ...(await resealAll(place, secrets)) };
  });
  const key = idOf(secrets);
  print(command, { key, new_key: isNew, resealed: done, closed, old_keys_needed: late > 0 }, [
    ...(isNew ? [`Added a new key at the top of secret.key (${key}).`] : []),
    ...table(
      ['TABLE', 'RE-ENCRYPTED', 'UNREADABLE'],
      Object.entries(done).map(([name, n]) => [name, n, closed[name]]),
    ),
    ...closedLines(closed),
    late > 0
      ? `A process still encrypts with another key (${late} rows just now). Restart it, then run this command again.`
      : 'Nothing needs the old key any more. Keep it while you need backups and page links that were made with it, then run: pauta secrets forget',
  ]);
  if (late > 0) throw new CommandError('The old key is still needed; see above.');
}

async function forget(command: Command): Promise<void> {
  const { forgotten, lines } = await withDatabase(async (place) => {
    const { config, target, platform } = place;
    if (target.secrets.keys().length < 2)
      return { forgotten: 0, lines: ['There is only one key: nothing to forget.'] };
    const { late, closed } = await resealAll(place, target.secrets);
    if (late > 0)
      throw new CommandError(
        'A process still encrypts with another key (run pauta secrets rotate for details): nothing was forgotten.',
      );
    const { dataDir } = target;
    if (config.SECRET_KEY !== undefined || dataDir === undefined) {
      const say =
        'Nothing needs the other keys in SECRET_KEY: remove them and restart every process.';
      return { forgotten: 0, lines: [...closedLines(closed), say] };
    }
    const others = await platform.transaction(async (tx) => {
      await tx.run(hold);
      const [first, ...rest] = secretKeysIn(dataDir);
      writeSecretKeys(dataDir, [first]);
      return rest.length;
    });
    const say = 'secret.key now holds only the new key. Keep a copy in a safe place.';
    return { forgotten: others, lines: [...closedLines(closed), say] };
  });
  print(command, { forgotten }, lines);
}

export function secrets(pauta: Command): void {
  const group = pauta
    .command('secrets')
    .description('the keys that encrypt secrets in the database');
  group
    .command('rotate')
    .description(
      're-encrypt all secrets with the new key, even while the service runs; without SECRET_KEY, creates the new key',
    )
    .action((_options: object, command: Command) => rotate(command));
  group
    .command('forget')
    .description('remove the old key once nothing needs it')
    .action((_options: object, command: Command) => forget(command));
}
