import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { cleanUp, type Env, newDirectory, pauta, serve } from '../support/processes.ts';
import type { Context, RunOptions, Tool, Written } from './check.ts';
import { install, n8nDirectory, toolsDirectory } from './install.ts';

/*
 * `npm run test:tools`: tools of integrators, each against a running service (docs/adr/0072). Every file of tools/ is one check. The tools
 * are a separate package, which is installed when its lock file has changed.
 */

const modules = join(toolsDirectory, 'node_modules');

const { values: options } = parseArgs({
  options: {
    /** Names of files of tools/, separated by commas. */
    only: { type: 'string' },
    /** Installs the packages of the checks, and runs none. */
    install: { type: 'boolean', default: false },
    /** Also shows the logs of passed checks. */
    verbose: { type: 'boolean', default: false },
  },
});

// Programs ---------------------------------------------------------------------------------------------------------

const longestMs = 300_000;
/** From an empty cache, over a slow line. */
const longestInstallMs = 600_000;

/** Runs a program to its end, whatever the result; after a signal the status is -1. */
function execute(
  command: string,
  args: readonly string[],
  run: RunOptions = {},
  timeout = longestMs,
): Promise<Written> {
  const { cwd = toolsDirectory, env = {} } = run;
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      timeout,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        CI: 'true',
        NO_COLOR: '1',
        PATH: [join(modules, '.bin'), process.env.PATH].join(delimiter),
        ...env,
      },
    });
    const written = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => {
        written[name] += text;
      });
    child.once('error', reject);
    child.once('close', (status) => resolve({ status: status ?? -1, ...written }));
  });
}

/** @throws Error with the line that most likely names the cause */
function judge(command: string, { status, stdout, stderr }: Written, allowed = [0]): void {
  if (allowed.includes(status)) return;
  const all = `${stderr}\n${stdout}`.trim();
  const errorLine = all.split('\n').find((line) => /\berror\b.*:/i.test(line)) ?? all;
  throw new Error(`${basename(command)} ended with ${status}: ${errorLine.trim()}`);
}

/** Installs a package's tools. */
const installIn = (directory: string) =>
  install(directory, async (args, cwd) =>
    judge('npm ci', await execute('npm', args, { cwd }, longestInstallMs)),
  );

// The service ------------------------------------------------------------------------------------------------------

type Shared = Pick<Context, 'origin' | 'team' | 'key' | 'document' | 'panelDocument' | 'env'>;

/** Runs a command of pauta. @returns the object that it prints */
async function command(env: Env, ...words: string[]): Promise<Record<string, unknown>> {
  const { status, stdout, stderr } = await pauta([...words, '--json'], env);
  if (status !== 0) throw new Error(`pauta ${words.join(' ')} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout) as Record<string, unknown>;
}

async function makeTeam(env: Env, slug: string) {
  const { api_key } = await command(env, 'team', 'create', slug, '--slug', slug);
  return { team: slug, key: String(api_key) };
}

/** Starts the service on a separate embedded database, with a demo team. */
async function startService(): Promise<Shared> {
  const env: Env = {
    DATA_DIR: newDirectory(),
    RATE_LIMIT_PER_MINUTE: '0',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    SANDBOX_DELAY_MS: '100',
  };
  const { origin } = await serve(env);
  const { team, key } = await makeTeam(env, 'ferramentas');
  await command(env, 'demo', '--team', team);
  const directory = newDirectory();
  const [document, panelDocument] = await Promise.all(
    ['openapi.json', 'panel/openapi.json'].map(async (path) => {
      const file = join(directory, path.replace('/', '-'));
      writeFileSync(file, await (await fetch(`${origin}/api/${path}`)).text());
      return file;
    }),
  );
  return { origin, team, key, env, document: document ?? '', panelDocument: panelDocument ?? '' };
}

// The checks -------------------------------------------------------------------------------------------------------

interface Outcome {
  readonly title: string;
  readonly passed: boolean;
  readonly result: string;
  readonly seconds: number;
}

async function checkTool(name: string, shared: Shared): Promise<Outcome> {
  const tool = (await import(`./tools/${name}.ts`)) as Tool;
  const temp = join(toolsDirectory, 'generated', name);
  rmSync(temp, { recursive: true, force: true });
  mkdirSync(temp, { recursive: true });
  const lines: string[] = [];
  let teams = 0;
  const context: Context = {
    ...shared,
    temp,
    log: (text) => lines.push(text),
    async run(program, args, how) {
      lines.push(`$ ${program} ${args.join(' ')}`);
      const written = await execute(program, args, { cwd: temp, ...how });
      lines.push(written.stdout + written.stderr);
      judge(program, written, how?.allowed);
      return written;
    },
    install: installIn,
    newTeam() {
      teams += 1;
      return makeTeam(shared.env, `${name}-${teams}`);
    },
    demo: (team) => command(shared.env, 'demo', '--team', team),
  };
  const began = performance.now();
  const [passed, result] = await tool.check(context).then(
    (done): [boolean, string] => [true, done],
    (error: Error): [boolean, string] => {
      lines.push(error.stack ?? String(error));
      return [false, error.message.split('\n', 1)[0] ?? ''];
    },
  );
  const seconds = (performance.now() - began) / 1_000;
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${tool.title} (${seconds.toFixed(1)} s)`);
  if (!passed || options.verbose) console.log(lines.join('\n').replace(/^/gm, '       '));
  return { title: tool.title, passed, result, seconds };
}

/** Runs checks and prints their results. @returns the number of failures */
async function check(names: readonly string[]): Promise<number> {
  const outcomes: Outcome[] = [];
  const [shared] = await Promise.all([startService(), installIn(toolsDirectory)]);
  const waiting = [...names];
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
      outcomes.push(await checkTool(name, shared));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  outcomes.sort((a, b) => a.title.localeCompare(b.title));
  const width = Math.max(...outcomes.map(({ title }) => title.length));
  console.log('');
  for (const { title, passed, seconds, result } of outcomes)
    console.log(
      `${passed ? 'passed' : 'FAILED'}  ${title.padEnd(width)}  ${seconds.toFixed(1).padStart(5)} s  ${result}`,
    );
  const failed = outcomes.filter(({ passed }) => !passed).length;
  console.log(`\n${outcomes.length - failed} passed, ${failed} failed`);
  return failed;
}

if (options.install) await Promise.all([toolsDirectory, n8nDirectory].map(installIn));
else {
  const all = readdirSync(join(toolsDirectory, 'tools'))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => basename(file, '.ts'));
  const names = options.only?.split(',') ?? all;
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0)
    throw new Error(`no such tool: ${unknown.join(', ')}; there are ${all.join(', ')}`);
  try {
    if ((await check(names)) > 0) process.exitCode = 1;
  } finally {
    await cleanUp();
  }
}
