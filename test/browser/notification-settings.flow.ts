import { platformStatement } from '#server/db/statement.ts';
import { expect, test } from './team.ts';

/** As left behind by three refused mails. */
const bounce = platformStatement(`
  insert into notification_mail_settings (team_id, user_id, bounces, stopped_at, stop_reason)
  select team_id, id, 3, now(), 'bounced' from users where id = $user`);

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

for (const [locale, words] of [
  [
    'pt-BR',
    {
      bell: /^Notificações/,
      text: 'Os e-mails desta equipe pararam: os três últimos voltaram.',
      resume: 'Voltar a receber',
    },
  ],
  [
    'en',
    {
      bell: /^Notifications/,
      text: 'E-mails of this team have stopped: the last three came back.',
      resume: 'Receive e-mails again',
    },
  ],
] as const)
  test(`the bell shows that mail stopped, and resumes it (${locale})`, async ({
    page,
    team,
    database,
  }) => {
    const ana = await team.add('Ana Prado', 'member', locale);
    await team.enter(page, ana);
    await database.database.platform.run(bounce, { user: ana.userId });
    await page.goto(`/t/${team.slug}`);
    const bell = page.getByRole('button', { name: words.bell });
    await expect(bell).toContainText('1');
    await bell.press('Enter');
    const list = page.getByRole('region', { name: words.bell });
    await expect(list.getByText(words.text)).toBeVisible();
    await list.getByRole('button', { name: words.resume }).press('Enter');
    await expect(list.getByText(words.text)).toHaveCount(0);
    await expect(bell).not.toContainText('1');
  });
