import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/* Checks that the commit of each action in .github/workflows is that of the tag in its comment: `node deploy/release/actions.ts`. Needs network. */

const run = promisify(execFile);
const directory = new URL('../../.github/workflows/', import.meta.url);

/** An action of a workflow. */
export interface Action {
  /** `owner/name`, as on GitHub. */
  readonly repository: string;
  readonly commit: string;
  readonly tag: string;
}

/** Actions that a workflow uses. */
export const actionsOf = (workflow: string): Action[] =>
  [...workflow.matchAll(/uses: ([\w-]+\/[\w-]+)(?:\/\S+)?@(\S+) # (\S+)$/gm)].map(
    ([, repository = '', commit = '', tag = '']) => ({ repository, commit, tag }),
  );

/** The problem of an action, if there is one. @param origin beginning of the repository's URL */
export async function problemOf(
  { repository, commit, tag }: Action,
  origin = 'https://github.com/',
): Promise<string | undefined> {
  // `^{}` is the commit of an annotated tag.
  const wanted = [`refs/tags/${tag}`, `refs/tags/${tag}^{}`];
  const { stdout } = await run('git', ['ls-remote', `${origin}${repository}`, ...wanted]);
  const commitOf = new Map(
    stdout.split('\n').map((line) => line.split('\t').reverse() as [string, string]),
  );
  const tagged = wanted.map((name) => commitOf.get(name)).findLast((each) => each !== undefined);
  if (tagged === commit) return undefined;
  return `${repository} ${tag} is ${tagged ?? 'missing'}, and the workflow names ${commit}`;
}

if (import.meta.main) {
  const workflows = readdirSync(directory).map((name) =>
    readFileSync(new URL(name, directory), 'utf8'),
  );
  const actions = new Map(
    workflows.flatMap(actionsOf).map((action) => [JSON.stringify(action), action]),
  );
  for (const action of actions.values()) {
    const problem = await problemOf(action);
    if (problem !== undefined) process.exitCode = 1;
    process.stdout.write(`${problem ?? `ok ${action.repository} ${action.tag}`}\n`);
  }
}
