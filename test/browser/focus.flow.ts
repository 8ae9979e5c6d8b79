import type { Page } from '@playwright/test';
import { expect, test } from './team.ts';

/* Fifteen actions on each screen, with the place of the focus after each; and keys pressed before a screen is loaded. */

/** Key of the focused item; otherwise the element that contains the focus. */
const placeOf = (page: Page) =>
  page.evaluate<string>(`(() => {
    const at = document.activeElement;
    if (!at || at === document.body) return 'nowhere';
    if (at.closest('dialog')) return 'dialog';
    if (at.closest('[role=menu]')) return 'menu';
    if (at.closest('aside')) return 'peek';
    return at.closest('[data-item]')?.dataset.item ?? (at.closest('main') ? 'screen' : 'frame');
  })()`);

const items = (page: Page) =>
  page.evaluate<readonly string[]>(
    "[...document.querySelectorAll('main [data-item]')].map(({ dataset }) => dataset.item)",
  );

/** Place after an action: the number of an item, or its name. */
type Place = 1 | 2 | 3 | 'dialog' | 'menu' | 'peek';
/** Key, or the number of an item to point at with the mouse. */
type Step = readonly [action: string, then: Place];

const walk: readonly Step[] = [
  ['j', 1],
  ['j', 2],
  ['k', 1],
  ['ArrowDown', 2],
];
const selection: readonly Step[] = [
  ['x', 2],
  ['k', 1],
  ['x', 1],
  ['Escape', 1],
];
const peek: readonly Step[] = [
  [' ', 'peek'],
  ['Escape', 1],
];
const pointing: readonly Step[] = [
  ['point 3 x', 3],
  ['Escape', 3],
  ['c', 'dialog'],
  ['Escape', 3],
  ['ArrowUp', 2],
];
const list = [...walk, ...selection, ...peek, ...pointing];
const taskKeys: readonly Step[] = [
  ['a', 'menu'],
  ['Escape', 2],
  ['p', 'menu'],
  ['Escape', 2],
];

const screens: readonly (readonly [path: string, steps: readonly Step[]])[] = [
  ['tasks', [...list, ...taskKeys]],
  ['tasks?view=list', [...list, ...taskKeys]],
  ['deals', list],
  ['clients', list],
  ['contacts', list],
  ['projects', list],
  ['campaigns', list],
  ['activities?view=list', list],
  ['conversations?view=all', [...walk, ...selection, ...pointing, ['k', 1], ['j', 2]]],
  [
    '',
    [
      ...walk,
      ['k', 1],
      ['point 3 ArrowUp', 2],
      ['ArrowDown', 3],
      ['c', 'dialog'],
      ['Escape', 3],
      ['k', 2],
      ['?', 'dialog'],
      ['Escape', 2],
      ['Control+k', 'dialog'],
      ['Escape', 2],
      ['j', 3],
    ],
  ],
];

test.describe('the focus after each of fifteen actions', () => {
  for (const [path, steps] of screens)
    test(`on ${path === '' ? 'the first screen' : path}`, async ({ page, team }) => {
      expect(steps.length).toBeGreaterThanOrEqual(15);
      await team.enter(page, await team.add('Ana Prado', 'owner'));
      await page.goto(`/t/${team.slug}`);
      await team.fill(page);
      await page.goto(`/t/${team.slug}${path && `/${path}`}`);
      await expect(page.locator('main [data-item]').nth(2)).toBeVisible();
      const keys = await items(page);
      for (const [number, [action, then]] of steps.entries()) {
        const [, at, key = action] = /^point (\d) (.+)$/.exec(action) ?? [];
        if (at) {
          await page.mouse.move(1, 1);
          await page
            .locator('main [data-item]')
            .nth(Number(at) - 1)
            .hover();
        }
        await page.keyboard.press(key);
        const name = `${path} after action ${number + 1}, ${action}`;
        await expect
          .poll(() => placeOf(page), { message: name })
          .toBe(typeof then === 'number' ? keys[then - 1] : then);
        // The key acts on the item under the mouse.
        if (at && key === 'x')
          await expect(
            page.locator('[data-item]:focus, [data-item]:has(:focus)').getByRole('checkbox'),
            name,
          ).toBeChecked();
      }
    });
});

test('keys pressed while the panel, a list or a form is loading are not lost', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Ana Prado', 'owner'));
  await page.goto(`/t/${team.slug}`);
  await team.fill(page);
  const hold = async (path: string) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(path, async (route) => {
      await released;
      await route.fallback();
    });
    return release;
  };
  // The list is requested but not answered.
  const answer = await hold('**/tasks/board*');
  await page.goto(`/t/${team.slug}/tasks`, { waitUntil: 'commit' });
  await expect(page.locator('#root > *').first()).toBeAttached();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  answer();
  await expect(page.locator('main [data-item]').nth(2)).toBeVisible();
  const keys = await items(page);
  await expect.poll(() => placeOf(page)).toBe(keys[1]);
  // The composer is requested but not loaded: text typed after `c` goes into its title.
  await page.route('**/assets/Composer*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.fallback();
  });
  await page.goto(`/t/${team.slug}/clients`, { waitUntil: 'commit' });
  await page.goto(`/t/${team.slug}`, { waitUntil: 'commit' });
  await expect(page.locator('#root > *').first()).toBeAttached();
  await page.keyboard.type('cligar para Ana');
  await expect(page.getByLabel('O que precisa ser feito?')).toHaveValue('ligar para Ana');
});
