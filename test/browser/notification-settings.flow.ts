import { expect, test } from './team.ts';

test('a member turns a kind off, and creates, replaces and revokes the address of the calendar', async ({
  page,
  team,
}) => {
  const ana = await team.add('Ana Prado', 'member');
  await team.enter(page, ana);
  await page.goto('/account/preferences');
  const mentions = page.getByRole('checkbox', { name: 'No Pauta: Alguém me menciona' });
  await mentions.click();
  await expect(mentions).not.toBeChecked();
  // The service of the tests has no SMTP server.
  await expect(page.getByText('Esta instalação não envia e-mail.')).toBeVisible();

  await page.getByRole('button', { name: 'Criar endereço da agenda' }).click();
  const address = page.getByRole('textbox', { name: 'Endereço da agenda' });
  const first = await address.inputValue();
  expect(first).toMatch(/\/calendar\/[\w-]{54}\.ics$/);
  const calendar = await page.request.get(first);
  expect(await calendar.text()).toContain('BEGIN:VCALENDAR');
  await page.getByRole('checkbox', { name: 'Incluir os feriados da equipe' }).click();
  await page.getByRole('button', { name: 'Trocar o endereço' }).click();
  await expect(address).not.toHaveValue(first);
  expect((await page.request.get(first)).status()).toBe(410);

  await page.reload();
  await expect(mentions).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Incluir os feriados da equipe' })).toBeChecked();
  await expect(address).toHaveCount(0);
  await page.getByRole('button', { name: 'Cancelar o endereço' }).click();
  await expect(page.getByRole('button', { name: 'Criar endereço da agenda' })).toBeVisible();
});
