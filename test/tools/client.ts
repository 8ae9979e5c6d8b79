import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Context, must } from './check.ts';

const directory = fileURLToPath(new URL('.', import.meta.url));

/**
 * Compiles `programs/NAME.ts`, which uses a generator's output in the check's directory of the same name, strictly and with TypeScript 5;
 * bundles it, and runs it against a separate team.
 * @returns its last line of output, the summary
 */
export async function runProgram(context: Context): Promise<string> {
  const { origin, run, temp } = context;
  const name = basename(temp);
  const program = join(directory, 'programs', `${name}.ts`);
  const project = join(temp, 'tsconfig.json');
  writeFileSync(project, JSON.stringify({ extends: '../../tsconfig.json', files: [program] }));
  const bundle = join(temp, 'program.mjs');
  const [{ key }] = await Promise.all([
    context.newTeam(),
    run('tsc', ['-p', project]),
    run('esbuild', [
      program,
      '--bundle',
      '--platform=node',
      '--format=esm',
      '--log-level=warning',
      // CommonJS code requires modules of Node.js at run time.
      '--banner:js=import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
      `--outfile=${bundle}`,
    ]),
  ]);
  const env = { PAUTA_URL: `${origin}/api`, PAUTA_API_KEY: key };
  const { stdout } = await run(process.execPath, [bundle], { env });
  const last = stdout.trim().split('\n').at(-1) ?? '';
  must(last !== '', `${name} wrote nothing`);
  return last;
}
