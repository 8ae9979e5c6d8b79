import { describe, expect, test } from 'vitest';
import { findDialect, readWritten } from '#lint/comment-english.ts';
import { findProblems, readLinted, readSources } from '#lint/imports.ts';
import { findVagueNames, readSources as readNamedSources } from '#lint/local-names.ts';
import { findUnidiomatic, readPublicTexts, textsIn } from '#lint/public-english.ts';
import { findTierProblems } from '#lint/test-tiers.ts';
import { findWallTime, readTests } from '#lint/wall-time.ts';

describe('npm run lint checks imports', () => {
  const problemsIn = (path: string, text: string) => findProblems([{ path, text }]);
  const statement = "import { platformStatement } from '#server/db/statement.ts';";

  test('and accepts the current tree', () => {
    for (const folder of ['server', 'panel/src', 'packages/sdk/src'])
      expect(readSources(folder).length).toBeGreaterThan(5);
    expect(findProblems(readLinted())).toEqual([]);
  });

  test.each([
    ['server/platform/log.ts', "import { a } from '../db/database.ts';", 'point down'],
    ['server/db/job-queue.ts', "export { a } from '../records/fields.ts';", 'point down'],
    ['server/outbound/http.ts', "import { a } from '../events/outbox.ts';", 'point down'],
    ['server/events/live/x.ts', "import { a } from '#server/outbound/http.ts';", 'point down'],
    ['server/records/crud-queries.ts', "await import('../http/flight.ts');", 'point down'],
    ['server/operations/x.ts', "import type { A } from '../features/registry.ts';", 'point down'],
    ['server/features/crm/x.ts', "import '../../jobs/worker.ts';", 'point down'],
    ['server/features/crm/x.ts', "import '#server/jobs/worker.ts';", 'point down'],
    ['server/http/app.ts', "import { a } from '../cli/command.ts';", 'point down'],
    ['server/http/app.ts', "import { a } from '../jobs/worker.ts';", 'point down'],
    ['server/jobs/worker.ts', "import { a } from '../main.ts';", 'point down'],
    ['server/operations/crud.ts', "import { a } from '../panel/b.ts';", 'has no layer'],
    ['server/features/files/x.ts', "import { a } from '../work/tasks/restore.ts';", 'of another'],
    ['server/features/work/x.ts', "import { a } from '../accounts/operations.ts';", 'point down'],
    ['server/features/crm/x.ts', "import { a } from '../work/tasks/table.ts';", 'point down'],
    ['server/features/crm/x.ts', "import { a } from '../registry.ts';", 'point down'],
    ['server/features/crm/x.ts', "import { a } from '../elsewhere/table.ts';", 'has no layer'],
    ['server/records/fields.ts', "import Type, { type Static } from 'typebox';", 'when needed'],
    ['server/records/fields.ts', "import { Compile } from 'typebox/compile';", 'when needed'],
    ['server/features/gateways/x.ts', "import { a } from '../inboxes/health.ts';", 'point down'],
    ['server/features/crm/x.ts', "import pg from 'pg';", 'the driver'],
    ['server/demo/x.ts', "import { a } from '../db/statement.ts';", 'calls operations'],
    ['server/http/x.ts', "import type { A } from '#server/db/statement.ts';", 'calls operations'],
    ['server/records/crud-queries.ts', statement, 'across teams'],
    ['server/events/outbox.ts', statement, 'across teams'],
    ['server/features/crm/deals/operations.ts', statement, 'across teams'],
    ['panel/src/data/a.ts', "import { a } from '../parts/Form.tsx';", 'point down'],
    ['panel/src/api/a.ts', "import { a } from '#panel/data/client.ts';", 'point down'],
    ['panel/src/screens/home/A.tsx', "import { a } from '../../app/places.tsx';", 'point down'],
    ['panel/src/screens/home/A.tsx', "import { a } from '../people/model.ts';", 'each other'],
    ['panel/src/records/deals/A.tsx', "import { a } from '../tasks/columns.tsx';", 'another kind'],
    ['panel/src/records/shared/a.ts', "import { a } from '../tasks/queries.ts';", 'another kind'],
    ['panel/src/ui/Menu.tsx', "import { useWords } from '../words/t.ts';", 'primitives'],
    ['panel/src/ui/Menu.tsx', "import { a } from '../data/client.ts';", 'point down'],
    ['panel/src/data/a.ts', "import { a } from '../elsewhere/b.ts';", 'has no layer'],
    ['panel/src/data/a.ts', "import { a } from '#server/http/app.ts';", 'has no layer'],
    ['panel/src/screens/home/A.tsx', '<input type="date" />', 'native input'],
    ['panel/src/parts/A.tsx', "<Field type={isDay ? 'date' : 'datetime-local'} />", 'native input'],
    ['panel/src/app/A.tsx', "const is = me?.role !== 'member';", 'decides a right'],
    ['panel/src/screens/home/A.tsx', 'const isOwner = true;', 'decides a right'],
    ['panel/src/records/deals/A.tsx', 'me?.sees_values ? 1 : 2', 'decides a right'],
    ['panel/src/screens/home/A.tsx', "const all = ['member', 'admin'];", 'repeats a role'],
    ['panel/src/screens/home/A.tsx', '<Field maxLength={2_000} />', 'repeats a limit'],
    ['panel/src/screens/home/A.tsx', '<Field min={1} />', 'repeats a limit'],
    ['panel/src/parts/A.tsx', 'const { a, maxLength = 255 } = props;', 'repeats a limit'],
    ['panel/src/records/deals/a.ts', 'const edit = { maximum: 100 };', 'repeats a limit'],
    ['panel/src/screens/home/A.tsx', '<Field pattern="[0-9]{4,12}" />', 'repeats a limit'],
    [
      'packages/n8n-nodes-pauta/nodes/Pauta/a.ts',
      'const query = { limit: 100 };',
      'repeats a limit',
    ],
    ['packages/n8n-nodes-pauta/nodes/Pauta/a.ts', "const is = 'admin';", 'repeats a role'],
    ['packages/sdk/src/x.ts', "import { a } from 'undici';", 'its own files'],
    ['packages/sdk/src/x.ts', "export type { A } from '#server/http/app.ts';", 'its own files'],
    ['packages/sdk/src/x.ts', "const a = await import('node:fs');", 'its own files'],
  ])('%s: refuses %s', (path, text, problem) => {
    expect(problemsIn(path, text)).toEqual([expect.stringContaining(problem)]);
  });

  test.each([
    ['server/records/fields.ts', "import type Type from 'typebox';"],
    ['server/records/fields.ts', "const a = import('undici');"],
    ['server/cli/x.ts', "import { Pauta } from '../../packages/sdk/src/index.ts';"],
    ['server/features/accounts/x.ts', "import { a } from '../work/pipelines/operations.ts';"],
    ['server/features/accounts/x.ts', "import { a } from '../work/tasks/table.ts';"],
    ['server/features/sending/x.ts', "import { a } from '../inboxes/health.ts';"],
    ['server/features/accounts/x.ts', statement],
    ['server/features/audit/sweeps.ts', statement],
    ['server/features/installation/x.ts', "import { a } from '../accounts/people/totp.ts';"],
    ['server/features/crm/x.ts', "import { teamStatement } from '#server/db/statement.ts';"],
    ['panel/src/api/call.ts', "import { a } from '#packages/sdk/src/exchange.ts';"],
    ['panel/src/records/deals/A.tsx', "import { a } from '../tasks/queries.ts';"],
    ['panel/src/main.tsx', "import './app.css';"],
  ])('%s: allows %s', (path, text) => {
    expect(problemsIn(path, text)).toEqual([]);
  });

  test('allows a feature the files that declare operations of another', () => {
    const source = {
      path: 'server/features/files/x.ts',
      text: "import { a } from '../work/a.ts';",
    };
    const list = { path: 'server/features/work/index.ts', text: "import { a } from './a.ts';" };
    expect(findProblems([source])).toEqual([expect.stringContaining('of another')]);
    expect(findProblems([source, list])).toEqual([]);
  });

  test.each([
    'const a = `\n  select id from teams`;',
    "run('insert into squads values (1)')",
    'const a = `with t as (select 1) select * from t`;',
    'const a = `update deals t set phase = null`;',
    "const a = 'delete from teams';",
    "const a = 'lock table deals';",
  ])('refuses %s in an interface', (text) => {
    for (const door of ['http', 'cli', 'mcp', 'demo', 'jobs'])
      expect(problemsIn(`server/${door}/x.ts`, text)).toEqual([
        expect.stringContaining('holds SQL'),
      ]);
    expect(problemsIn('server/features/crm/x.ts', text)).toEqual([]);
  });

  test('does not mistake words for SQL', () => {
    for (const text of [
      "'update the team'",
      "'select a team'",
      "'delete a record'",
      "'with a team'",
    ])
      expect(problemsIn('server/cli/x.ts', text)).toEqual([]);
  });
});

describe('npm run lint checks time in tests', () => {
  const problemsIn = (text: string) => findWallTime([{ path: 'x.test.ts', text }]);

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
    expect(problemsIn(text)).toContainEqual(
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
    expect(problemsIn(text)).toEqual([]);
  });
});

describe('plain English in public texts', () => {
  const problemsIn = (text: string) => findUnidiomatic([{ path: 'x', text }]);

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
    expect(problemsIn(text)).toEqual([expect.stringMatching(/^x: rephrase ".+" in: /)]);
  });

  test.each(['Replaces the current assignee.', 'Whole seconds.', 'True if it is mailed.'])(
    'allows %j',
    (text) => {
      expect(problemsIn(text)).toEqual([]);
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
  const problemsIn = (...files: readonly (readonly [path: string, text: string])[]) =>
    findTierProblems(files.map(([path, text]) => ({ path, text })));

  test('and accepts the current tests', () => {
    const files = readTests();
    expect(files.length).toBeGreaterThan(200);
    expect(findTierProblems(files)).toEqual([]);
  });

  test('refuses a unit test that starts a process, also through a helper', () => {
    const helper = ['support/a.ts', "import { serve } from './processes.ts';"] as const;
    const text = "import { a } from '#test/support/a.ts';";
    expect(problemsIn(['unit/x.test.ts', text], helper)).toEqual([
      'test/unit/x.test.ts reaches test/support/processes.ts, which starts processes',
    ]);
    expect(problemsIn(['process/x.test.ts', text], helper)).toEqual([]);
  });

  test('refuses a unit test that uses a database, but not one that imports a type', () => {
    expect(
      problemsIn(['unit/x.test.ts', "import { useService } from '../support/harness.ts';"]),
    ).toEqual(['test/unit/x.test.ts reaches test/support/harness.ts, which uses a database']);
    expect(
      problemsIn(['unit/x.test.ts', "import type { A } from '../support/harness.ts';"]),
    ).toEqual([]);
  });

  test('refuses cluster nodes in a test of the service', () => {
    expect(
      problemsIn(['service/x.test.ts', "import { startNodes } from '#test/support/nodes.ts';"]),
    ).toEqual(['test/service/x.test.ts imports test/support/nodes.ts: it belongs to another tier']);
  });
});

describe('plain English in comments and documents', () => {
  const problemsIn = (text: string, path = 'server/x.ts') => findDialect([{ path, text }]);

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
    expect(problemsIn(text)).toEqual([expect.stringMatching(`^server/x\\.ts:${line}: rephrase`)]);
  });

  test('refuses a stop word in SQL, YAML and documents, but not in their code', () => {
    expect(problemsIn('-- Whoever reads.', 'server/x.sql')).toHaveLength(1);
    expect(problemsIn('# Runs beside it.', 'deploy/x.yaml')).toHaveLength(1);
    expect(problemsIn('A word, anew.\n\n```\nanew\n```\n`anew`', 'docs/x.md')).toHaveLength(1);
    expect(problemsIn('const told = "whoever";')).toEqual([]);
  });

  test('allows a heading that is a question', () => {
    expect(problemsIn('## What it costs', 'docs/x.md')).toEqual([]);
  });
});

describe('names of values', () => {
  const problemsIn = (text: string) => findVagueNames([{ path: 'server/x.tsx', text }]);

  test('accepts the tree as it is', () => {
    const sources = readNamedSources();
    expect(sources.length).toBeGreaterThan(1_500);
    expect(findVagueNames(sources)).toEqual([]);
  });

  test.each([
    ['a variable', '\nconst found = read();', 'found'],
    ['a part of a pattern', '\nconst { rows: [kept] } = all;', 'kept'],
    ['the rest of a pattern', '\nconst [first, ...other] = all;', 'other'],
    ['a loop variable', '\nfor (const own of all) read(own);', 'own'],
    ['a parameter with a default value', '\nconst read = (given = 1) => given;', 'given'],
    ['a parameter with a type', '\nclass A {\n}\nfunction read(asked?: string) {}', 'asked'],
    ['a caught error', '\ntry {} catch (said) {}', 'said'],
    ['a function', '\nexport async function told() {}', 'told'],
    ['an import', "\nimport { rows as known } from './x.ts';", 'known'],
    [
      'a name within JSX',
      '\nconst list = <A b={() => { const shown = 1; return shown; }} />;',
      'shown',
    ],
  ])('refuses %s', (_, text, name) => {
    expect(problemsIn(text)).toEqual([
      expect.stringMatching(new RegExp(`^server/x\\.tsx:\\d+: name "${name}"`)),
    ]);
  });

  test('accepts properties, types, texts and comments', () => {
    expect(
      problemsIn(
        "// found = 1\nconst a = { found: 1, kept() {} };\na.found = 2;\nconst { found: rows } = a;\ntype B = (given: string) => void;\nread('const told = 1;', { found: rows = a.kept });",
      ),
    ).toEqual([]);
  });
});
