import type { Page } from '@playwright/test';
import { type BrowserTeam, expect, test } from './team.ts';

/* Grouping, order and card fields of boards, kept in the address. */

const board = (page: Page) => page.getByRole('region', { name: 'Quadro de tarefas' });
const column = (page: Page, name: string) => board(page).getByRole('region', { name, exact: true });
const cards = (page: Page, name: string) =>
  column(page, name).getByRole('listitem').getByRole('link');
const columns = (page: Page) => board(page).getByRole('heading', { level: 2 });

async function choose(page: Page, label: string, value: string) {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: value, exact: true }).click();
}

/** Day of the team, days from now. */
const day = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(
    new Date(Date.now() + days * 86_400_000),
  );

async function fill(page: Page, team: BrowserTeam) {
  const marina = await team.add('Marina Lopes', 'owner');
  const [site, video] = [
    await team.api('POST', '/projects', { name: 'Site' }),
    await team.api('POST', '/projects', { name: 'Vídeo' }),
  ];
  for (const [title, project, priority, days, tags] of [
    ['Érica', site, 'low', 0, ['natal', 'site']],
    ['Capa', site, 'urgent', 1, []],
    ['Bruto', video, 'high', 20, []],
    ['Drone', video, 'none', undefined, []],
  ] as const)
    await team.api('POST', '/tasks', {
      title,
      project_id: project.id,
      priority,
      tags,
      assignee_ids: [marina.userId],
      ...(days !== undefined && { due_date: day(days) }),
    });
  await team.enter(page, marina);
  await page.goto(`/t/${team.slug}/tasks`);
  await expect(cards(page, 'Backlog')).toHaveCount(4);
  return { marina, site, video };
}

test('a board is grouped and ordered in its display menu, and the address and a saved view keep both', async ({
  page,
  team,
}) => {
  await fill(page, team);
  await page.getByRole('button', { name: 'Exibição', exact: true }).click();
  await choose(page, 'Ordenar por', 'Título');
  await expect(cards(page, 'Backlog')).toHaveText(['Bruto', 'Capa', 'Drone', 'Érica']);
  await choose(page, 'Ordenar por', 'Prioridade');
  await expect(cards(page, 'Backlog')).toHaveText(['Capa', 'Bruto', 'Érica', 'Drone']);
  await choose(page, 'Ordenar por', 'Mais recentes primeiro');
  await expect(cards(page, 'Backlog')).toHaveText(['Drone', 'Bruto', 'Capa', 'Érica']);
  await choose(page, 'Ordenar por', 'Prazo');
  await expect(cards(page, 'Backlog')).toHaveText(['Érica', 'Capa', 'Bruto', 'Drone']);
  await choose(page, 'Agrupar por', 'Prioridade');
  await expect(columns(page)).toHaveText(['Urgente', 'Alta', 'Média', 'Baixa', 'Sem prioridade']);
  await choose(page, 'Ordenar por', 'Título');
  await choose(page, 'Agrupar por', 'Projeto');
  await expect(columns(page)).toHaveText(['Site', 'Vídeo']);
  await expect(cards(page, 'Site')).toHaveText(['Capa', 'Érica']);
  expect(new URL(page.url()).search).toBe('?order=title&group=project');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Salvar visão…' }).click();
  await page.getByRole('textbox', { name: 'Nome' }).fill('Por projeto');
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(page).toHaveURL(/saved=/);
  await page.reload();
  await expect(cards(page, 'Site')).toHaveText(['Capa', 'Érica']);
  // A program adds a task, which takes its place in the order.
  const { id } = await team.api('POST', '/projects', { name: 'Rádio' });
  await team.api('POST', '/tasks', { title: 'Locução', project_id: id });
  await expect(columns(page)).toHaveText(['Rádio', 'Site', 'Vídeo']);
  await page.getByRole('link', { name: 'Tudo', exact: true }).click();
  await expect(cards(page, 'Backlog')).toHaveCount(5);
});

test('a drop changes what the columns stand for, or says why it cannot', async ({ page, team }) => {
  await fill(page, team);
  const drop = (title: string, to: string) =>
    page
      .getByRole('link', { name: title, exact: true })
      .dragTo(column(page, to).getByRole('heading', { level: 2 }).locator('../..'), {
        targetPosition: { x: 140, y: 300 },
      });
  await page.goto(`/t/${team.slug}/tasks?group=priority`);
  await expect(cards(page, 'Urgente')).toHaveText(['Capa']);
  await drop('Capa', 'Média');
  await expect(cards(page, 'Média')).toHaveText(['Capa']);
  await page.keyboard.press('Control+z');
  await expect(cards(page, 'Urgente')).toHaveText(['Capa']);

  await page.goto(`/t/${team.slug}/tasks?group=due`);
  await expect(columns(page)).toHaveText([
    'Atrasadas',
    'Hoje',
    'Amanhã',
    'Em até 7 dias',
    'Mais tarde',
    'Sem prazo',
    'Concluídas',
  ]);
  await expect(cards(page, 'Hoje')).toHaveText(['Érica']);
  await drop('Capa', 'Hoje');
  await expect(cards(page, 'Hoje')).toHaveText(['Érica', 'Capa']);
  // Only the user knows the date: the menu asks for it.
  await drop('Érica', 'Em até 7 dias');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(cards(page, 'Hoje')).toHaveText(['Érica', 'Capa']);

  await page.goto(`/t/${team.slug}/tasks?group=project`);
  await expect(cards(page, 'Site')).toHaveText(['Érica', 'Capa']);
  await drop('Capa', 'Vídeo');
  const refusal = page.getByText('Uma tarefa não muda de projeto');
  await expect(refusal).toBeVisible();
  await expect(cards(page, 'Site')).toHaveText(['Érica', 'Capa']);
  await page.goto(`/t/${team.slug}/tasks?group=project`);
  await expect(cards(page, 'Site')).toHaveText(['Érica', 'Capa']);
  await cards(page, 'Site').first().focus();
  await page.keyboard.press('m');
  await expect(refusal).toBeVisible();
  await expect(cards(page, 'Site').first()).toBeFocused();
});

test('in another order a card moves between columns, and undo returns it to its manual place', async ({
  page,
  team,
}) => {
  await fill(page, team);
  await page.goto(`/t/${team.slug}/tasks?order=title`);
  await expect(cards(page, 'Backlog')).toHaveText(['Bruto', 'Capa', 'Drone', 'Érica']);
  await page
    .getByRole('link', { name: 'Capa', exact: true })
    .dragTo(column(page, 'A fazer').getByText('Nada aqui.'));
  await expect(cards(page, 'A fazer')).toHaveText(['Capa']);
  await expect(page.getByText('Tarefa movida.')).toBeVisible();
  const undone = page.waitForResponse((each) => each.url().endsWith('/move') && each.ok());
  await page.keyboard.press('Control+z');
  await expect(cards(page, 'Backlog')).toHaveText(['Bruto', 'Capa', 'Drone', 'Érica']);
  await undone;
  await page.goto(`/t/${team.slug}/tasks`);
  await expect(cards(page, 'Backlog')).toHaveText(['Érica', 'Bruto', 'Capa', 'Drone']);
});

test('cards show the chosen fields', async ({ page, team }) => {
  await fill(page, team);
  const card = column(page, 'Backlog').getByRole('listitem').first();
  await expect(card).toContainText('Site');
  await expect(card).toContainText('hoje');
  await expect(card).not.toContainText('natal');
  await page.getByRole('button', { name: 'Exibição', exact: true }).click();
  const fields = page.getByRole('group', { name: 'Nos cartões' });
  await fields.getByRole('checkbox', { name: 'Etiquetas' }).check();
  await expect(card).toContainText('natal · site');
  await fields.getByRole('checkbox', { name: 'Prazo' }).uncheck();
  await expect(card).not.toContainText('hoje');
  await fields.getByRole('checkbox', { name: 'Responsáveis' }).uncheck();
  await expect(card.getByTitle('Marina Lopes')).toHaveCount(0);
  await page.reload();
  await expect(card).toContainText('natal · site');
  await expect(card).not.toContainText('hoje');
  await page.getByRole('button', { name: 'Exibição', exact: true }).click();
  await fields.getByRole('checkbox', { name: 'Etiquetas' }).uncheck();
  for (const name of ['Prazo', 'Responsáveis'])
    await fields.getByRole('checkbox', { name }).check();
  await expect(page).toHaveURL(/tasks$/);
});

test('a new task has the fields of its column, in every grouping', async ({ page, team }) => {
  const { marina, site, video } = await fill(page, team);
  for (const [group, name, field, value] of [
    ['column', 'A fazer', 'column', 'todo'],
    ['person', 'Marina Lopes', 'assignee_ids', [marina.userId]],
    ['project', 'Vídeo', 'project_id', video.id],
    ['priority', 'Alta', 'priority', 'high'],
    ['due', 'Amanhã', 'due_date', day(1)],
    ['due', 'Em até 7 dias', 'due_date', day(2)],
    ['due', 'Sem prazo', 'due_date', null],
  ] as const) {
    // Without a project the composer asks for one.
    const scope = group === 'project' ? '' : `&project=${site.id}`;
    await page.goto(`/t/${team.slug}/tasks?group=${group}${scope}`);
    await page.getByRole('button', { name: `Adicionar em ${name}` }).click();
    await page.getByRole('textbox', { name: 'O que precisa ser feito?' }).fill(`Nova ${field}`);
    const sent = page.waitForRequest(
      (each) => each.method() === 'POST' && each.url().endsWith('/tasks'),
    );
    await page.keyboard.press('Enter');
    const body = (await sent).postDataJSON() as Readonly<Record<string, unknown>>;
    expect([name, body[field] ?? null]).toEqual([name, value]);
    await expect(cards(page, name).filter({ hasText: `Nova ${field}` })).toHaveCount(1);
  }
  for (const closed of ['Atrasadas', 'Concluídas'])
    await expect(page.getByRole('button', { name: `Adicionar em ${closed}` })).toHaveCount(0);
  // A client's column has one of its projects.
  await page.goto(`/t/${team.slug}/tasks?group=client`);
  await page.getByRole('button', { name: 'Adicionar em Sem cliente' }).click();
  await page.getByRole('textbox', { name: 'O que precisa ser feito?' }).fill('Nova');
  await page.keyboard.press('Enter');
  await expect(cards(page, 'Sem cliente').filter({ hasText: /^Nova$/ })).toHaveCount(1);
});
