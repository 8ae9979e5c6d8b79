import { spawn } from 'node:child_process';
import { once } from 'node:events';
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
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tests } from './tests.ts';
import type { Breakage } from './torture-test.ts';

/*
 * A check that cannot fail is worthless: each test runs against a copy of the service that is broken as the test declares.
 */

const root = fileURLToPath(new URL('..', import.meta.url));

/** Tries each breakage in turn. @returns true if the test noticed every one */
export async function proveBreakages(numbers: readonly number[]): Promise<boolean> {
  let isProven = true;
  for (const number of numbers) {
    for (const breakage of tests[number]?.broken ?? []) {
      const notice = await noticed(number, breakage);
      process.stdout.write(
        `${number}  ${breakage.how}: ${notice === undefined ? '**not noticed**' : `noticed: ${notice}`}\n`,
      );
      if (notice === undefined) isProven = false;
    }
  }
  return isProven;
}

/** The test's first finding against the broken service; undefined if it passed, or nothing could be broken. */
async function noticed(number: number, breakage: Breakage): Promise<string | undefined> {
  const copy = mkdtempSync(join(tmpdir(), 'pauta-broken-'));
  try {
    for (const part of ['bin', 'server', 'test', 'bench', 'torture', 'package.json'])
      cpSync(join(root, part), join(copy, part), { recursive: true });
    mkdirSync(join(copy, 'docs'));
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    const path = join(copy, breakage.file);
    const text = readFileSync(path, 'utf8');
    if (text.split(breakage.find).length !== 2) return undefined;
    writeFileSync(
      path,
      text.replace(breakage.find, () => breakage.replace),
    );
    const child = spawn(process.execPath, ['torture/run.ts', '--only', String(number)], {
      cwd: copy,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      output += part;
    });
    const [status] = (await once(child, 'close')) as [number | null];
    if (status === 0) return undefined;
    return /^ {4}(.*)$/m.exec(output)?.[1] ?? output.trim().split('\n').at(-1) ?? '';
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
