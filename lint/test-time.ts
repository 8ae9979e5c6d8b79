import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Tests judge no wall time and no processor time: a busy machine would fail them. Upper bounds on elapsed time are refused.
 */

/** A test file's path and text. */
export interface TestSource {
  readonly path: string;
  readonly text: string;
}

// A moment minus a variable that holds an earlier one: not an age computed from a record's timestamp.
const elapsed =
  /(?:(?:performance|Date)\.now\(\)|process\.(?:cpuUsage|hrtime)[.\w]*\([^)]*\)(?:\.\w+)?)\s*-\s*[a-z]\w*\b(?![.(])/;
const assignment = /\b(?:const|let)\s+(\w+)\s*=\s*([^;]*);/g;
const upperBound = /\bexpect(?:\.soft)?\(([^;]*?)\)\s*\.toBeLess\w*\(/g;

/** @returns a line for each assertion that an elapsed time is below a bound: `test/x.test.ts:12: …` */
export function findTimeAssertions({ path, text }: TestSource): string[] {
  const measured = [...text.matchAll(assignment)]
    .filter(([, , value = '']) => elapsed.test(value))
    .map(([, name = '']) => name);
  const names = measured.length > 0 ? new RegExp(`\\b(?:${measured.join('|')})\\b`) : undefined;
  return [...text.matchAll(upperBound)]
    .filter(([, value = '']) => elapsed.test(value) || names?.test(value))
    .map(({ index }) => {
      const line = text.slice(0, index).split('\n').length;
      return `${path}:${line}: asserts an upper bound on elapsed time; assert the reason (order, statements, rows, bytes) or measure it in bench/`;
    });
}

/** Other packages, and the test of this lint, which holds examples. */
const left = ['test/tools/node_modules/**', 'test/lint.test.ts'];

/** The test files of the checkout. */
export function readTestSources(): TestSource[] {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..');
  return globSync('test/**/*.ts', { cwd: root, exclude: left }).map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }));
}

if (import.meta.main) {
  const problems = readTestSources().flatMap(findTimeAssertions);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}
