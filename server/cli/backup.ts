import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import type { Command } from 'commander';
import type { BackupInProgress } from '../db/backup.ts';
import { dataDirOf, type Target } from '../db/database-target.ts';
import { isEmbeddedIn } from '../db/embedded/embedded.ts';
import { type Copied, copyOut, storageTotals } from '../features/files/backup-copies.ts';
import { openStorage } from '../features/files/storage.ts';
import {
  makeBackup,
  rowsIn,
  writeBackupFile,
} from '../features/installation/backups/make-backup.ts';
import type { Storage } from '../outbound/storage.ts';
import { type Config, readConfig } from '../platform/config.ts';
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

/** Makes a backup of a command's database. @throws BackupError */
export const backupOf = <T>(
  target: Target,
  work: (making: BackupInProgress) => Promise<T>,
): Promise<T> =>
  withPlatform(target, ({ platform }) =>
    makeBackup({ connection: target.connection, secrets: target.secrets, platform }, work),
  );

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
        backupOf(target, async ({ lines, counts }) => {
          if (isStream) await pipeline(lines, createZstdCompress(), process.stdout);
          else
            await writeBackupFile(file, lines, { force: options.force ?? false }).catch(
              (error: NodeJS.ErrnoException) => {
                throw error.errno === undefined ? error : fileError(file, 'written', error);
              },
            );
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
