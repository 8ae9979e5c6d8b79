import type { Page } from '@playwright/test';
import { expect, test, today } from './team.ts';

/* A won deal, an approved campaign and a finished day get 300 ms of joy, and nothing else does. */

/** Counts animations called `joy` in the page. */
const countJoys = (page: Page) =>
  page.addInitScript(`
    window.joys = 0;
    addEventListener('animationstart', ({ animationName }) => {
      if (animationName === 'joy') window.joys += 1;
    }, true);`);
const joys = (page: Page) => page.evaluate<number>('window.joys');

async function withPhases(page: Page, slug: string) {
  const answer = await page.request.put(`/api/panel/teams/${slug}/settings`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { deal_phases: ['lead', 'ganho'], won_phases: ['ganho'] },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

test('a deal that is won is celebrated on its page and on the board', async ({ page, team }) => {
  await countJoys(page);
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await withPhases(page, team.slug);
  const { id } = await team.api('POST', '/deals', { title: 'Site novo', phase: 'lead' });
  await page.goto(`/t/${team.slug}/deals/${id}`);
  const won = page.getByRole('button', { name: 'Ganho', exact: true });
  await page.getByRole('main').getByRole('button', { name: 'Marcar como ganho' }).click();
  await expect(won).toHaveAttribute('aria-current', 'step');
  await expect.poll(() => joys(page)).toBeGreaterThan(0);
  await expect(won).toHaveCSS('animation-duration', '0.3s');
  // Not when a won deal is opened.
  await page.reload();
  await expect(won).toHaveAttribute('aria-current', 'step');
  expect(await joys(page)).toBe(0);

  await team.api('POST', '/deals', { title: 'Loja', phase: 'lead' });
  await page.goto(`/t/${team.slug}/deals`);
  await page.getByRole('link', { name: 'Loja' }).press('e');
  await expect(
    page.getByRole('region', { name: 'Ganho', exact: true }).getByRole('link', { name: 'Loja' }),
  ).toBeVisible();
  await expect.poll(() => joys(page)).toBeGreaterThan(0);
});

test('a campaign that is approved is celebrated on its page', async ({ page, team }) => {
  await countJoys(page);
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  const project_id = (await team.api('POST', '/projects', { name: 'Site' })).id;
  const { id } = await team.api('POST', '/campaigns', { name: 'Verão', project_id });
  await page.goto(`/t/${team.slug}/campaigns/${id}`);
  const approval = page.getByRole('region', { name: 'Aprovação' });
  await expect(approval.getByText('Rascunho').first()).toBeVisible();
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`/api/panel/teams/${team.slug}/approvals${path}`, {
      headers: { 'sec-fetch-site': 'same-origin' },
      data,
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()).data;
  };
  const request = await post('', { campaign_ids: [id] });
  await post(`/${request.id}/decisions`, {
    campaign_id: id,
    decision: 'approved',
    sha256: request.items[0].sha256,
  });
  await expect(approval.getByText('Aprovada').first()).toBeVisible();
  await expect.poll(() => joys(page)).toBeGreaterThan(0);
});

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test(`a day that is finished is celebrated, with ${reducedMotion} of motion`, async ({
    page,
    team,
  }) => {
    await page.emulateMedia({ reducedMotion });
    await countJoys(page);
    const marina = await team.add('Marina Lopes', 'owner');
    await team.enter(page, marina);
    const fields = { title: 'Ligar', type: 'call', assigned_to: marina.userId, due_date: today() };
    await team.api('POST', '/activities', fields);
    await page.goto(`/t/${team.slug}`);
    await page.getByRole('button', { name: 'Concluir Ligar' }).click();
    await expect(page.getByText('Tudo feito por hoje.')).toBeVisible();
    await expect.poll(async () => (await joys(page)) > 0).toBe(reducedMotion !== 'reduce');
    await page.reload();
    await expect(page.getByText('Nada atrasado e nada para hoje.')).toBeVisible();
    expect(await joys(page)).toBe(0);
  });
