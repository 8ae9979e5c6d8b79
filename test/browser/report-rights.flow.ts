import type { Browser, Page } from '@playwright/test';
import { post } from './panel-api.ts';
import { started } from './service.ts';
import { type BrowserTeam, expect, type Member, test } from './team.ts';

/* Members lose a right, their role or their membership while a screen with numbers is open. */

/** Page of an owner, who changes the members. */
async function ownerOf(browser: Browser, team: BrowserTeam): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await team.enter(page, await team.add('Ana Prado', 'owner'));
  return page;
}

async function change(owner: Page, { slug }: BrowserTeam, { userId }: Member, data: object) {
  const answer = await owner.request.put(
    `${started().origin}/api/panel/teams/${slug}/members/${userId}`,
    { headers: { 'sec-fetch-site': 'same-origin' }, data },
  );
  expect(answer.ok(), await answer.text()).toBe(true);
}

async function remove(owner: Page, { slug }: BrowserTeam, { userId }: Member) {
  const answer = await owner.request.delete(
    `${started().origin}/api/panel/teams/${slug}/members/${userId}`,
    { headers: { 'sec-fetch-site': 'same-origin' } },
  );
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Services read rights again after a second. */
const cachedRightsMs = 1_500;

const amount = /R\$\s*[\d.]*\d/;

/** A deal that was won this month. */
async function win(owner: Page, team: BrowserTeam): Promise<void> {
  const settings = await owner.request.put(
    `${started().origin}/api/panel/teams/${team.slug}/settings`,
    {
      headers: { 'sec-fetch-site': 'same-origin' },
      data: { deal_phases: ['lead', 'ganho'], won_phases: ['ganho'] },
    },
  );
  expect(settings.ok(), await settings.text()).toBe(true);
  const { id } = await team.api('POST', '/deals', { title: 'Site', value: 98_765, phase: 'lead' });
  await team.api('PUT', `/deals/${id}`, { phase: 'ganho' });
}

test('amounts leave an open report with the right to see them', async ({ page, team, browser }) => {
  const owner = await ownerOf(browser, team);
  const bia = await team.add('Bia Lima', 'member');
  await win(owner, team);
  await team.enter(page, bia);
  await page.goto(`/t/${team.slug}/reports/won_lost?by=person`);
  const main = page.getByRole('main');
  const won = main.getByRole('list', { name: 'Totais do período' }).getByRole('link', {
    name: /^Ganhos/,
  });
  await expect(main).toContainText('R$ 98.765');
  await change(owner, team, bia, { sees_values: false });
  await expect(main.getByText('Valores em R$ ficam ocultos para você.')).toBeVisible();
  await expect(main).not.toContainText(amount);
  // The other numbers stay, and open their lists.
  await expect(won).toContainText('1');
  await won.click();
  await expect(main.getByRole('heading', { level: 2 })).toHaveText('1 registro');
  await expect(main).not.toContainText(amount);
  await page.goBack();
  await expect(won).toContainText('1');
  await expect(main).not.toContainText(amount);
  await page.goto(`/t/${team.slug}/reports/profit`);
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(main).not.toContainText(amount);
  await owner.context().close();
});

test('amounts leave a report whose rights change before the page hears of changes', async ({
  page,
  team,
  browser,
}) => {
  const owner = await ownerOf(browser, team);
  const bia = await team.add('Bia Lima', 'member');
  await win(owner, team);
  await team.enter(page, bia);
  let open = () => {};
  const isChanged = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route('**/live?**', async (route) => {
    await isChanged;
    await route.continue();
  });
  await page.goto(`/t/${team.slug}/reports/won_lost?by=person`);
  const main = page.getByRole('main');
  await expect(main).toContainText('R$ 98.765');
  await change(owner, team, bia, { sees_values: false });
  await page.waitForTimeout(cachedRightsMs);
  open();
  await expect(main.getByText('Valores em R$ ficam ocultos para você.')).toBeVisible();
  await expect(main).not.toContainText(amount);
  await owner.context().close();
});

test('the list of an amount closes with the right to see it', async ({ page, team, browser }) => {
  const owner = await ownerOf(browser, team);
  const bia = await team.add('Bia Lima', 'member');
  await win(owner, team);
  await team.enter(page, bia);
  await page.goto(`/t/${team.slug}/reports/won_lost?by=person`);
  const main = page.getByRole('main');
  await main
    .getByRole('list', { name: 'Totais do período' })
    .getByRole('link', { name: /^Valor ganho/ })
    .click();
  await expect(main.getByRole('table')).toContainText('R$ 98.765');
  await change(owner, team, bia, { sees_values: false });
  await expect(main).not.toContainText(amount);
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
  await owner.context().close();
});

test('the numbers of the agency leave the start page with the role', async ({
  page,
  team,
  browser,
}) => {
  const owner = await ownerOf(browser, team);
  const caio = await team.add('Caio Melo', 'admin');
  await win(owner, team);
  await team.enter(page, caio);
  await page.goto(`/t/${team.slug}`);
  const numbers = page.getByRole('region', { name: 'A agência na última semana' });
  await expect(numbers.getByRole('link')).toHaveCount(6);
  await change(owner, team, caio, { role: 'member' });
  await expect(numbers).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Olá, Caio');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await owner.context().close();
});

for (const [screen, address] of [
  ['a report', (slug: string) => `/t/${slug}/reports/won_lost?by=person`],
  ['the notifications', (slug: string) => `/t/${slug}`],
] as const)
  test(`nothing of a team stays on screen after a removal while ${screen} is open`, async ({
    page,
    team,
    browser,
  }) => {
    const owner = await ownerOf(browser, team);
    const bia = await team.add('Bia Lima', 'member');
    await win(owner, team);
    const project = await team.api('POST', '/projects', { name: 'Site novo' });
    const task = await team.api('POST', '/tasks', {
      ...{ title: 'Revisar a proposta secreta', project_id: project.id },
    });
    await post(owner, team, '/comments', {
      ...{ record_type: 'tasks', record_id: task.id, mentions: [bia.userId] },
      content: 'Veja a proposta secreta',
    });
    await team.enter(page, bia);
    await page.goto(address(team.slug));
    if (screen === 'a report') await expect(page.getByRole('main')).toContainText('R$ 98.765');
    else {
      await page.getByRole('button', { name: /^Notificações/ }).click();
      await expect(page.getByRole('region', { name: /^Notificações/ })).toContainText(
        'proposta secreta',
      );
    }
    await remove(owner, team, bia);
    await expect(page.locator('body')).not.toContainText(amount);
    await expect(page.locator('body')).not.toContainText('proposta secreta');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Você não faz parte desta equipe, ou ela não existe.',
    );
    await expect(page).toHaveTitle('Você não faz parte desta equipe, ou ela não existe. — Pauta');
    await expect(page.getByRole('button', { expanded: true, name: /^Notificações/ })).toHaveCount(
      0,
    );
    await page.reload();
    await expect(page.locator('body')).not.toContainText(team.name);
    await owner.context().close();
  });
