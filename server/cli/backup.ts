import { randomBytes } from 'node:crypto';
import { link, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import type { Command } from 'commander';
import { type BackupInProgress, withBackup } from '../db/backup.ts';
import { dataDirOf, type Target } from '../db/database-target.ts';
import { isEmbeddedIn } from '../db/embedded/embedded.ts';
import { type Copied, copyOut, storageTotals } from '../features/files/backup-copies.ts';
import { openStorage } from '../features/files/storage.ts';
import { staleRows, storedSecrets, sumOf } from '../features/installation/key-rotation.ts';
import type { Storage } from '../outbound/storage.ts';
import { type Config, readConfig } from '../platform/config.ts';
import type { SecretKey, Secrets } from '../platform/secrets.ts';
import { version } from '../platform/version.ts';
import {
  CommandError,
  fileError,
  operatorPath,
  print,
  UsageError,
  wantsJson,
  withPlatform,
  withTarget,
} from './command.ts';

/** Identifies a key without revealing it. */
const fingerprint = (key: SecretKey): string => key.derive('pauta backup').slice(0, 32);

/** Fingerprints of all configured keys, the sealing key's first. */
export const fingerprints = (secrets: Secrets): string[] => secrets.keys().map(fingerprint);

/** Backup header fields that name the keys needed to open its secrets. */
async function keysNeeded({ connection, secrets }: Target) {
  const stale = await withPlatform({ connection }, ({ platform }) => staleRows(platform, secrets));
  const [first = '', ...others] = fingerprints(secrets);
  return sumOf(stale) === 0
    ? { secret_key: first }
    : { secret_key: first, secret_keys: [first, ...others] };
}

/** Makes a backup if the configured key is the one that sealed its secrets. @throws CommandError if it is not */
export async function makeBackup<T>(
  target: Target,
  work: (making: BackupInProgress) => Promise<T>,
): Promise<T> {
  const about = { pauta: version, ...(await keysNeeded(target)) };
  return withBackup(target.connection, about, async (making) => {
    const { closed } = await withPlatform(target, ({ platform }) =>
      storedSecrets(platform, target.secrets),
    );
    if (closed > 0)
      throw new CommandError(
        'The key here cannot decrypt the secrets in the database: set SECRET_KEY to the one the service uses.',
      );
    return work(making);
  });
}

/** @throws CommandError if the embedded database does not exist yet */
export function refuseNoDatabase(config: Config): void {
  const dataDir = dataDirOf(config);
  if (!isEmbeddedIn(dataDir))
    throw new CommandError(`There is no embedded database in ${dataDir}: set DATA_DIR.`);
}

/** Result of a command's work on file contents. */
export interface FilesDone {
  readonly answer: object;
  readonly lines: readonly string[];
}

/** Copies file contents into a directory, or reports where they remain. */
async function copyFiles(
  target: Pick<Target, 'connection'>,
  storage: Storage,
  directory: string | undefined,
): Promise<FilesDone> {
  return withPlatform(target, async ({ platform }) => {
    const { where } = storage.blobs;
    const held = await storageTotals(platform);
    if (held.blobs === 0) return { answer: held, lines: [] };
    const size = `${held.blobs} file contents, ${held.bytes} bytes`;
    if (directory === undefined)
      return {
        answer: { ...held, where },
        lines: [`Not included: ${size}, in ${where}. Keep that too, or use --files DIRECTORY.`],
      };
    const copied = await copyOut(platform, storage, directory);
    return {
      answer: { ...held, directory, ...copied },
      lines: [`Copied ${copied.copied} of ${size} to ${directory}.`, ...linesOfMissing(copied)],
    };
  });
}

export const linesOfMissing = ({ missing }: Copied): string[] =>
  missing.length === 0
    ? []
    : [`Missing or damaged: ${missing.length}, such as ${missing.slice(0, 3).join(', ')}.`];

/** Total number of rows in all tables. */
export const rowsIn = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

interface Options {
  readonly files?: string;
  readonly force?: boolean;
}

export function backup(pauta: Command): void {
  pauta
    .command('backup')
    .argument('<file>', 'the file to write, or - for standard output')
    .description(
      'back up the whole database to a file, even while the service runs; does not include secret.key: keep a copy of it',
    )
    .option(
      '--files <directory>',
      'copy the contents of files to this directory; existing files stay',
    )
    .option('--force', 'replace the file if it exists')
    .action(async (argument: string, options: Options, command: Command) => {
      const isStream = argument === '-';
      const file = operatorPath(argument);
      const directory = options.files === undefined ? undefined : operatorPath(options.files);
      if (isStream && wantsJson(command))
        throw new UsageError('--json requires a FILE: standard output carries the backup.');
      if (isStream && process.stdout.isTTY)
        throw new UsageError(
          'A backup cannot be written to a terminal: specify a FILE, or pipe it to a program.',
        );
      const config = readConfig(process.env);
      if (!config.DATABASE_URL) refuseNoDatabase(config);
      const done = await withTarget(config, (target) =>
        makeBackup(target, async ({ lines, counts }) => {
          if (isStream) await pipeline(lines, createZstdCompress(), process.stdout);
          else await writeWhole(file, lines, options.force ?? false);
          return { tables: counts, rows: rowsIn(counts), dataDir: target.dataDir };
        }).then(async (made) => ({
          ...made,
          files: await copyFiles(target, openStorage(config), directory),
        })),
      );
      if (isStream) {
        for (const line of done.files.lines) process.stderr.write(`${line}\n`);
        return;
      }
      const { dataDir, files, ...answer } = done;
      const { size: bytes } = await stat(file);
      print(command, { file, bytes, ...answer, files: files.answer }, [
        `Wrote ${file}: ${answer.rows} rows, ${bytes} bytes.`,
        ...files.lines,
        dataDir === undefined || config.SECRET_KEY
          ? 'Keep SECRET_KEY too, in another place: nothing else can decrypt the secrets in the backup.'
          : `Keep ${dataDir}/secret.key too, in another place: nothing else can decrypt the secrets in the backup.`,
      ]);
    });
}

/**
 * Writes a file atomically, readable by its owner only.
 * @throws CommandError if the path is not a regular file, exists while `force` is false, or cannot be written
 */
async function writeWhole(
  file: string,
  lines: AsyncIterable<Buffer>,
  force: boolean,
): Promise<void> {
  const there = await stat(file).catch(() => undefined);
  if (there && !there.isFile())
    throw new CommandError(`${file} is not a file; use - for standard output.`);
  const exists = () =>
    new CommandError(`${file} exists: choose another name, or add --force to replace it.`);
  if (there && !force) throw exists();
  const aside = `${file}.${randomBytes(4).toString('hex')}.part`;
  const handle = await open(aside, 'wx', 0o600).catch((error: unknown) => {
    throw fileError(file, 'written', error);
  });
  try {
    await pipeline(lines, createZstdCompress(), handle.createWriteStream({ flush: true }));
    if (force) await rename(aside, file);
    // Unlike a rename, a link never replaces a file created in the meantime.
    else
      await link(aside, file).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'EEXIST' ? exists() : error;
      });
  } finally {
    await rm(aside, { force: true });
  }
  // Syncs the directory, so that the name also survives a power failure.
  const directory = await open(dirname(file));
  await directory.sync().finally(() => directory.close());
}
