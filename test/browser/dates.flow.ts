import { brokenRules, picture } from './open-control.ts';
import { type BrowserTeam, expect, test } from './team.ts';

/* Dates in the panel's language, independent of the browser's: typed, chosen in the calendar by keyboard and touch, with limits. */

async function taskIn(team: BrowserTeam): Promise<string> {
  const project = await team.api('POST', '/projects', { name: 'Site novo' });
  const task = await team.api('POST', '/tasks', {
    title: 'Fotografar os pães',
    project_id: project.id,
    due_date: '2027-03-05',
  });
  return task.id;
}

const languages = [
  {
    locale: 'pt-BR',
    browser: 'en-US',
    label: 'Prazo',
    written: '05/03/2027',
    open: 'Abrir calendário',
  },
  {
    locale: 'en',
    browser: 'pt-BR',
    label: 'Due date',
    written: '03/05/2027',
    open: 'Open calendar',
  },
] as const;

for (const { locale, browser, label, written, open } of languages)
  test.describe(`the panel in ${locale}, the browser in ${browser}`, () => {
    test.use({ locale: browser });

    test('a due date is typed, and chosen by keyboard', async ({ page, team }) => {
      const id = await taskIn(team);
      await team.enter(page, await team.add('Marina Lopes', 'member', locale));
      await page.goto(`/t/${team.slug}/tasks/${id}`);
      const due = page.getByRole('textbox', { name: label });
      const opener = due.locator('..').getByRole('button', { name: open });
      await expect(due).toHaveValue(written);

      const dates = locale === 'en' ? ['03/08/2027', '3/9/27'] : ['08/03/2027', '9/3/27'];
      await due.fill(dates[0] ?? '');
      await page.keyboard.press('Enter');
      await page.reload();
      await expect(due).toHaveValue(dates[0] ?? '');
      await due.fill(dates[1] ?? '');
      await page.keyboard.press('Enter');
      await expect(due).toHaveValue(locale === 'en' ? '03/09/2027' : '09/03/2027');

      await due.fill('32/32/2027');
      await page.keyboard.press('Tab');
      await expect(due).toHaveAttribute('aria-invalid', 'true');
      await expect(page.getByRole('alert')).toContainText(
        locale === 'en' ? 'Write the date like this' : 'Escreva a data assim',
      );
      await due.focus();
      await page.keyboard.press('Escape');
      await expect(due).toHaveValue(locale === 'en' ? '03/09/2027' : '09/03/2027');

      await due.focus();
      await page.keyboard.press('ArrowDown');
      const calendar = page.getByRole('dialog', {
        name: locale === 'en' ? 'Calendar' : 'Calendário',
      });
      await expect(calendar.getByRole('heading')).toHaveText(
        locale === 'en' ? 'March 2027' : 'Março de 2027',
      );
      await picture(page, `calendar-${locale}`);
      expect(await brokenRules(page)).toEqual([]);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('PageDown');
      await page.keyboard.press('Shift+PageDown');
      await expect(calendar.getByRole('heading')).toHaveText(
        locale === 'en' ? 'April 2028' : 'Abril de 2028',
      );
      await page.keyboard.press('Enter');
      await expect(calendar).toHaveCount(0);
      await expect(due).toHaveValue(locale === 'en' ? '04/10/2028' : '10/04/2028');
      await expect(due).toBeFocused();

      await opener.click();
      await expect(calendar).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(calendar).toHaveCount(0);
      await expect(due).toBeFocused();
      await opener.click();
      await calendar.getByRole('button', { name: locale === 'en' ? 'Clear' : 'Limpar' }).click();
      await expect(due).toHaveValue('');
      await page.reload();
      await expect(due).toHaveAttribute(
        'placeholder',
        locale === 'en' ? 'mm/dd/yyyy' : 'dd/mm/aaaa',
      );
      await expect(due).toHaveValue('');
    });
  });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  for (const scheme of ['light', 'dark'] as const)
    test(`a date is chosen by touch, ${scheme}`, async ({ page, team }) => {
      await page.emulateMedia({ colorScheme: scheme });
      await team.enter(page, await team.add('Marina Lopes', 'member'));
      await page.goto(`/t/${team.slug}/projects?new=project`);
      await page.getByLabel('Nome').fill('Site novo');
      await page.getByRole('button', { name: 'Abrir calendário' }).tap();
      const calendar = page.getByRole('dialog', { name: 'Calendário' });
      await expect(calendar).toBeVisible();
      await calendar.getByRole('button', { name: 'Próximo mês' }).tap();
      const day = calendar.getByRole('gridcell', { name: / 15 de / }).getByRole('button');
      const box = await day.boundingBox();
      expect(box?.width).toBeGreaterThanOrEqual(44);
      expect(box?.height).toBeGreaterThanOrEqual(44);
      await picture(page, `calendar-phone-${scheme}`);
      expect(await brokenRules(page)).toEqual([]);
      await day.tap();
      await expect(page.getByLabel('Prazo')).toHaveValue(/^15\/\d\d\/\d{4}$/);
    });
});

test('a time is typed in the team’s time zone', async ({ page, team }) => {
  const activity = await team.api('POST', '/activities', {
    title: 'Reunião',
    type: 'meeting',
    occurred_at: '2027-03-05T12:30:00Z',
  });
  await team.enter(page, await team.add('Marina Lopes', 'member'));
  await page.goto(`/t/${team.slug}/activities/${activity.id}`);
  const moment = page.getByLabel('Quando', { exact: true });
  await expect(moment).toHaveValue('05/03/2027 09:30');
  await moment.fill('06/03/2027 14h15');
  await page.keyboard.press('Enter');
  await expect(moment).toHaveValue('06/03/2027 14:15');
  await page.reload();
  await expect(moment).toHaveValue('06/03/2027 14:15');
});
