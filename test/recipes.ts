import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * `npm run test:recipes`: follows the recipes in test/recipes/*.md in a copy of the checkout, edits no test, and runs the checks and
 * the tests of declarations there, then the checks of the recipes' results, in the service and in a browser. `-- --count` only counts files and lines;
 * `-- --keep` keeps the copy.
 */

const root = fileURLToPath(new URL('..', import.meta.url));

interface Recipe {
  readonly document: string;
  /** Maximum number of files and lines that it changes. */
  readonly files: number;
  readonly lines: number;
}

const recipes: readonly Recipe[] = [
  { document: 'field.md', files: 6, lines: 15 },
  { document: 'resource.md', files: 11, lines: 225 },
  { document: 'settings-page.md', files: 6, lines: 150 },
];

/** Commands that write the files generated from declarations; their files are not counted. */
const generators = ['panel:types', 'sdk:types', 'docs:collections'];

/** Checks of the recipes' results, and their paths in the copy. */
const checks = {
  'recipes.test.ts': 'test/service/recipes.test.ts',
  'recipes.flow.ts': 'test/browser/recipes.flow.ts',
};

/**
 * Tests that read declarations, so that a new field, resource or page can break them. The others say how single features behave; CI runs
 * them on the commit itself.
 */
const affected = [
  'test/unit/{architecture,privacy-masking,refusals}.test.ts',
  'test/unit/panel/{address-filters,audit-words,commands,counts,preloads,sources}.test.ts',
  'test/service/{conventions,documents,headers,history,idempotency,indexes,input,lookups,mcp,migrations,openapi,operations}.test.ts',
  'test/service/{plans,readables,repeated-enumerations,sweep-plans,tenancy,totals}.test.ts',
  'test/service/{exports,panel/settings}/*.test.ts',
  'test/service/audit/{operations,team}.test.ts',
  'test/service/imports/pauta.test.ts',
  'test/service/live/{access,notices}.test.ts',
  'test/service/panel/{bulk,bulk-filters,demo,door,filters,foreign,limits,masking,openapi,pages,records,replays,roles}.test.ts',
  'test/service/privacy/erasure.test.ts',
];

/** A file of a recipe: its text, or changes in the form of a diff. */
interface Edit {
  readonly file: string;
  readonly isDiff: boolean;
  readonly text: string;
}

/** Code blocks of a recipe whose info string names a file: ```` ```diff server/x.ts ````. */
const editsIn = (markdown: string): readonly Edit[] =>
  [...markdown.matchAll(/^```(\w+) (\S+)\n(.*?)^```$/gms)].map(
    ([, language = '', file = '', text = '']) => ({ file, isDiff: language === 'diff', text }),
  );

/** Replaces the unchanged and removed lines of each part of a diff by its unchanged and added lines. */
function patched(file: string, before: string, diff: string): string {
  return diff.split(/^@@\n/m).reduce((text, part) => {
    const without = (sign: string) =>
      part
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith(sign))
        .map((line) => `${line.slice(1)}\n`)
        .join('');
    const [old, now] = [without('+'), without('-')];
    if (text.split(old).length !== 2)
      throw new Error(`${file} does not hold exactly once:\n${old}`);
    return text.replace(old, () => now);
  }, before);
}

function apply(copy: string, { file, isDiff, text }: Edit): void {
  const path = join(copy, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, isDiff ? patched(file, readFileSync(path, 'utf8'), text) : text);
}

function run(copy: string, command: string, ...words: string[]): void {
  console.log(`== ${command} ${words.join(' ')}`);
  const { status } = spawnSync(command, words, { cwd: copy, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} ${words.join(' ')} failed`);
}

const git = (directory: string, ...words: string[]) =>
  execFileSync('git', ['-C', directory, ...words], { encoding: 'utf8' });

/** Copies the checkout as a repository. The packages are shared; the caches are not. */
function copyTo(copy: string): void {
  for (const file of git(root, 'ls-files', '-z').split('\0').filter(Boolean))
    cpSync(join(root, file), join(copy, file));
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!name.startsWith('.') || name === '.bin')
      symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name));
  git(copy, 'init', '-q');
}

function commit(copy: string, message: string): void {
  git(copy, 'add', '-A');
  git(copy, '-c', 'user.name=CI', '-c', 'user.email=ci@localhost', 'commit', '-qm', message);
}

function follow(copy: string, { document, files, lines }: Recipe): void {
  const markdown = readFileSync(join(root, 'test/recipes', document), 'utf8');
  for (const edit of editsIn(markdown)) apply(copy, edit);
  commit(copy, document);
  const changed = git(copy, 'show', '--numstat', '--format=').trim().split('\n');
  const added = changed.reduce((sum, line) => sum + Number(line.split('\t')[0]), 0);
  console.log(`== ${document}: ${changed.length} of ${files} files, ${added} of ${lines} lines`);
  const tests = changed.filter((line) => /\ttest\//.test(line));
  if (tests.length > 0) throw new Error(`${document} edits a test: ${tests.join()}`);
  if (changed.length > files || added > lines) throw new Error(`${document} takes too much`);
}

function proveIn(copy: string): void {
  for (const script of generators) run(copy, 'npm', 'run', '--silent', script);
  writeFileSync(
    join(copy, 'docs/roles.md'),
    execFileSync('npm', ['run', '--silent', 'docs:roles'], { cwd: copy }),
  );
  for (const [name, path] of Object.entries(checks))
    cpSync(join(root, 'test/recipes', name), join(copy, path));
  commit(copy, 'generated');
  run(copy, 'npm', 'run', 'check');
  run(copy, 'npm', 'run', '--silent', 'panel:bars', '--', '--only', 'budgets');
  run(copy, 'npx', 'vitest', 'run', ...globSync(affected, { cwd: copy }));
  run(copy, 'npm', 'run', 'test:browser', '--', 'recipes.flow');
}

const copy = mkdtempSync(join(tmpdir(), 'pauta-recipes-'));
try {
  copyTo(copy);
  commit(copy, 'before');
  for (const recipe of recipes) follow(copy, recipe);
  if (!process.argv.includes('--count')) proveIn(copy);
} finally {
  if (process.argv.includes('--keep')) console.log(`== kept ${copy}`);
  else rmSync(copy, { recursive: true, force: true });
}
