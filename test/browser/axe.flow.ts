import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, signIn, test } from './office.ts';

/*
 * WCAG 2.2 AA as far as axe can tell: every screen, in light and dark, both languages, on a phone and a desk. What the dark can
 * break is contrast: only that is looked at there.
 */

const open = ['/sign-in', '/forgot', '/reset', '/confirm', '/invite', '/first'];
const inside = [
  '/teams',
  '/account',
  '/account/security',
  '/account/devices',
  '/account/preferences',
  '/t/SLUG',
  '/t/SLUG/settings',
  '/t/SLUG/settings/people',
  '/t/SLUG/settings/squads',
  '/t/SLUG/settings/pipelines',
  '/t/SLUG/settings/phases',
  '/t/SLUG/settings/contracts',
  '/t/SLUG/settings/keys',
  '/t/SLUG/settings/inboxes',
  '/t/SLUG/settings/webhooks',
  '/t/SLUG/settings/workflows',
  '/t/SLUG/settings/audit',
  '/t/SLUG/settings/trash',
];
/** In parts, so that each is done in time where the machine has much else to do. */
const parts = [
  ['first part', inside.filter((_, i) => i % 3 === 0)],
  ['second part', inside.filter((_, i) => i % 3 === 1)],
  ['third part', inside.filter((_, i) => i % 3 === 2)],
] as const;
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function problemsAt(page: Page, path: string): Promise<string[]> {
  const found: string[] = [];
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status', { name: /^(Carregando|Loading)/ })).toHaveCount(0);
  const look = async (which: string, axe: AxeBuilder) => {
    const { violations } = await axe.analyze();
    for (const { id, nodes } of violations)
      found.push(`${path}, ${which}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  };
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await page.emulateMedia({ colorScheme: 'light' });
    await look(`light, ${width}`, new AxeBuilder({ page }).withTags(standards));
    await page.emulateMedia({ colorScheme: 'dark' });
    await look(`dark, ${width}`, new AxeBuilder({ page }).withRules(['color-contrast']));
    const wide = await page.evaluate('document.documentElement.scrollWidth');
    if (wide !== width) found.push(`${path}: ${wide} px wide on a screen of ${width}`);
  }
  return found;
}

for (const locale of ['pt-BR', 'en'] as const)
  test.describe(locale, () => {
    test.use({ locale });
    test.setTimeout(300_000);

    test('axe finds nothing before the sign-in', async ({ page }) => {
      for (const path of open) expect(await problemsAt(page, path)).toEqual([]);
    });

    for (const [part, paths] of parts)
      test(`axe finds nothing after it, ${part}`, async ({ page, office }) => {
        await office.add('Caio Nunes', 'member');
        await page.goto('/');
        await signIn(page, await office.add('Marina Lopes', 'owner', locale));
        await expect(page.getByRole('heading', { level: 1, name: /Marina/ })).toBeVisible();
        for (const path of paths)
          expect(await problemsAt(page, path.replace('SLUG', office.slug))).toEqual([]);
      });
  });
