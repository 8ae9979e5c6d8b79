import type { Page } from '@playwright/test';
import { expect, test, today } from './team.ts';

/* A person's work for today, from their first line; the palette; and activities on the calendar. */

/** Id of the signed-in user in the team. */
const userId = (page: Page) =>
  page.evaluate(
    `fetch('/api/panel/account/teams').then((answer) => answer.json()).then(({ data }) => data[0].user_id)`,
  ) as Promise<string>;

test('today’s work is completed in place, undone, and prompts for the next step', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Convidar' })).toBeVisible();
  const assigned_to = await userId(page);
  // One line becomes an activity of the author, on the day that it names.
  const line = page.getByLabel('O que você precisa fazer?');
  await line.fill('Ligar para a Padaria Sol hoje');
  const refuse = page.getByRole('button', { name: 'Manter “hoje” no título' });
  await expect(refuse).toBeVisible();
  // Refused words stay in the title, which keeps the focus; another date is recognized again.
  await refuse.click();
  await expect(refuse).toHaveCount(0);
  await expect(line).toBeFocused();
  await line.fill('Ligar para a Padaria Sol');
  await expect(page.getByText(/^Fica para /)).toBeVisible();
  await line.press('Enter');
  const list = page.getByRole('region', { name: 'Hoje' });
  await expect(list.getByRole('link', { name: 'Ligar para a Padaria Sol' })).toBeVisible();
  await list.getByRole('button', { name: 'Concluir Ligar para a Padaria Sol' }).click();
  await expect(list).toHaveCount(0);
  await expect(page.getByText('Alterações salvas.')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(list.getByRole('link', { name: 'Ligar para a Padaria Sol' })).toBeVisible();
  // A change by a program appears at once; a deal prompts for its next step.
  const deal = await team.api('POST', '/deals', {
    title: 'Loja nova',
    responsible_id: assigned_to,
  });
  const stepless = page.getByRole('region', { name: 'Negócios sem próximo passo' });
  await expect(stepless.getByRole('link', { name: 'Loja nova' })).toBeVisible();
  const due_date = today();
  const step = { title: 'Proposta', deal_id: deal.id, assigned_to, due_date };
  await team.api('POST', '/activities', step);
  await list.getByRole('button', { name: 'Concluir Proposta' }).click();
  const dialog = page.getByRole('dialog', { name: 'E o próximo passo?' });
  await dialog.getByLabel('O que fazer').fill('Cobrar resposta amanhã às 15h');
  await expect(dialog.getByText(/^\p{L}+-feira|^sábado|^domingo/u)).toHaveText(/ de \d{4}, 15:00$/);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(stepless).toHaveCount(0);
  await expect(list.getByRole('link', { name: 'Proposta' })).toHaveCount(0);
});

test('the palette finds a client by CPF and opens it in a peek; activities are moved by keyboard', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await page.goto('/');
  const maria = { type: 'PF', name: 'Maria das Dores', cpf: '529.982.247-25' };
  const { id } = await team.api('POST', '/clients', maria);
  const due_date = today();
  await team.api('POST', '/activities', { title: 'Reunião', type: 'meeting', due_date });
  await expect(page.getByRole('heading', { name: 'Olá, Marina' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('52998224725');
  await expect(page.getByRole('option', { name: /Maria das Dores/ })).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('1 resultado');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`peek=clients/${id}`));
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/peek=/);
  // By keyboard: the place, the day, its entry, another date.
  await page.goto(`/t/${team.slug}/activities?view=calendar&span=week`);
  const day = page.locator('td[aria-current=date]');
  await day.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Reunião' })).toBeFocused();
  await page.keyboard.press('m');
  await page.getByRole('menuitem', { name: 'Um dia depois' }).press('Enter');
  await expect(page.getByText(/^Reunião: agora em /)).toBeAttached();
  await expect(day.getByRole('link', { name: 'Reunião' })).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(day.getByRole('link', { name: 'Reunião' })).toBeVisible();
});
