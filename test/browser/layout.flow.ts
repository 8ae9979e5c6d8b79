import type { Locator, Page } from '@playwright/test';
import { type BrowserTeam, expect, test } from './team.ts';

/* Space for the content, next to headers, bars and peeks. */

async function boxOf(locator: Locator) {
  await expect(locator).toBeVisible();
  const box = await locator.boundingBox();
  if (!box) throw new Error('The element has no box');
  return box;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

async function enterDemo(page: Page, team: BrowserTeam): Promise<void> {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await team.fill(page);
}

async function firstId(page: Page, { slug }: BrowserTeam, path: string): Promise<string> {
  const answer = await page.request.get(`/api/panel/teams/${slug}/${path}?limit=1`);
  const { data } = (await answer.json()) as { data: readonly { id: string }[] };
  return String(data[0]?.id);
}

test('a peek leaves a client page in one readable column', async ({ page, team }) => {
  await enterDemo(page, team);
  const [client, deal] = [await firstId(page, team, 'clients'), await firstId(page, team, 'deals')];
  await page.setViewportSize({ width: 1280, height: 740 });
  await page.goto(`/t/${team.slug}/clients/${client}?peek=deals/${deal}`);
  // Once all parts are loaded and rendered.
  await expect(async () => {
    const peek = await boxOf(page.getByRole('complementary', { name: 'Negócio' }));
    for (const part of [page.getByRole('tablist'), page.getByRole('region', { name: 'Dados' })]) {
      const { x, width } = await boxOf(part.first());
      expect(width).toBeGreaterThan(400);
      expect(x + width).toBeLessThanOrEqual(peek.x);
    }
  }).toPass();
});

test('on a phone a filtered board and a conversation get most of the screen', async ({
  page,
  team,
}) => {
  await enterDemo(page, team);
  await page.setViewportSize({ width: 390, height: 740 });
  await page.goto(`/t/${team.slug}/deals?min_value=1&is_starred=false`);
  const card = page.locator('[data-card]').first();
  await expect.poll(async () => (await boxOf(card)).y).toBeLessThan(200);
  await page.goto(`/t/${team.slug}/tasks?state=open`);
  await expect.poll(async () => (await boxOf(card)).y).toBeLessThan(200);
  await page.goto(`/t/${team.slug}/conversations?view=all`);
  await page.locator('[data-row]').first().click();
  const thread = page.getByRole('log');
  await expect.poll(async () => (await boxOf(thread)).height).toBeGreaterThan(0.6 * 740);
  // The back button is in the header: the bars of the shell are hidden.
  await expect(page.getByRole('navigation', { name: 'Navegação' })).toBeHidden();
  await page.getByRole('link', { name: 'Voltar' }).first().click();
  await expect(page.getByRole('navigation', { name: 'Navegação' })).toBeVisible();
});

test('the head of the list of conversations is low on a phone, and the thread is the widest column at 1280 px', async ({
  page,
  team,
}) => {
  await enterDemo(page, team);
  const first = page.locator('[data-row]').first();
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto(`/t/${team.slug}/conversations?view=all`);
    await expect.poll(async () => (await boxOf(first)).y).toBeLessThanOrEqual(120);
    const create = await boxOf(page.getByRole('button', { name: 'Nova conversa' }));
    expect(create.x + create.width).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize({ width: 1280, height: 740 });
  await first.click();
  const columns = [
    page.getByRole('region', { name: 'Lista de conversas' }),
    page.getByRole('complementary', { name: 'Com quem é a conversa' }),
  ];
  const thread = page.getByRole('log');
  for (const column of columns)
    await expect
      .poll(async () => (await boxOf(thread)).width - (await boxOf(column)).width)
      .toBeGreaterThan(100);
});

test('on a phone the content of a record comes before its properties', async ({ page, team }) => {
  await enterDemo(page, team);
  const task = await firstId(page, team, 'tasks');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/t/${team.slug}/tasks/${task}`);
  const properties = page.getByRole('region', { name: 'Propriedades' });
  const priority = properties.getByRole('button', { name: 'Prioridade' });
  expect((await boxOf(page.getByRole('region', { name: 'Descrição' }))).y).toBeLessThan(500);
  await expect(priority).toBeHidden();
  await properties.getByText('Propriedades').click();
  await expect(priority).toBeVisible();
  await page.reload();
  await expect(priority).toBeHidden();
  // Their keys open them.
  await page.keyboard.press('p');
  await expect(priority).toBeVisible();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 740 });
  await page.reload();
  await expect(priority).toBeVisible();
  await expect(properties.getByText('Propriedades')).toBeHidden();
});

test('a column of a board shows seven cards at a height of 800 px', async ({ page, team }) => {
  await enterDemo(page, team);
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const path of ['tasks', 'deals', 'deals?group=month']) {
    await page.goto(`/t/${team.slug}/${path}`);
    const card = page.locator('[data-card]');
    const column = page.locator('[data-scrolls]').filter({ has: card }).first();
    await expect(card.first()).toBeVisible();
    const { height } = await boxOf(column);
    const cards = await page.evaluate<readonly number[]>(
      `[...document.querySelectorAll('[data-card]')].map((card) => card.offsetHeight)`,
    );
    expect(Math.max(...cards), path).toBeLessThanOrEqual(80);
    expect(Math.floor(height / (80 + 6)), path).toBeGreaterThanOrEqual(7);
  }
});

const lists = [
  'tasks?view=list',
  'deals?view=list',
  'clients',
  'contacts',
  'projects',
  'campaigns',
  'activities',
];

test('lists fit into 1280 px, their title is the widest, and rows are quiet', async ({
  page,
  team,
}) => {
  await enterDemo(page, team);
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const path of lists) {
    await page.goto(`/t/${team.slug}/${path}`);
    const row = page.getByRole('row').nth(2);
    const title = await boxOf(row.getByRole('rowheader'));
    for (const cell of await row.getByRole('gridcell').all())
      expect((await boxOf(cell)).width, path).toBeLessThanOrEqual(title.width);
    const scrolls = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('main [data-scrolls]'))`;
    expect(await page.evaluate<number>(scrolls), path).toBe(0);
    const box = row.getByRole('checkbox');
    await expect(box, path).toHaveCSS('opacity', '0');
    await row.hover();
    await expect(box, path).toHaveCSS('opacity', '1');
    await box.check();
    // Once a row is selected, all have their checkboxes.
    await expect(page.getByRole('row').nth(1).getByRole('checkbox')).toHaveCSS('opacity', '1');
  }
});

test('a row of a phone shows the date by which tasks are sorted', async ({ page, team }) => {
  await enterDemo(page, team);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/t/${team.slug}/tasks?view=list`);
  const row = page.getByRole('list', { name: 'Tarefas' }).getByRole('listitem').first();
  const date = await boxOf(row.getByText(/Atrasada/).first());
  expect(date.x + date.width).toBeLessThanOrEqual(360);
  expect((await boxOf(row)).height).toBeLessThan(80);
});

test('at 1280 px nothing overlaps in the header of a conversation', async ({ page, team }) => {
  await enterDemo(page, team);
  await page.setViewportSize({ width: 1280, height: 740 });
  await page.goto(`/t/${team.slug}/conversations?view=all`);
  await page.locator('[data-row]').first().click();
  const head = page.locator('header').filter({ has: page.getByRole('heading', { level: 2 }) });
  await expect(head.getByRole('button', { name: 'Resolver' })).toBeVisible();
  await expect(async () => {
    const boxes = await page.evaluate<readonly Box[]>(`
      [...document.querySelector('header:has(h2)').querySelectorAll('h2, p > span, button')]
        .map((part) => part.getBoundingClientRect().toJSON())
        .filter(({ width }) => width > 1)`);
    const overlaps = boxes.flatMap((a, i) =>
      boxes
        .slice(i + 1)
        .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
        .map((b) => [a, b]),
    );
    expect(boxes.length).toBeGreaterThan(4);
    expect(overlaps).toEqual([]);
  }).toPass();
});

test('a search shows a list from its start', async ({ page, team }) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  for (let n = 10; n < 70; n += 1)
    await team.api('POST', '/clients', { type: 'PJ', name: `Padaria ${n}` });
  await page.goto(`/t/${team.slug}/clients`);
  const grid = page.getByRole('grid', { name: 'Clientes' });
  await expect(grid.getByRole('row').nth(5)).toBeVisible();
  const scrolled = () =>
    page.evaluate<number>(`document.querySelector('main [data-scrolls]').scrollTop`);
  await page.evaluate(`document.querySelector('main [data-scrolls]').scrollTop = 900`);
  await expect.poll(scrolled).toBeGreaterThan(500);
  await page.getByRole('searchbox').fill('Padaria');
  await expect.poll(scrolled).toBe(0);
});
