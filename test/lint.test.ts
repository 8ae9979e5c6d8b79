import { describe, expect, test } from 'vitest';
import { findProblems, findSdkProblems, readSdkSources, readSources } from '../lint/imports.ts';
import { findTimeAssertions, readTestSources } from '../lint/test-time.ts';

describe('what npm run lint says of imports', () => {
  const said = (path: string, text: string) => findProblems([{ path, text }]);

  test('nothing, as the tree is', () => {
    const sources = readSources();
    expect(sources.length).toBeGreaterThan(100);
    expect(findProblems(sources)).toEqual([]);
  });

  test.each([
    ['platform/log.ts', "import { a } from '../db/database.ts';", 'point down'],
    ['db/queue.ts', "export { a } from '../records/fields.ts';", 'point down'],
    ['records/verbs.ts', "await import('../http/flight.ts');", 'point down'],
    ['features/crm/x.ts', "import '../../jobs/worker.ts';", 'point down'],
    ['http/app.ts', "import { a } from '../cli/command.ts';", 'point down'],
    ['http/app.ts', "import { a } from '../jobs/worker.ts';", 'point down'],
    ['operations/crud.ts', "import { a } from '../panel/b.ts';", 'has no layer'],
    ['features/crm/x.ts', "import { a } from '../work/tasks/positions.ts';", 'of another feature'],
    ['records/fields.ts', "import Type, { type Static } from 'typebox';", 'when needed'],
    ['records/fields.ts', "import { Compile } from 'typebox/compile';", 'when needed'],
    ['demo/work.ts', "import { teamStatement } from '../db/statement.ts';", 'calls operations'],
  ])('%s may not: %s', (path, text, problem) => {
    expect(said(path, text)).toEqual([expect.stringContaining(problem)]);
  });

  test.each([
    'const a = `\n  select id from teams`;',
    "run('insert into squads values (1)')",
    'const a = `with t as (select 1) select * from t`;',
    'const a = `update deals t set phase = null`;',
    "const a = 'delete from teams';",
    "const a = 'lock table deals';",
  ])('a door may not hold %s', (text) => {
    for (const door of ['http', 'cli', 'demo', 'jobs'])
      expect(said(`${door}/x.ts`, text)).toEqual([expect.stringContaining('holds SQL')]);
    expect(said('features/crm/x.ts', text)).toEqual([]);
  });

  test('words are not taken for SQL', () => {
    for (const text of [
      "'update the team'",
      "'select a team'",
      "'delete a record'",
      "'with a team'",
    ])
      expect(said('cli/x.ts', text)).toEqual([]);
  });

  test('types of what takes long to load may be imported', () => {
    for (const text of ["import type Type from 'typebox';", "const a = import('undici');"])
      expect(said('records/fields.ts', text)).toEqual([]);
  });

  test('the SDK has nothing but its own files, and commands may use it', () => {
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

  test('one feature may use the operations and tables of another', () => {
    for (const file of ['pipelines/operations.ts', 'tasks/table.ts'])
      expect(said('features/accounts/x.ts', `import { a } from '../work/${file}';`)).toEqual([]);
  });
});

describe('npm run lint on assertions about elapsed time', () => {
  const linesIn = (text: string) =>
    findTimeAssertions({ path: 'test/x.test.ts', text }).map((problem) => problem.split(':')[1]);

  test('finds none in the tests as they are', () => {
    const sources = readTestSources();
    expect(sources.length).toBeGreaterThan(150);
    expect(sources.flatMap(findTimeAssertions)).toEqual([]);
  });

  test.each([
    'expect(performance.now() - began).toBeLessThan(4_000);',
    'expect(Date.now() - begin, "soon").toBeLessThanOrEqual(1_000);',
    'const took = performance.now() - began;\nexpect(took).toBeLessThan(9);',
    'const ms = Date.now() - began;\nexpect(Math.round(ms / 10)).toBeLessThan(9);',
    'expect(process.cpuUsage().user - before).toBeLessThan(5);',
  ])('refuses %j', (text) => {
    expect(linesIn(text)).toHaveLength(1);
  });

  test.each([
    'expect(Date.now() - begin).toBeGreaterThan(6_500);',
    'expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000);',
    'expect(Date.now() - Date.parse(at)).toBeLessThan(600_000);',
    'const began = performance.now();\nexpect(rows.length).toBeLessThan(9);',
  ])('allows %j', (text) => {
    expect(linesIn(text)).toEqual([]);
  });
});
