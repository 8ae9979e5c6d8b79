import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Import rules that the linter cannot express: layers in server/, lazily loaded packages, and no SQL in entry points
 * (docs/adr/0037). Biome's noImportCycles covers import cycles.
 */

/** A file below server/ and its text. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** Layers, top first: a file imports only from lower layers. Folders of one layer do not import each other. */
const layers: readonly (readonly string[])[] = [
  ['main.ts'],
  ['boot'],
  ['cli'],
  ['http', 'jobs', 'demo'],
  ['mcp'],
  ['features'],
  ['operations'],
  ['records'],
  ['events', 'outbound'],
  ['db'],
  ['platform'],
];

/** Exceptions from the order of layers, and why. */
const exceptions: readonly (readonly [from: string, to: string])[] = [
  // `pauta serve` loads the service on demand.
  ['cli/serve.ts', 'main.ts'],
  // The command line's sandbox delivers its callbacks in the same process.
  ['features/inboxes/service-holder.ts', 'features/receiving/callbacks.ts'],
];

/** Entry points for requests, commands, timers and demo data: they call operations and contain no SQL. */
const doors = ['http', 'cli', 'mcp', 'demo', 'jobs'];

/** Files that a feature shares with others, in addition to its operations and tables. */
const shared = [
  // Inboxes and the messaging service: used by workflows that send, by doctor's gateway checks and by key rotation.
  'inboxes/connection.ts',
  'gateways/messaging-service.ts',
  'sending/send-message.ts',
  'receiving/callbacks.ts',
  // Messages, notes and conversation actions: used by workflows.
  'conversations/messages-table.ts',
  'conversations/notes.ts',
  'conversations/state-operations.ts',
  // Secrets that key rotation reseals: a person's TOTP seed, and passwords.
  'accounts/people/totp.ts',
  'accounts/people/passwords.ts',
  // Current rights of a member: rechecked by bulk jobs and downloads.
  'accounts/members/member-permissions.ts',
  // Storing and opening files: used by messages with attachments.
  'files/store.ts',
  'files/signed-urls.ts',
  // Checked by doctor.
  'files/backup-copies.ts',
  'files/spool.ts',
  // Sealing context of an endpoint's secret: used by key rotation.
  'webhooks/signature.ts',
  // Seals of the audit log: checked by doctor, renewed by key rotation.
  'audit/seals.ts',
  // The day of an activity: used by a user's day view.
  'crm/activities/activity-day.ts',
  // The panel's lists, and restoring from the trash: used by bulk changes.
  'crm/activities/panel-list.ts',
  'work/tasks/views.ts',
  'work/tasks/restore.ts',
  // Backlogs: shown by doctor and metrics.
  'webhooks/backlog.ts',
  'workflows/backlog.ts',
];

/** Folders of messaging, top first: each uses any file of those below it, and none of those above. */
const messaging = ['sending', 'receiving', 'conversations', 'inboxes', 'gateways'];

/** Packages that load slowly and would delay every command: loaded on first use. */
const late = [
  'typebox',
  'undici',
  'pino-pretty',
  'ioredis',
  'nodemailer',
  'marked',
  '@modelcontextprotocol/server',
];
/** Files that are themselves loaded on demand. */
const loadedLate = ['outbound/http-connections.ts', 'mcp/protocol.ts'];

const folderOf = (path: string) => path.split('/')[0] ?? '';
const layerOf = (path: string) => layers.findIndex((names) => names.includes(folderOf(path)));
const featureOf = (path: string) => /^features\/([^/]+)\//.exec(path)?.[1];

const importing = /(?:\bfrom\s+|\bimport\s*\(\s*|^import\s+)'((?:\.{1,2}|#[a-z]+)\/[^']+)'/gm;

/**
 * Files of the repository that a file imports, relative to its root folder.
 * @param root the folder that the paths of sources are relative to, such as `panel/src`
 */
export const importsOf = (root: string, { path, text }: Source): string[] =>
  [...text.matchAll(importing)].map(([, to = '']) => {
    const alias = /^#([a-z]+)\//.exec(to);
    if (!alias) return join(dirname(path), to);
    const folder = alias[1] === 'panel' ? 'panel/src' : (alias[1] ?? '');
    return relative(root, join(folder, to.slice(alias[0].length)));
  });

const packages = /^import (?!type )[^;]*? from '((?:@[^/']+\/)?[^./'][^/']*)[^']*'/gm;

/** Packages that a file loads eagerly. */
const packagesOf = ({ text }: Source): string[] =>
  [...text.matchAll(packages)].map(([, name = '']) => name);

/** A string literal that starts like an SQL statement. */
const sql =
  /[`'"]\s*(select\s[^`'"]*(\bfrom\b|\bas\b|\()|insert\s+into\s|update\s+\w+\s+(\w+\s+)?set\s|delete\s+from\s|with\s+\w+\s+as\s|lock\s+table\s)/i;

/** True if other features may import this file of a feature. */
function isOpen(path: string): boolean {
  const within = path.replace(/^features\//, '');
  return /(^|[/-])(operations|table)\.ts$/.test(path) || shared.includes(within);
}

function problemsOf(source: Source): string[] {
  const { path, text } = source;
  const problems: string[] = [];
  const isDoor = doors.includes(folderOf(path));
  if (isDoor && sql.test(text)) problems.push(`${path} holds SQL: a door calls operations`);
  for (const name of packagesOf(source)) {
    if (late.includes(name) && !loadedLate.includes(path))
      problems.push(`${path} imports ${name}: it takes long to load, and is loaded when needed`);
  }
  for (const to of importsOf('server', source)) {
    // Commands that call a remote instance use the SDK, as any program does.
    if (folderOf(path) === 'cli' && to.startsWith('../packages/sdk/src/')) continue;
    if (exceptions.some(([from, allowed]) => from === path && allowed === to)) continue;
    if (isDoor && to === 'db/statement.ts')
      problems.push(`${path} imports ${to}: a door calls operations`);
    const [above, below] = [layerOf(path), layerOf(to)];
    if (above < 0 || below < 0) problems.push(`${path} imports ${to}, which has no layer`);
    else if (folderOf(path) !== folderOf(to) && above >= below)
      problems.push(`${path} imports ${to}: imports point down`);
    const [own, other] = [featureOf(path), featureOf(to)];
    if (!own || !other || own === other) continue;
    if (messaging.includes(own) && messaging.includes(other)) {
      if (messaging.indexOf(own) > messaging.indexOf(other))
        problems.push(`${path} imports ${to}: folders of messaging import downwards`);
    } else if (!isOpen(to))
      problems.push(`${path} imports ${to}: of another feature, only operations and tables`);
  }
  return problems;
}

/** Import violations in server/, and misplaced SQL. */
export const findProblems = (sources: readonly Source[]): string[] => sources.flatMap(problemsOf);

/** Import violations in packages/sdk/src, which must be self-contained. */
export const findSdkProblems = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ path, text }) =>
    Array.from(
      text.matchAll(/^(?:import|export)\b[^;]*?\bfrom '(?!\.\/)([^']+)'|\bimport\('([^']+)'/gm),
      ([, from, late]) =>
        `packages/sdk/src/${path} imports ${from ?? late}: it has nothing but its own files`,
    ),
  );

/** Reads all files below a folder of the repository. */
function readFiles(folder: string): Source[] {
  const root = fileURLToPath(new URL(`../${folder}`, import.meta.url));
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: relative(root, file), text: readFileSync(file, 'utf8') }));
}

export const readSources = () => readFiles('server');
export const readSdkSources = () => readFiles('packages/sdk/src');

if (import.meta.main) {
  const problems = [...findProblems(readSources()), ...findSdkProblems(readSdkSources())];
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}
