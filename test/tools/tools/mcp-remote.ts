import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { newDirectory, pauta, serve } from '../../support/processes.ts';
import { type Check, must } from '../check.ts';

/*
 * The program with which assistants that only start other programs connect by signing in: discovery, registration, PKCE, and renewal of
 * tokens. Its user is a person with a password, at the operations of the consent page.
 */

export const title = 'mcp-remote (OAuth)';

const program = fileURLToPath(new URL('../node_modules/mcp-remote/dist/proxy.js', import.meta.url));
const longestMs = 120_000;

/** Repeats until there is a value. */
async function awaited<T>(title: string, read: () => T | undefined): Promise<T> {
  for (const began = performance.now(); performance.now() - began < longestMs; ) {
    const value = read();
    if (value !== undefined) return value;
    await sleep(100);
  }
  throw new Error(`${title}: nothing within ${longestMs / 1_000} s`);
}

export const check: Check = async ({ temp, log }) => {
  // OAuth exists only with the panel, which has its page.
  const env = { DATA_DIR: newDirectory(), RATE_LIMIT_PER_MINUTE: '0', PANEL: 'on' };
  const { origin } = await serve(env);
  const team = 'mcp-remote';
  await pauta(['team', 'create', team, '--slug', team], env);
  const invited = await pauta(
    ['user', 'link', 'ana@agencia.example', '--team', team, '--role', 'owner', '--json'],
    env,
  );
  const { link } = JSON.parse(invited.stdout) as { link: string };
  const panel = async (path: string, body: object, cookie = '') => {
    const answer = await fetch(`${origin}/api/panel${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    must(answer.ok, `POST ${path}: ${answer.status} ${text}`);
    const cookies = answer.headers.getSetCookie().map((each) => each.split(';', 1)[0]);
    return { cookie: cookies.join('; '), data: (JSON.parse(text) as { data: unknown }).data };
  };
  const { cookie } = await panel('/invitation/accept', {
    team,
    token: link.slice(link.lastIndexOf('.') + 1),
    ...{ name: 'Ana', password: 'cavalo correto bateria grampo' },
  });

  let child: ChildProcess | undefined;
  let [stdout, stderr] = ['', ''];
  const send = (message: object) =>
    child?.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const answered = (id: number) =>
    awaited(`request ${id}`, () =>
      stdout.split('\n').find((line) => line.startsWith('{') && line.includes(`"id":${id},`)),
    );
  const start = () => {
    [stdout, stderr] = ['', ''];
    const args = [program, `${origin}/mcp`, '--allow-http', '--transport', 'http-only'];
    child = spawn(process.execPath, args, {
      stdio: 'pipe',
      // No browser can be started.
      env: { MCP_REMOTE_CONFIG_DIR: temp, HOME: temp, PATH: '/nonexistent' },
    });
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    send({
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'check', version: '1' },
      },
    });
  };
  const whoami = async (id: number) => {
    send({ method: 'notifications/initialized' });
    send({ id, method: 'tools/call', params: { name: 'whoami', arguments: {} } });
    return answered(id);
  };
  try {
    start();
    const address = await awaited(
      'the address for its user',
      () => /^https?:\S+\/oauth\/authorize\?\S+$/m.exec(stderr)?.[0],
    );
    const page = await fetch(address, { redirect: 'manual' });
    const location = page.headers.get('location') ?? '';
    must(page.status === 303 && location.includes('/connect?'), `redirected to ${location}`);
    const query = location.slice(location.indexOf('?') + 1);
    const approval = await panel('/account/agents/approve', { query, team, scope: 'full' }, cookie);
    const back = await fetch((approval.data as { redirect_to: string }).redirect_to);
    must(back.ok, `its callback answered ${back.status}`);
    await answered(1);
    const first = await whoami(2);
    must(first.includes('Ana via '), `whoami: ${first}`);
    child?.kill();
    // Its next start uses the stored tokens.
    start();
    await answered(1);
    must((await whoami(3)).includes('Ana via '), 'whoami after a restart');
    must(!/authorize\?/.test(stderr), 'its user had to sign in again');
  } finally {
    log(stderr);
    child?.kill();
  }
  return 'registered, signed in, called a tool, and started again with its tokens';
};
