import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { actionsOf, problemOf } from '#deploy/release/actions.ts';

/* The check of the actions that the workflow pins by commit, against a repository of this test. */

const directory = mkdtempSync(join(tmpdir(), 'pauta-actions-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('finds actions, and compares their commits with those of their tags', async () => {
  const cwd = join(directory, 'owner', 'action');
  mkdirSync(cwd, { recursive: true });
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...words], { cwd })
      .toString()
      .trim();
  git('init', '-q');
  git('commit', '-q', '--allow-empty', '-m', 'one');
  const first = git('rev-parse', 'HEAD');
  git('tag', 'v1.0.0');
  git('commit', '-q', '--allow-empty', '-m', 'two');
  const second = git('rev-parse', 'HEAD');
  git('tag', '-a', 'v2.0.0', '-m', 'annotated');

  const [light, annotated] = actionsOf(
    `      - uses: owner/action@${first} # v1.0.0\n        uses: owner/action/sub@${second} # v2.0.0\n`,
  );
  if (!light || !annotated) throw new Error('The actions were not found.');
  const check = (action: typeof light) => problemOf(action, `file://${directory}/`);
  expect(await check(light)).toBeUndefined();
  expect(await check(annotated)).toBeUndefined();
  expect(await check({ ...light, commit: second })).toBe(
    `owner/action v1.0.0 is ${first}, and the workflow names ${second}`,
  );
  expect(await check({ ...light, tag: 'v3.0.0' })).toContain('v3.0.0 is missing');
  await expect(check({ ...light, repository: 'owner/none' })).rejects.toThrow();
});
