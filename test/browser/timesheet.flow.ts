import { started } from './service.ts';
import { expect, test } from './team.ts';

/* A member fills a week by the keyboard, and locks it; and copies it into the next. Timers start and stop from every place. */

test('a week is typed, locked and copied', async ({ page, team }) => {
  await team.api('POST', '/projects', { name: 'Site novo' });
  const member = await team.add('Bia Lima', 'member');
  await team.enter(page, member);
  await page.goto(`${started().origin}/t/${team.slug}/hours?week=2026-03-04`);
  await page.getByRole('combobox', { name: 'Adicionar projeto' }).click();
  await page.getByRole('option', { name: 'Site novo' }).click();
  const cell = (day: string) => page.getByRole('textbox', { name: `Site novo, ${day}` });
  await cell('segunda-feira, 2 de março').fill('1h30');
  await page.keyboard.press('ArrowRight');
  await expect(cell('terça-feira, 3 de março')).toBeFocused();
  await page.keyboard.type('90m');
  await page.keyboard.press('Enter');
  const row = page.getByRole('row', { name: /Site novo/ });
  await expect(row.getByRole('cell').last()).toHaveText('3:00');
  await page.getByRole('button', { name: 'Enviar e fechar a semana' }).click();
  await expect(page.getByText('Semana fechada')).toBeVisible();
  await expect(row.getByRole('textbox')).toHaveCount(0);
  await page.getByRole('button', { name: 'Próxima semana' }).click();
  await page.getByRole('button', { name: 'Copiar horas da semana anterior' }).click();
  await expect(row.getByRole('cell').last()).toHaveText('3:00');
  // The timer that the member started elsewhere.
  await team.api('POST', '/time-entries', { user_id: member.userId });
  const stop = page.getByRole('button', { name: 'Parar cronômetro' });
  await stop.click();
  await expect(stop).toHaveCount(0);
});

test('a timer starts and stops from the card’s menu, by its key and from the palette, in every session', async ({
  page,
  team,
  browser,
}) => {
  const { id: project } = await team.api('POST', '/projects', { name: 'Site' });
  const hrefs = new Map<string, string>();
  for (const title of ['Fotos', 'Textos']) {
    const { id } = await team.api('POST', '/tasks', { title, project_id: project });
    hrefs.set(title, `/t/${team.slug}/tasks/${id}`);
  }
  const member = await team.add('Bia Lima', 'member');
  const phone = await browser.newContext({
    locale: 'pt-BR',
    viewport: { width: 390, height: 800 },
    hasTouch: true,
  });
  const small = await phone.newPage();
  await Promise.all([team.enter(page, member), team.enter(small, member)]);
  const tasks = `${started().origin}/t/${team.slug}/tasks`;
  await Promise.all([page.goto(tasks), small.goto(tasks)]);
  const card = (name: string) => page.getByRole('link', { name, exact: true });
  const stops = [page, small].map((each) =>
    each.getByRole('banner').getByRole('button', { name: 'Parar cronômetro' }),
  );
  const runsFor = async (title: string | undefined) => {
    for (const stop of stops) await expect(stop).toHaveCount(title === undefined ? 0 : 1);
    if (title === undefined) return;
    const link = page.getByRole('link', { name: /^Cronômetro: / });
    await expect(link).toHaveAttribute('href', hrefs.get(title) ?? '');
  };
  /** By the menu of a card, on the phone. */
  const start = async (title: string) => {
    await small.getByRole('button', { name: `Ações para ${title}`, exact: true }).click();
    const items = small.getByRole('menu').locator('[role^=menuitem]');
    await items.filter({ hasText: 'Iniciar cronômetro' }).click();
  };

  // By the key, and again.
  await expect(card('Fotos')).toBeVisible();
  await card('Fotos').focus();
  await page.keyboard.press('t');
  await runsFor('Fotos');
  await card('Fotos').focus();
  await page.keyboard.press('t');
  await runsFor(undefined);

  // By the menu; the timer of another task stops.
  await start('Fotos');
  await runsFor('Fotos');
  await start('Textos');
  await runsFor('Textos');

  // In the palette: stops, and starts for the task that was viewed.
  const command = async (name: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name }).click();
  };
  await command('Parar cronômetro');
  await runsFor(undefined);
  await card('Fotos').click();
  await expect(page.getByRole('textbox', { name: 'Título' })).toHaveValue('Fotos');
  await expect
    .poll(() => page.evaluate(`localStorage.getItem('pauta.seen.${team.slug}') ?? ''`))
    .toContain('Fotos');
  await command('Iniciar cronômetro: Fotos');
  await runsFor('Fotos');
  await phone.close();
});

test('an admin sees the week of the team, and locks the week of a member who is typing', async ({
  page,
  team,
  browser,
}) => {
  const { id: project_id } = await team.api('POST', '/projects', { name: 'Site novo' });
  const member = await team.add('Bia Lima', 'member');
  const admin = await team.add('Marina Lopes', 'admin');
  const enter = (user: { readonly userId: string }, day: string, minutes: number) =>
    team.api('POST', '/time-entries', {
      ...{ user_id: user.userId, project_id, minutes, started_at: `2026-03-${day}T15:00:00Z` },
    });
  await enter(member, '02', 90);
  await enter(admin, '03', 45);
  const theirs = await browser.newContext({ locale: 'pt-BR' });
  const typing = await theirs.newPage();
  await Promise.all([team.enter(page, admin), team.enter(typing, member)]);
  const hours = `${started().origin}/t/${team.slug}/hours?week=2026-03-02`;
  await typing.goto(hours);
  await expect(typing.getByRole('combobox', { name: 'Horas de' })).toHaveCount(0);
  const cell = typing.getByRole('textbox', { name: 'Site novo, terça-feira, 3 de março' });
  await cell.fill('2h');

  await page.goto(hours);
  await page.getByRole('combobox', { name: 'Horas de' }).click();
  await page.getByRole('option', { name: 'Equipe toda' }).click();
  const table = page.getByRole('table', { name: 'Horas da equipe' });
  const rowOf = (name: string) => table.getByRole('row').filter({ hasText: name });
  await expect(rowOf('Bia Lima')).toContainText('1:30');
  await expect(table.getByRole('row').last()).toContainText('2:15');
  await expect(rowOf('Bia Lima')).toContainText('Aberta');
  await page.getByRole('button', { name: 'Fechar a semana de Bia Lima' }).click();
  await expect(rowOf('Bia Lima')).toContainText('Fechada');
  await expect(page.getByText('1 de 2 semanas fechadas.')).toBeVisible();

  // The text that was typed remains, with the reason of the refusal.
  await expect(typing.getByText('Semana fechada')).toBeVisible();
  await cell.press('Enter');
  const reason = typing.getByRole('alert').filter({ hasText: 'Esta semana está fechada' });
  await expect(reason).toBeVisible();
  await expect(cell).toHaveValue('2h');
  await expect(cell).toHaveAccessibleDescription(/só um administrador/);

  await page.getByRole('button', { name: 'Reabrir a semana de Bia Lima' }).click();
  await expect(typing.getByText('Semana fechada')).toHaveCount(0);
  await cell.focus();
  await cell.press('Enter');
  await expect(reason).toHaveCount(0);
  await expect(rowOf('Bia Lima')).toContainText('3:30');
  await cell.fill('2x');
  await cell.press('Enter');
  await expect(typing.getByRole('alert')).toContainText('Digite uma duração');
  await expect(cell).toHaveValue('2x');

  // A click opens the member’s week.
  await rowOf('Bia Lima').click();
  await expect(page.getByRole('row', { name: /Site novo/ })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`user=${member.userId}`));
  await theirs.close();
});
