import type { Page } from '@playwright/test';
import { expect, type Office, test } from './office.ts';

/*
 * What anybody does is on every open screen, whatever happened to the connection, over one stream a browser.
 */

const deal = (page: Page, title: string) =>
  page.getByRole('list', { name: /Negócios/ }).getByText(title);
const make = (office: Office, title: string) => office.api('POST', '/deals', { title });

/** The streams that a page has asked for. */
function streamsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'eventsource') asked.push(request.url());
  });
  return asked;
}

test('two people see at once what a program does, and what each of them does', async ({
  page,
  office,
  browser,
}) => {
  const other = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
  const [marina, caio] = [
    await office.add('Marina Lopes', 'owner'),
    await office.add('Caio Nunes', 'admin'),
  ];
  await Promise.all([office.enter(page, marina), office.enter(other, caio)]);
  await Promise.all([page.goto('/'), other.goto('/')]);
  for (const each of [page, other])
    await expect(each.getByText('Nenhum negócio em aberto.')).toBeVisible();
  const { id } = await make(office, 'Site novo');
  for (const each of [page, other]) await expect(deal(each, 'Site novo')).toBeVisible();
  await office.api('PUT', `/deals/${id}`, { title: 'Site e loja' });
  for (const each of [page, other]) await expect(deal(each, 'Site e loja')).toBeVisible();
  // Settings, which only say that they changed.
  await page.goto(`/t/${office.slug}/settings`);
  await page.getByLabel('Nome').fill('Ipê Filmes');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(other.getByRole('link', { name: 'Ipê Filmes' })).toBeVisible();
  await other.context().close();
});

test('what came while the network was away is there when it is back', async ({
  page,
  office,
  context,
}) => {
  await office.enter(page, await office.add('Marina Lopes', 'owner'));
  await page.goto('/');
  await expect(page.getByText('Nenhum negócio em aberto.')).toBeVisible();
  const { id } = await make(office, 'Antes');
  await expect(deal(page, 'Antes')).toBeVisible();
  await context.setOffline(true);
  await make(office, 'Enquanto isso');
  await office.api('DELETE', `/deals/${id}`, {});
  await context.setOffline(false);
  await expect(deal(page, 'Enquanto isso')).toBeVisible();
  await expect(deal(page, 'Antes')).toHaveCount(0);
});

test('a second tab shares the stream, and takes it over', async ({ page, office, context }) => {
  const first = streamsOf(page);
  await office.enter(page, await office.add('Marina Lopes', 'owner'));
  await page.goto('/');
  await expect.poll(() => first).toHaveLength(1);
  const tab = await context.newPage();
  const second = streamsOf(tab);
  await tab.goto('/');
  await expect(tab.getByText('Nenhum negócio em aberto.')).toBeVisible();
  await make(office, 'Para as duas');
  for (const each of [page, tab]) await expect(deal(each, 'Para as duas')).toBeVisible();
  expect(second).toEqual([]);
  await page.close();
  await make(office, 'Para a que ficou');
  await expect(deal(tab, 'Para a que ficou')).toBeVisible();
  expect(second).toHaveLength(1);
  expect(second[0]).toContain('last_event_id=');
});

test('without locks, a tab that nobody sees has no stream', async ({ page, office }) => {
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
  await office.enter(page, await office.add('Marina Lopes', 'owner'));
  await page.goto('/');
  await expect(page.getByText('Nenhum negócio em aberto.')).toBeVisible();
  const states = () => page.evaluate('streams.map(({ readyState }) => readyState)');
  await expect.poll(states).toEqual([1]);
  await make(office, 'Vista');
  await expect(deal(page, 'Vista')).toBeVisible();
  await page.evaluate("see('hidden')");
  expect(await states()).toEqual([2]);
  await make(office, 'Sem ninguém ver');
  await page.evaluate("see('visible')");
  await expect(deal(page, 'Sem ninguém ver')).toBeVisible();
  expect(await states()).toEqual([2, 1]);
});
