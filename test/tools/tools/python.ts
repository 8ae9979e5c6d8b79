import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../support/http.ts';
import { type Env, newDirectory, pauta, type Service, serve } from '../../support/processes.ts';
import type { Check, Context } from '../check.ts';

export const title = 'packages/python (httpx)';

const directory = fileURLToPath(new URL('../../../packages/python', import.meta.url));
/** The system's Python, which has its packages. */
const python = '/usr/bin/python3';

async function command(env: Env, ...words: string[]): Promise<string> {
  const { status, stdout, stderr } = await pauta([...words, '--json'], env);
  if (status !== 0) throw new Error(`pauta ${words.join(' ')} ended with ${status}: ${stderr}`);
  return String((JSON.parse(stdout) as Record<string, unknown>).api_key);
}

/** A separate service that is killed on request and returns at the same address. */
async function killable(): Promise<{ env: Env; close(): Promise<void> }> {
  const settings: Env = {
    DATA_DIR: newDirectory(),
    RATE_LIMIT_PER_MINUTE: '0',
    PORT: String(await freePort()),
  };
  let service: Service = await serve(settings);
  const key = await command(settings, 'team', 'create', 'Serpente', '--slug', 'serpente');
  await command(
    settings,
    'inbox',
    'create',
    '--team',
    'serpente',
    '--name',
    'Teste',
    '--type',
    'session',
    '--gateway',
    'sandbox',
  );
  const slow = await command(settings, 'key', 'create', '--team', 'serpente', '--rate', '3');
  const killer = createServer(async (_request, response) => {
    service.child.kill('SIGKILL');
    await service.ended;
    service = await serve(settings);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(killer, 'listening');
  const { port } = killer.address() as AddressInfo;
  return {
    env: {
      PAUTA_URL: service.origin,
      PAUTA_API_KEY: key,
      PAUTA_SLOW_KEY: slow,
      PAUTA_KILL_URL: `http://127.0.0.1:${port}`,
    },
    async close() {
      killer.close();
      await service.stop();
    },
  };
}

/** @throws Error naming the packages that are missing */
async function requirePackages(context: Context): Promise<void> {
  const { status } = await context.run(python, ['-c', 'import httpx, mypy'], { allowed: [0, 1] });
  if (status !== 0) throw new Error('needs the packages of Debian python3-httpx and mypy');
}

export const check: Check = async (context) => {
  await requirePackages(context);
  const { env, close } = await killable();
  try {
    const how = {
      cwd: directory,
      env: { ...env, PYTHONPATH: directory, PYTHONDONTWRITEBYTECODE: '1' },
    };
    const [types, tests] = await Promise.all([
      context.run(
        python,
        ['-m', 'mypy', '--cache-dir', context.temp, 'pauta', 'tests/typed.py'],
        how,
      ),
      context.run(python, ['-m', 'unittest', 'tests.test_pauta'], how),
    ]);
    const [ran] = /Ran \d+ tests/.exec(tests.stderr) ?? [];
    if (ran === undefined) throw new Error('no test ran');
    const [, files] = /no issues found in (\d+) source files/.exec(types.stdout) ?? [];
    return `${ran.toLowerCase()}, ${files} files typed`;
  } finally {
    await close();
  }
};
