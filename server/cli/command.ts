import { resolve } from 'node:path';
import { getSystemErrorMessage } from 'node:util';
import type { Command } from 'commander';
import { type Database, openDatabase, type Platform } from '../db/database.ts';
import { openTarget, type Target } from '../db/database-target.ts';
import { migrate } from '../db/migrate.ts';
import { type Config, readConfig } from '../platform/config.ts';
import { makeLog } from '../platform/log.ts';
import { isUuid } from '../platform/uuid.ts';

/** A command failure with a one-line message for users. Exit status 1. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** Invalid command line. Exit status 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/**
 * Resolves a command-line path against the operator's working directory. npm runs scripts in the checkout and names that
 * directory in INIT_CWD. `-`, for standard input and output, is unchanged.
 */
export function operatorPath(path: string): string {
  const { npm_lifecycle_event: script, INIT_CWD: directory } = process.env;
  return path !== '-' && script === 'pauta' && directory ? resolve(directory, path) : path;
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of the path is not a directory',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
};

/** Turns a failed file access into a readable error: the path and the reason, without system codes and calls. */
export function fileError(path: string, aim: 'read' | 'written', error: unknown): CommandError {
  const { code = '', errno } = error as NodeJS.ErrnoException;
  const reason =
    reasons[code] ?? (errno === undefined ? String(error) : getSystemErrorMessage(errno));
  return new CommandError(`${path} cannot be ${aim}: ${reason}.`);
}

/** Resources available to a command. */
export interface Workplace {
  readonly config: Config;
  readonly database: Database;
  readonly platform: Platform;
  readonly target: Target;
}

/**
 * Connects to the configured database without migrating it, runs `work`, and disconnects.
 * @param alone takes the service's place on an embedded database: no service runs or starts in the meantime
 */
export async function withTarget<T>(
  config: Config,
  work: (target: Target) => Promise<T>,
  alone = false,
): Promise<T> {
  // Standard output is reserved for the command's result.
  const target = await openTarget(config, alone, makeLog('silent'));
  try {
    return await work(target);
  } finally {
    await target.stop();
  }
}

/** Opens and migrates the configured database, runs `work`, and closes it. */
export async function withDatabase<T>(work: (place: Workplace) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  return withTarget(config, async (target) => {
    await migrate(target.connection);
    return withPlatform(target, (database) =>
      work({ config, database, platform: database.platform, target }),
    );
  });
}

/** Runs `work` on a database that is already reachable. */
export async function withPlatform<T>(
  target: Pick<Target, 'connection'>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  // A package reads from a snapshot and a second connection while it stores its progress.
  const database = openDatabase(target.connection, 'command', 4, () => {});
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** True if a command must print JSON. */
export const wantsJson = (command: Command): boolean =>
  command.optsWithGlobals<{ json?: boolean }>().json === true;

/** Prints a command's result: one JSON object with --json, otherwise text lines. */
export function print(command: Command, answer: object, lines: string | readonly string[]): void {
  const json = wantsJson(command);
  const text = json ? JSON.stringify(answer) : typeof lines === 'string' ? lines : lines.join('\n');
  process.stdout.write(`${text}\n`);
}

/** Formats rows as columns of equal width, under their titles. */
export function table(titles: readonly string[], rows: readonly (readonly unknown[])[]): string[] {
  const cells = [titles, ...rows].map((row) =>
    row.map((cell) => (cell === null || cell === undefined ? '-' : String(cell))),
  );
  const widths = titles.map((_, i) => Math.max(...cells.map((row) => row[i]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Parses an id argument. @throws UsageError if it is not a UUID */
export function readId(text: string, what: string): string {
  if (!isUuid(text)) throw new UsageError(`${what} must be a UUID.`);
  return text.toLowerCase();
}

/** Parses true or false. @throws UsageError for any other text */
export function readBoolean(text: string, what: string): boolean {
  if (text !== 'true' && text !== 'false') throw new UsageError(`${what} must be true or false.`);
  return text === 'true';
}

/** Parses a whole number; returns NaN, which no operation accepts, for any other text. */
export const readWhole = (text: string): number =>
  /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
