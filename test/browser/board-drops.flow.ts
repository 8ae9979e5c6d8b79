import type { Page } from '@playwright/test';
import { expect, test } from './team.ts';

/* Two hundred drops on a board of seven projects: its cards are in the expected order after each, after reload and after undo. */

const cards = (page: Page) =>
  page
    .getByRole('region', { name: 'Backlog', exact: true })
    .getByRole('listitem')
    .getByRole('link');
const card = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true });

/** Drops a card before the card that is now at its new place, or after it. */
async function drag(page: Page, titles: readonly string[], from: number, to: number) {
  const [title = '', target = ''] = [titles[from], titles[to]];
  const [source, place] = [card(page, title), card(page, target).locator('..')];
  // Waits until the cards are where the last drop puts them.
  await source.hover({ position: { x: 4, y: 6 } });
  const [start, end] = [await source.boundingBox(), await place.boundingBox()];
  if (!start || !end) throw new Error(`${title} is not visible`);
  const y = to < from ? end.y + 4 : end.y + end.height - 4;
  await page.mouse.down();
  await page.mouse.move(start.x + 20, start.y + 12, { steps: 2 });
  await page.mouse.move(start.x + 30, y, { steps: 3 });
  await page.mouse.up();
}

/** Moves a card by its menu. */
async function choose(page: Page, title: string, item: string) {
  // Keys act on the card below the pointer first.
  await page.mouse.move(1, 1);
  await card(page, title).focus();
  await page.keyboard.press('m');
  await page.getByRole('menu').locator('[role^=menuitem]', { hasText: item }).press('Enter');
}

test('two hundred drops on a board of seven projects leave its cards where they were dropped, also after reload and undo', async ({
  page,
  team,
}) => {
  test.setTimeout(600_000);
  const created: string[] = [];
  for (let project = 1; project <= 7; project += 1) {
    const { id } = await team.api('POST', '/projects', { name: `Projeto ${project}` });
    for (const task of ['a', 'b', 'c'])
      await team.api('POST', '/tasks', { title: `${task}${project}`, project_id: id });
  }
  // Every project numbers its tasks 1, 2, 3…
  for (const task of ['a', 'b', 'c'])
    for (let project = 1; project <= 7; project += 1) created.push(`${task}${project}`);
  // All cards are rendered.
  await page.setViewportSize({ width: 1280, height: 1_900 });
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await page.goto(`/t/${team.slug}/tasks`);
  let titles: readonly string[] = created;
  await expect(cards(page)).toHaveText([...titles]);

  let seed = 20_261_124;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const count = titles.length;
  let sent = 0;
  let answered = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('/move') && response.ok()) answered += 1;
  });
  const ready = () =>
    expect(async () => {
      await card(page, titles[0] ?? '').focus();
      await page.keyboard.press('m');
      await expect(page.getByRole('menu')).toBeVisible({ timeout: 1_000 });
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toHaveCount(0);
    }).toPass({ timeout: 60_000 });
  await ready();
  for (let round = 0; round < 10; round += 1) {
    const before: (readonly string[])[] = [];
    for (let drop = 0; drop < 20; drop += 1) {
      const from = random(count);
      const title = titles[from] ?? '';
      // Most cards go near the top, where every project has one at the same position.
      const byMouse = drop % 2 === 0;
      const up = from > 0 ? from - 1 : 1;
      const to = byMouse ? random(drop % 3 ? 6 : count) : random(2) ? up : from > 1 ? 0 : count - 1;
      if (to === from) {
        drop -= 1;
        continue;
      }
      before.push(titles);
      sent += 1;
      const was = titles;
      titles = titles.filter((each) => each !== title).toSpliced(to, 0, title);
      if (byMouse) await drag(page, was, from, to);
      else if (to === 0 && from > 1) await choose(page, title, 'Mover para o topo');
      else if (to === count - 1 && from < count - 2) await choose(page, title, 'Mover para o fim');
      else await choose(page, title, to < from ? 'Mover para cima' : 'Mover para baixo');
      await expect(cards(page), `round ${round}, drop ${drop}: ${title} to ${to}`).toHaveText([
        ...titles,
      ]);
      await expect(card(page, title)).toBeFocused();
    }
    for (let undo = 0; undo < 5; undo += 1) {
      // The previous undo may not be answered yet; in every second round it is not even displayed.
      await page.keyboard.press('Control+z');
      sent += 1;
      titles = before.pop() ?? titles;
      if (round % 2 === 0)
        await expect(cards(page), `round ${round}, undo ${undo}`).toHaveText([...titles]);
    }
    await expect(cards(page), `round ${round}, undone`).toHaveText([...titles]);
    await expect.poll(() => answered).toBe(sent);
    await expect(cards(page), `round ${round}, answered`).toHaveText([...titles]);
    await page.reload();
    await expect(cards(page), `round ${round}, reloaded`).toHaveText([...titles]);
    await ready();
  }
});
