import { devices, type Locator, type Page } from '@playwright/test';
import { started } from './service.ts';
import { type BrowserTeam, expect, keepToasts, test, today } from './team.ts';

/* Keys of freshly opened lists and boards, without a Tab before them; their effect on a selection; and the focus after each. */

const focused = (page: Page) => page.locator(':focus');
/** The list item that has or contains the focus. */
const item = (page: Page) => page.locator('[data-item]:focus, [data-item]:has(:focus)');
const bar = (page: Page) => page.getByRole('region', { name: 'Selecionados' });
const isNowhere = (page: Page) =>
  page.evaluate<boolean>('document.activeElement === document.body || !document.activeElement');

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

async function makeTasks(
  team: BrowserTeam,
  ...titles: readonly string[]
): Promise<readonly string[]> {
  const { id: project_id } = await team.api('POST', '/projects', { name: 'Site novo' });
  const ids: string[] = [];
  for (const title of titles)
    ids.push((await team.api('POST', '/tasks', { title, project_id })).id);
  return ids;
}

async function assigneesOf(team: BrowserTeam, page: Page, id = ''): Promise<readonly string[]> {
  const answer = await page.request.get(`/api/panel/teams/${team.slug}/tasks/${id}`);
  return (await answer.json()).data.assignee_ids;
}

const overlap = async (one: Locator, second: Locator) => {
  const [a, b] = await Promise.all([one.boundingBox(), second.boundingBox()]);
  if (!a || !b) return true;
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
};

/** Long-presses an item by touch until it is selected. */
async function hold(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error('nothing to press');
  const touch = await page.context().newCDPSession(page);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  await expect(target.getByRole('checkbox')).toBeChecked();
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

for (const [layout, width] of [
  ['board', 1280],
  ['list', 1280],
  ['board', 360],
] as const)
  test(`the ${layout} of tasks at ${width} px accepts keys at once, and keys act on the whole selection`, async ({
    page,
    team,
  }) => {
    test.slow();
    await page.setViewportSize({ width, height: 740 });
    await keepToasts(page);
    const ana = await team.add('Ana Prado', 'member');
    const bia = await team.add('Bia Reis', 'member');
    await team.enter(page, ana);
    const ids = await makeTasks(team, 'Capa', 'Rodapé', 'Menu', 'Busca');
    await team.api('PUT', `/tasks/${ids[0]}`, { assignee_ids: [bia.userId] });
    await page.goto(`/t/${team.slug}/tasks?view=${layout}&sort=created_at`);
    const row = (title: string) => page.locator('[data-item]', { hasText: title });
    await expect(row('Capa')).toBeVisible();
    await press(page, 'j');
    await expect(item(page)).toHaveText(/Capa/);
    await press(page, 'x', 'j', 'x');
    await expect(item(page)).toHaveText(/Rodapé/);
    await expect(bar(page)).toContainText('2 selecionados');

    await press(page, 'a');
    const people = page.getByRole('menu', { name: 'Adicionar responsável' });
    await expect(people).toBeVisible();
    await press(page, 'Escape');
    await expect(people).toHaveCount(0);
    await expect(item(page)).toHaveText(/Rodapé/);
    await press(page, 'a');
    await people.getByRole('menuitem', { name: 'Ana Prado' }).press('Enter');
    await expect(bar(page)).toHaveCount(0);
    await expect.poll(() => assigneesOf(team, page, ids[0])).toEqual([bia.userId, ana.userId]);
    await expect.poll(() => assigneesOf(team, page, ids[1])).toEqual([ana.userId]);
    await expect(item(page)).toHaveText(/Rodapé/);

    const toast = page.getByText('2 alterados.');
    await expect(toast).toBeVisible();
    await press(page, 'x');
    await expect(bar(page)).toBeVisible();
    const toasts = page.getByRole('region', { name: 'Avisos' }).locator('> div');
    await expect.poll(() => overlap(toasts.last(), bar(page))).toBe(false);
    await press(page, 'Escape');
    await expect(bar(page)).toHaveCount(0);
    await press(page, 'Control+z');
    await expect.poll(() => assigneesOf(team, page, ids[0])).toEqual([bia.userId]);
    await expect.poll(() => assigneesOf(team, page, ids[1])).toEqual([]);

    // A single one: its menu returns the focus, and its keys work.
    await press(page, 'a', 'Escape', 'k');
    await expect(item(page)).toHaveText(/Capa/);
    await press(page, 'x', 'j', 'x', 'p');
    await page.getByRole('menuitem', { name: 'Urgente' }).press('Enter');
    await expect(row('Capa').getByText('Urgente')).toBeVisible();
    await expect(row('Rodapé').getByText('Urgente')).toBeVisible();

    await press(page, 'k', 'x', 'j', 'x');
    await expect(bar(page)).toContainText('2 selecionados');
    await press(page, 'Backspace');
    await expect(row('Capa')).toHaveCount(0);
    await expect(row('Rodapé')).toHaveCount(0);
    await expect(item(page)).toHaveText(/Menu/);
    await press(page, 'Backspace');
    await expect(row('Menu')).toHaveCount(0);
    await expect(item(page)).toHaveText(/Busca/);

    await press(page, 'c');
    await expect(page.getByLabel('O que precisa ser feito?')).toBeFocused();
    await page.keyboard.type('Formulário');
    await press(page, 'Tab');
    await page.keyboard.type('Site');
    await expect(page.getByRole('option', { name: 'Site novo', exact: true })).toBeVisible();
    await press(page, 'Enter', 'Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(item(page)).toHaveText(/Formulário/);
  });

test('the menu at the end of a row returns the focus, and the link of a row accepts keys too', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Ana Prado', 'member'));
  await makeTasks(team, 'Capa', 'Rodapé');
  await page.goto(`/t/${team.slug}/tasks?view=list&sort=created_at`);
  await page.getByRole('button', { name: 'Ações para Capa' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await press(page, 'Escape', 'j');
  await expect(item(page)).toHaveText(/Rodapé/);
  await page.getByRole('link', { name: 'Capa', exact: true }).click();
  await expect(page.getByRole('complementary', { name: 'Tarefa' })).toBeVisible();
  await press(page, 'Escape');
  await expect(page.getByRole('complementary', { name: 'Tarefa' })).toHaveCount(0);
  await press(page, 'j');
  await expect(item(page)).toHaveText(/Rodapé/);
  // A letter after `g` only navigates.
  await press(page, 'g', 'a');
  await expect(page).toHaveURL(/\/activities/);
  await expect.poll(() => isNowhere(page)).toBe(false);
});

test('a calendar accepts keys at once, and the keys of tasks act on its entries', async ({
  page,
  team,
}) => {
  const ana = await team.add('Ana Prado', 'member');
  await team.enter(page, ana);
  const [id] = await makeTasks(team, 'Capa');
  await team.api('PUT', `/tasks/${id}`, { due_date: today() });
  await page.goto(`/t/${team.slug}/tasks?view=calendar`);
  await expect(page.getByRole('link', { name: 'Capa', exact: true })).toBeVisible();
  await press(page, 'ArrowDown');
  await expect(item(page)).toHaveRole('gridcell');
  await page.getByRole('link', { name: 'Capa', exact: true }).focus();
  await press(page, 'a');
  await page.getByRole('menu').getByRole('menuitemradio', { name: 'Ana Prado' }).press('Enter');
  await expect.poll(() => assigneesOf(team, page, id)).toEqual([ana.userId]);
  await expect(focused(page)).toHaveText(/Capa/);
  await press(page, 'Backspace');
  await expect(page.getByRole('link', { name: 'Capa', exact: true })).toHaveCount(0);
  await expect.poll(() => isNowhere(page)).toBe(false);
});

test('every list and board accepts j, x and Escape at once', async ({ page, team }) => {
  test.slow();
  await team.enter(page, await team.add('Ana Prado', 'owner'));
  await page.goto(`/t/${team.slug}`);
  await team.fill(page);
  const lists = [
    ['deals', true],
    ['deals?view=list', true],
    ['clients', true],
    ['contacts', true],
    ['projects', true],
    ['campaigns', true],
    ['activities?view=list', true],
    ['conversations?view=all', true],
    ['', false],
  ] as const;
  for (const [path, isSelectable] of lists) {
    await page.goto(`/t/${team.slug}${path === '' ? '' : `/${path}`}`);
    await expect(page.locator('main [data-item]').first(), path).toBeVisible();
    await press(page, 'j');
    await expect(item(page), path).toHaveCount(1);
    const first = await item(page).getAttribute('data-item');
    await press(page, 'ArrowDown');
    await expect(item(page), path).not.toHaveAttribute('data-item', String(first));
    if (!isSelectable) continue;
    await page.reload();
    await expect(page.locator('main [data-item]').first(), path).toBeVisible();
    await press(page, 'x');
    await expect(bar(page), path).toContainText('1 selecionado');
    await press(page, 'Escape');
    await expect(bar(page), path).toHaveCount(0);
    await expect(item(page), path).toHaveCount(1);
  }
  await page.goto(`/t/${team.slug}/clients`);
  await expect(page.locator('main [data-item]').first()).toBeVisible();
  await press(page, 'Enter');
  await expect(page).toHaveURL(/\/clients\/[0-9a-f-]{36}/);
});

test('selected conversations are assigned, snoozed and resolved at once', async ({
  page,
  team,
}) => {
  const ana = await team.add('Ana Prado', 'owner');
  await team.enter(page, ana);
  await page.goto(`/t/${team.slug}`);
  await team.fill(page);
  await page.goto(`/t/${team.slug}/conversations?view=all`);
  const rows = page.locator('main [data-item]');
  await expect(rows.first()).toBeVisible();
  const idOf = async (at: number) => (await rows.nth(at).getAttribute('data-item')) ?? '';
  const [first, second] = [await idOf(0), await idOf(1)];
  const stateOf = async (id: string) => {
    const at = `/api/panel/teams/${team.slug}/msgapp/conversations/${id}`;
    const { status, assignee_id } = (await (await page.request.get(at)).json()).data;
    return { status, assignee_id };
  };
  const before = await stateOf(first);
  await press(page, 'x', 'ArrowDown', 'x');
  await expect(bar(page)).toContainText('2 selecionados');
  await press(page, 'a');
  await page.getByRole('menuitem', { name: 'Ana Prado' }).press('Enter');
  for (const id of [first, second])
    await expect.poll(async () => (await stateOf(id)).assignee_id).toBe(ana.userId);
  await expect(item(page)).toHaveAttribute('data-item', second);
  await press(page, 'x', 'ArrowUp', 'x', 'e');
  for (const id of [first, second])
    await expect.poll(async () => (await stateOf(id)).status).toBe('resolved');
  await expect.poll(() => isNowhere(page)).toBe(false);
  await expect(page.getByText('2 alterados.')).toBeVisible();
  await press(page, 'Control+z');
  await expect.poll(async () => (await stateOf(first)).status).toBe('open');
  await press(page, 'Control+z');
  await expect.poll(() => stateOf(first)).toEqual(before);
});

test('the trash keeps the focus at the place of a restored task', async ({ page, team }) => {
  await team.enter(page, await team.add('Ana Prado', 'member'));
  for (const id of await makeTasks(team, 'Capa', 'Rodapé'))
    await team.api('DELETE', `/tasks/${id}`, {});
  await page.goto(`/t/${team.slug}/trash`);
  await expect(page.locator('main [data-item]')).toHaveCount(2);
  await press(page, 'j');
  await expect(focused(page)).toHaveAccessibleName(/^Restaurar: /);
  await press(page, 'Enter');
  await expect(page.locator('main [data-item]')).toHaveCount(1);
  await expect(focused(page)).toHaveAccessibleName(/^Restaurar: /);
  await press(page, 'Enter');
  await expect(page.getByText('A lixeira está vazia.')).toBeVisible();
  await expect.poll(() => isNowhere(page)).toBe(false);
});

test('on a phone, keys and a long press select the cards of every list', async ({
  browser,
  team,
}) => {
  test.slow();
  const context = await browser.newContext({
    ...devices['Pixel 7'],
    viewport: { width: 360, height: 740 },
    locale: 'pt-BR',
    baseURL: started().origin,
  });
  const page = await context.newPage();
  await keepToasts(page);
  await team.enter(page, await team.add('Ana Prado', 'owner'));
  await team.fill(page);
  for (const path of [
    'tasks?view=list',
    'deals?view=list',
    'clients',
    'contacts',
    'projects',
    'campaigns',
    'activities?view=list',
    'conversations?view=all',
  ]) {
    await page.goto(`/t/${team.slug}/${path}`);
    await expect(page.locator('main [data-item]').first(), path).toBeVisible();
    await press(page, 'x');
    await expect(bar(page), path).toContainText('1 selecionado');
    await press(page, 'j', 'x');
    await expect(bar(page), path).toContainText('2 selecionados');
    await press(page, 'x');
    await expect(bar(page), path).toContainText('1 selecionado');
    await press(page, 'Escape');
    await expect(bar(page), path).toHaveCount(0);
    await expect(item(page), path).toHaveCount(1);
    await hold(page, page.locator('main [data-item]').nth(1));
    await expect(bar(page), path).toContainText('1 selecionado');
    // The long press opens neither the record nor its menu.
    await expect(page, path).toHaveURL((url) => !url.searchParams.has('peek'));
    await page
      .getByRole('checkbox', { name: /^Selecionar / })
      .nth(2)
      .tap();
    await expect(bar(page), path).toContainText('2 selecionados');
    await bar(page).getByRole('button', { name: 'Limpar seleção' }).tap();
    await expect(bar(page), path).toHaveCount(0);
  }
  // A key acts on the selection; its toast covers neither the bar nor the selected cards.
  await page.goto(`/t/${team.slug}/tasks?view=list`);
  await expect(page.locator('main [data-item]').first()).toBeVisible();
  await press(page, 'x', 'j', 'x');
  // The actions of the bar, and their keys, are loaded with the first selection.
  await expect(bar(page).getByRole('button', { name: 'Prioridade' })).toBeVisible();
  await press(page, 'p');
  await page.getByRole('menuitem', { name: 'Urgente' }).press('Enter');
  await expect(page.getByText('2 alterados.')).toBeVisible();
  await press(page, 'x');
  await expect(bar(page)).toBeVisible();
  const toasts = page.getByRole('region', { name: 'Avisos' }).locator('> div');
  await expect.poll(() => overlap(toasts.last(), bar(page))).toBe(false);
  await context.close();
});

test('losing and winning by key act on all selected deals', async ({ page, team }) => {
  test.slow();
  await team.enter(page, await team.add('Ana Prado', 'owner'));
  await page.goto(`/t/${team.slug}`);
  const settings = {
    deal_phases: ['Contato', 'Proposta', 'Fechado', 'Sem acordo'],
    won_phases: ['Fechado'],
    lost_phases: ['Sem acordo'],
  };
  const set = (data: object) =>
    page.request.put(`/api/panel/teams/${team.slug}/settings`, {
      headers: { 'sec-fetch-site': 'same-origin' },
      data,
    });
  expect((await set(settings)).status()).toBe(200);
  const make = async (title: string, phase: string) =>
    (await team.api('POST', '/deals', { title, phase })).id;
  const ids = [await make('Site', 'Contato'), await make('Marca', 'Proposta')];
  await make('Loja', 'Contato');
  const stored = () => Promise.all(ids.map((id) => team.api('PUT', `/deals/${id}`, {})));
  for (const view of ['board', 'list'] as const) {
    await page.goto(`/t/${team.slug}/deals?view=${view}&sort=created_at`);
    const row = (title: string) => page.locator('main [data-item]', { hasText: title });
    for (const title of ['Site', 'Marca'])
      await row(title).getByRole('checkbox').check({ force: true });
    await expect(bar(page)).toContainText('2 selecionados');
    await page.keyboard.press('Shift+E');
    const dialog = page.getByRole('dialog', { name: 'Por que estes 2 negócios foram perdidos?' });
    await expect(dialog.getByLabel('Motivo', { exact: true })).toBeFocused();
    await page.keyboard.type('Preço');
    await press(page, 'Enter');
    await expect(dialog).toHaveCount(0);
    const lost = { phase: 'Sem acordo', probability: 0, loss_reason: 'Preço' };
    await expect.poll(stored).toMatchObject([lost, lost]);
    await press(page, 'Control+z');
    await expect
      .poll(stored)
      .toMatchObject([{ phase: 'Contato' }, { phase: 'Proposta', loss_reason: null }]);
  }
  // Two phases mean won: the key opens a choice; without any it explains what to do.
  await set({ ...settings, won_phases: ['Proposta', 'Fechado'] });
  await page.goto(`/t/${team.slug}/deals?view=list`);
  await expect(page.locator('main [data-item]').first()).toBeVisible();
  await press(page, 'x');
  await expect(bar(page)).toBeVisible();
  await press(page, 'e');
  await page.getByRole('menuitem', { name: 'Fechado' }).press('Enter');
  await expect(page.getByText('1 alterado.')).toBeVisible();
  await set({ ...settings, won_phases: [], lost_phases: [] });
  await page.goto(`/t/${team.slug}/deals?view=list`);
  await expect(page.locator('main [data-item]').first()).toBeVisible();
  await press(page, 'x');
  await expect(bar(page)).toBeVisible();
  await press(page, 'e');
  await expect(page.getByRole('dialog', { name: 'Qual fase significa ganho?' })).toBeVisible();
  await press(page, 'Escape', 'Shift+E');
  await expect(page.getByRole('dialog', { name: 'Qual fase significa perdido?' })).toBeVisible();
});

test('c starts a creation on every screen: a record of its kind, or a task where it has no kind', async ({
  page,
  team,
}) => {
  test.slow();
  await team.enter(page, await team.add('Marina Lopes', 'admin'));
  const creations = [
    ['', 'Nova tarefa'],
    ['/tasks', 'Nova tarefa'],
    ['/tasks?view=list', 'Nova tarefa'],
    ['/projects', 'Novo projeto'],
    ['/deals', 'Novo negócio'],
    ['/campaigns', 'Nova campanha'],
    ['/clients', 'Novo cliente'],
    ['/contacts', 'Novo contato'],
    ['/activities', 'Nova atividade'],
    ['/conversations', 'Nova conversa'],
    ['/settings/keys', 'Nova tarefa'],
  ] as const;
  for (const [path, title] of creations)
    await test.step(path, async () => {
      await page.goto(new URL(`/t/${team.slug}${path}`, started().origin).href);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.keyboard.press('c');
      const dialog = page.getByRole('dialog', { name: title });
      await expect(dialog).toBeVisible();
      await expect(dialog.locator(':focus')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      expect(await isNowhere(page)).toBe(false);
    });
});
