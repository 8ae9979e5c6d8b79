import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { chooseOption } from './select.ts';
import { expect, test } from './team.ts';

/** Calls the panel's API like the page. */
async function ask(page: Page, method: 'post' | 'put' | 'delete', path: string, data?: object) {
  const answer = await page.request[method](`/api/panel${path}`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    ...(data && { data }),
  });
  expect(answer.status(), await answer.text()).toBeLessThan(300);
  return (await answer.json()).data;
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  test('a deleted task is found with its former place and the person who deleted it, and is restored', async ({
    page,
    team,
  }) => {
    const base = `/teams/${team.slug}`;
    await team.enter(page, await team.add('Caio Nunes', 'member'));
    await page.goto(`/t/${team.slug}/trash`);
    await expect(page.getByText('A lixeira está vazia.')).toBeVisible();
    const project = await ask(page, 'post', `${base}/projects`, { name: 'Site novo' });
    const task = await ask(page, 'post', `${base}/tasks`, {
      title: 'Trocar o banner',
      project_id: project.id,
    });
    await ask(page, 'delete', `${base}/tasks/${task.id}`);
    await page.reload();
    const row = page.getByRole('row', { name: /Trocar o banner/ });
    await expect(row).toContainText(/Site novo › /);
    await expect(row).toContainText('por Caio Nunes');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await row.getByRole('button', { name: 'Restaurar: Trocar o banner' }).tap();
    await expect(page.getByText(/“Trocar o banner” voltou para/)).toBeVisible();
    await expect(page.getByText('A lixeira está vazia.')).toBeVisible();
    const back = await page.request.get(`/api/panel${base}/tasks/${task.id}`);
    expect((await back.json()).data).toMatchObject({ column: task.column, deleted_at: null });
  });
});

test.describe('in English', () => {
  test.use({ locale: 'en-GB' });
  test('webhooks and workflows show their state, and are switched off and on', async ({
    page,
    team,
  }) => {
    const base = `/teams/${team.slug}`;
    await team.enter(page, await team.add('Oliver Reed', 'admin', 'en'));
    await page.goto(`/t/${team.slug}/settings/webhooks`);
    await expect(page.getByText('No webhooks yet.')).toBeVisible();
    const url = 'https://example.invalid/pauta';
    await ask(page, 'post', `${base}/webhooks`, { name: 'Board', url });
    const definition = {
      name: 'Welcome',
      trigger: { type: 'deal_created' },
      steps: [{ type: 'create_activity', with: { title: 'Call' } }],
    };
    await ask(page, 'post', `${base}/workflows`, { definition });
    await ask(page, 'post', `${base}/deals`, { title: 'New site' });
    await page.reload();
    const endpoint = page.getByRole('row', { name: /Board/ });
    // Any number of attempts may have failed by now.
    await expect(endpoint).toContainText(/On|Failing/);
    await expect(endpoint).toContainText(/Waiting|Failed (once|\d+ times)/);
    await endpoint.getByRole('button', { name: 'Switch off: Board' }).click();
    await expect(endpoint).toContainText('Off');
    await endpoint.getByRole('button', { name: 'Switch on: Board' }).click();
    await expect(endpoint.getByRole('button', { name: 'Switch off: Board' })).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Settings' })
      .getByRole('link', { name: 'Workflows' })
      .click();
    const workflow = page.getByRole('row', { name: /Welcome.*When a deal is created/ });
    await expect(workflow).toContainText(/Running|Done/);
    await workflow.getByRole('button', { name: 'Switch off: Welcome' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
    await expect(workflow).toContainText('Off');
  });
});

test('the audit log shows a recent change, is filtered in the address, and leads to a history', async ({
  page,
  team,
}) => {
  const base = `/teams/${team.slug}`;
  const marina = await team.add('Marina Lopes', 'owner');
  await team.enter(page, marina);
  await page.goto(`/t/${team.slug}/settings/audit`);
  await expect(page.getByRole('heading', { level: 1, name: 'Auditoria' })).toBeVisible();
  const deal = await ask(page, 'post', `${base}/deals`, { title: 'Site novo', value: 1500 });
  await ask(page, 'put', `${base}/deals/${deal.id}`, { value: 2750.5, title: 'Site e blog' });
  await ask(page, 'post', `${base}/clients`, { type: 'PJ', name: 'Padaria Sol' });
  await page.reload();
  const entries = page.getByRole('list', { name: 'Auditoria' }).getByRole('listitem');
  await expect(entries.first()).toContainText('Marina Lopes criou o cliente “Padaria Sol”');
  await chooseOption(page.getByLabel('O quê'), 'Alterar negócio');
  await expect(entries).toHaveCount(1);
  await expect(entries).toContainText('Marina Lopes alterou o negócio “Site e blog”');
  await expect(entries).toContainText(/Valor\s*R\$\s1\.500,00 → R\$\s2\.750,50/);
  await expect(page).toHaveURL(/\?what=deals\.update$/);
  await page.reload();
  await expect(page.getByLabel('O quê')).toHaveText('Alterar negócio');
  await entries.getByText('Detalhes').click();
  await expect(entries.getByRole('button', { name: 'Copiar código do pedido' })).toBeVisible();
  await entries.getByRole('link', { name: 'Histórico deste registro' }).click();
  await expect(page.getByRole('heading', { name: 'Só o histórico de Site e blog' })).toBeVisible();
  await expect(entries).toHaveCount(2);
  await page.getByRole('button', { name: 'Limpar filtros' }).click();
  await chooseOption(page.getByLabel('Quem'), 'Marina Lopes');
  await page.getByLabel('Até').fill('2020-01-01');
  await expect(page.getByText('Nenhum registro com estes filtros.')).toBeVisible();
  await page.getByLabel('Até').fill('');
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar CSV' }).click();
  const file = await downloaded;
  expect(file.suggestedFilename()).toBe(`audit-${team.slug}.csv`);
  expect(readFileSync(await file.path(), 'utf8')).toContain('Site e blog');
});
