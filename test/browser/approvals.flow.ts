import type { Page } from '@playwright/test';
import { expect, test } from './team.ts';

/* A campaign on its way to approval: requested by keyboard, answered on a phone without scripts, changed, requested again. */

/** Main actions of the screen. */
const primary = (page: Page) => page.locator('main .bg-accent:is(button, a)');

test('a client requests changes on a phone without scripts, sees them, and approves; a later change makes the approval pending again', async ({
  page,
  team,
  browser,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'member'));
  const project = await team.api('POST', '/projects', { name: 'Verão' });
  const campaign = await team.api('POST', '/campaigns', {
    name: 'Verão na praia',
    project_id: project.id,
    description: 'Um verão inteiro de ofertas.',
    target_platforms: ['Instagram'],
  });
  await page.goto(`/t/${team.slug}/campaigns/${campaign.id}`);
  const approval = page.getByRole('region', { name: 'Aprovação', exact: true });
  const ask = approval.getByRole('button', { name: 'Pedir aprovação' });
  await expect(primary(page)).toHaveText(['Pedir aprovação']);
  await ask.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Quem aprova')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Título')).toBeFocused();
  await page.keyboard.press('Enter');
  const link = await page.getByRole('textbox', { name: 'Link de aprovação' }).inputValue();
  await page.keyboard.press('Escape');
  await expect(approval.getByText('Em aberto')).toBeVisible();
  await expect(ask).toBeHidden();

  const phone = await browser.newContext({
    viewport: { width: 360, height: 740 },
    javaScriptEnabled: false,
    locale: 'pt-BR',
  });
  const client = await phone.newPage();
  await client.goto(new URL(link).pathname);
  await client.getByLabel('Seu nome').fill('Joana Prado');
  await client.getByLabel('Comentário').fill('Troquem a foto da capa.');
  await client.getByRole('button', { name: 'Pedir ajuste' }).click();
  await expect(client.getByText('Resposta registrada')).toBeVisible();
  await client.reload();
  await expect(client.getByText('Troquem a foto da capa.')).toBeVisible();

  // The team sees it at once, changes it, and sends it again.
  await expect(approval.getByText('Troquem a foto da capa.')).toBeVisible();
  const next = approval.getByRole('button', { name: 'Enviar nova versão' });
  await expect(primary(page)).toHaveText(['Enviar nova versão']);
  await next.click();
  const version = page.getByRole('dialog', { name: 'Enviar nova versão' });
  await expect(version.getByRole('alert')).toContainText('Nada mudou desde a última versão');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Notificações' }).click();
  const bell = page.getByRole('list', { name: 'Notificações' });
  await expect(bell).toContainText('Joana Prado pediu ajuste em Verão');
  await expect(bell).toContainText('“Troquem a foto da capa.”');
  await page.keyboard.press('Escape');
  await team.api('PUT', `/campaigns/${campaign.id}`, {
    description: 'Um verão inteiro de grandes ofertas.',
    target_platforms: ['Instagram', 'TikTok'],
  });
  await next.click();
  await expect(version.getByLabel('O que mudou')).toBeFocused();
  await expect(version.getByRole('alert')).toHaveCount(0);
  await page.keyboard.type('Trocamos a foto da capa.');
  await version.getByRole('button', { name: 'Enviar nova versão' }).click();
  await expect(approval.getByText('2ª rodada')).toBeVisible();
  await expect(approval.getByText('“Trocamos a foto da capa.”')).toBeVisible();
  await client.reload();
  await expect(client.getByText('Trocamos a foto da capa.')).toBeVisible();
  await expect(client.locator('ins', { hasText: 'grandes' })).toBeVisible();
  await expect(client.locator('ins', { hasText: 'TikTok' })).toBeVisible();
  await client.getByLabel('Seu nome').fill('Joana Prado');
  await client.getByRole('button', { name: 'Aprovar' }).click();
  await expect(client.getByText('Resposta registrada')).toBeVisible();
  await expect(approval.getByText('Aprovada', { exact: true }).first()).toBeVisible();
  await phone.close();
  // Only the client was asked.
  const steps = approval.getByRole('list', { name: 'Etapas da aprovação' });
  await expect(steps.getByRole('listitem').filter({ hasText: 'Cliente' })).toContainText(
    'concluída',
  );
  await expect(steps.getByRole('listitem').filter({ hasText: 'Interna' })).not.toContainText(
    'concluída',
  );

  await team.api('PUT', `/campaigns/${campaign.id}`, { name: 'Verão na serra' });
  await expect(approval.getByText('Mudou: pedir de novo')).toBeVisible();
});
