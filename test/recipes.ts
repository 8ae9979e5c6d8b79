import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * `npm run test:recipes`: follows CONTRIBUTING's recipes for a field and for a resource in a copy of the checkout, edits no test, and runs
 * the tests that cover a field or a resource by its declaration alone. This keeps the recipes true and short.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const recipe = (file: string) => readFileSync(join(root, 'test/recipes', file), 'utf8');

/** A change of one file: a new file, or lines inserted after each line that ends with a text, or replacing a text. */
type Edit =
  | { readonly file: string; readonly text: string }
  | { readonly file: string; readonly put: Readonly<Record<string, string>> };

interface Recipe {
  readonly title: string;
  /** Maximum number of changed files. */
  readonly files: number;
  readonly lines: number;
  readonly edits: readonly Edit[];
}

const deals = 'server/features/crm/deals/table.ts';
const recipes: readonly Recipe[] = [
  {
    title: 'a text field of deals: nullable, shown, sortable, searchable',
    files: 2,
    lines: 11,
    edits: [
      {
        file: 'server/db/migrations/9901_lost_to.concurrently.sql',
        text: recipe('deals_lost_to.sql'),
      },
      {
        file: deals,
        put: {
          "  loss_reason: about('The reason for the loss.', singleLine()),\n":
            "  loss_reason: about('The reason for the loss.', singleLine()),\n  lost_to: about('The competitor that won it.', singleLine()),\n",
          "[...writable, 'loss_reason']": "[...writable, 'loss_reason', 'lost_to']",
          "text: ['title', 'description'] }":
            "text: ['title', 'description'], added: ['lost_to'] }",
          "    ...sorted(fields, 'title', 'value'),\n":
            "    ...sorted(fields, 'title', 'value', 'lost_to'),\n",
        },
      },
    ],
  },
  {
    title: 'a resource: invoices, linked to clients',
    files: 4,
    lines: 130,
    edits: [
      { file: 'server/db/migrations/9902_invoices.sql', text: recipe('invoices/migration.sql') },
      { file: 'server/features/crm/invoices/table.ts', text: recipe('invoices/table.txt') },
      {
        file: 'server/features/crm/invoices/operations.ts',
        text: recipe('invoices/operations.txt'),
      },
      {
        file: 'server/features/records.ts',
        put: {
          "import deals from './crm/deals/operations.ts';\n":
            "import deals from './crm/deals/operations.ts';\nimport invoices from './crm/invoices/operations.ts';\n",
          '  activities,\n];': '  activities,\n  invoices,\n];',
        },
      },
    ],
  },
];

/**
 * Files generated from the API's document, and committed. The panel's types are left out: they require labels for new events, which are
 * another recipe.
 */
const made = ['sdk:types', 'docs:collections'];

/** Tests that cover fields and resources by their declarations. */
const generated = [
  'service/conventions',
  'service/tenancy',
  'service/idempotency',
  'process/events',
  'service/indexes',
  'service/totals',
  'service/openapi',
  'service/operations',
];

function apply(copy: string, edit: Edit): void {
  const file = join(copy, edit.file);
  if ('text' in edit) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, edit.text);
    return;
  }
  let text = readFileSync(file, 'utf8');
  for (const [old, now] of Object.entries(edit.put)) {
    if (text.split(old).length !== 2)
      throw new Error(`${edit.file} does not hold exactly once: ${old}`);
    text = text.replace(old, () => now);
  }
  writeFileSync(file, text);
}

function run(copy: string, command: string, ...words: string[]): void {
  console.log(`== ${command} ${words.join(' ')}`);
  const { status } = spawnSync(command, words, {
    cwd: copy,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` },
  });
  if (status !== 0) throw new Error(`${command} failed`);
}

const git = (copy: string, ...words: string[]) =>
  execFileSync('git', ['-C', copy, ...words], { encoding: 'utf8' });

const copy = mkdtempSync(join(tmpdir(), 'pauta-recipes-'));
try {
  for (const file of git(root, 'ls-files', '-z').split('\0').filter(Boolean))
    cpSync(join(root, file), join(copy, file));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  git(copy, 'init', '-q');
  const commit = (message: string) => {
    git(copy, 'add', '-A');
    git(copy, '-c', 'user.name=CI', '-c', 'user.email=ci@localhost', 'commit', '-qm', message);
  };
  commit('before');
  for (const { title, edits, files, lines } of recipes) {
    for (const edit of edits) apply(copy, edit);
    commit(title);
    const changed = git(copy, 'show', '--numstat', '--format=').trim().split('\n');
    const added = changed.reduce((sum, line) => sum + Number(line.split('\t')[0]), 0);
    console.log(`== ${title}: ${changed.length} files, ${added} lines`);
    if (changed.length > files || added > lines)
      throw new Error(`${title} takes more than ${files} files and ${lines} lines`);
  }
  for (const script of made) run(copy, 'npm', 'run', '--silent', script);
  run(copy, 'tsc', '--noEmit');
  run(copy, 'biome', 'check', 'server');
  // The interface's tables are written by hand a second time, without the additions of the recipes.
  const others = '^(?!.*has the fields of the interface’s tables)';
  run(copy, 'vitest', 'run', '-t', others, ...generated.map((name) => `test/${name}.test.ts`));
} finally {
  rmSync(copy, { recursive: true, force: true });
}
