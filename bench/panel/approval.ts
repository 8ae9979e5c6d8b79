import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import type { Bar, Group } from './bar.ts';
import { chromiumPath, type PanelService } from './panel-service.ts';

/*
 * The page by which clients approve, opened for the first time on a phone: its scripts, and its first paint, on a processor slowed down
 * four times.
 */

/** A link to a campaign without approval requests. */
export async function linkIn({ origin, slug, session }: PanelService): Promise<string> {
  const { name, value } = await session();
  const headers = {
    cookie: `${name}=${value}`,
    'content-type': 'application/json',
    'sec-fetch-site': 'same-origin',
  };
  const at = (path: string) => `${origin}/api/panel/teams/${slug}${path}`;
  const list = await fetch(at('/campaigns?approval_status=approved&limit=1'), { headers });
  const { data } = (await list.json()) as { data: readonly { readonly id: string }[] };
  const body = JSON.stringify({ campaign_ids: data.map(({ id }) => id) });
  const made = await fetch(at('/approvals'), { method: 'POST', headers, body });
  if (made.status !== 201) throw new Error(await made.text());
  const { data: approval } = (await made.json()) as { data: { readonly link: string } };
  return origin + new URL(approval.link).pathname;
}

interface Seen {
  readonly largest: number;
  readonly scripts: number;
}

const paints = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
    .observe({ type: 'largest-contentful-paint', buffered: true });
})`;

/** One visit, in a separate browser. */
async function look(link: string): Promise<Seen> {
  const path = chromiumPath === undefined ? {} : { executablePath: chromiumPath };
  const browser = await chromium.launch(path);
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 780 } });
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const bodies: Promise<Buffer>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') bodies.push(response.body());
    });
    await page.goto(link, { waitUntil: 'load' });
    const largest = await page.evaluate<number>(paints);
    const scripts = (await Promise.all(bodies)).reduce(
      (sum, body) => sum + gzipSync(body).length,
      0,
    );
    return { largest, scripts };
  } finally {
    await browser.close();
  }
}

export async function approval(panel: PanelService, rounds: number): Promise<Group> {
  const link = await linkIn(panel);
  const seen: Seen[] = [];
  for (let round = 0; round < rounds; round += 1) seen.push(await look(link));
  const best = (value: (each: Seen) => number) => Math.min(...seen.map(value));
  const bars: Bar[] = [
    { what: 'script, gzip', value: best((each) => each.scripts) / 1_000, unit: 'kB', bar: 15 },
    { what: 'largest paint', value: best((each) => each.largest) / 1_000, unit: 's', bar: 1 },
  ];
  return { title: 'Approval by link, on a phone', about: '4 × slower processor', bars };
}
