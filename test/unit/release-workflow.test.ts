import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { wrongVersions } from '#deploy/release/versions.ts';

/* The workflow that publishes releases: nothing that it runs can change without a commit, and no secret can leak from it. */

const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const workflow = textOf('.github/workflows/release.yml');

test('pins every action by the hash of a commit, with its version as a comment', () => {
  const used = [...workflow.matchAll(/^\s*(?:- )?uses: (.*)$/gm)].map(([, text]) => text);
  expect(used.length).toBeGreaterThan(5);
  for (const each of used) expect(each).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+(\.\d+)*$/);
});

test('has no secrets: publishing is trusted by identity', () => {
  expect(workflow).not.toMatch(/secrets\.|NODE_AUTH_TOKEN|TWINE|pull_request/);
  expect(workflow).toMatch(/^permissions: \{\}$/m);
  expect(workflow.match(/^ {6}id-token: write$/gm)).toHaveLength(4);
  expect(workflow).toContain('--provenance');
});

test('all packages have one version', () => {
  const { version } = JSON.parse(textOf('package.json')) as { version: string };
  expect(wrongVersions(`v${version}`)).toEqual([]);
  expect(wrongVersions('v999.0.0')).toHaveLength(4);
});
