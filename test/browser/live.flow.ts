import type { Page } from '@playwright/test';
import { type BrowserTeam, expect, test } from './team.ts';

/* Every change appears on every open screen, whatever happened to the connection, over one stream per browser. */

const client = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const make = (team: BrowserTeam, name: string) =>
  team.api('POST', '/clients', { type: 'PJ', name });
const clients = ({ slug }: BrowserTeam) => `/t/${slug}/clients?status=active`;
const none = 'Nenhum cliente corresponde à busca ou aos filtros.';

/** Streams requested by a page. */
function streamsOf(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'eventsource') requests.push(request.url());
  });
  return requests;
}

test('two people see the changes of a program, and each other’s, at once', async ({
  page,
  team,
  browser,
}) => {
  const otherPage = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
  const [marina, caio] = [
    await team.add('Marina Lopes', 'owner'),
    await team.add('Caio Nunes', 'admin'),
  ];
  await Promise.all([team.enter(page, marina), team.enter(otherPage, caio)]);
  await Promise.all([page.goto(clients(team)), otherPage.goto(clients(team))]);
  for (const each of [page, otherPage]) await expect(each.getByText(none)).toBeVisible();
  const { id } = await make(team, 'Site novo');
  for (const each of [page, otherPage]) await expect(client(each, 'Site novo')).toBeVisible();
  await team.api('PUT', `/clients/${id}`, { name: 'Site e loja' });
  for (const each of [page, otherPage]) await expect(client(each, 'Site e loja')).toBeVisible();
  // Settings, whose events only name the record.
  await page.goto(`/t/${team.slug}/settings`);
  await page.getByLabel('Nome').fill('Ipê Filmes');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(otherPage.getByRole('link', { name: 'Ipê Filmes' })).toBeVisible();
  await otherPage.context().close();
});

test('changes made while the network was down appear when it is back', async ({
  page,
  team,
  context,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await page.goto(clients(team));
  await expect(page.getByText(none)).toBeVisible();
  const { id } = await make(team, 'Antes');
  await expect(client(page, 'Antes')).toBeVisible();
  await context.setOffline(true);
  await make(team, 'Enquanto isso');
  await team.api('DELETE', `/clients/${id}`, {});
  await context.setOffline(false);
  await expect(client(page, 'Enquanto isso')).toBeVisible();
  await expect(client(page, 'Antes')).toHaveCount(0);
});

for (const [locale, message, reload] of [
  ['pt-BR', 'Há uma versão nova do Pauta.', 'Recarregar'],
  ['en', 'A new version of Pauta is available.', 'Reload'],
] as const)
  test(`a tab that was opened before an update offers to reload, in ${locale}`, async ({
    page,
    team,
  }) => {
    await team.enter(page, await team.add('Marina Lopes', 'owner', locale));
    await page.goto(clients(team));
    await make(team, 'Antes');
    await expect(client(page, 'Antes')).toBeVisible();
    await page.route(
      ({ pathname }) => pathname === '/',
      (route) => route.fulfill({ headers: { 'x-pauta-panel': 'b'.repeat(64) } }),
    );
    // The new service no longer has a file of the old panel.
    await page.evaluate("dispatchEvent(new Event('vite:preloadError'))");
    await expect(page.getByText(message)).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: reload }).click();
    await expect(client(page, 'Antes')).toBeVisible();
    await expect(page.getByText(message)).toHaveCount(0);
  });

test('a second tab shares the stream, and takes it over', async ({ page, team, context }) => {
  const first = streamsOf(page);
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await page.goto(clients(team));
  await expect.poll(() => first).toHaveLength(1);
  const tab = await context.newPage();
  const second = streamsOf(tab);
  await tab.goto(clients(team));
  await expect(tab.getByText(none)).toBeVisible();
  await make(team, 'Para as duas');
  for (const each of [page, tab]) await expect(client(each, 'Para as duas')).toBeVisible();
  expect(second).toEqual([]);
  await page.close();
  await make(team, 'Para a que ficou');
  await expect(client(tab, 'Para a que ficou')).toBeVisible();
  expect(second).toHaveLength(1);
  expect(second[0]).toContain('last_event_id=');
});

test('without locks, a hidden tab has no stream', async ({ page, team }) => {
  await page.addInitScript(`
    delete Navigator.prototype.locks;
    window.streams = [];
    window.EventSource = class extends EventSource {
      constructor(url) { super(url); streams.push(this); }
    };
    window.see = (state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    };`);
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await page.goto(clients(team));
  await expect(page.getByText(none)).toBeVisible();
  const states = () => page.evaluate('streams.map(({ readyState }) => readyState)');
  await expect.poll(states).toEqual([1]);
  await make(team, 'Vista');
  await expect(client(page, 'Vista')).toBeVisible();
  await page.evaluate("see('hidden')");
  await expect.poll(states).toEqual([2]);
  await make(team, 'Sem ninguém ver');
  await page.evaluate("see('visible')");
  await expect(client(page, 'Sem ninguém ver')).toBeVisible();
  await expect.poll(states).toEqual([2, 1]);
});

/** The cards of a column, from the top. */
const cards = (page: Page, column: string) =>
  page
    .getByRole('region', { name: 'Quadro de tarefas' })
    .getByRole('region', { name: column, exact: true })
    .getByRole('listitem')
    .getByRole('link');

test('two people on one board see each other’s changes, those of a program, the undoing of refused ones, and those missed while offline', async ({
  page,
  team,
  browser,
}) => {
  const away = await browser.newContext({ locale: 'pt-BR' });
  const otherPage = await away.newPage();
  const { id: project } = await team.api('POST', '/projects', { name: 'Site' });
  const ids: string[] = [];
  for (let i = 0; i < 20; i += 1)
    ids.push((await team.api('POST', '/tasks', { title: `t${i}`, project_id: project })).id);
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await team.enter(otherPage, await team.add('Caio Nunes', 'member'));
  await Promise.all([page, otherPage].map((each) => each.goto(`/t/${team.slug}/tasks`)));
  for (const each of [page, otherPage])
    await expect(cards(each, 'Backlog').first()).toHaveText('t0');
  // A program moves one, and both see it.
  await expect(async () => {
    await team.api('PUT', `/tasks/${ids[1]}`, { column: 'done' });
    await expect(cards(otherPage, 'Concluído')).toHaveText(['t1'], { timeout: 5_000 });
  }).toPass();
  await expect(cards(page, 'Concluído')).toHaveText(['t1']);
  // One person moves a card by its menu, and the other sees it.
  const toDo = async () => {
    await cards(page, 'Backlog').first().focus();
    await page.keyboard.press('m');
    await page.getByRole('menu').locator('[role^=menuitem]', { hasText: 'A fazer' }).click();
  };
  await toDo();
  await expect(cards(otherPage, 'A fazer')).toHaveText(['t0']);
  // A refused change is reverted, with the reason.
  await page.route('**/move', (route) =>
    route.fulfill({
      status: 409,
      json: { success: false, error: { code: 'CONFLICT', message: 'The column is gone.' } },
    }),
  );
  await toDo();
  await expect(page.getByText('Isso não é possível agora.')).toBeVisible();
  await expect(cards(page, 'Backlog').first()).toHaveText('t2');
  await expect(cards(page, 'A fazer')).toHaveText(['t0']);
  // Two hundred changes while the network was down.
  await away.setOffline(true);
  const columns = ['backlog', 'todo', 'in_progress', 'review', 'done'];
  // Four at a time, since a team may not exceed its share.
  await Promise.all(
    [0, 1, 2, 3].map(async (lane) => {
      for (let n = 0; n < 10; n += 1)
        for (let i = lane; i < ids.length; i += 4)
          await team.api('PUT', `/tasks/${ids[i]}`, {
            title: `t${i} ${n}`,
            column: columns[(i + n) % 5],
          });
    }),
  );
  await away.setOffline(false);
  const titles = async (each: Page) => {
    const names = ['Backlog', 'A fazer', 'Em andamento', 'Em revisão', 'Concluído'];
    return Promise.all(names.map((name) => cards(each, name).allTextContents()));
  };
  await expect
    .poll(async () => (await titles(otherPage)).flat().sort(), { timeout: 60_000 })
    .toEqual(ids.map((_, i) => `t${i} 9`).sort());
  await expect(async () => expect(await titles(otherPage)).toEqual(await titles(page))).toPass();
  await away.close();
});
