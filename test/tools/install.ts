import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/* Packages of the checks: the tools, and the build and lint packages of n8n's node. Each has a separate lock file. */

export const toolsDirectory = fileURLToPath(new URL('.', import.meta.url));
export const n8nDirectory = fileURLToPath(
  new URL('../../packages/n8n-nodes-pauta/', import.meta.url),
);

/** Runs npm in a directory to its end. @throws Error if it fails */
type Npm = (args: readonly string[], cwd: string) => Promise<unknown>;

/** Installs the packages in a lock file, unless they are installed. */
export async function install(directory: string, npm: Npm): Promise<void> {
  const lock = createHash('sha256')
    .update(readFileSync(join(directory, 'package-lock.json')))
    .digest('hex');
  const stamp = join(directory, 'node_modules/.pauta-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  // None of them needs its install scripts.
  await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], directory);
  writeFileSync(stamp, lock);
}
