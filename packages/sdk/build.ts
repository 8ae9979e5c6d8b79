import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Builds the package into packages/sdk/dist, or into a directory that is named: ES modules and their types. `npm run sdk:build`.
 */

const root = fileURLToPath(new URL('.', import.meta.url));

/** @returns the directory */
export function buildSdk(into = join(root, 'dist')): string {
  rmSync(into, { recursive: true, force: true });
  const compiler = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));
  const options = ['-p', root, '--noEmit', 'false', '--allowImportingTsExtensions', 'false'];
  execFileSync(compiler, [...options, '--outDir', into], { stdio: 'inherit' });
  // The compiler leaves these as they are in types, where not every tool follows them.
  for (const name of readdirSync(into).filter((each) => each.endsWith('.d.ts'))) {
    const file = join(into, name);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replaceAll(/(from '\.\/\w+|import\("\.\/\w+)\.ts/g, '$1.js'));
  }
  return into;
}

if (import.meta.main) {
  const into = buildSdk(process.argv[2]);
  for (const name of readdirSync(into)) process.stdout.write(`${join(into, name)}\n`);
}
