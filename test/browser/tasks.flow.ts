import type { Page } from '@playwright/test';
import { type BrowserTeam, expect, test } from './team.ts';

/* Tasks on their board: by keyboard only, by mouse, by touch. */

const column = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Quadro de tarefas' })
    .getByRole('region', { name, exact: true });
const cards = (page: Page, name: string) =>
  column(page, name).getByRole('listitem').getByRole('link');
const expectStatus = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeAttached();

/** A project with these tasks in its first column, opened by a signed-in person. */
async function open(page: Page, team: BrowserTeam, ...titles: string[]) {
  const { id } = await team.api('POST', '/projects', { name: 'Site da Padaria' });
  for (const title of titles) await team.api('POST', '/tasks', { title, project_id: id });
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await page.goto(`/t/${team.slug}/tasks`);
  await expect(page.getByRole('heading', { level: 1, name: 'Tarefas' })).toBeVisible();
}

test('by keyboard only a task is created, moved, changed, trashed, restored and finished; the counts follow', async ({
  page,
  team,
}) => {
  await open(page, team, 'Fotos', 'Textos');
  await expect(cards(page, 'Backlog')).toHaveText(['Fotos', 'Textos']);
  await cards(page, 'Backlog').first().focus();

  await page.keyboard.press('c');
  await expect(page.getByRole('dialog').locator(':focus')).toBeEditable();
  await page.keyboard.type('Enviar o briefing');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Padaria');
  await expect(page.getByRole('option', { name: 'Site da Padaria' })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(cards(page, 'Backlog')).toHaveText(['Fotos', 'Textos', 'Enviar o briefing']);
  const briefing = page.getByRole('link', { name: 'Enviar o briefing' });

  // The new task has the focus. Two up, by its menu; then into another column, and the focus follows.
  await expect(briefing).toBeFocused();
  const choose = async (key: string, item: string) => {
    await page.keyboard.press(key);
    await page.getByRole('menu').locator('[role^=menuitem]', { hasText: item }).focus();
    await page.keyboard.press('Enter');
  };
  await choose('m', 'Mover para o topo');
  await expect(cards(page, 'Backlog')).toHaveText(['Enviar o briefing', 'Fotos', 'Textos']);
  await expectStatus(page, 'Enviar o briefing: em Backlog, posição 1 de 3.');
  await expect(briefing).toBeFocused();
  await choose('m', 'A fazer');
  await expect(cards(page, 'A fazer')).toHaveText(['Enviar o briefing']);
  await expect(briefing).toBeFocused();

  const card = column(page, 'A fazer').getByRole('listitem');
  await choose('p', 'Urgente');
  await expect(card).toContainText('Urgente');
  await choose('d', 'Hoje');
  await expect(card).toContainText('hoje');
  await page.keyboard.press('i');
  await expect(card.getByTitle('Marina Lopes')).toBeVisible();
  await page.keyboard.press('Backspace');
  await expect(briefing).toHaveCount(0);
  await expect(page.getByText('2 tarefas', { exact: true })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(card).toContainText('Urgente');
  await expect(page.getByText('3 tarefas', { exact: true })).toBeVisible();
  await briefing.focus();
  await page.keyboard.press('e');
  await expect(column(page, 'Concluído').getByRole('listitem')).toContainText('Concluída');

  // Several at once.
  await cards(page, 'Backlog').first().focus();
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  const bar = page.getByRole('region', { name: 'Selecionados' });
  await expect(bar.getByRole('status')).toHaveText('2 selecionados');
  await expect(cards(page, 'Backlog').nth(1)).toBeFocused();
  await bar.getByRole('button', { name: 'Adicionar responsável' }).press('Enter');
  await bar.getByRole('menuitem', { name: 'Marina Lopes' }).press('Enter');
  await expect(column(page, 'Backlog').getByTitle('Marina Lopes')).toHaveCount(2);

  // The list matches, and so do the screens of others.
  await page.goto(`/t/${team.slug}/tasks?view=list`);
  await expect(page.getByText('2 tarefas', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Enviar o briefing' })).toHaveCount(0);
  await page.goto(`/t/${team.slug}/tasks?view=list&state=all`);
  await expect(page.getByText('3 tarefas', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Enviar o briefing' })).toBeVisible();
});

test('a card is dragged by mouse between two others; changes by a program appear at once', async ({
  page,
  team,
}) => {
  await open(page, team, 'a', 'b', 'c');
  await expect(cards(page, 'Backlog')).toHaveText(['a', 'b', 'c']);
  const at = async (title: string) => {
    const box = await page.getByRole('link', { name: title, exact: true }).boundingBox();
    if (!box) throw new Error(`${title} is not seen`);
    return box;
  };
  const [from, to] = [await at('c'), await at('b')];
  await page.mouse.move(from.x + 4, from.y + 6);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y, { steps: 4 });
  await page.mouse.move(to.x + 20, to.y - 2, { steps: 8 });
  await page.mouse.up();
  await expect(cards(page, 'Backlog')).toHaveText(['a', 'c', 'b']);
  await expect(page.getByText('Tarefa movida.')).toBeVisible();
  await page.reload();
  await expect(cards(page, 'Backlog')).toHaveText(['a', 'c', 'b']);
  const target = column(page, 'Em revisão').getByText('Nada aqui.');
  await page.getByRole('link', { name: 'a', exact: true }).dragTo(target);
  await expect(cards(page, 'Em revisão')).toHaveText(['a']);
  await expectStatus(page, 'a: em Em revisão, posição 1 de 1.');
  const { id } = await team.api('POST', '/tasks', {
    title: 'd',
    project_id: (await team.api('POST', '/projects', { name: 'Outro' })).id,
  });
  // Of a project that was not loaded here.
  await expect(cards(page, 'Backlog')).toHaveText(['d', 'c', 'b']);
  await team.api('PUT', `/tasks/${id}`, { column: 'done' });
  await expect(cards(page, 'Concluído')).toHaveText(['d']);
});

test('on a board of seven projects a dragged card is drawn where it was dropped, stays there, and returns on undo', async ({
  page,
  team,
}) => {
  await open(page, team);
  for (const project of ['1', '2', '3', '4', '5', '6', '7']) {
    const { id } = await team.api('POST', '/projects', { name: `Projeto ${project}` });
    for (const title of project < '4' ? ['a', 'b'] : ['a'])
      await team.api('POST', '/tasks', { title: `${title}${project}`, project_id: id });
  }
  await page.reload();
  let titles = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'b1', 'b2', 'b3'];
  await expect(cards(page, 'Backlog')).toHaveText(titles);
  // The board shows a drop at once; a reload before the answer would cancel it.
  const answered = () =>
    page.waitForResponse((response) => response.url().endsWith('/move') && response.ok());
  for (const [title, at] of [
    ['a6', 1],
    ['a3', 0],
    ['a2', 4],
  ] as const) {
    const rest = titles.filter((each) => each !== title);
    const card = page.getByRole('link', { name: title, exact: true });
    const target = page.getByRole('link', { name: rest[at] ?? '', exact: true });
    const drag = async () => {
      const [from, to] = [await card.boundingBox(), await target.boundingBox()];
      if (!from || !to) throw new Error(`${title} is not seen`);
      await page.mouse.move(from.x + 4, from.y + 6);
      await page.mouse.down();
      await page.mouse.move(from.x + 20, from.y, { steps: 4 });
      await page.mouse.move(to.x + 20, to.y - 2, { steps: 8 });
      await page.mouse.up();
    };
    titles = rest.toSpliced(at, 0, title);
    const moved = answered();
    await drag();
    await expect(cards(page, 'Backlog')).toHaveText(titles);
    await moved;
    await page.reload();
    await expect(cards(page, 'Backlog')).toHaveText(titles);
    // Undo is available as long as the page is open.
    const next = titles;
    const last = titles.at(-1) ?? '';
    const toTop = page
      .getByRole('menu')
      .locator('[role^=menuitem]', { hasText: 'Mover para o topo' });
    // The board is drawn before its keys are loaded.
    await expect(async () => {
      await page.getByRole('link', { name: last, exact: true }).focus();
      await page.keyboard.press('m');
      await expect(toTop).toBeVisible({ timeout: 10_000 });
    }).toPass();
    await toTop.press('Enter');
    await expect(cards(page, 'Backlog')).toHaveText([last, ...next.slice(0, -1)]);
    await expect(page.getByText('Tarefa movida.')).toBeVisible();
    const undone = answered();
    await page.keyboard.press('Control+z');
    await expect(cards(page, 'Backlog')).toHaveText(next);
    await undone;
    await page.reload();
    await expect(cards(page, 'Backlog')).toHaveText(next);
  }
});

test('bulk changes by keyboard: one is refused with its reason; all matches are previewed; both are undone', async ({
  page,
  team,
}) => {
  // Changes by other users stay invisible: another user deletes a selected task.
  await page.route('**/teams/*/live*', (route) => route.abort());
  const { id: project } = await team.api('POST', '/projects', { name: 'Site da Padaria' });
  const ids: string[] = [];
  for (const title of ['a1', 'a2', 'a3', 'b1'])
    ids.push((await team.api('POST', '/tasks', { title, project_id: project })).id);
  const marina = await team.add('Marina Lopes', 'member');
  await team.enter(page, marina);
  await page.goto(`/t/${team.slug}/tasks?view=list&search=a&sort=created_at`);
  const grid = page.getByRole('grid', { name: 'Tarefas' });
  await expect(grid.getByRole('rowheader')).toHaveText(['a1', 'a2', 'a3']);
  await team.api('DELETE', `/tasks/${ids[2]}`, {});
  await grid.getByRole('rowheader', { name: 'a1' }).focus();
  for (const key of ['x', 'j', 'x', 'j', 'x']) await page.keyboard.press(key);
  const bar = page.getByRole('region', { name: 'Selecionados' });
  await expect(bar.getByRole('status')).toHaveText('3 selecionados');
  await bar.getByRole('button', { name: 'Adicionar responsável' }).press('Enter');
  await bar.getByRole('menuitem', { name: 'Marina Lopes' }).press('Enter');
  const job = page.getByRole('dialog', { name: 'Alteração em massa' });
  await expect(job).toContainText('2 de 3 alterados');
  await job.getByText('Motivos').press('Enter');
  await expect(job.getByRole('listitem')).toContainText('Isso não existe mais.');
  await expect(grid.getByTitle('Marina Lopes')).toHaveCount(2);
  await job.getByRole('button', { name: 'Desfazer tudo' }).press('Enter');
  await expect(job).toContainText('2 voltaram como eram');
  await page.keyboard.press('Escape');

  // The selection is cleared with the query that found it.
  await grid.getByRole('rowheader', { name: 'a1' }).focus();
  await page.keyboard.press('x');
  await bar.getByRole('button', { name: 'Selecionar todos os 2' }).press('Enter');
  await expect(bar.getByRole('status')).toHaveText('Todos os 2 selecionados');
  await page.getByLabel('Buscar nesta lista').fill('');
  await expect(bar).toBeHidden();
  await expect(grid.getByRole('rowheader')).toHaveText(['a1', 'a2', 'b1']);
  await grid.getByRole('rowheader', { name: 'a1' }).focus();
  await page.keyboard.press('x');
  await bar.getByRole('button', { name: 'Selecionar todos os 3' }).press('Enter');
  await bar.getByRole('button', { name: 'Prioridade' }).press('Enter');
  await bar.getByRole('menuitem', { name: 'Urgente' }).press('Enter');
  const start = page.getByRole('dialog', { name: 'Prioridade: Urgente' });
  await expect(start.getByRole('listitem')).toHaveCount(3);
  await start.getByRole('button', { name: 'Mudar 3' }).press('Enter');
  await expect(job).toContainText('3 de 3 alterados');
  await page.goto(`/t/${team.slug}/settings/bulk`);
  const jobs = page.getByRole('list', { name: 'Alterações em massa' });
  await expect(jobs.getByRole('heading')).toHaveText([
    'Tarefas · Prioridade: Urgente',
    'Tarefas · Adicionar responsável: Marina Lopes',
  ]);
  await jobs.getByRole('button', { name: 'Desfazer tudo' }).press('Enter');
  await expect(jobs).toContainText('3 voltaram como eram');
});

test('a shared view of “Eu” shows each person their own tasks', async ({ page, team, browser }) => {
  const [marina, caio] = [
    await team.add('Marina Lopes', 'owner'),
    await team.add('Caio Nunes', 'member'),
  ];
  const otherContext = await browser.newContext({ locale: 'pt-BR' });
  const otherPage = await otherContext.newPage();
  await team.enter(page, marina);
  await team.enter(otherPage, caio);
  const { id: project_id } = await team.api('POST', '/projects', { name: 'Verão' });
  for (const person of [marina, caio])
    await team.api('POST', '/tasks', {
      title: `Tarefa de ${person.name}`,
      project_id,
      assignee_ids: [person.userId],
    });
  await page.goto(`/t/${team.slug}/tasks?view=list`);
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await page.getByRole('menuitem', { name: 'Responsável' }).click();
  await page.getByRole('checkbox', { name: 'Eu', exact: true }).check();
  await expect(page.getByRole('button', { name: 'Responsável é Eu' })).toBeVisible();
  const titles = (of: Page) => of.getByRole('grid').getByRole('rowheader');
  await expect(titles(page)).toHaveText(['Tarefa de Marina Lopes']);
  const made = await page.request.post(`/api/panel/teams/${team.slug}/views`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: {
      resource: 'tasks',
      name: 'Minhas',
      scope: 'team',
      query: Object.fromEntries(new URL(page.url()).searchParams),
    },
  });
  const { data: view } = (await made.json()) as { data: { id: string } };
  await otherPage.goto(`/t/${team.slug}/tasks?saved=${view.id}`);
  await expect(titles(otherPage)).toHaveText(['Tarefa de Caio Nunes']);
  await otherContext.close();
});

for (const [locale, width] of [
  ['pt-BR', 1280],
  ['en', 360],
] as const)
  test(`in an empty team the first task creates its project, by keyboard only, in ${locale} at ${width} px`, async ({
    page,
    team,
  }) => {
    const says = {
      'pt-BR': {
        name: 'Site novo',
        offer: 'Criar o projeto “Site novo”',
        none: 'Ainda não há projetos: digite um nome para criar o primeiro.',
      },
      en: {
        name: 'New website',
        offer: 'Create project “New website”',
        none: 'No projects yet: type a name to create the first one.',
      },
    }[locale];
    await page.setViewportSize({ width, height: 740 });
    await team.enter(page, await team.add('Marina Lopes', 'member', locale));
    await page.goto(`/t/${team.slug}/tasks`);
    await page.locator('[data-create]').first().focus();
    await page.keyboard.press('c');
    await expect(page.getByRole('dialog').locator(':focus')).toBeEditable();
    await page.keyboard.type('Briefing');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    // Without a project the form stays open, without a message in another language.
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.keyboard.press('ArrowDown');
    await expect(page.getByText(says.none)).toBeVisible();
    await page.keyboard.type(says.name);
    await expect(page.getByRole('option', { name: says.offer })).toBeVisible();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Briefing' })).toBeVisible();
    const projects = await page.request.get(`/api/panel/teams/${team.slug}/projects`);
    expect(await projects.json()).toMatchObject({
      data: [{ name: says.name }],
      pagination: { total: 1 },
    });
  });
