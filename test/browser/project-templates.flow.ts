import type { Page } from '@playwright/test';
import { post } from './panel-api.ts';
import { chooseOption } from './select.ts';
import { type BrowserTeam, expect, keepToasts, test, today } from './team.ts';

/* Project templates: saved from a project, edited, and used for new projects and those of won deals. */

const dayAfter = (days: number) =>
  new Date(Date.parse(today()) + days * 86_400_000).toISOString().slice(0, 10);

/** Creates a squad with members. @returns its id */
async function makeSquad(page: Page, team: BrowserTeam, ...members: string[]): Promise<string> {
  const { id } = await post(page, team, '/squads', { name: 'Criação' });
  for (const member of members) {
    const answer = await page.request.put(
      `/api/panel/teams/${team.slug}/squads/${id}/members/${member}`,
      { headers: { 'sec-fetch-site': 'same-origin' } },
    );
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  return id;
}

test('a project becomes a template, which is edited, and a new project gets its tasks and assignees', async ({
  page,
  team,
}) => {
  await keepToasts(page);
  const marina = await team.add('Marina Lopes', 'admin');
  const caio = await team.add('Caio Nunes', 'member');
  await team.enter(page, marina);
  const squad_id = await makeSquad(page, team, caio.userId, marina.userId);

  // The roles in the squad.
  await page.goto(`/t/${team.slug}/settings/squads`);
  await page.getByLabel('Função de Caio Nunes em Criação').fill('Design');
  await page.keyboard.press('Enter');
  await page.getByLabel('Função de Marina Lopes em Criação').fill('Mídia');
  await page.keyboard.press('Enter');
  await expect(page.locator('datalist option[value="Mídia"]')).toBeAttached();
  await page.reload();
  await expect(page.getByLabel('Função de Caio Nunes em Criação')).toHaveValue('Design');

  // A project is saved as a template.
  const project = await team.api('POST', '/projects', {
    name: 'Site da padaria',
    start_date: today(),
    due_date: dayAfter(30),
    squad_id,
  });
  await team.api('POST', '/tasks', {
    title: 'Desenhar a home',
    project_id: project.id,
    due_date: dayAfter(10),
    estimated_hours: 6,
    assignee_id: caio.userId,
  });
  await page.goto(`/t/${team.slug}/projects/${project.id}`);
  await page.getByRole('button', { name: 'Salvar como modelo…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Nome')).toHaveValue('Site da padaria');
  await dialog.getByLabel('Nome').fill('Site institucional');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Abrir modelo' }).click();

  // It has the project's values, and is changed.
  await expect(page.getByRole('heading', { name: 'Site institucional', level: 1 })).toBeVisible();
  await expect(page.getByLabel('Duração (dias)')).toHaveValue('30');
  const task = (place: number) => page.getByRole('group', { name: `Tarefa ${place}`, exact: true });
  await expect(task(1).getByLabel('Título')).toHaveValue('Desenhar a home');
  await expect(task(1).getByLabel('Prazo (dias)')).toHaveValue('10');
  await expect(task(1).getByLabel('Função')).toHaveValue('Design');
  await expect(task(1).getByLabel('Horas')).toHaveValue('6');
  await page.getByLabel('Duração (dias)').fill('45');
  await page.getByRole('button', { name: 'Adicionar tarefa' }).click();
  await expect(task(2).getByLabel('Título')).toBeFocused();
  await page.keyboard.type('Anunciar');
  await task(2).getByLabel('Prazo (dias)').fill('20');
  await task(2).getByLabel('Função').fill('mídia');
  // A third one, by Enter in a title, and the second becomes the first.
  await task(2).getByLabel('Título').press('Enter');
  await expect(task(3).getByLabel('Título')).toBeFocused();
  await page.keyboard.type('Medir');
  await page.getByRole('button', { name: 'Mover Anunciar: use as setas' }).press('ArrowUp');
  await expect(task(1).getByLabel('Título')).toHaveValue('Anunciar');
  await expect(task(1).getByLabel('Função')).toHaveValue('mídia');
  await page.getByRole('button', { name: 'Ações para Medir' }).click();
  await page.getByRole('menuitem', { name: 'Remover tarefa' }).click();
  await expect(task(3)).toHaveCount(0);

  // Leaving the page loses nothing.
  await page.getByRole('link', { name: 'Todos os modelos' }).click();
  const row = page.getByRole('row', { name: /Site institucional/ });
  await expect(row).toContainText(/1 tarefa.*30 dias/);
  await row.getByRole('link').click();
  await expect(page.getByText('Continuamos de onde parou.')).toBeVisible();
  await expect(task(1).getByLabel('Título')).toHaveValue('Anunciar');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Alterações salvas.')).toBeVisible();
  await expect(page.getByText('Há mudanças que não foram salvas.')).toBeHidden();

  // A new project gets the tasks, assigned by their roles.
  await page.goto(`/t/${team.slug}/projects?new=project`);
  await dialog.getByLabel('Nome').fill('Site da floricultura');
  await chooseOption(dialog.getByLabel('Modelo'), 'Site institucional');
  await expect(dialog.getByText('2 tarefas, prazo em 45 dias')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Squad' }).fill('cria');
  await page.getByRole('option', { name: 'Criação' }).click();
  await dialog.getByRole('button', { name: 'Criar projeto' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('link', { name: 'Ver tarefas' }).click();
  await expect(page.getByRole('heading', { name: 'Site da floricultura' })).toBeAttached();
  const first = page.locator('[data-card]').filter({ hasText: 'Desenhar a home' });
  await expect(first.getByText('Caio Nunes')).toBeAttached();
  const second = page.locator('[data-card]').filter({ hasText: 'Anunciar' });
  await expect(second.getByText('Marina Lopes')).toBeAttached();

  // The project names its template.
  await page.goto(`/t/${team.slug}/projects`);
  await page.getByRole('link', { name: 'Site da floricultura' }).first().click();
  const origin = page.getByText('Criado a partir do modelo Site institucional');
  await expect(origin).toBeVisible();
  await expect(origin.getByRole('link')).toHaveAttribute('href', /project-templates/);

  // The template is deleted; the project remains.
  await page.goto(`/t/${team.slug}/settings/project-templates`);
  await row.getByRole('link').click();
  await page.getByRole('button', { name: 'Excluir modelo' }).click();
  await dialog.getByRole('button', { name: 'Excluir modelo' }).click();
  await expect(page.getByText('Nenhum modelo ainda.')).toBeVisible();
});

test('two people change a template at once: the second sees it, and replaces or takes over the first', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'admin'));
  const { id } = await post(page, team, '/project-templates', { name: 'Campanha' });
  await page.goto(`/t/${team.slug}/settings/project-templates/${id}`);
  await page.getByRole('button', { name: 'Adicionar tarefa' }).click();
  await page.keyboard.type('Planejar');
  const put = await page.request.put(`/api/panel/teams/${team.slug}/project-templates/${id}`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { name: 'Campanha de verão', tasks: [] },
  });
  expect(put.ok(), await put.text()).toBe(true);
  await expect(page.getByText('alguém salvou este modelo')).toBeVisible();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByRole('alert')).toContainText('O que você escreveu continua aqui.');
  await expect(page.getByLabel('Título')).toHaveValue('Planejar');
  await page.getByRole('button', { name: 'Ver a versão salva' }).click();
  await expect(page.getByLabel('Nome')).toHaveValue('Campanha de verão');
  await expect(page.getByText('Nenhuma tarefa ainda.')).toBeVisible();
});

test('a won deal creates a contract and a project from a template; members neither see the settings nor save templates', async ({
  page,
  team,
}) => {
  const marina = await team.add('Marina Lopes', 'owner');
  await team.enter(page, marina);
  const project = await team.api('POST', '/projects', { name: 'Redes' });
  await team.api('POST', '/tasks', { title: 'Calendário editorial', project_id: project.id });
  await post(page, team, '/project-templates', { name: 'Redes sociais', project_id: project.id });
  const settings = await page.request.put(`/api/panel/teams/${team.slug}/settings`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { deal_phases: ['Contato', 'Fechado'], won_phases: ['Fechado'] },
  });
  expect(settings.ok(), await settings.text()).toBe(true);
  const deal = await team.api('POST', '/deals', { title: 'Loja nova', phase: 'Fechado' });
  await page.goto(`/t/${team.slug}/deals/${deal.id}`);
  await page.getByRole('button', { name: 'Criar contrato e projeto' }).click();
  const dialog = page.getByRole('dialog');
  await chooseOption(dialog.getByLabel('Modelo'), 'Redes sociais');
  await expect(dialog.getByText('1 tarefa, sem prazo')).toBeVisible();
  await dialog.getByRole('button', { name: 'Criar contrato e projeto' }).click();
  await expect(dialog).toBeHidden();
  await page.goto(`/t/${team.slug}/tasks?view=list`);
  await expect(page.getByRole('link', { name: 'Calendário editorial' })).toHaveCount(2);

  await team.enter(page, await team.add('Caio Nunes', 'member'));
  await page.goto(`/t/${team.slug}/settings`);
  await expect(page.getByRole('link', { name: 'Squads' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Modelos de projeto' })).toHaveCount(0);
  await page.goto(`/t/${team.slug}/projects/${project.id}`);
  await expect(page.getByRole('button', { name: 'Cancelar projeto' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Salvar como modelo…' })).toHaveCount(0);
});
