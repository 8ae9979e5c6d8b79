import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importsOf, type Source } from './imports.ts';

/*
 * Allowed imports in panel/src (docs/adr/0048). Also checks that texts are only in words/, and that dates use the panel's
 * language.
 */

/** Layers, top first: a file imports only from lower layers. Folders of one layer do not import each other. */
const layers: readonly (readonly string[])[] = [
  ['main.tsx'],
  ['app'],
  ['screens'],
  ['records'],
  ['parts'],
  ['display'],
  ['data', 'ui', 'live'],
  ['route'],
  ['commands'],
  ['api'],
  ['words'],
];
/** Folders that UI primitives may not import: primitives are independent of their content. */
const unknownToUi = ['route', 'commands', 'api', 'words'];
/** Request code shared with the SDK. */
const kernel = '../../packages/sdk/src/exchange.ts';
/** Stylesheets, which any file may import. */
const isStyle = (path: string) => path.endsWith('.css');
/** Types generated from the API's document, by which words are keyed. */
const schema = 'api/schema.ts';

const folderOf = (path: string) => path.split('/')[0] ?? '';
const layerOf = (path: string) => layers.findIndex((names) => names.includes(folderOf(path)));
const screenOf = (path: string) => /^screens\/([^/]+)\//.exec(path)?.[1];
const kindOf = (path: string) => /^records\/([^/]+)\//.exec(path)?.[1];

/** Files of a kind of record that other kinds may import, in addition to its queries. */
const shared = [
  'activities/complete-activity.tsx',
  'clients/Duplicates.tsx',
  'clients/timeline/Timeline.tsx',
  'conversations/ChatLink.tsx',
  'inboxes/state.ts',
  'projects/ProjectPicker.tsx',
  'tasks/NewTaskDialog.tsx',
  'tasks/TaskBadges.tsx',
];

/** True if other kinds of records may import this file. */
function isOpen(path: string): boolean {
  const within = path.replace(/^records\//, '');
  return /^shared\/|^[^/]+\/queries\.ts$/.test(within) || shared.includes(within);
}

/** Inputs that browsers render in the browser's language instead of the panel's. */
const nativeDate = /\btype=(?:"|\{[^}]*')(date|datetime-local|time|month|week)["']/g;

function problemsOf(source: Source): string[] {
  const { path, text } = source;
  const problems: string[] = [];
  for (const [, type] of text.matchAll(nativeDate))
    problems.push(`${path} has an input of type ${type}: use parts/DateInput.tsx (ADR 107)`);
  for (const to of importsOf('panel/src', source)) {
    if (isStyle(to)) continue;
    if (to === kernel && folderOf(path) === 'api') continue;
    if (to === schema && folderOf(path) === 'words') continue;
    const [above, below] = [layerOf(path), layerOf(to)];
    if (above < 0 || below < 0) problems.push(`${path} imports ${to}, which has no layer`);
    else if (folderOf(path) !== folderOf(to) && above >= below)
      problems.push(`${path} imports ${to}: imports point down`);
    if (folderOf(path) === 'ui' && unknownToUi.includes(folderOf(to)))
      problems.push(`${path} imports ${to}: primitives know no data, addresses or words`);
    const [own, other] = [screenOf(path), screenOf(to)];
    if (own && other && own !== other)
      problems.push(`${path} imports ${to}: screens do not know each other`);
    const [kind, otherKind] = [kindOf(path), kindOf(to)];
    if (kind && otherKind && kind !== otherKind && (kind === 'shared' || !isOpen(to)))
      problems.push(`${path} imports ${to}: of another kind, only queries and shared files`);
  }
  return problems;
}

/** Import violations in panel/src. */
export const findPanelProblems = (sources: readonly Source[]): string[] =>
  sources.flatMap(problemsOf);

/** Reads all modules of panel/src. */
export function readPanelSources(): Source[] {
  const panel = fileURLToPath(new URL('../panel/src', import.meta.url));
  return readdirSync(panel, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: relative(panel, file), text: readFileSync(file, 'utf8') }));
}

if (import.meta.main) {
  const problems = findPanelProblems(readPanelSources());
  for (const problem of problems) process.stderr.write(`panel/src/${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}
