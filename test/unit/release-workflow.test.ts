import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { wrongVersions } from '#deploy/release/versions.ts';

/* The workflow that publishes releases: nothing that it runs can change without a commit, and no secret can leak from it. */

const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const workflow = textOf('.github/workflows/release.yml');

test('pins every action by the hash of a commit, with its exact version as a comment', () => {
  const used = [...workflow.matchAll(/^\s*(?:- )?uses: (.*)$/gm)].map(([, text]) => text);
  expect(used.length).toBeGreaterThan(5);
  for (const each of used) expect(each).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
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

test('the image is built from pinned inputs: bases by digest, packages by the lock, files by name', () => {
  const lines = textOf('deploy/Dockerfile').split('\n');
  const bases = lines.filter((line) => line.startsWith('FROM '));
  expect(bases).toHaveLength(3);
  for (const each of bases)
    expect(each).toMatch(/^FROM [\w.-]+:[\w.-]+@sha256:[0-9a-f]{64}( AS \w+)?$/);
  expect(
    lines.filter((line) => /^ADD |\b(apt|apk|curl|wget|git|npx)\b|npm (i|install)\b/.test(line)),
  ).toEqual([]);
  const [nothing, ...included] = textOf('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  expect(nothing).toBe('*');
  // Everything that is copied from the checkout is listed there: a stray file does not reach the image.
  const copied = lines.flatMap((line) => {
    const [, sources] = /^COPY (?!--from)(?:--chown=\d+ )?(.+) \S+$/.exec(line) ?? [];
    return sources?.split(' ') ?? [];
  });
  expect(copied.length).toBeGreaterThan(10);
  for (const source of copied) expect(included).toContain(`!${source}`);
});
