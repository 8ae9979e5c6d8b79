import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '#test/support/http.ts';
import { byMarker, startModelEndpoint } from '#test/support/intelligence/model-endpoint.ts';
import { client, startProvider } from '#test/support/people/identity-provider.ts';
import { cleanUp, newDirectory, pauta, serve } from '#test/support/processes.ts';

/*
 * The real service for the browser tests: a separate database, a free port, a current build of the panel, which the next run reuses if
 * nothing changed. At a host name, since browsers have no passkeys at an address; with an OpenID provider.
 */

const builds = fileURLToPath(new URL('../../node_modules/.cache/pauta-panel', import.meta.url));

/** Variable through which the tests, which are other processes, find the service. */
const variable = 'PAUTA_BROWSER_TESTS';

interface Started {
  readonly origin: string;
  readonly env: Record<string, string>;
  /** The endpoint of the language model, whose behavior a test chooses by `resposta:` and a name in the data. */
  readonly modelUrl: string;
}

export const started = (): Started =>
  JSON.parse(readFileSync(process.env[variable] ?? '', 'utf8')) as Started;

/** Starts it before all tests. @returns what ends it after them */
export default async function start(): Promise<() => Promise<void>> {
  const dataDir = newDirectory();
  mkdirSync(builds, { recursive: true });
  symlinkSync(builds, join(dataDir, 'panel'));
  const env = {
    DATA_DIR: dataDir,
    RATE_LIMIT_PER_MINUTE: '0',
    // Allows the tests' gateways; and the sandbox reacts soon.
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,::1/128',
    SANDBOX_DELAY_MS: '200',
  };
  // The service would build it, too, but at a low priority, which takes minutes on a busy machine.
  const built = await pauta(['panel', 'build'], env);
  if (built.status !== 0) throw new Error(built.stderr);
  const port = String(await freePort());
  const origin = `http://localhost:${port}`;
  const provider = await startProvider(`${origin}/api/panel/oidc/callback`, true);
  const endpoint = await startModelEndpoint();
  endpoint.behave(byMarker);
  const service = await serve({
    ...env,
    PORT: port,
    PANEL: 'on',
    PUBLIC_URL: origin,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: client.clientId,
    OIDC_CLIENT_SECRET: client.secret,
    OIDC_NAME: 'Crachá',
    VAPID_SUBJECT: 'mailto:ops@example.com',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    AI_URL: endpoint.url,
    AI_MODEL: 'qwen3:8b',
  });
  const page = await fetch(service.origin, { headers: { accept: 'text/html' } });
  if (page.status !== 200) throw new Error(`The panel is not served: ${page.status}`);
  const file = join(dataDir, 'started.json');
  writeFileSync(file, JSON.stringify({ origin, env, modelUrl: endpoint.url } satisfies Started));
  process.env[variable] = file;
  return async () => {
    await service.stop();
    await provider.stop();
    endpoint.close();
    await cleanUp();
  };
}
