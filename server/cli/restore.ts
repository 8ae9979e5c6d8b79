import { createReadStream } from 'node:fs';
import type { Command } from 'commander';
import { restore } from '../db/backup.ts';
import { type Backup, readBackup } from '../db/backup-file.ts';
import type { TeamDb } from '../db/database.ts';
import type { Target } from '../db/database-target.ts';
import { copyIn, storageTotals } from '../features/files/backup-copies.ts';
import { openStorage } from '../features/files/storage.ts';
import { backlogsIn } from '../features/installation/backlogs.ts';
import {
  fingerprints,
  rowsIn,
  unpackBackup,
} from '../features/installation/backups/make-backup.ts';
import { eraseAgain } from '../features/privacy/erasure.ts';
import { LedgerError, ledgerOf } from '../features/privacy/ledger.ts';
import type { Storage } from '../outbound/storage.ts';
import { type Config, readConfig } from '../platform/config.ts';
import { type FilesDone, linesOfMissing } from './backup.ts';
import {
  CommandError,
  fileError,
  operatorPath,
  print,
  table,
  withPlatform,
  withTarget,
} from './command.ts';

interface Options {
  readonly replace?: true;
  readonly otherKey?: true;
  readonly check?: true;
  readonly withoutLedger?: true;
  /** Directory of file contents. */
  readonly files?: string;
}

export function restoreCommand(pauta: Command): void {
  pauta
    .command('restore')
    .argument('<file>', 'the backup, or - for standard input')
    .option('--replace', 'overwrite the contents of the database')
    .option('--other-key', 'restore even if the secrets in the backup cannot be decrypted here')
    .option('--files <directory>', 'restore contents of files that are missing here')
    .option(
      '--without-ledger',
      'restore although the ledger of erasures is missing: erased persons may come back',
    )
    .option('--check', 'verify the whole backup without restoring it')
    .description(
      'restore a backup into an empty database, all or nothing; no service may be running on it',
    )
    .action(async (file: string, options: Options, command: Command) => {
      const path = operatorPath(file);
      const source = path === '-' ? process.stdin : createReadStream(path);
      const backup = await readBackup(
        unpackBackup(source, (error) =>
          error.path === undefined ? error : fileError(error.path, 'read', error),
        ),
      );
      if (options.check) await check(backup, command);
      else await restoreInto(backup, options, command);
    });
}

async function check(backup: Backup, command: Command): Promise<void> {
  for await (const { rows } of backup.tables()) for await (const _ of rows);
  const { counts, header } = backup;
  const { pauta, made_at } = header;
  const rows = rowsIn(counts);
  print(command, { pauta, made_at, rows, tables: counts }, [
    `The backup is complete: ${rows} rows, made ${made_at} by Pauta ${pauta}.`,
  ]);
}

async function restoreInto(backup: Backup, options: Options, command: Command): Promise<void> {
  const config = readConfig(process.env);
  const answer = await withTarget(
    config,
    async (target) => {
      if (!options.otherKey) refuseOtherKey(backup, target);
      const erasures = await erasuresSince(config, target, options);
      const restored = await restore(target.connection, backup, {
        replace: options.replace === true,
        isPast: true,
        finish: (team) => erasures.repeat(team, backup),
      });
      const files = await putBackFiles(
        target,
        openStorage(config),
        options.files && operatorPath(options.files),
      );
      return { ...restored, waiting: await waitingIn(target), files, erasures };
    },
    true,
  );
  const { counts, applied, waiting, files, erasures } = answer;
  const rows = rowsIn(counts);
  const again = { erased_again: erasures.repeated() };
  print(command, { rows, tables: counts, applied, waiting, files: files.answer, ...again }, [
    ...filled(counts),
    `Restored ${rows} rows, backed up ${backup.header.made_at}.`,
    ...(applied.length > 0 ? [`Then applied ${applied.join(', ')}.`] : []),
    ...erasures.lines(),
    ...files.lines,
    ...warning(waiting),
  ]);
}

/** Erasures of the ledger that the restore does again. */
interface Erasures {
  /** @throws CommandError without a ledger, if the backup shows that the teams use one */
  repeat(team: (id: string) => TeamDb, backup: Backup): Promise<void>;
  /** Number of erasures that were done again. */
  repeated(): number;
  lines(): readonly string[];
}

/** @throws CommandError if the ledger is damaged */
async function erasuresSince(
  config: Config,
  { secrets }: Target,
  { withoutLedger }: Options,
): Promise<Erasures> {
  const ledger = ledgerOf(config);
  const entries = withoutLedger
    ? undefined
    : await ledger.read(secrets).catch((error: unknown) => {
        throw error instanceof LedgerError ? new CommandError(error.message) : error;
      });
  let repeated = 0;
  return {
    async repeat(team, { counts }) {
      if (entries === undefined && !withoutLedger && (counts.privacy_requests ?? 0) > 0)
        throw new CommandError(
          `The ledger of erasures is missing in ${ledger.path}, so that persons who were erased after the backup would come back. Put it there, or set LEDGER_URL; or use --without-ledger. Nothing was changed.`,
        );
      for (const entry of entries ?? [])
        if (await eraseAgain(team(entry.team), secrets, entry)) repeated += 1;
    },
    repeated: () => repeated,
    lines: () => {
      if (repeated > 0)
        return [`Erased ${repeated} persons again, who were erased after the backup.`];
      return entries === undefined
        ? [
            `There is no ledger of erasures in ${ledger.path}: if persons were erased after the backup, they are back.`,
          ]
        : [];
    },
  };
}

/** Restores file contents from a directory, or reports where they are expected. */
function putBackFiles(
  target: Target,
  storage: Storage,
  directory: string | undefined,
): Promise<FilesDone> {
  return withPlatform(target, async ({ platform }) => {
    const { where } = storage.blobs;
    const held = await storageTotals(platform);
    if (held.blobs === 0) return { answer: held, lines: [] };
    if (directory === undefined)
      return {
        answer: { ...held, where },
        lines: [
          `A backup does not include file contents: ${held.blobs} are expected in ${where}. pauta doctor checks them.`,
        ],
      };
    const copied = await copyIn(platform, storage, directory);
    const { copied: back, already_there: there } = copied;
    return {
      answer: { ...held, directory, ...copied },
      lines: [
        `Restored ${back} file contents from ${directory}; ${there} were already in ${where}.`,
        ...linesOfMissing(copied),
      ],
    };
  });
}

function refuseOtherKey({ header }: Backup, { secrets, dataDir }: Target): void {
  const localFingerprints = fingerprints(secrets);
  if ((header.secret_keys ?? [header.secret_key]).every((key) => localFingerprints.includes(key)))
    return;
  const place = dataDir === undefined ? 'SECRET_KEY' : `SECRET_KEY or ${dataDir}/secret.key`;
  throw new CommandError(
    `The secrets in the backup were encrypted with a different key from the one here: put the right one in ${place}, or use --other-key, then rotate the secret of every webhook endpoint and configure every inbox again.`,
  );
}

type Waiting = Readonly<Record<string, number>>;

/** Work that a worker will continue. */
const waitingIn = (target: Target): Promise<Waiting> =>
  withPlatform(target, async (database) =>
    Object.fromEntries(
      Object.entries(await backlogsIn(database)).map(([queue, { waiting }]) => [queue, waiting]),
    ),
  );

/** Lists the tables that have rows. */
export const filled = (counts: Readonly<Record<string, number>>): string[] =>
  table(
    ['TABLE', 'ROWS'],
    Object.entries(counts).filter(([, count]) => count > 0),
  );

/** Warns the user that the same work may now be queued in two installations. */
function warning(waiting: Waiting): string[] {
  if (Object.values(waiting).every((count) => count === 0)) return [];
  const what = Object.entries(waiting).map(([queue, n]) => `${n} ${queue.replace('_', ' ')}`);
  return [
    `Waiting: ${what.join(', ')}. They continue when a service runs here. If the original service is still running, they run twice; ROLE=web runs none of them.`,
  ];
}
