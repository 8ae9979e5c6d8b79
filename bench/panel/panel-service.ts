import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright-core';
import { openDatabase } from '#server/db/database.ts';
import { openTarget } from '#server/db/database-target.ts';
import { startSession } from '#server/features/accounts/sessions.ts';
import { readConfig } from '#server/platform/config.ts';
import { makeLog } from '#server/platform/log.ts';
import { makeBrowserTeam } from '#test/browser/team.ts';
import { cleanUp, newDirectory, pauta, serve } from '#test/support/processes.ts';
import { until } from '#test/support/wait.ts';
import type { Undo } from '../fixture.ts';
import { fillLargeTeam, type LargeTeam } from './large-team.ts';

/*
 * Environment of the panel benchmarks: the started service, with its own database and build, a team with demo data, and a signed-in user.
 */

export interface PanelService {
  /** Such as http://127.0.0.1:3000 */
  readonly origin: string;
  readonly slug: string;
  readonly key: string;
  /** The owner of the team. */
  readonly owner: { readonly email: string; readonly password: string };
  /** A new session of the owner, as a Playwright cookie. */
  session(): Promise<Cookie>;
  /** Another team, with as many records as the limits assume; it is filled when first requested. */
  large(): Promise<LargeTeam>;
}

export type Cookie = Parameters<BrowserContext['addCookies']>[0][number];

/** Debian's Chromium: the small headless one if it is installed. */
export const chromiumPath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(
  existsSync,
);

/** Starts Chromium, which ends with the program. */
export async function openBrowser(undo: Undo, options: LaunchOptions = {}): Promise<Browser> {
  const path = chromiumPath === undefined ? {} : { executablePath: chromiumPath };
  const browser = await chromium.launch({ ...path, ...options });
  undo.push(() => browser.close());
  return browser;
}

/** Preloaded libraries of this program, such as a stopped clock (pictures.ts). */
const preloads = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) =>
    value !== undefined && /^(LD_PRELOAD$|FAKETIME)/.test(name) ? [[name, value]] : [],
  ),
);

/** Starts the service and waits until its pages are available. @param undo ends everything again @param locale the owner's */
export async function startPanelService(
  undo: Undo,
  locale: 'pt-BR' | 'en' = 'pt-BR',
): Promise<PanelService> {
  undo.push(cleanUp);
  const env = { DATA_DIR: newDirectory(), RATE_LIMIT_PER_MINUTE: '0', ...preloads };
  const service = await serve({ ...env, PANEL: 'on' });
  const target = await openTarget(readConfig(env), false, makeLog('silent'));
  const database = openDatabase(target.connection, 'bars', 2, () => {});
  undo.push(
    () => target.stop(),
    () => database.close(),
  );
  const team = await makeBrowserTeam(database, target.secrets, 'Agência Ipê');
  const owner = await team.add('Marina Lopes', 'owner', locale);
  const ofTeam = ['--team', team.slug];
  const { api_key: key } = JSON.parse(
    (await pauta(['key', 'create', ...ofTeam, '--json'], env)).stdout,
  ) as { api_key: string };
  const page = () => fetch(service.origin, { headers: { accept: 'text/html' } });
  await until(async () => (await page()).status === 200, 120_000);
  const session = async (personId: string): Promise<Cookie> => {
    const { token } = await startSession(database.platform, {
      personId,
      methods: ['pwd'],
      address: '127.0.0.1',
      userAgent: 'Chromium',
    });
    return { name: 'pauta_session', value: token, url: service.origin };
  };
  // At the owner's request: some of the work is theirs.
  const { name, value } = await session(owner.personId);
  const fill = () =>
    fetch(`${service.origin}/api/panel/teams/${team.slug}/demo`, {
      method: 'POST',
      headers: {
        cookie: `${name}=${value}`,
        origin: service.origin,
        'content-type': 'application/json',
      },
      body: '{}',
    });
  let filled = await fill();
  // With a stopped clock, PostgreSQL ends a transaction of more than 5 s, as if it had been idle. Nothing of it remains.
  for (let tries = 1; filled.status === 503 && tries < 20; tries += 1) filled = await fill();
  if (!filled.ok) throw new Error(await filled.text());
  let large: Promise<LargeTeam> | undefined;
  return {
    origin: service.origin,
    slug: team.slug,
    key,
    owner,
    session: () => session(owner.personId),
    large() {
      large ??= fillLargeTeam(database, target, session);
      return large;
    },
  };
}
