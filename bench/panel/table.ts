import type { Locator, Page } from 'playwright-core';
import type { Group } from './bar.ts';
import { barsOf, cpuSlowdown, timeActions } from './interaction.ts';
import { rows } from './large-team.ts';
import type { PanelService } from './panel-service.ts';
import { click, keys, type UserAction, withHeading } from './user-actions.ts';

/* A table of five thousand rows, all of them loaded, on a slow processor. */

const grid = (page: Page) => page.getByRole('grid');
const cell = (page: Page): Locator => grid(page).locator('[data-cell]').first();

/** Number of loaded rows: that of the last one. */
const rowCount = `Math.max(0, ...[...document.querySelectorAll('[role=grid] [role=row]')].map((row) => Number(row.ariaRowIndex)))`;

/** Scrolls to the end until the last row is loaded. */
async function readAll(page: Page): Promise<void> {
  await cell(page).focus();
  const before = Date.now();
  while (((await page.evaluate(rowCount)) as number) < rows) {
    if (Date.now() - before > 120_000) throw new Error(`not all of ${rows} rows arrived`);
    await page.keyboard.press('Control+End');
  }
  await page.keyboard.press('Control+Home');
}

/** Runs in the page: times between frames until it is stopped. */
const frames = `(() => {
  const took = [];
  let before;
  let goesOn = true;
  const next = (now) => {
    if (before !== undefined) took.push(now - before);
    before = now;
    if (goesOn) requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
  window.framesTook = () => { goesOn = false; return took; };
})()`;

/** Browsers do not time wheel events: the measure is how long a frame stays on the screen. @param step in px; negative: up */
export async function scrolling(page: Page, on: Locator, step = 700) {
  const box = await on.boundingBox();
  if (!box) throw new Error('nothing to scroll');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  return async () => {
    await page.evaluate(frames);
    for (let turn = 0; turn < 40; turn += 1) await page.mouse.wheel(0, step);
    await page.waitForTimeout(300);
    return (await page.evaluate('framesTook()')) as number[];
  };
}

const acts = (address: string): UserAction[] => [
  {
    name: 'scrolling by the wheel',
    async first(page) {
      await page.goto(address);
      await withHeading(page, 'Clientes');
      await readAll(page);
    },
    prepare: (page) => scrolling(page, grid(page)),
  },
  keys('scrolling by keys', ['PageDown', 'PageDown', 'PageDown', 'j', 'k', 'PageUp'], (page) =>
    cell(page).focus(),
  ),
  keys('to the end and back', ['Control+End', 'Control+Home']),
  keys('selecting by key', ['x', 'j', 'x', 'Shift+ArrowDown', 'Shift+PageDown']),
  keys('selecting all', ['Control+a']),
  keys('selecting none', ['Escape']),
  click('selecting by mouse', (page) => grid(page).getByRole('checkbox').nth(3)),
  keys('opening the peek', ['Space'], (page) => cell(page).focus()),
  keys('closing the peek', ['Escape'], (page) => page.getByRole('complementary').last().waitFor()),
  click('sorting', (page) =>
    grid(page).getByRole('columnheader', { name: 'Nome' }).getByRole('button'),
  ),
  click(
    'sorting the other way, with cached rows',
    (page) => grid(page).getByRole('columnheader', { name: 'Nome' }).getByRole('button'),
    (page) => page.waitForTimeout(1_000),
  ),
];

export async function table(panel: PanelService, rounds: number): Promise<Group> {
  const large = await panel.large();
  const address = `${panel.origin}/t/${large.slug}/clients`;
  return {
    title: `A table of ${rows} rows`,
    about: `on a processor ${cpuSlowdown} times slower; best of ${rounds}`,
    bars: barsOf(await timeActions(acts(address), rounds, large.session)),
  };
}
