import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { expect, type Office, test } from './office.ts';

/*
 * WCAG 2.2 AA as far as axe can tell: every screen, in light and dark, both languages, on a phone and a desk, with a team's work on it
 * and without. What the dark can break is contrast: only that is looked at there.
 *
 * A walk loads the page once and goes on within it, as a click on a link does: a look costs a tenth of a second, a load half of one.
 */

const open = ['/sign-in', '/forgot', '/reset', '/confirm', '/invite', '/first'];
/** SLUG is the team's; `{tasks}` the id of its newest task, and so on: looked at where there is one. */
const inside = [
  '/teams',
  '/account',
  '/account/security',
  '/account/devices',
  '/account/preferences',
  '/t/SLUG',
  '/t/SLUG/tasks',
  '/t/SLUG/tasks?group=person&due=late',
  '/t/SLUG/tasks?view=list',
  '/t/SLUG/tasks?view=calendar',
  '/t/SLUG/projects',
  '/t/SLUG/projects?view=calendar',
  '/t/SLUG/projects?new=project',
  '/t/SLUG/projects?peek=projects/{projects}',
  '/t/SLUG/projects/{projects}',
  '/t/SLUG/deals',
  '/t/SLUG/deals?view=list',
  '/t/SLUG/deals?view=forecast',
  '/t/SLUG/deals?peek=deals/{deals}',
  '/t/SLUG/deals/{deals}',
  '/t/SLUG/campaigns',
  '/t/SLUG/campaigns?view=calendar',
  '/t/SLUG/campaigns/{campaigns}',
  '/t/SLUG/activities',
  '/t/SLUG/activities?view=calendar',
  '/t/SLUG/activities/{activities}',
  '/t/SLUG/search?q=a',
  '/t/SLUG/settings',
  '/t/SLUG/settings/people',
  '/t/SLUG/settings/squads',
  '/t/SLUG/settings/pipelines',
  '/t/SLUG/settings/pipelines/{pipelines}',
  '/t/SLUG/settings/phases',
  '/t/SLUG/settings/contracts',
  '/t/SLUG/settings/keys',
  '/t/SLUG/settings/inboxes',
  '/t/SLUG/settings/webhooks',
  '/t/SLUG/settings/workflows',
  '/t/SLUG/settings/audit',
  '/t/SLUG/trash',
  '/t/SLUG/trash?peek=tasks/{tasks}',
  '/t/SLUG/tasks/{tasks}',
  '/t/SLUG/tasks/{tasks}?tab=history',
];

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on the page as it is now, once it is painted. */
async function look(page: Page, only: object): Promise<string[]> {
  const options = JSON.stringify({ runOnly: only, resultTypes: ['violations'] });
  return page.evaluate<string[]>(`
    new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
      .then(() => axe.run(document, ${options}))
      .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`);
}

/** Goes from screen to screen. @returns what goes to one, and what was found there */
function walkIn(page: Page): (path: string) => Promise<string[]> {
  const waited = new Set<unknown>();
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') waited.add(request);
  });
  const over = (request: unknown) => waited.delete(request);
  page.on('requestfinished', over);
  page.on('requestfailed', over);
  const isThere = async () =>
    waited.size === 0 &&
    (await page.getByRole('heading', { level: 1 }).first().isVisible()) &&
    (await page.getByRole('status', { name: /^(Carregando|Loading)/ }).count()) === 0;

  let isLoaded = false;
  return async (path) => {
    if (isLoaded)
      await page.evaluate(
        `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'));`,
      );
    else {
      await page.goto(path);
      await page.evaluate(axe);
    }
    isLoaded = true;
    await expect.poll(isThere, { intervals: [20] }).toBe(true);
    const at = page.url();
    const found: string[] = [];
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      await page.emulateMedia({ colorScheme: 'light' });
      const light = await look(page, standards);
      await page.emulateMedia({ colorScheme: 'dark' });
      const dark = await look(page, { type: 'rule', values: ['color-contrast'] });
      found.push(
        ...light.map((problem) => `${path}, light, ${width}: ${problem}`),
        ...dark.map((problem) => `${path}, dark, ${width}: ${problem}`),
      );
      const wide = await page.evaluate('document.documentElement.scrollWidth');
      if (wide !== width) found.push(`${path}: ${wide} px wide on a screen of ${width}`);
    }
    // Who is led elsewhere has looked at something else.
    expect(page.url()).toBe(at);
    expect(new URL(at).pathname).toBe(path.replace(/[?#].*/, ''));
    return found;
  };
}

/** The addresses of a team; those of records of which it has none are left out. */
async function addressesOf(page: Page, { slug }: Office): Promise<string[]> {
  const found: string[] = [];
  for (const path of inside) {
    const [holder, kind] = /\{(\w+)\}/.exec(path) ?? [];
    const ask = `/api/panel/teams/${slug}/${kind}?limit=1`;
    const [record] = kind === undefined ? [] : (await (await page.request.get(ask)).json()).data;
    const whole = path.replace('SLUG', slug);
    if (!holder) found.push(whole);
    else if (record) found.push(whole.replace(holder, record.id));
  }
  return found;
}

for (const locale of ['pt-BR', 'en'] as const)
  test.describe(locale, () => {
    test.use({ locale, contextOptions: { reducedMotion: 'reduce' } });
    test.setTimeout(300_000);

    for (const team of ['an empty team', 'a team at work'] as const)
      test(`axe finds nothing in ${team}`, async ({ page, office }) => {
        const walk = walkIn(page);
        await office.add('Caio Nunes', 'member');
        await office.enter(page, await office.add('Marina Lopes', 'owner', locale));
        if (team === 'a team at work') await office.fill(page);
        for (const path of await addressesOf(page, office))
          expect.soft(await walk(path)).toEqual([]);
      });

    test('axe finds nothing before the sign-in', async ({ page }) => {
      const walk = walkIn(page);
      for (const path of open) expect.soft(await walk(path)).toEqual([]);
    });
  });
