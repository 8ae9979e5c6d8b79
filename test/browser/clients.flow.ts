import { expect, test } from './team.ts';

/*
 * Clients and contacts by keyboard only: a new company whose number already exists, a cell edited in place, a saved view, two merged
 * contacts.
 */

test('a new company by keyboard, a duplicate, a cell in place, and a saved view', async ({
  page,
  team,
}) => {
  await team.api('POST', '/clients', {
    type: 'PJ',
    name: 'Padaria Aurora',
    cnpj: '12.ABC.345/01DE-35',
  });
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await page.goto(`/t/${team.slug}/clients`);
  const grid = page.getByRole('grid', { name: 'Clientes' });
  await expect(grid).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Novo cliente' });
  // A key press in the first one and a half seconds of a page is ignored.
  await expect(async () => {
    await page.keyboard.press('c');
    await expect(dialog).toBeVisible({ timeout: 10_000 });
  }).toPass();
  // So it may have been typed into the name.
  await dialog.getByLabel('Nome').press('Control+a');
  await page.keyboard.type('Aurora de novo');
  await page.keyboard.press('Tab');
  await page.keyboard.type('12abc34501de35');
  await expect(dialog.getByLabel('CNPJ')).toHaveValue('12.ABC.345/01DE-35');
  await expect(dialog.getByRole('link', { name: 'Padaria Aurora' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('Já existe um cadastro');
  await dialog.getByLabel('CNPJ').press('Control+a');
  await page.keyboard.press('Delete');
  await expect(dialog.getByLabel('CNPJ')).toHaveValue('');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'Cliente' })).toContainText(
    'Aurora de novo',
  );
  const email = page.getByRole('complementary', { name: 'Cliente' }).getByLabel('E-mail');
  await email.fill('aurora.example');
  await email.press('Enter');
  await expect(page.getByText('Isto não parece um e-mail')).toBeVisible();
  await email.fill('');
  await email.press('Enter');
  await expect(page.getByText('Isto não parece um e-mail')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(grid.getByRole('row')).toHaveCount(3);
  await grid.getByRole('rowheader', { name: 'Aurora de novo' }).focus();
  for (let n = 0; n < 3; n += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.type('oi@aurora.example');
  await page.keyboard.press('Enter');
  await expect(grid.getByRole('gridcell', { name: 'oi@aurora.example' })).toBeFocused();
  await page.goto(`/t/${team.slug}/clients?type=PJ&sort=-full_name`);
  await page.getByRole('button', { name: 'Salvar visão…' }).press('Enter');
  await expect(page.getByRole('dialog').locator(':focus')).toBeEditable();
  await page.keyboard.type('Empresas');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Empresas' })).toBeVisible();
  await page.reload();
  await expect(grid.getByRole('rowheader').first()).toHaveText('Padaria Aurora');
});

test('two contacts are merged, and separated again', async ({ page, team }) => {
  const { id } = await team.api('POST', '/msgapp/contacts', {
    phone: '5511999990001',
    custom_name: 'João',
  });
  await team.api('POST', '/msgapp/contacts', {
    phone: '5511999990002',
    custom_name: 'Joãozinho',
  });
  await team.enter(page, await team.add('Marina Lopes', 'member'));
  await page.goto(`/t/${team.slug}/contacts/${id}`);
  await page.getByRole('button', { name: 'Ações para João' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Juntar com outro contato…' }).press('Enter');
  await page.getByRole('dialog').getByRole('combobox').pressSequentially('Joãozinho');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  const merge = page.getByRole('button', { name: 'Juntar', exact: true });
  await expect(merge).toBeEnabled();
  await merge.press('Enter');
  await expect(page.getByText('Inclui Joãozinho')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Separar de novo' }).press('Enter');
  await expect(page.getByText('Inclui Joãozinho')).toBeHidden();
});

test('the page of a client has what is around it; its contact has its steps, and the list of all deals', async ({
  page,
  team,
}) => {
  const { id: client_id } = await team.api('POST', '/clients', { type: 'PJ', name: 'Padaria' });
  const { id } = await team.api('POST', '/msgapp/contacts', {
    phone: '5511999990001',
    custom_name: 'Rita',
    client_id,
  });
  await team.api('POST', '/activities', {
    title: 'Ligar',
    type: 'call',
    due_date: '2020-01-02',
    client_id,
  });
  for (let i = 0; i < 6; i += 1)
    await team.api('POST', '/deals', { title: `Site ${i}`, client_id });
  await team.enter(page, await team.add('Marina Lopes', 'member'));
  await page.goto(`/t/${team.slug}/clients/${client_id}`);
  const section = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(section('Contatos').getByRole('link', { name: 'Rita', exact: true })).toBeVisible();
  await expect(section('Próximos passos')).toContainText('atrasado');
  await expect(section('Negócios').getByRole('listitem')).toHaveCount(5);
  await expect(section('Projetos')).toHaveCount(0);
  // A change by another person appears without a reload.
  await team.api('POST', '/projects', { name: 'Loja nova', client_id });
  await expect(section('Projetos').getByRole('link', { name: 'Loja nova' })).toBeVisible();
  await page.goto(`/t/${team.slug}/contacts/${id}`);
  await expect(section('Próximos passos').getByRole('link', { name: 'Ligar' })).toBeVisible();
  await expect(section('Contatos')).toHaveCount(0);
  await section('Negócios').getByRole('link', { name: 'Ver todos: Negócios' }).click();
  await expect(page).toHaveURL(new RegExp(`/deals\\?client_id=${client_id}`));
  await expect(page.getByRole('link', { name: 'Site 0' })).toBeVisible();
});
