import { relative } from 'node:path';
import { importsOf } from './imports.ts';
import { readTests, type TestSource } from './wall-time.ts';

/*
 * Tests belong to the tier that their folder names: test/unit uses no database and starts no process, test/service starts no process of the
 * program.
 */

/** Helpers that no file of a tier may reach, also through another helper, with the reason. */
const refused: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'unit/': {
    'support/database.ts': 'uses a database',
    'support/harness.ts': 'uses a database',
    'support/processes.ts': 'starts processes',
    'support/nodes.ts': 'starts processes',
    'support/standby.ts': 'starts processes',
  },
};

/** Helpers that no file of a tier may import itself. Helpers of that tier may, for what they do on request. */
const refusedDirectly: Readonly<Record<string, readonly string[]>> = {
  'service/': ['support/calls.ts', 'support/nodes.ts', 'support/standby.ts'],
};

/** Paths below test/ that a file imports, except types. */
const reachedBy = ({ path, text }: TestSource): readonly string[] =>
  importsOf({ path: `test/${path}`, text })
    .filter(({ isType }) => !isType)
    .map(({ to }) => relative('test', to));

/** Finds tests that use what their tier excludes. */
export function findTierProblems(files: readonly TestSource[]): readonly string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const reach = (from: TestSource, reached = new Set<string>()): ReadonlySet<string> => {
    for (const path of reachedBy(from)) {
      if (reached.has(path)) continue;
      reached.add(path);
      const next = byPath.get(path);
      if (next) reach(next, reached);
    }
    return reached;
  };
  return files.flatMap((file) => {
    const tier = Object.keys(refused).find((name) => file.path.startsWith(name)) ?? '';
    const reached = tier === '' ? new Set<string>() : reach(file);
    const direct = Object.entries(refusedDirectly).flatMap(([name, helpers]) =>
      file.path.startsWith(name) ? reachedBy(file).filter((path) => helpers.includes(path)) : [],
    );
    return [
      ...Object.entries(refused[tier] ?? {})
        .filter(([helper]) => reached.has(helper))
        .map(([helper, why]) => `test/${file.path} reaches test/${helper}, which ${why}`),
      ...direct.map(
        (helper) => `test/${file.path} imports test/${helper}: it belongs to another tier`,
      ),
    ];
  });
}

if (import.meta.main) {
  const problems = findTierProblems(readTests());
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
