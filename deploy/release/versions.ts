import { readFileSync } from 'node:fs';

/* Checks that a tag is the version of all packages: `node deploy/release/versions.ts v0.1.0`. Runs on any Node.js from 22.18. */

const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const versionOf = (path: string) => /^\s*"?version"?(?:: | = )"([^"]+)"/m.exec(textOf(path))?.[1];

const files = [
  'package.json',
  'packages/sdk/package.json',
  'packages/n8n-nodes-pauta/package.json',
  'packages/python/pyproject.toml',
];

/** Problems of a tag; empty if it is the version of all packages. */
export const wrongVersions = (tag: string): string[] =>
  files
    .filter((path) => `v${versionOf(path)}` !== tag)
    .map((path) => `${path} has the version ${versionOf(path)}, and the tag is ${tag}`);

if (import.meta.main) {
  const problems = wrongVersions(process.argv[2] ?? '');
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
