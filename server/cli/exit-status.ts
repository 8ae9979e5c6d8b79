import { CommanderError } from 'commander';
import { BackupError } from '../db/backup-file.ts';
import { EmbeddedError } from '../db/embedded/errors.ts';
import { MigrationError } from '../db/migrate.ts';
import { ConfigError } from '../platform/config.ts';
import { ApiError, StartError } from '../platform/errors.ts';
import { CommandError, UsageError } from './command.ts';

/** Error message for the user, and the exit status. */
export function exitStatusOf(error: unknown): { status: number; message: string | undefined } {
  if (error instanceof CommanderError)
    return { status: error.exitCode === 0 ? 0 : 2, message: undefined };
  if (error instanceof UsageError) return { status: 2, message: error.message };
  const { message, stack, code } = error as NodeJS.ErrnoException;
  const isForPeople = [
    ConfigError,
    EmbeddedError,
    BackupError,
    MigrationError,
    StartError,
    CommandError,
    ApiError,
  ].some((kind) => error instanceof kind);
  // An error with a code comes from the system or the database; any other is a bug and is shown with its stack.
  return { status: 1, message: isForPeople || code ? message : (stack ?? String(error)) };
}
