import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * What the linter cannot say: who may import whom in server/, what is loaded late, and that doors hold no SQL (docs/adr/0037). Circles between files
 * are Biome's noImportCycles.
 */

/** A file below server/, and its text. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** From the top down: a file imports only what stands below it. Folders on one line do not know each other. */
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

/** What stands aside of the order, and why. */
const exceptions: readonly (readonly [from: string, to: string])[] = [
  // `pauta serve` loads the service when it is asked for.
  ['cli/serve.ts', 'main.ts'],
];

/** Where requests, words, times and made-up days come in: they call operations, and hold no SQL. */
const doors = ['http', 'cli', 'mcp', 'demo', 'jobs'];

/** Files that a feature makes for others, beside its operations and tables. */
const shared = [
  // Inboxes, and the service that carries messages: workflows send, doctor asks gateways, keys are rotated.
  'messaging/inboxes.ts',
  'messaging/messaging-service.ts',
  'messaging/sending.ts',
  'messaging/callbacks.ts',
  // What messages and notes are, and what is done to conversations: workflows read and do it.
  'messaging/messages.ts',
  'messaging/conversations/notes.ts',
  'messaging/conversations/state.ts',
  // What keys are rotated under: a person's seed, and passwords.
  'accounts/people/totp.ts',
  'accounts/people/passwords.ts',
  // Rights of a member now: bulk jobs and downloads check them again.
  'accounts/members/rights.ts',
  // Storing and opening files: messages hold them.
  'files/store.ts',
  'files/addresses.ts',
  // What doctor looks at.
  'files/copies.ts',
  'files/spool.ts',
  // Where an endpoint's secret is sealed for: keys are rotated.
  'webhooks/signature.ts',
  // The audit log's seals: doctor checks them, keys are rotated.
  'audit/seals.ts',
  // On which day an activity is: somebody's day holds them.
  'crm/activities/days.ts',
  // The panel's lists, and taking out of the trash: many records are changed at once by them.
  'crm/activities/panel.ts',
  'work/tasks/views.ts',
  'work/tasks/restore.ts',
  // What waits: doctor and metrics show it.
  'webhooks/backlog.ts',
  'workflows/backlog.ts',
];

/** Packages that take long to load: every command would wait for them. They are loaded where something is done with them. */
const late = [
  'typebox',
  'undici',
  'pino-pretty',
  'ioredis',
  'nodemailer',
  'marked',
  '@modelcontextprotocol/server',
];
/** Files that are loaded late themselves. */
const loadedLate = ['outbound/connections.ts', 'mcp/protocol.ts'];

const folderOf = (path: string) => path.split('/')[0] ?? '';
const layerOf = (path: string) => layers.findIndex((names) => names.includes(folderOf(path)));
const featureOf = (path: string) => /^features\/([^/]+)\//.exec(path)?.[1];

const importing = /(?:\bfrom\s+|\bimport\s*\(\s*|^import\s+)'(\.{1,2}\/[^']+)'/gm;

/** The files of server/ that one imports. */
const importsOf = ({ path, text }: Source): string[] =>
  [...text.matchAll(importing)].map(([, to = '']) => join(dirname(path), to));

const packages = /^import (?!type )[^;]*? from '((?:@[^/']+\/)?[^./'][^/']*)[^']*'/gm;

/** The packages that a file loads at once. */
const packagesOf = ({ text }: Source): string[] =>
  [...text.matchAll(packages)].map(([, name = '']) => name);

/** A text that begins as a statement does. */
const sql =
  /[`'"]\s*(select\s[^`'"]*(\bfrom\b|\bas\b|\()|insert\s+into\s|update\s+\w+\s+(\w+\s+)?set\s|delete\s+from\s|with\s+\w+\s+as\s|lock\s+table\s)/i;

/** Whether a feature may import a file of another one. */
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
  for (const to of importsOf(source)) {
    // Commands that call any instance do it as every program does.
    if (folderOf(path) === 'cli' && to.startsWith('../packages/sdk/src/')) continue;
    if (exceptions.some(([from, allowed]) => from === path && allowed === to)) continue;
    if (isDoor && to === 'db/statement.ts')
      problems.push(`${path} imports ${to}: a door calls operations`);
    const [above, below] = [layerOf(path), layerOf(to)];
    if (above < 0 || below < 0) problems.push(`${path} imports ${to}, which has no layer`);
    else if (folderOf(path) !== folderOf(to) && above >= below)
      problems.push(`${path} imports ${to}: imports point down`);
    const [own, other] = [featureOf(path), featureOf(to)];
    if (own && other && own !== other && !isOpen(to))
      problems.push(`${path} imports ${to}: of another feature, only operations and tables`);
  }
  return problems;
}

/** What is wrong with the imports of server/, and with SQL in it. */
export const findProblems = (sources: readonly Source[]): string[] => sources.flatMap(problemsOf);

/** What is wrong with the imports of packages/sdk/src: it stands alone. */
export const findSdkProblems = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ path, text }) =>
    Array.from(
      text.matchAll(/^(?:import|export)\b[^;]*?\bfrom '(?!\.\/)([^']+)'|\bimport\('([^']+)'/gm),
      ([, from, late]) =>
        `packages/sdk/src/${path} imports ${from ?? late}: it has nothing but its own files`,
    ),
  );

/** All files below a folder of the repository. */
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
