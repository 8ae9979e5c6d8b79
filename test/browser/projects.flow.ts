import { expect, keepToasts, test } from './team.ts';

test('a project is created, planned on the calendar, described, followed while others work on it, and cancelled', async ({
  page,
  team,
}) => {
  await keepToasts(page);
  const client = await team.api('POST', '/clients', { type: 'PJ', name: 'Padaria Aurora' });
  const rita = await team.add('Rita Paz', 'member');
  await team.enter(page, await team.add('Marina Lopes', 'member'));
  await page.goto(`/t/${team.slug}/projects`);
  await expect(page.getByText('Nenhum projeto em aberto.')).toBeVisible();
  await page.getByRole('button', { name: 'Novo projeto' }).first().click();
  await page.getByLabel('Nome').fill('Site novo');
  await page.getByRole('combobox', { name: 'Cliente' }).fill('aurora');
  await page.getByRole('option', { name: 'Padaria Aurora' }).click();
  await page.getByLabel('Prazo').fill('2020-01-31');
  await page.getByRole('button', { name: 'Criar projeto' }).click();

  const peek = page.getByRole('complementary', { name: 'Projeto' });
  await expect(peek.getByRole('heading', { name: 'Site novo' })).toBeAttached();
  await expect(peek.getByText('Atrasado')).toBeVisible();
  const id = String(new URL(page.url()).searchParams.get('peek')).replace('projects/', '');
  await peek.getByRole('button', { name: /Prioridade/ }).click();
  await page.getByRole('menuitemradio', { name: 'Urgente' }).click();
  await peek.getByLabel('Prazo').fill('2999-02-10');
  await page.keyboard.press('Enter');
  await expect(peek.getByText('Atrasado')).toHaveCount(0);
  await peek.getByRole('button', { name: 'Editar Briefing' }).click();
  await page.getByRole('textbox', { name: 'Briefing' }).fill('Para **padarias**');
  await page.keyboard.press('Control+Enter');
  await expect(peek.locator('strong', { hasText: 'padarias' })).toBeVisible();

  // Changes by others appear in the numbers at once.
  await expect(peek.getByText('Nenhuma tarefa ainda.')).toBeVisible();
  const task = await team.api('POST', '/tasks', {
    title: 'Fotografar os pães',
    project_id: id,
    estimated_hours: 2.5,
    due_date: '2999-02-01',
  });
  await expect(peek.getByText('1 tarefa, ainda não concluída')).toBeVisible();
  await expect(peek.getByRole('row', { name: /Sem responsável.*2,5 h/ })).toBeVisible();
  await expect(peek.getByText('Fotografar os pães').first()).toBeVisible();
  await team.api('PUT', `/tasks/${task.id}`, { actual_hours: 4 });
  await expect(peek.getByText('1,5 h acima do estimado')).toBeVisible();
  // The rows add up to their total, including people without hours.
  await team.api('POST', '/tasks', {
    title: 'Sem horas',
    project_id: id,
    assignee_id: rita.userId,
    due_date: '2999-02-01',
  });
  await expect(peek.getByRole('row', { name: /Rita Paz.*0 h/ })).toBeVisible();

  await page.keyboard.press('Escape');
  const row = page.getByRole('row', { name: /Site novo.*Padaria Aurora.*Em andamento.*Urgente/ });
  await expect(row).toBeVisible();
  await page.goto(`/t/${team.slug}/projects?client_id=${client.id}&view=calendar&at=2999-02-01`);
  const calendar = page.getByRole('grid', { name: 'Calendário de projetos' });
  await expect(calendar.getByRole('link', { name: 'Site novo' })).toBeVisible();
  await page.getByRole('button', { name: /Ações.*Site novo/ }).click();
  await page.getByRole('menuitem', { name: 'Uma semana depois' }).click();
  await expect(page.getByText(/Site novo.*17 de fevereiro/)).toBeAttached();

  await page.goto(`/t/${team.slug}/projects/${id}`);
  await expect(page.getByLabel('Prazo')).toHaveValue('17/02/2999');
  await expect(page.getByRole('link', { name: 'Padaria Aurora' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Cancelar projeto' }).click();
  await expect(page.getByText('Nenhum projeto em aberto.')).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(row).toBeVisible();
});

test('each part of a project has its address, its title and its place in the history', async ({
  page,
  team,
}) => {
  const { id } = await team.api('POST', '/projects', { name: 'Site novo', status: 'active' });
  const fair = await team.api('POST', '/projects', { name: 'Feira' });
  await team.enter(page, await team.add('Marina Lopes', 'admin'));
  await page.goto(`/t/${team.slug}/projects/${id}`);
  const tabs = page.getByRole('navigation', { name: 'Partes do projeto' });
  const current = tabs.locator('[aria-current=page]');
  const activeTag = () => page.evaluate<string>('document.activeElement.tagName');
  await expect(current).toHaveText('Visão geral');
  await expect(page).toHaveTitle('Site novo — Pauta');

  const empty = {
    board: ['Quadro', /Nenhuma tarefa/],
    list: ['Lista', /Nenhuma tarefa a fazer/],
    calendar: ['Calendário', /^[a-zç]+ de 20\d\d$/i],
    files: ['Arquivos', /Arraste arquivos para cá/],
    campaigns: ['Campanhas', /Nenhuma campanha ainda/],
    approvals: ['Aprovações', /Nenhum pedido de aprovação ainda/],
  } as const;
  const inSidebar = page
    .getByRole('region', { name: 'Projetos ativos', exact: true })
    .getByRole('link', { name: 'Site novo' });
  for (const [tab, [name, text]] of Object.entries(empty)) {
    await tabs.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(`/t/${team.slug}/projects/${id}/${tab}`);
    await expect(current).toHaveText(name);
    await expect(page).toHaveTitle(`Site novo · ${name} — Pauta`);
    await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(inSidebar).toHaveAttribute('data-within', 'true');
    await expect.poll(activeTag, tab).not.toBe('BODY');
  }
  await page.reload();
  await expect(current).toHaveText('Aprovações');
  await page.goBack();
  await expect(current).toHaveText('Campanhas');
  await page.goBack();
  await expect(current).toHaveText('Arquivos');

  await team.api('POST', '/tasks', { title: 'Fotografar os pães', project_id: id });
  await team.api('POST', '/tasks', { title: 'Montar o estande', project_id: fair.id });
  await team.api('POST', '/campaigns', { name: 'Dia das Mães', project_id: id });
  await team.api('POST', '/campaigns', { name: 'Inauguração', project_id: fair.id });
  for (const tab of ['board', 'list']) {
    await page.goto(`/t/${team.slug}/projects/${id}/${tab}`);
    await expect(page.getByRole('link', { name: /Fotografar os pães/ }).first()).toBeVisible();
    await expect(page.getByText('Montar o estande')).toHaveCount(0);
  }
  await page.goto(`/t/${team.slug}/projects/${id}/campaigns`);
  await expect(page.getByRole('link', { name: 'Dia das Mães' })).toBeVisible();
  await expect(page.getByText('Inauguração')).toHaveCount(0);
  // A new one belongs to the project.
  await page.getByRole('button', { name: 'Nova campanha' }).click();
  await expect(page.getByRole('combobox', { name: 'Projeto' })).toHaveValue('Site novo');
});

test('an admin changes the key of a project; a taken one is refused, earlier numbers keep working', async ({
  page,
  team,
  browser,
}) => {
  await keepToasts(page);
  await team.api('POST', '/projects', { name: 'Loja virtual' });
  const { id } = await team.api('POST', '/projects', { name: 'Site novo' });
  const task = await team.api('POST', '/tasks', { title: 'Capa', project_id: id });
  await team.enter(page, await team.add('Marina Lopes', 'admin'));
  await page.goto(`/t/${team.slug}/projects/${id}`);
  await page.getByRole('button', { name: 'Trocar a chave SITE…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Chave dos números').fill('loja');
  await dialog.getByRole('button', { name: 'Trocar chave' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(/Outro projeto usa ou já usou esta chave/);
  await dialog.getByLabel('Chave dos números').fill('nova');
  await dialog.getByRole('button', { name: 'Trocar chave' }).click();
  await expect(page.getByText('As tarefas agora começam com NOVA.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Trocar a chave NOVA…' })).toBeVisible();
  await page.goto(`/t/${team.slug}/tasks/SITE-1`);
  await expect(page).toHaveURL(new RegExp(`/tasks/${task.id}`));
  await expect(page.getByRole('button', { name: /NOVA-1/ })).toBeVisible();

  const member = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
  await team.enter(member, await team.add('Caio Nunes', 'member'));
  await member.goto(`/t/${team.slug}/projects/${id}`);
  await expect(member.getByRole('button', { name: 'Cancelar projeto' })).toBeVisible();
  await expect(member.getByRole('button', { name: /^Trocar a chave/ })).toHaveCount(0);
});

test('the overview of a project lists late tasks and those that changed last, with links to all', async ({
  page,
  team,
}) => {
  const { id: project_id } = await team.api('POST', '/projects', { name: 'Site novo' });
  for (let day = 1; day <= 6; day += 1)
    await team.api('POST', '/tasks', {
      title: `Atrasada ${day}`,
      project_id,
      due_date: `2026-01-0${day}`,
    });
  await team.api('POST', '/tasks', { title: 'Sem pressa', project_id });
  await team.enter(page, await team.add('Marina Lopes', 'member'));
  await page.goto(`/t/${team.slug}/projects/${project_id}`);
  const section = (name: string) => page.getByRole('region', { name, exact: true });
  const late = section('Tarefas atrasadas').getByRole('listitem');
  const changed = section('Alteradas por último').getByRole('listitem').getByRole('link');
  await expect(late.getByRole('link')).toHaveText([1, 2, 3, 4, 5].map((day) => `Atrasada ${day}`));
  await expect(changed).toHaveText([
    'Sem pressa',
    'Atrasada 6',
    'Atrasada 5',
    'Atrasada 4',
    'Atrasada 3',
  ]);
  // A change in another place moves a task to the top.
  const { id } = await team.api('POST', '/tasks', { title: 'Nova', project_id });
  await expect(changed.first()).toHaveText('Nova');
  await team.api('PUT', `/tasks/${id}`, { due_date: '2025-12-31' });
  await expect(late.first()).toContainText('Nova');
  await section('Tarefas atrasadas').getByRole('link', { name: 'Ver todas as atrasadas' }).click();
  await expect(page).toHaveURL(/\/list\?due=late$/);
  await expect(page.getByRole('link', { name: 'Atrasada 6' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sem pressa' })).toHaveCount(0);
  await page.goBack();
  await section('Alteradas por último').getByRole('link', { name: 'Ver todas as tarefas' }).click();
  await expect(page.getByRole('link', { name: 'Sem pressa' })).toBeVisible();
});
