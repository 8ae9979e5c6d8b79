import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Refuses assertions on elapsed time in test/: they fail on a busy machine and pass on a fast one
 * (docs/adr/0079-tests-assert-reasons.md).
 */

/** A file below test/ and its text. */
export interface TestSource {
  readonly path: string;
  readonly text: string;
}

const advice =
  'assert the reason instead (rows read, statements, attempts, bytes, the order of events), or measure it in bench/';

/** Clocks used only for measuring. */
const stopwatch =
  /\b(?:performance\.now|process\.hrtime|hrtime\.bigint|(?:threadC|c)puUsage|cpuMs)\b/;

/** The time of day assigned to a variable or a property. */
const reading = /\b(\w+)\s*[=:]\s*(?:Date\.now\(\)|new Date\(\))\s*[;,})]/g;

/** A call of expect with its matcher, up to the end of the statement. */
const assertion =
  /\bexpect(?:\.poll)?\((?<actual>(?:(?!\bexpect\()[^;])*?)\)\s*\.(?:not\s*\.)?toBe(?:Less|Greater)Than(?:OrEqual)?\((?<bound>[^;]*)\)/g;

/** The distance of a point in time from now. */
const fromNow = /-\s*Date\.now\(\)|\bDate\.now\(\)(?:\s*\/\s*\w+)?\s*-(?!\s*\d)/;

/** Variable names that tests use for measured times. */
const measured = /\b(?:duration_?ms|elapsed\w*|took|latency|latencies)\b/i;

const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length;

/** Blanks out comments, keeping positions. */
const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g, (comment) =>
    comment.replace(/[^\n]/g, ' '),
  );

function problemsOf({ path, text: original }: TestSource): string[] {
  const text = withoutComments(original);
  // Programs without assertions may print how long they took.
  if (!/\bexpect\b/.test(text)) return [];
  const problems = new Map<number, string>();
  const add = (index: number, what: string) => {
    const line = lineOf(text, index);
    if (!problems.has(line)) problems.set(line, `test/${path}:${line} ${what}: ${advice}`);
  };
  for (const { index } of text.matchAll(new RegExp(stopwatch, 'g'))) add(index, 'measures time');
  for (const [, name] of text.matchAll(reading))
    for (const { index } of text.matchAll(
      new RegExp(`\\bDate\\.now\\(\\)\\s*-\\s*${name}\\b`, 'g'),
    ))
      add(index, 'measures time');
  for (const { index, groups } of text.matchAll(assertion)) {
    const { actual = '', bound = '' } = groups ?? {};
    if (fromNow.test(actual) || fromNow.test(bound) || measured.test(actual))
      add(index, 'asserts on elapsed time');
  }
  return [...problems].sort(([a], [b]) => a - b).map(([, problem]) => problem);
}

/** Assertions on elapsed time. */
export const findWallTime = (sources: readonly TestSource[]): string[] =>
  sources.flatMap(problemsOf);

/** Reads all tests, browser flows and their shared files, except packages installed for tools. */
export function readTests(): TestSource[] {
  const root = fileURLToPath(new URL('../test', import.meta.url));
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes('node_modules') && !file.endsWith('lint.test.ts'))
    .map((file) => ({ path: relative(root, file), text: readFileSync(file, 'utf8') }));
}

if (import.meta.main) {
  const problems = findWallTime(readTests());
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}
