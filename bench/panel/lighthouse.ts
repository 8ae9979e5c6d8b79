import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { desktopConfig, default as run } from 'lighthouse';
import { chromium } from 'playwright-core';
import { freePort } from '#test/support/http.ts';
import type { Bar, Group } from './bar.ts';
import { chromiumPath, type PanelService } from './panel-service.ts';

/*
 * Lighthouse's results for the first visit to a page, with an empty cache: on this machine, and in its mobile setting (a slow phone, slow
 * 4G).
 */

/** The setting, and the limit for the largest contentful paint, in seconds. */
const settings = [
  ['desktop', 1.2],
  ['mobile', 2.5],
] as const;
type Setting = (typeof settings)[number][0];

const categories = { performance: 95, accessibility: 100, 'best-practices': 100 };

interface Seen {
  readonly paint: number;
  readonly scores: Readonly<Record<string, number>>;
  /** Audits that reduce the score. */
  readonly faults: readonly string[];
}

export async function lighthouse(panel: PanelService, rounds: number): Promise<Group> {
  const pages = {
    'sign-in': '/sign-in',
    'first screen': `/t/${panel.slug}`,
    people: `/t/${panel.slug}/settings/people`,
  };
  const bars: Bar[] = [];
  for (const [name, path] of Object.entries(pages))
    for (const [setting, most] of settings) {
      const seen: Seen[] = [];
      for (let round = 0; round < rounds; round += 1)
        seen.push(await look(panel, path, setting, path !== '/sign-in'));
      const what = `${name}, ${setting}`;
      bars.push({
        what: `${what}: largest paint`,
        value: Math.min(...seen.map(({ paint }) => paint)),
        unit: 's',
        bar: most,
      });
      for (const [category, bar] of Object.entries(categories)) {
        const value = Math.max(...seen.map(({ scores }) => scores[category] ?? 0));
        bars.push({ what: `${what}: ${category}`, value, unit: 'points', bar, isLeast: true });
        if (value < bar) process.stderr.write(`${what}: ${seen[0]?.faults.join('; ')}\n`);
      }
    }
  return { title: 'Lighthouse', about: `best of ${rounds}`, bars };
}

/** One visit, in a separate browser. */
async function look(
  panel: PanelService,
  path: string,
  setting: Setting,
  isSignedIn: boolean,
): Promise<Seen> {
  const profile = mkdtempSync(join(tmpdir(), 'pauta-lighthouse-'));
  const port = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
    args: [`--remote-debugging-port=${port}`],
    viewport: null,
  });
  try {
    if (isSignedIn) await context.addCookies([await panel.session()]);
    const result = await run(
      `${panel.origin}${path}`,
      {
        port,
        output: 'json',
        logLevel: 'silent',
        onlyCategories: Object.keys(categories),
        // Keeps the session; a new profile stores nothing else.
        disableStorageReset: true,
        ...(setting === 'desktop' ? { throttlingMethod: 'provided' as const } : {}),
      },
      setting === 'desktop' ? desktopConfig : undefined,
    );
    if (!result) throw new Error('Lighthouse printed nothing');
    const { audits, categories: judged } = result.lhr;
    const scores = Object.entries(judged).map(([id, { score }]) => [id, 100 * (score ?? 0)]);
    const faults = Object.values(judged).flatMap(({ auditRefs }) =>
      auditRefs
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
        .map(({ id }) => `${id} ${audits[id]?.displayValue ?? ''}`.trim()),
    );
    return {
      paint: (audits['largest-contentful-paint']?.numericValue ?? Number.NaN) / 1_000,
      scores: Object.fromEntries(scores),
      faults,
    };
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}
