import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { platformStatement } from '#server/db/statement.ts';
import { expect, makeBrowserTeam, test } from './team.ts';

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

const join = platformStatement(`
  insert into users (team_id, id, person_id, name, email)
  select x.id, uuid7(now()), p.id, p.name, p.email from teams x, people p where x.slug = $slug and p.id = $person`);
const unconfirm = platformStatement(
  'update people set email_confirmed_at = null where id = $person',
);

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

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Shows the settings of mail, which the service of the tests does not send. */
const withMail = (page: Page) =>
  page.route('**/notifications/mail', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    if (response.ok()) body.data.is_available = true;
    await route.fulfill({ response, json: body });
  });

for (const locale of ['pt-BR', 'en'] as const)
  test(`all settings of two teams are accessible, in both themes and on phones (${locale})`, async ({
    page,
    team,
    database,
  }) => {
    const ana = await team.add('Ana Prado', 'member', locale);
    const { platform } = database.database;
    const elsewhere = await makeBrowserTeam(database.database, database.secrets);
    await platform.run(join, { person: ana.personId, slug: elsewhere.slug });
    await platform.run(bounce, { user: ana.userId });
    await platform.run(unconfirm, { person: ana.personId });
    await team.enter(page, ana);
    await withMail(page);
    await page.goto('/account/preferences');
    const tables = page.getByRole('table');
    await expect(tables).toHaveCount(2);
    await expect(page.getByText(/quando você confirmar|once you have confirmed/)).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(1);
    await page.evaluate(axe);
    for (const width of [390, 1280])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        const problems = await page.evaluate<string[]>(`axe.run().then(({ violations }) =>
          violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html)))`);
        expect(problems, `${width} ${colorScheme}`).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      }
  });

test('settings are changed by keyboard, and a wrong time is refused', async ({ page, team }) => {
  const ana = await team.add('Ana Prado', 'member');
  await team.enter(page, ana);
  await withMail(page);
  await page.goto('/account/preferences');
  const settings = async () => {
    const answer = await page.request.get(`/api/panel/teams/${team.slug}/notifications/mail`);
    return (await answer.json()).data;
  };
  const mail = page.getByRole('combobox', { name: 'E-mail: Alguém me menciona' });
  await mail.focus();
  await mail.press('Enter');
  await page.getByRole('option', { name: 'Na hora' }).waitFor();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await settings()).mentioned).toBe('immediate');
  // Not in the panel means nowhere.
  const inPanel = page.getByRole('checkbox', { name: 'No Pauta: Alguém me menciona' });
  await inPanel.press('Space');
  await expect(inPanel).not.toBeChecked();
  await expect(mail).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Horário de silêncio' }).press('Space');
  const from = page.getByRole('textbox', { name: 'Silêncio a partir de' });
  await from.fill('25:99');
  await from.press('Tab');
  await expect(from).toHaveValue('20:00');
  await from.fill('22h30');
  await from.press('Tab');
  await expect.poll(async () => (await settings()).quiet_from).toBe('22:30');
  await page.getByRole('button', { name: 'Parar todos os e-mails desta equipe' }).press('Enter');
  await expect(page.getByText('Os e-mails desta equipe estão parados.')).toBeVisible();
});
