import { expect, test } from './team.ts';

/* A member sends a client the report of a month by link; the client reads it on a phone, without an account and without scripts. */

test('a client reads the report of a link until it is revoked', async ({ page, team, browser }) => {
  await team.enter(page, await team.add('Ana Prado', 'owner'));
  const client = await team.api('POST', '/clients', { type: 'PJ', name: 'Padaria Aurora' });
  const project = await team.api('POST', '/projects', { name: 'Site novo', client_id: client.id });
  const task = await team.api('POST', '/tasks', {
    ...{ title: 'Página inicial', project_id: project.id },
  });
  await team.api('PUT', `/tasks/${task.id}`, { completed_at: new Date().toISOString() });

  await page.goto(`/t/${team.slug}/clients/${client.id}`);
  await page.getByRole('button', { name: 'Ações para Padaria Aurora' }).click();
  await page.getByRole('menuitem', { name: 'Relatório para o cliente…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Relatório para Padaria Aurora' });
  await dialog.getByRole('combobox', { name: 'Período da página' }).click();
  await page.getByRole('option', { name: 'Este mês' }).click();
  await dialog.getByRole('textbox', { name: /PIN/ }).fill('2580');
  await dialog.getByRole('button', { name: 'Criar link' }).click();
  const link = await dialog.getByRole('textbox', { name: 'Link da página' }).inputValue();

  const phone = await browser.newContext({
    viewport: { width: 360, height: 740 },
    javaScriptEnabled: false,
    locale: 'pt-BR',
  });
  const reader = await phone.newPage();
  await reader.goto(new URL(link).pathname);
  await expect(reader.getByText('Página inicial')).toHaveCount(0);
  await reader.getByLabel('PIN').fill('2580');
  await reader.getByRole('button', { name: 'Abrir' }).click();
  await expect(reader.getByRole('heading', { level: 1 })).toContainText('Padaria Aurora');
  await expect(reader.getByText('Página inicial')).toBeVisible();
  // Nothing is wider than the phone.
  expect(await reader.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);

  await dialog.getByRole('button', { name: /^Revogar o link de/ }).click();
  await expect(dialog.getByText(/não funciona mais/)).toBeVisible();
  await reader.reload();
  await expect(reader.getByText('Este link não vale mais')).toBeVisible();
  await phone.close();
});
