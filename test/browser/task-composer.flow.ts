import type { Page } from '@playwright/test';
import { expect, keepToasts, test } from './team.ts';

/* The composer of tasks: dates in the title, a project created in place, several tasks in a row, and tasks that wait for the service. */

const title = (page: Page) => page.getByLabel('O que precisa ser feito?');
const item = (page: Page) => page.locator('[data-item]:focus, [data-item]:has(:focus)');
const chip = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog').getByRole('button', { name });

interface StoredTask {
  readonly title: string;
  readonly due_date: string | null;
  readonly priority: string;
  readonly column: string;
  readonly tags: readonly string[];
  readonly assignee_ids: readonly string[];
  readonly description: string | null;
}

async function tasksOf(page: Page, slug: string): Promise<readonly StoredTask[]> {
  const answer = await page.request.get(`/api/panel/teams/${slug}/tasks?sort=created_at`);
  return (await answer.json()).data;
}

test('a title with a date creates a task from any screen, with a project created in place', async ({
  page,
  team,
}) => {
  await keepToasts(page);
  const ana = await team.add('Ana Prado', 'member');
  await team.enter(page, ana);
  await team.api('POST', '/clients', { type: 'PJ', name: 'Padaria Sol' });
  await page.goto(`/t/${team.slug}`);
  await expect(page.getByRole('heading', { name: 'Olá, Ana' })).toBeVisible();
  await page.keyboard.press('c');
  await expect(title(page)).toBeFocused();
  await page.keyboard.type('Ligar para Ana 15/12/2030 15h');
  const refuse = page.getByRole('button', { name: 'Manter “15/12/2030 15h” no título' });
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText(
    'domingo, 15 de dezembro de 2030, 15:00 (a hora fica no título)',
  );
  await refuse.click();
  await expect(refuse).toHaveCount(0);
  await expect(title(page)).toBeFocused();
  await title(page).fill('Ligar para Ana 16/12/2030 15h');
  // Without a project, Enter asks for it.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Escolha o projeto' })).toBeFocused();
  await page.keyboard.type('Site da padaria');
  await expect(
    page.getByRole('option', { name: 'Criar o projeto “Site da padaria”' }),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(chip(page, /Site da padaria/)).toBeVisible();
  await expect(title(page)).toBeFocused();
  await chip(page, 'Sem cliente').click();
  await page.keyboard.type('padaria');
  await page.getByRole('option', { name: 'Padaria Sol' }).click();
  await chip(page, 'Responsáveis').click();
  await page.keyboard.type('ana');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await chip(page, 'Prioridade').click();
  await page.getByRole('option', { name: 'Alta' }).click();
  await chip(page, 'Etiquetas').click();
  await page.keyboard.type('urna');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.getByLabel('Descrição').fill('Com o orçamento.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const toast = page.getByRole('region', { name: 'Avisos' }).getByText('Tarefa criada.');
  await expect(toast).toBeVisible();
  expect(await tasksOf(page, team.slug)).toMatchObject([
    {
      title: 'Ligar para Ana 15h',
      due_date: '2030-12-16',
      priority: 'high',
      tags: ['urna'],
      assignee_ids: [ana.userId],
      description: 'Com o orçamento.',
      project: { name: 'Site da padaria' },
    },
  ]);
  const projects = await page.request.get(`/api/panel/teams/${team.slug}/projects`);
  expect((await projects.json()).data).toMatchObject([{ client: { name: 'Padaria Sol' } }]);
  await page.getByRole('button', { name: 'Abrir', exact: true }).click();
  await expect(page.getByRole('complementary', { name: 'Tarefa' })).toContainText(
    'Ligar para Ana 15h',
  );
});

test('several tasks in a row, in a board’s column, keep the chosen values; the last card is focused', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Ana Prado', 'member'));
  const { id } = await team.api('POST', '/projects', { name: 'Site novo' });
  await team.api('POST', '/tasks', { title: 'Capa', project_id: id });
  await page.goto(`/t/${team.slug}/tasks?project=${id}`);
  await page.getByRole('button', { name: /^Adicionar em .*To do|^Adicionar.*A fazer/i }).click();
  await expect(title(page)).toBeFocused();
  const column = await chip(page, /Coluna$/).innerText();
  await page.getByLabel('Criar outra').check();
  await title(page).fill('Rodapé');
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveValue('');
  await expect(title(page)).toBeFocused();
  await page.getByLabel('Criar outra').uncheck();
  await title(page).fill('Menu');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(item(page)).toHaveText(/Menu/);
  const [, second, third] = await tasksOf(page, team.slug);
  expect([second?.column, third?.column, column]).toEqual(['todo', 'todo', column]);
});

test('a task composed while the service is out of reach survives a reload and is created once', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Ana Prado', 'member'));
  const { id } = await team.api('POST', '/projects', { name: 'Site novo' });
  await team.api('POST', '/tasks', { title: 'Capa', project_id: id });
  await page.goto(`/t/${team.slug}/tasks`);
  await expect(page.getByRole('link', { name: 'Capa', exact: true })).toBeVisible();
  // The draft survives a reload as well.
  await page.keyboard.press('c');
  await title(page).fill('Rodapé');
  await page.reload();
  await expect(page.getByRole('link', { name: 'Capa', exact: true })).toBeVisible();
  await page.keyboard.press('c');
  await expect(title(page)).toHaveValue('Rodapé');
  // Its response is lost, although the service creates it.
  let requests = 0;
  await page.route('**/tasks', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    requests += 1;
    if (requests === 1) await route.fetch();
    await route.abort();
  });
  await expect(chip(page, /Site novo/)).toBeVisible();
  await title(page).press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => requests).toBeGreaterThan(1);
  page.on('dialog', (dialog) => dialog.accept());
  await page.unroute('**/tasks');
  await page.evaluate('location.reload()');
  await expect(page.getByRole('link', { name: 'Rodapé' })).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('pauta.task.'))"),
    )
    .toEqual([]);
  expect((await tasksOf(page, team.slug)).map((task) => task.title)).toEqual(['Capa', 'Rodapé']);
});

test('a refused task returns to the composer with its reason', async ({ page, team }) => {
  await team.enter(page, await team.add('Ana Prado', 'member'));
  await team.api('POST', '/projects', { name: 'Site novo' });
  await page.goto(`/t/${team.slug}/tasks`);
  await expect(page.getByRole('heading', { level: 1, name: 'Tarefas' })).toBeVisible();
  await page.keyboard.press('c');
  await expect(chip(page, /Site novo/)).toBeVisible();
  await page.route('**/tasks', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 400,
          json: { success: false, error: { code: 'VALIDATION_ERROR', message: 'title' } },
        })
      : route.fallback(),
  );
  await title(page).fill('Rodapé');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await expect(title(page)).toHaveValue('Rodapé');
  await page.unroute('**/tasks');
  await title(page).press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(item(page)).toHaveText(/Rodapé/);
});
