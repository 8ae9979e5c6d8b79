import { started } from './service.ts';
import { expect, test } from './team.ts';

/* A member fills a week by the keyboard, and locks it; and copies it into the next. */

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
