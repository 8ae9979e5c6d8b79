import type { Page } from '@playwright/test';
import { type BrowserTeam, expect, test } from './team.ts';

/* Filters with several values, their opposite, and the user among the values. */

const chip = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Filtros' }).getByRole('button', { name, exact: true });
const rows = (page: Page) => page.getByRole('grid').getByRole('rowheader');
const cards = (page: Page, board: string) =>
  page.getByRole('region', { name: board }).getByRole('listitem').getByRole('link');

/** Opens the editor of a filter that is not set yet. */
async function add(page: Page, name: string) {
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
  return page.getByRole('dialog', { name, exact: true });
}

/** Chooses a condition of the open editor. */
async function choose(page: Page, name: string) {
  await page.getByRole('dialog').getByRole('combobox', { name: 'Condição' }).click();
  await page.getByRole('option', { name, exact: true }).click();
}

/** Tasks of two assignees and an unassigned one. */
async function fill(team: BrowserTeam, people: readonly { readonly userId: string }[]) {
  const { id: project_id } = await team.api('POST', '/projects', { name: 'Verão' });
  for (const [title, priority, person, ...tags] of [
    ['Capa', 'urgent', 0, 'site'],
    ['Fotos', 'high', 1, 'site', 'a, b'],
    ['Textos', 'low', 1],
    ['Pauta', 'none', undefined, 'a, b'],
  ] as const) {
    const assignee_ids = people.flatMap(({ userId }, i) => (i === person ? [userId] : []));
    await team.api('POST', '/tasks', { title, priority, project_id, assignee_ids, tags });
  }
  return project_id;
}

test('a list is filtered by several values and by their opposite, and a saved view keeps them', async ({
  page,
  team,
}) => {
  const marina = await team.add('Marina Lopes', 'owner');
  await fill(team, [marina, await team.add('Caio Nunes', 'member')]);
  await team.enter(page, marina);
  await page.goto(`/t/${team.slug}/tasks?view=list&sort=title`);
  await expect(rows(page)).toHaveText(['Capa', 'Fotos', 'Pauta', 'Textos']);

  const priority = await add(page, 'Prioridade');
  await priority.getByRole('checkbox', { name: 'Alta' }).check();
  await expect(rows(page)).toHaveText(['Fotos']);
  expect(new URL(page.url()).searchParams.get('priority')).toBe('high');
  await priority.getByRole('checkbox', { name: 'Urgente' }).check();
  await expect(priority.getByRole('checkbox', { name: 'Urgente' })).toBeFocused();
  await expect(rows(page)).toHaveText(['Capa', 'Fotos']);
  await expect(chip(page, 'Prioridade é Alta, Urgente')).toBeVisible();
  expect(new URL(page.url()).searchParams.get('priority_in')).toBe('high,urgent');
  await choose(page, 'não é');
  await expect(rows(page)).toHaveText(['Pauta', 'Textos']);
  await expect(chip(page, 'Prioridade não é Alta, Urgente')).toBeVisible();
  await expect(chip(page, 'Prioridade é Alta, Urgente')).toHaveCount(0);
  await priority.getByRole('checkbox', { name: 'Baixa' }).check();
  await expect(chip(page, 'Prioridade não é Alta, Urgente +1')).toBeVisible();
  await priority.getByRole('checkbox', { name: 'Baixa' }).press('Enter');
  await expect(priority).toHaveCount(0);
  await expect(rows(page)).toHaveText(['Pauta']);

  await page.getByRole('button', { name: 'Salvar visão…' }).click();
  await page.getByRole('textbox', { name: 'Nome' }).fill('Sem pressa');
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(page).toHaveURL(/saved=/);
  await page.reload();
  await expect(rows(page)).toHaveText(['Pauta']);
  await expect(chip(page, 'Prioridade não é Alta, Urgente +1')).toBeVisible();
  // One value less, and then none: the address overrides those of the view.
  await chip(page, 'Prioridade não é Alta, Urgente +1').click();
  await priority.getByRole('checkbox', { name: 'Alta' }).uncheck();
  await expect(rows(page)).toHaveText(['Fotos', 'Pauta']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remover o filtro Prioridade' }).click();
  await expect(rows(page)).toHaveText(['Capa', 'Fotos', 'Pauta', 'Textos']);

  // A comma within a value.
  const tag = await add(page, 'Etiqueta');
  await tag.getByRole('textbox', { name: 'Etiqueta é' }).fill('a, b');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveText(['Fotos', 'Pauta']);
  await page.keyboard.type('site');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveText(['Capa', 'Fotos', 'Pauta']);
  await expect(chip(page, 'Etiqueta é a, b, site')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(tag).toHaveCount(0);
  await page.reload();
  await expect(rows(page)).toHaveText(['Capa', 'Fotos', 'Pauta']);
});

test('the user is one of several values, and a board with such filters follows live changes', async ({
  page,
  team,
}) => {
  const [marina, caio, bia] = [
    await team.add('Marina Lopes', 'owner'),
    await team.add('Caio Nunes', 'member'),
    await team.add('Bia Prado', 'member'),
  ];
  const project_id = await fill(team, [marina, caio]);
  await team.enter(page, marina);
  await page.goto(`/t/${team.slug}/tasks`);
  const board = cards(page, 'Quadro de tarefas');
  await expect(board).toHaveText(['Capa', 'Fotos', 'Textos', 'Pauta']);
  const people = await add(page, 'Responsável');
  await people.getByRole('checkbox', { name: 'Eu' }).check();
  await expect(board).toHaveText(['Capa']);
  await people.getByRole('combobox', { name: 'Valor' }).fill('Bia');
  await page.getByRole('option', { name: 'Bia Prado' }).click();
  await expect(chip(page, 'Responsável é Eu, Bia Prado')).toBeVisible();
  expect(new URL(page.url()).searchParams.get('person_in')).toBe(`~me,${bia.userId}`);

  const title = 'Vídeo';
  const { id } = await team.api('POST', '/tasks', {
    title,
    project_id,
    assignee_ids: [bia.userId],
  });
  await expect(board).toHaveText(['Capa', title]);
  await team.api('PUT', `/tasks/${id}`, { assignee_ids: [caio.userId] });
  await expect(board).toHaveText(['Capa']);
  await choose(page, 'não é');
  await expect(board).toHaveText(['Fotos', 'Textos', 'Pauta', title]);
  await team.api('PUT', `/tasks/${id}`, { assignee_ids: [marina.userId] });
  await expect(board).toHaveText(['Fotos', 'Textos', 'Pauta']);
  // Bulk changes use the same query.
  await page.keyboard.press('Escape');
  await page.goto(`${page.url().split('?')[0]}?view=list&person_not=~me`);
  await expect(rows(page)).toHaveCount(3);
});

test('boards and lists of other records have the same filters', async ({ page, team }) => {
  const marina = await team.add('Marina Lopes', 'owner');
  const { id: client_id } = await team.api('POST', '/clients', { name: 'Padaria Sol', type: 'PJ' });
  for (const [title, source, priority, status] of [
    ['Loja', 'site', 'urgent', 'active'],
    ['Marca', 'evento', 'high', 'paused'],
    ['Vídeo', undefined, 'low', 'completed'],
  ] as const) {
    await team.api('POST', '/deals', { title, source, client_id, responsible_id: marina.userId });
    await team.api('POST', '/projects', { name: title, priority, status });
  }
  await team.enter(page, marina);
  await page.goto(`/t/${team.slug}/deals?source_in=site,evento`);
  const board = cards(page, 'Negócios');
  await expect(board).toHaveText(['Loja', 'Marca']);
  await expect(chip(page, 'Origem é site, evento')).toBeVisible();
  await page.goto(`/t/${team.slug}/deals?source_not=site&responsible_id=~me`);
  await expect(board).toHaveText(['Marca', 'Vídeo']);
  const { id } = await team.api('POST', '/deals', { title: 'Site', source: 'site', client_id });
  await team.api('PUT', `/deals/${id}`, { source: 'feira', responsible_id: marina.userId });
  await expect(board).toHaveText(['Marca', 'Vídeo', 'Site']);
  await page.goto(`/t/${team.slug}/projects?status_not=paused&sort=name`);
  await expect(rows(page)).toHaveText(['Loja', 'Vídeo']);
  await page.goto(`/t/${team.slug}/projects?priority_in=high,urgent&sort=name`);
  await expect(rows(page)).toHaveText(['Loja', 'Marca']);
  // Values that do not exist are left out.
  await page.goto(`/t/${team.slug}/projects?priority_in=high,nothing&sort=name`);
  await expect(rows(page)).toHaveText(['Marca']);
});

test('a change of all records that a list finds by several values and by their opposite leaves the others', async ({
  page,
  team,
}) => {
  const marina = await team.add('Marina Lopes', 'owner');
  const caio = await team.add('Caio Nunes', 'member');
  const { id: project_id } = await team.api('POST', '/projects', { name: 'Site' });
  const made = new Map<string, string>();
  for (const [title, priority, person, tag] of [
    ['Capa', 'high', marina, 'site'],
    ['Rodapé', 'urgent', caio, 'site'],
    ['Vídeo', 'high', caio, 'adiado'],
    ['Convite', 'low', marina, 'site'],
    ['Placa', 'urgent', undefined, 'site'],
  ] as const) {
    const fields = { title, project_id, priority, tags: [tag] };
    const assignee_ids = person ? [person.userId] : [];
    made.set(title, (await team.api('POST', '/tasks', { ...fields, assignee_ids })).id);
  }
  await team.enter(page, marina);
  const query = `priority_in=high,urgent&tag_not=adiado&person_in=~me,${caio.userId}`;
  await page.goto(`/t/${team.slug}/tasks?view=list&${query}`);
  const grid = page.getByRole('grid');
  await expect(grid.getByRole('rowheader')).toHaveText(['Capa', 'Rodapé']);
  await grid.getByRole('rowheader', { name: 'Capa', exact: true }).focus();
  await page.keyboard.press('x');
  const bar = page.getByRole('region', { name: 'Selecionados' });
  await bar.getByRole('button', { name: 'Selecionar todos os 2' }).press('Enter');
  await bar.getByRole('button', { name: 'Prioridade' }).press('Enter');
  await bar.getByRole('menuitem', { name: 'Baixa' }).press('Enter');
  const start = page.getByRole('dialog', { name: 'Prioridade: Baixa' });
  await expect(start.getByRole('listitem')).toHaveCount(2);
  await start.getByRole('button', { name: 'Mudar 2' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Alteração em massa' })).toContainText(
    '2 de 2 alterados',
  );
  const priorities: unknown[] = [];
  for (const id of made.values())
    priorities.push(
      ((await team.api('PUT', `/tasks/${id}`, {})) as { priority?: unknown }).priority,
    );
  expect(priorities).toEqual(['low', 'low', 'high', 'low', 'urgent']);
});
