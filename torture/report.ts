import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tests } from './tests.ts';
import { counted, type Size, type Tally } from './torture-test.ts';

/*
 * The results table, and docs/reliability.md around it.
 */

export interface Row {
  readonly number: number;
  /** One line of a Markdown table. */
  readonly text: string;
  readonly passes: boolean;
  /** A separate table, if the test has one. */
  readonly details?: string | undefined;
}

const path = fileURLToPath(new URL('../docs/reliability.md', import.meta.url));
const head = [
  '| # | Test | Inputs or faults | Lost | Wrong | Leaked | Worst latency | Result | Took | Measured |',
  '|---|---|---|---|---|---|---|---|---|---|',
];

/** @param seconds duration of the test */
export function rowOf(
  number: number,
  title: string,
  inputs: string,
  tally: Tally,
  seconds: number,
): Row {
  const { lost, wrong, leaked, worstMs, passes, remarks, details } = tally;
  const cells = [
    number,
    title,
    [inputs, ...remarks].join('; ').replaceAll('|', '\\|'),
    counted(lost),
    counted(wrong),
    counted(leaked),
    worstMs === undefined ? '–' : `${counted(Math.round(worstMs))} ms`,
    passes ? 'passed' : '**failed**',
    `${counted(Math.round(seconds))} s`,
    measured(),
  ];
  return { number, text: `| ${cells.join(' | ')} |`, passes, details };
}

export const table = (rows: readonly Row[]) =>
  [...head, ...rows.map(({ text }) => text)].join('\n');

/** Date and commit. */
const measured = () => `${new Date().toISOString().slice(0, 10)}, ${commit()}`;

/** The measured commit, `-dirty` if files other than the report differ from it. */
function commit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: otherCheckout ?? process.cwd(),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  try {
    const changed = git('status', '--porcelain', '-uno', '--', '.', ':!docs/reliability.md');
    return `${git('rev-parse', '--short', 'HEAD')}${changed === '' ? '' : '-dirty'}`;
  } catch {
    return 'no commit';
  }
}

/** Another checkout of the service, measured for comparison. */
const otherCheckout = process.env.PAUTA_CHECKOUT;

const titles = { full: '## Full form', short: '## Short form, as in CI' } as const;

const intro = `# Reliability, counted

\`npm run torture -- --full\` runs these tests against real processes, over real HTTP, on real PostgreSQL and Redis, and writes this file.
\`npm run torture\` is the short form, which CI runs; \`--only 1,5\` runs some of the tests. **Lost** counts acknowledged data that is
missing, **wrong** data that should not exist or should differ (including missed aims), **leaked** data disclosed without permission. A row
passes if all three are zero. Each row says when and on which commit it was measured, on the two cores of a shared machine.
`;

const outro = () =>
  Object.entries(tests)
    .map(([number, { title, what, broken }]) =>
      [
        `### ${number}. ${title}`,
        what,
        `Fails if: ${broken.map(({ how }) => how).join('; ')}.`,
      ].join('\n\n'),
    )
    .join('\n\n');

/** Keeps the rows of other tests. */
function merged(text: string, title: string, rows: readonly Row[]): string[] {
  const section = text.split(`${title}\n`)[1]?.split('\n#')[0] ?? '';
  const lines = new Map<number, string>();
  for (const line of section.split('\n')) {
    const number = Number(/^\| (\d+) \|/.exec(line)?.[1] ?? 0);
    if (number in tests) lines.set(number, line);
  }
  for (const { number, text: line } of rows) lines.set(number, line);
  return [...lines].sort(([a], [b]) => a - b).map(([, line]) => line);
}

const detailsTitle = '## Neighbours, attack by attack';
const detailsOf = { own: '### This service', other: '### Before' } as const;

/** The tables of attacks: for this service, and for an older one. */
function details(text: string, size: Size, rows: readonly Row[]): string[] {
  const table = size === 'full' ? rows.findLast((row) => row.details)?.details : undefined;
  const which = otherCheckout === undefined ? 'own' : 'other';
  const parts = (['own', 'other'] as const).flatMap((each) => {
    const title = detailsOf[each];
    const section = text.split(`${title}\n`)[1]?.split('\n#')[0]?.trim();
    const body = table !== undefined && each === which ? `${measured()}.\n\n${table}` : section;
    return body === undefined ? [] : [`${title}\n\n${body}`];
  });
  return parts.length === 0 ? [] : [detailsTitle, ...parts];
}

/** Writes docs/reliability.md. */
export function writeReport(size: Size, rows: readonly Row[]): void {
  let text = '';
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    // First run.
  }
  const section = (which: Size) =>
    [
      titles[which],
      '',
      ...head,
      ...merged(text, titles[which], which === size && otherCheckout === undefined ? rows : []),
    ].join('\n');
  writeFileSync(
    path,
    `${[
      intro.trim(),
      section('full'),
      section('short'),
      ...details(text, size, rows),
      '## What each test does',
      '`npm run torture -- --prove` breaks a copy of the service in each of the ways listed under "Fails if", one at a time, and expects the\ntest to fail.',
      outro(),
    ].join('\n\n')}\n`,
  );
}
