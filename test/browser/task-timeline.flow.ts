import { expect, keepToasts, test } from './team.ts';

test('the timeline of a project shows its tasks by column, moves and resizes them, and follows others', async ({
  page,
  team,
}) => {
  await keepToasts(page);
  const { id: project } = await team.api('POST', '/projects', { name: 'Site' });
  const make = (title: string, fields: object = {}) =>
    team.api('POST', '/tasks', { title, project_id: project, ...fields });
  const texts = await make('Textos', { start_date: '2999-03-04', due_date: '2999-03-08' });
  const layout = await make('Layout', {
    ...{ start_date: '2999-03-11', due_date: '2999-03-15', blocked_by_ids: [texts.id] },
  });
  const due = await make('Entrega', { due_date: '2999-03-20', column: 'todo' });
  await make('Sem data');
  await team.enter(page, await team.add('Marina Lopes', 'member'));
  const daysOf = async ({ id }: { readonly id: string }) => {
    const answer = await page.request.get(`/api/panel/teams/${team.slug}/tasks/${id}`);
    const { start_date, due_date } = (await answer.json()).data;
    return `${start_date} ${due_date}`;
  };
  await page.goto(`/t/${team.slug}/projects/${project}?at=2999-03-01`);
  await page.getByRole('link', { name: 'Linha do tempo' }).click();
  await page.goto(`/t/${team.slug}/projects/${project}/timeline?at=2999-03-01`);
  const timeline = page.getByRole('list', { name: 'Linha do tempo das tarefas' });
  await expect(timeline.getByText('Backlog (2)')).toBeVisible();
  const barOf = (title: string) =>
    timeline.getByRole('list', { name: title }).getByRole('link', { name: title });
  await expect(barOf('Layout')).toContainText('Bloqueada');
  await expect(barOf('Entrega')).toContainText('sem início');
  await expect(page.locator('svg[role=presentation] path')).toHaveCount(2);
  await page.getByText('1 tarefa sem datas').click();
  await expect(page.getByRole('link', { name: 'Sem data' })).toBeVisible();

  // The whole bar by mouse: two days later. The click at the end opens nothing.
  const box = await barOf('Textos').boundingBox();
  if (!box) throw new Error('no bar');
  await page.mouse.move(box.x + 40, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + 40 + 56, box.y + 8, { steps: 6 });
  await page.mouse.up();
  await expect.poll(() => daysOf(texts)).toBe('2999-03-06 2999-03-10');
  expect(new URL(page.url()).searchParams.get('peek')).toBeNull();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect.poll(() => daysOf(texts)).toBe('2999-03-04 2999-03-08');

  // By keyboard: arrows move the bar, with Shift its end; Escape puts it back, Enter keeps it.
  await barOf('Layout').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(() => daysOf(layout)).toBe('2999-03-12 2999-03-16');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(() => daysOf(layout)).toBe('2999-03-12 2999-03-17');
  await barOf('Entrega').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect.poll(() => daysOf(due)).toBe('null 2999-03-19');

  // Changes by others appear at once.
  await team.api('PUT', `/tasks/${texts.id}`, { column: 'done' });
  await expect(timeline.getByText(/Bloqueada/)).toHaveCount(0);
  await make('Fotos', { start_date: '2999-03-18' });
  await expect(barOf('Fotos')).toContainText('sem fim');
  await page.getByRole('button', { name: 'Semana' }).click();
  await expect(page).toHaveURL(/zoom=week/);

  await page.setViewportSize({ width: 390, height: 844 });
  const list = page.getByRole('region', { name: 'Linha do tempo das tarefas' });
  await expect(list).toBeVisible();
});

test('a task that moves on the calendar keeps its length, and a start after the due date is refused', async ({
  page,
  team,
}) => {
  await keepToasts(page);
  const { id: project_id } = await team.api('POST', '/projects', { name: 'Site' });
  const { id } = await team.api('POST', '/tasks', {
    ...{ title: 'Textos', project_id, start_date: '2999-03-04', due_date: '2999-03-08' },
  });
  await team.enter(page, await team.add('Marina Lopes', 'member'));
  const days = async () => {
    const answer = await page.request.get(`/api/panel/teams/${team.slug}/tasks/${id}`);
    const { start_date, due_date } = (await answer.json()).data;
    return `${start_date} ${due_date}`;
  };
  await page.goto(`/t/${team.slug}/projects/${project_id}/calendar?at=2999-03-01`);
  await page.getByRole('button', { name: 'Ações para Textos' }).click();
  await page.getByRole('menuitem', { name: 'Uma semana depois' }).click();
  await expect.poll(days).toBe('2999-03-11 2999-03-15');

  await page.goto(`/t/${team.slug}/tasks/${id}`);
  await page.getByLabel('Início', { exact: true }).fill('2999-03-16');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Isto não combina com os outros valores.').first()).toBeVisible();
  expect(await days()).toBe('2999-03-11 2999-03-15');
});
