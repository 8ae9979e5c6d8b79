import type { Command } from 'commander';
import { type Database, openDatabase, type Platform } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { platformStatement } from '../db/statement.ts';
import { openTarget, type Target } from '../db/target.ts';
import type { Messaging } from '../features/messaging/callbacks.ts';
import { type Config, readConfig } from '../platform/config.ts';
import { makeLog } from '../platform/log.ts';
import { hasTooManyMarks, marksRule } from '../platform/marks.ts';
import type { Secrets } from '../platform/secrets.ts';
import { isUuid } from '../platform/uuid.ts';

/** A command that cannot do what it was asked; the message is one line for people. Exit status 1. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** Wrong words on the command line. Exit status 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** What a command works with. */
export interface Workplace {
  readonly config: Config;
  readonly database: Database;
  readonly platform: Platform;
  readonly target: Target;
}

/**
 * Reaches the database that the configuration names, as it is, works, and leaves it again.
 * @param alone takes the place of the service of an embedded database: none runs on it, or starts, meanwhile
 */
export async function withTarget<T>(
  config: Config,
  work: (target: Target) => Promise<T>,
  alone = false,
): Promise<T> {
  // Standard output belongs to the command's answer.
  const target = await openTarget(config, alone, makeLog('silent'));
  try {
    return await work(target);
  } finally {
    await target.stop();
  }
}

/** Opens the database that the environment names, brings it up to date, works, and closes it again. */
export async function withDatabase<T>(work: (place: Workplace) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  return withTarget(config, async (target) => {
    await migrate(target.connection);
    return withPlatform(target, (database) =>
      work({ config, database, platform: database.platform, target }),
    );
  });
}

/** Works with a database that is reached already. */
export async function withPlatform<T>(
  target: Pick<Target, 'connection'>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = openDatabase(target.connection, 'command', 2, () => {});
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const sealed = platformStatement(`
  select 'webhooks ' || team_id || ' ' || id as place, secret_token as value from webhooks
  union all select 'inboxes ' || team_id || ' ' || id, config from inboxes where config is not null limit 1000`);

/** How many secrets are stored (a thousand are looked at), and how many of them do not open with the key here. */
export async function storedSecrets(
  platform: Platform,
  secrets: Secrets,
): Promise<{ readonly count: number; readonly closed: number }> {
  const rows = await platform.run(sealed);
  const closed = rows.filter(({ value, place }) => {
    try {
      secrets.open(value as Buffer, place as string);
      return false;
    } catch {
      return true;
    }
  });
  return { count: rows.length, closed: closed.length };
}

/**
 * Works with the messaging service, which runs in this process as it does in the service.
 * @param timeoutMs how long a gateway may take to answer; as in the service where left out
 */
export async function withMessaging<T>(
  { config, database, target }: Workplace,
  work: (messaging: Messaging) => Promise<T>,
  timeoutMs?: number,
): Promise<T> {
  // Loaded here: most commands start in half the time without it.
  const { openMessaging } = await import('../features/messaging/local-messaging.ts');
  const { gatewayTimeoutMs } = await import('../features/messaging/messaging-service.ts');
  const { MSGAPP_JID_SUFFIX: jidSuffix, SANDBOX_DELAY_MS: sandboxDelayMs } = config;
  const options = { jidSuffix, sandboxDelayMs, timeoutMs: timeoutMs ?? gatewayTimeoutMs };
  const messaging = openMessaging(database, target.secrets, options);
  try {
    return await work(messaging);
  } finally {
    messaging.stop();
  }
}

/** Whether a command is to answer with JSON. */
export const wantsJson = (command: Command): boolean =>
  command.optsWithGlobals<{ json?: boolean }>().json === true;

/** Prints what a command answers: one JSON object with --json, else lines for people. */
export function print(command: Command, answer: object, lines: string | readonly string[]): void {
  const json = wantsJson(command);
  const text = json ? JSON.stringify(answer) : typeof lines === 'string' ? lines : lines.join('\n');
  process.stdout.write(`${text}\n`);
}

/** Rows as columns of equal width, under their titles. */
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

const findTeam = platformStatement('select id, name, slug from teams where slug = $slug');

/** The id of a team. @throws CommandError when there is none with this slug */
export async function teamId(platform: Platform, slug: string): Promise<string> {
  const [team] = await platform.run(findTeam, { slug });
  if (!team)
    throw new CommandError(
      `There is no team with the slug ${slug}; pauta team list shows all teams.`,
    );
  return team.id as string;
}

/** An id on the command line. @throws UsageError when it is not a UUID */
export function readId(text: string, what: string): string {
  if (!isUuid(text)) throw new UsageError(`${what} must be a UUID.`);
  return text.toLowerCase();
}

/** A text on the command line. @throws UsageError when it holds too many combining marks in a row */
export function readText(text: string, what: string): string {
  if (hasTooManyMarks(text)) throw new UsageError(`${what} ${marksRule}.`);
  return text;
}

/**
 * A one-line text on the command line.
 * @throws UsageError when it is empty, longer than 255 characters, or holds too many combining marks in a row
 */
export function readName(text: string, what: string): string {
  const name = readText(text, what).trim();
  if ([...name].length < 1 || [...name].length > 255 || name.includes('\0')) {
    throw new UsageError(`${what} must be 1 to 255 characters long.`);
  }
  return name;
}

/** true or false on the command line. @throws UsageError for any other text */
export function readBoolean(text: string, what: string): boolean {
  if (text !== 'true' && text !== 'false') throw new UsageError(`${what} must be true or false.`);
  return text === 'true';
}

/** A slug on the command line. @throws UsageError for any other text */
export function readSlug(text: string, what: string): string {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) || text.length > 80) {
    throw new UsageError(
      `${what} must be at most 80 lower-case letters and digits, in words joined by hyphens.`,
    );
  }
  return text;
}
