import { describe, expect, test } from 'vitest';
import { findDialect, readWritten } from '#lint/comment-english.ts';
import { findProblems, findSdkProblems, readSdkSources, readSources } from '#lint/imports.ts';
import { findUnidiomatic, readPublicTexts, textsIn } from '#lint/public-english.ts';
import { findTierProblems } from '#lint/test-tiers.ts';
import { findWallTime, readTests } from '#lint/wall-time.ts';

describe('npm run lint checks imports', () => {
  const said = (path: string, text: string) => findProblems([{ path, text }]);

  test('and accepts the current tree', () => {
    const sources = readSources();
    expect(sources.length).toBeGreaterThan(100);
    expect(findProblems(sources)).toEqual([]);
  });

  test.each([
    ['platform/log.ts', "import { a } from '../db/database.ts';", 'point down'],
    ['db/job-queue.ts', "export { a } from '../records/fields.ts';", 'point down'],
    ['records/verbs.ts', "await import('../http/flight.ts');", 'point down'],
    ['features/crm/x.ts', "import '../../jobs/worker.ts';", 'point down'],
    ['features/crm/x.ts', "import '#server/jobs/worker.ts';", 'point down'],
    ['http/app.ts', "import { a } from '../cli/command.ts';", 'point down'],
    ['http/app.ts', "import { a } from '../jobs/worker.ts';", 'point down'],
    ['operations/crud.ts', "import { a } from '../panel/b.ts';", 'has no layer'],
    ['features/crm/x.ts', "import { a } from '../work/tasks/positions.ts';", 'of another feature'],
    ['records/fields.ts', "import Type, { type Static } from 'typebox';", 'when needed'],
    ['records/fields.ts', "import { Compile } from 'typebox/compile';", 'when needed'],
    ['demo/work.ts', "import { teamStatement } from '../db/statement.ts';", 'calls operations'],
  ])('%s: refuses %s', (path, text, problem) => {
    expect(said(path, text)).toEqual([expect.stringContaining(problem)]);
  });

  test.each([
    'const a = `\n  select id from teams`;',
    "run('insert into squads values (1)')",
    'const a = `with t as (select 1) select * from t`;',
    'const a = `update deals t set phase = null`;',
    "const a = 'delete from teams';",
    "const a = 'lock table deals';",
  ])('refuses %s in an interface', (text) => {
    for (const door of ['http', 'cli', 'demo', 'jobs'])
      expect(said(`${door}/x.ts`, text)).toEqual([expect.stringContaining('holds SQL')]);
    expect(said('features/crm/x.ts', text)).toEqual([]);
  });

  test('does not mistake words for SQL', () => {
    for (const text of [
      "'update the team'",
      "'select a team'",
      "'delete a record'",
      "'with a team'",
    ])
      expect(said('cli/x.ts', text)).toEqual([]);
  });

  test('allows imports of types from slow modules', () => {
    for (const text of ["import type Type from 'typebox';", "const a = import('undici');"])
      expect(said('records/fields.ts', text)).toEqual([]);
  });

  test('allows the SDK only its own files, and commands the SDK', () => {
    expect(readSdkSources().length).toBeGreaterThan(5);
    expect(findSdkProblems(readSdkSources())).toEqual([]);
    for (const text of [
      "import { a } from 'undici';",
      "export type { A } from '../../../server/http/app.ts';",
      "const a = await import('node:fs');",
    ])
      expect(findSdkProblems([{ path: 'x.ts', text }])).toEqual([expect.stringContaining('own')]);
    const text = "import { Pauta } from '../../packages/sdk/src/index.ts';";
    expect(said('cli/x.ts', text)).toEqual([]);
    expect(said('http/x.ts', text)).toEqual([expect.stringContaining('has no layer')]);
  });

  test('allows a feature the operations and tables of another', () => {
    for (const file of ['pipelines/operations.ts', 'tasks/table.ts'])
      expect(said('features/accounts/x.ts', `import { a } from '../work/${file}';`)).toEqual([]);
  });
});

describe('npm run lint checks time in tests', () => {
  const said = (text: string) => findWallTime([{ path: 'x.test.ts', text }]);

  test('and accepts the current tree', () => {
    const sources = readTests();
    expect(sources.length).toBeGreaterThan(200);
    expect(findWallTime(sources)).toEqual([]);
  });

  test.each([
    'const began = performance.now();\nexpect(performance.now() - began).toBeLessThan(5_000);',
    'const began = Date.now();\nexpect(Date.now() - began).toBeLessThan(5_000);',
    'const answers = { since: Date.now() };\nexpect(1).toBe(1);\nconst ms = Date.now() - since;',
    'const began = process.cpuUsage();\nexpect(process.cpuUsage(began).user).toBeLessThan(1_000);',
    'const [seconds] = process.hrtime(began);\nexpect(seconds).toBe(0);',
    'expect(Math.abs(Number(row.completed_at) - Date.now())).toBeLessThan(5_000);',
    'expect(Date.now() - Date.parse(String(at))).toBeLessThan(600_000);',
    'expect(attempt.duration_ms).toBeLessThan(1_000);',
    'expect(Math.max(...answers.map(({ durationMs }) => durationMs))).toBeLessThan(1_400);',
    'await expect.poll(() => elapsed()).toBeGreaterThan(7_000);',
    'const latency = await latencyOf(one);\nexpect(latency).not.toBeGreaterThan(1_000);',
  ])('refuses %j', (text) => {
    expect(said(text)).toContainEqual(
      expect.stringMatching(/^test\/x\.test\.ts:\d+ .*: assert the reason instead .* bench\/$/),
    );
  });

  test.each([
    'expect(Date.parse(made.created_at)).toBeLessThanOrEqual(Date.now());',
    'expect(Number(row.next_attempt_at)).toBeGreaterThan(before + 500_000);',
    'const old = new Date(Date.now() - 86_400_000);\nexpect(old).toBeDefined();',
    'await expect.poll(provenAt).toBeLessThan(Date.now() - 600_000);',
    '// performance.now() is refused.\nexpect(1).toBe(1);',
    'const began = performance.now();\nprocess.stdout.write(String(performance.now() - began));',
  ])('allows %j', (text) => {
    expect(said(text)).toEqual([]);
  });
});

describe('plain English in public texts', () => {
  const found = (text: string) => findUnidiomatic([{ path: 'x', text }]);

  test('accepts all current texts', async () => {
    const texts = await readPublicTexts();
    expect(texts.length).toBeGreaterThan(4_000);
    expect(findUnidiomatic(texts)).toEqual([]);
  });

  test.each([
    'What the project is called.',
    'whose chat it is in',
    'Whether it is done.',
    'The user who has it.',
    'Restores the stream; it goes on.',
    'Of nobody, at most 1000.',
    'Sends it by itself.',
    'A list of one’s own views.',
  ])('refuses %j', (text) => {
    expect(found(text)).toEqual([expect.stringMatching(/^x: rephrase ".+" in: /)]);
  });

  test.each(['Replaces the current assignee.', 'Whole seconds.', 'True if it is mailed.'])(
    'allows %j',
    (text) => {
      expect(found(text)).toEqual([]);
    },
  );

  test('reads descriptions of fields, but neither names nor examples', () => {
    const schema = {
      description: 'A.',
      properties: { description: { description: 'B.' }, title: { type: 'string' } },
      examples: [{ title: 'C' }],
    };
    expect(textsIn(schema).map(({ text }) => text)).toEqual(['A.', 'B.']);
  });
});

describe('npm run lint checks the tiers of tests', () => {
  const found = (...files: readonly (readonly [path: string, text: string])[]) =>
    findTierProblems(files.map(([path, text]) => ({ path, text })));

  test('and accepts the current tests', () => {
    const files = readTests();
    expect(files.length).toBeGreaterThan(200);
    expect(findTierProblems(files)).toEqual([]);
  });

  test('refuses a unit test that starts a process, also through a helper', () => {
    const helper = ['support/a.ts', "import { serve } from './processes.ts';"] as const;
    const text = "import { a } from '#test/support/a.ts';";
    expect(found(['unit/x.test.ts', text], helper)).toEqual([
      'test/unit/x.test.ts reaches test/support/processes.ts, which starts processes',
    ]);
    expect(found(['process/x.test.ts', text], helper)).toEqual([]);
  });

  test('refuses a unit test that uses a database, but not one that imports a type', () => {
    expect(
      found(['unit/x.test.ts', "import { useService } from '../support/harness.ts';"]),
    ).toEqual(['test/unit/x.test.ts reaches test/support/harness.ts, which uses a database']);
    expect(found(['unit/x.test.ts', "import type { A } from '../support/harness.ts';"])).toEqual(
      [],
    );
  });

  test('refuses cluster nodes in a test of the service', () => {
    expect(
      found(['service/x.test.ts', "import { startNodes } from '#test/support/nodes.ts';"]),
    ).toEqual(['test/service/x.test.ts imports test/support/nodes.ts: it belongs to another tier']);
  });
});

describe('plain English in comments and documents', () => {
  const found = (text: string, path = 'server/x.ts') => findDialect([{ path, text }]);

  test('accepts the tree as it is', () => {
    const files = readWritten();
    expect(files.length).toBeGreaterThan(1_500);
    expect(findDialect(files)).toEqual([]);
  });

  test.each([
    ['a stop word', '// The client is told.', 1],
    ['a noun clause as the opening', '/** What a call takes. */', 1],
    ['a word in the second line of a block', 'x;\n\n/*\n * Retries\n * anew.\n */', 3],
  ])('refuses %s', (_, text, line) => {
    expect(found(text)).toEqual([expect.stringMatching(`^server/x\\.ts:${line}: rephrase`)]);
  });

  test('refuses a stop word in SQL, YAML and documents, but not in their code', () => {
    expect(found('-- Whoever reads.', 'server/x.sql')).toHaveLength(1);
    expect(found('# Runs beside it.', 'deploy/x.yaml')).toHaveLength(1);
    expect(found('A word, anew.\n\n```\nanew\n```\n`anew`', 'docs/x.md')).toHaveLength(1);
    expect(found('const told = "whoever";')).toEqual([]);
  });

  test('allows a heading that is a question', () => {
    expect(found('## What it costs', 'docs/x.md')).toEqual([]);
  });
});
