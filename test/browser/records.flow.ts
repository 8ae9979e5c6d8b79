import type { Page } from '@playwright/test';
import { type BrowserTeam, expect, keepToasts, test } from './team.ts';

/* Features of every record: its peek and page, texts and properties edited in place, comments with @, files, history, the trash. */

/** Calls the panel's API like the page. */
async function ask(page: Page, method: 'post' | 'get', path: string, data?: object) {
  const answer = await page.request[method](`/api/panel${path}`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    ...(data && { data }),
  });
  expect(answer.status(), await answer.text()).toBeLessThan(300);
  return (await answer.json()).data;
}

async function aTask(page: Page, { slug }: BrowserTeam, title: string): Promise<string> {
  const base = `/teams/${slug}`;
  const project = await ask(page, 'post', `${base}/projects`, { name: 'Site novo' });
  const task = await ask(page, 'post', `${base}/tasks`, { title, project_id: project.id });
  return task.id;
}

const bell = (page: Page) => page.getByRole('button', { name: /^Notificações/ });
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Files from another window: dropped on an element, or pasted. */
const give = (page: Page, event: 'drop' | 'paste', name: string) =>
  page.evaluate(`{
    const data = new DataTransfer();
    const bytes = Uint8Array.from(atob('${png}'), (sign) => sign.charCodeAt(0));
    data.items.add(new File([bytes], '${name}', { type: 'image/png' }));
    const init = { bubbles: true, cancelable: true };
    document.querySelector('section[aria-label=Arquivos]').dispatchEvent(
      '${event}' === 'drop'
        ? new DragEvent('drop', { ...init, dataTransfer: data })
        : new ClipboardEvent('paste', { ...init, clipboardData: data }),
    );
  }`);

test('a task is edited in place and discussed: a mentioned person is notified, and sees it', async ({
  page,
  team,
  browser,
}) => {
  const otherPage = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
  const marina = await team.add('Marina Lopes', 'owner');
  const caio = await team.add('Caio Nunes', 'member');
  await Promise.all([team.enter(page, marina), team.enter(otherPage, caio)]);
  const id = await aTask(page, team, 'Banner');
  await Promise.all([
    page.goto(`/t/${team.slug}/tasks/${id}`),
    otherPage.goto(`/t/${team.slug}/trash`),
  ]);
  const title = page.getByLabel('Título');
  await title.fill('Banner da home');
  await title.press('Enter');
  await expect(page.getByRole('heading', { name: 'Banner da home', level: 1 })).toBeAttached();
  await page.getByRole('button', { name: 'Editar Descrição' }).click();
  await page
    .getByRole('textbox', { name: 'Descrição' })
    .fill('Um **teste**\n- [ ] de [site](https://a.example)');
  await page.keyboard.press('Control+Enter');
  const description = page.getByRole('region', { name: 'Descrição' });
  await expect(description.getByText('teste', { exact: true })).toBeVisible();
  await description.getByRole('checkbox').check();
  const item = page.getByLabel('Novo item');
  for (const text of ['Esboço', 'Arte']) {
    await item.fill(text);
    await item.press('Enter');
  }
  const list = page.getByRole('region', { name: 'Checklist' });
  await list.getByRole('checkbox', { name: 'Esboço' }).check();
  await expect(list.getByText('1 de 2')).toBeVisible();
  // A property by its key.
  await item.blur();
  await page.keyboard.press('p');
  await page.getByRole('menuitemradio', { name: 'Urgente' }).click();
  await expect(page.getByRole('button', { name: /Urgente/ })).toBeVisible();

  await page.getByRole('textbox', { name: 'Escrever um comentário' }).fill('Veja, @cai');
  await page.keyboard.press('Enter');
  await page.keyboard.type('por favor');
  await page.keyboard.press('Control+Enter');
  const comments = page.getByRole('list', { name: 'Comentários' });
  await expect(comments.getByText('@Caio Nunes')).toBeVisible();

  await expect(bell(otherPage)).toHaveAccessibleName(/1/);
  await bell(otherPage).click();
  await otherPage
    .getByRole('link', { name: /Marina Lopes mencionou você em Banner da home/ })
    .click();
  const peek = otherPage.getByRole('complementary', { name: 'Tarefa' });
  await expect(peek.getByText('por favor')).toBeVisible();
  await expect(bell(otherPage)).not.toHaveAccessibleName(/1/);
  await peek.getByRole('textbox', { name: 'Escrever um comentário' }).fill('Pronto!');
  await otherPage.keyboard.press('Control+Enter');
  await expect(comments.getByText('Pronto!')).toBeVisible();
  // The screen behind stays usable; Escape closes the peek, and its link works in a fresh page.
  expect(otherPage.url()).toContain(`?peek=tasks/${id}`);
  await otherPage.getByLabel('Buscar na lixeira').fill('banner');
  await peek.getByRole('button', { name: 'Fechar' }).focus();
  await otherPage.keyboard.press('Escape');
  await expect(peek).toBeHidden();
  await expect(otherPage).not.toHaveURL(/peek/);

  await page.getByRole('tab', { name: 'Histórico' }).click();
  const history = page.getByRole('list', { name: 'Histórico' });
  const renamed = history.getByRole('listitem').filter({ hasText: 'Título' });
  await expect(renamed).toContainText('Marina Lopes alterou a tarefa');
  await expect(renamed).toContainText(/Banner.*→.*Banner da home/);
  await otherPage.context().close();
});

test('files are added by drop and paste and removed by undo; by keyboard only a task is trashed, found and restored', async ({
  page,
  team,
}) => {
  await keepToasts(page);
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  const id = await aTask(page, team, 'Trocar o banner');
  await page.goto(`/t/${team.slug}/trash?peek=tasks/${id}`);
  const files = page.getByRole('list', { name: 'Arquivos' });
  await expect(page.getByRole('button', { name: 'Anexar arquivo' })).toBeVisible();
  await give(page, 'drop', 'logo.png');
  await expect(files.getByRole('link', { name: 'logo.png' })).toBeVisible();
  await give(page, 'paste', 'tela.png');
  await expect(files.getByRole('link', { name: 'tela.png' })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    files.getByRole('link', { name: 'logo.png' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('logo.png');
  await page.getByRole('button', { name: 'Excluir logo.png' }).click();
  await expect(files.getByRole('link', { name: 'logo.png' })).toBeHidden();
  await page.getByRole('button', { name: 'Desfazer' }).first().click();
  await expect(files.getByRole('link', { name: 'logo.png' })).toBeVisible();

  // By keyboard only into the trash, found there, and restored.
  await page.getByRole('button', { name: 'Mover para a lixeira' }).press('Enter');
  const row = page.getByRole('row', { name: /Trocar o banner/ });
  await expect(row).toContainText('por Marina Lopes');
  await page.goto(`/t/${team.slug}/trash?peek=tasks/${id}`);
  await expect(page.getByText('Isso não existe mais, ou foi para a lixeira.')).toBeVisible();
  await page.getByRole('button', { name: 'Fechar' }).last().press('Enter');
  await page.getByLabel('Buscar na lixeira').focus();
  await page.keyboard.type('nada disso');
  await expect(page.getByText('Nada na lixeira com este texto.')).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('banner');
  await row.getByRole('button', { name: 'Restaurar: Trocar o banner' }).press('Enter');
  await expect(page.getByText(/“Trocar o banner” voltou para/)).toBeVisible();

  // The peek follows to the next screen, and works from there.
  await aTask(page, team, 'Revisar o texto');
  await page.goto(`/t/${team.slug}/tasks`);
  await page.getByRole('link', { name: 'Trocar o banner' }).click();
  const title = page.getByRole('complementary', { name: 'Tarefa' }).getByLabel('Título');
  await expect(title).toHaveValue('Trocar o banner');
  await page.keyboard.press('j');
  await expect(title).toHaveValue('Revisar o texto');
  await page.keyboard.press('k');
  await expect(title).toHaveValue('Trocar o banner');
  await page.goBack();
  await expect(title).toBeHidden();
});

test('the browser asks before it reloads a page whose changes are not saved', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'member'));
  const id = await aTask(page, team, 'Trocar o banner');
  await page.goto(`/t/${team.slug}/tasks/${id}`);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/tasks/${id}`, async (route) => {
    if (route.request().method() === 'PUT') await released;
    await route.continue();
  });
  const title = page.getByLabel('Título');
  await title.fill('Trocar o banner da capa');
  await title.press('Enter');
  const opened = page.waitForEvent('dialog');
  await page.evaluate('void setTimeout(() => location.reload())');
  const dialog = await opened;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  release();
  await page.reload();
  await expect(title).toHaveValue('Trocar o banner da capa');
});

test('every record is loaded with three requests, in addition to the shell’s own', async ({
  page,
  team,
}) => {
  const marina = await team.add('Marina Lopes', 'owner');
  await team.enter(page, marina);
  const base = `/teams/${team.slug}`;
  const made = async (kind: string, fields: object) =>
    (await ask(page, 'post', `${base}/${kind}`, fields)).id as string;
  const client_id = await made('clients', { name: 'Padaria', type: 'PJ' });
  const project_id = await made('projects', { name: 'Site', client_id });
  const deal_id = await made('deals', { title: 'Contrato', client_id });
  const ids = {
    clients: client_id,
    projects: project_id,
    deals: deal_id,
    tasks: await made('tasks', { title: 'Banner', project_id }),
    campaigns: await made('campaigns', { name: 'Verão', project_id }),
    contracts: await made('contracts', { title: 'Cuidado mensal', client_id, value: 100 }),
    contacts: await made('msgapp/contacts', { phone: '5511999998888', client_id }),
    activities: await made('activities', {
      title: 'Ligar',
      type: 'call',
      due_date: '2026-12-01',
      deal_id,
      client_id,
    }),
  };
  // On a slow machine the shell's own come before the screen's.
  const shells =
    /^\/((live|notifications|views|inboxes|msgapp\/unread)(\/|\?|$)|projects\?status=active&|time-entries\?.*is_running=true)/;
  let requests: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    const path = pathname.split(`/api/panel${base}`)[1];
    if (path && !shells.test(path + search)) requests.push(path + search);
  });
  // An event of a record just made may arrive late, and rightly causes another read. A read too many repeats with each load.
  for (const [kind, id] of Object.entries(ids))
    await expect(async () => {
      requests = [];
      await page.goto(`/t/${team.slug}/${kind}/${id}`);
      await expect.poll(() => requests.some((path) => path.includes('/users'))).toBe(true);
      // Repeated reads would have happened by now, since the stream has started.
      await page.waitForTimeout(500);
      expect(requests.length, `${kind}: ${requests.join(' ')}`).toBeLessThanOrEqual(3);
    }).toPass({ timeout: 60_000 });
});
