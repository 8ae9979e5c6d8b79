import type { Browser, Page } from '@playwright/test';
import { beginConversation, makeInbox } from './panel-api.ts';
import { started } from './service.ts';
import { type BrowserTeam, expect, test } from './team.ts';

/* Two people who answer one contact: the second one is asked once, in the composer, before a second answer is sent. */

const field = (page: Page) => page.getByRole('textbox', { name: 'Resposta para o contato' });
const composer = (page: Page) => page.getByRole('region', { name: 'Escrever' });
const question = (page: Page) => composer(page).getByRole('group', { name: 'Antes de enviar' });
const row = (page: Page, text: string) =>
  page.getByText(text, { exact: true }).locator('xpath=ancestor::*[@data-message][1]');
const isSent = /enviada|entregue|lida/;

/** Opens a new conversation as Ana on the page, and as Bia in another browser. @returns the latter */
async function openTogether(page: Page, team: BrowserTeam, browser: Browser) {
  const [ana, bia] = [await team.add('Ana Souza', 'owner'), await team.add('Bia Reis', 'member')];
  await team.enter(page, ana);
  const id = await beginConversation(team, await makeInbox(page, team));
  const address = `${started().origin}/t/${team.slug}/conversations/${id}`;
  const context = await browser.newContext({ locale: 'pt-BR' });
  const second = await context.newPage();
  await team.enter(second, bia);
  for (const each of [second, page]) {
    await each.goto(address);
    await expect(row(each, 'Bom dia!')).toBeVisible();
  }
  return { page: second, context };
}

test('a colleague who is answering, or has answered, is asked about once, before sending', async ({
  page,
  team,
  browser,
}) => {
  const second = await openTogether(page, team, browser);
  // Bia is writing when Ana sends.
  await field(second.page).pressSequentially('Já vejo');
  await expect(composer(page).getByText('Bia Reis está respondendo')).toBeVisible();
  await field(page).fill('Da Ana');
  await field(page).press('Enter');
  await expect(question(page)).toContainText('Bia Reis está respondendo a esta conversa agora.');
  // A doubled or held Enter neither answers the question nor sends.
  await page.keyboard.press('Enter');
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(question(page)).toBeVisible();
  await expect(row(page, 'Da Ana')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(question(page)).toHaveCount(0);
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('Da Ana');
  await field(page).press('Enter');
  await expect(row(page, 'Da Ana')).toContainText(isSent);
  // Ana’s answer arrived since Bia began to write.
  await expect(row(second.page, 'Da Ana')).toBeVisible();
  await field(second.page).press('Enter');
  await expect(question(second.page)).toContainText('Ana Souza respondeu enquanto você escrevia:');
  await expect(question(second.page)).toContainText('Da Ana');
  await question(second.page).getByRole('button', { name: 'Enviar mesmo assim' }).click();
  await expect(row(second.page, 'Já vejo')).toContainText(isSent);
  // Further answers of the same person ask nothing.
  for (const text of ['Mais uma', 'E outra']) {
    await field(second.page).fill(text);
    await field(second.page).press('Enter');
    await expect(row(second.page, text)).toContainText(isSent);
  }
  await second.context.close();
});

test('an answer that was written offline asks when it is delivered, and is sent only if the author wants it', async ({
  page,
  team,
  browser,
}) => {
  const second = await openTogether(page, team, browser);
  await second.context.setOffline(true);
  await field(second.page).fill('Da Bia, sem rede');
  await field(second.page).press('Enter');
  await expect(row(second.page, 'Da Bia, sem rede')).toContainText('aguardando conexão');
  await field(page).fill('Da Ana');
  await field(page).press('Enter');
  await expect(row(page, 'Da Ana')).toContainText(isSent);
  await second.context.setOffline(false);
  await expect(question(second.page)).toContainText('voltou para o campo');
  await expect(question(second.page)).toContainText('Ana Souza respondeu enquanto você escrevia:');
  await expect(field(second.page)).toHaveValue('Da Bia, sem rede');
  await expect(row(page, 'Da Bia, sem rede')).toHaveCount(0);
  await question(second.page).getByRole('button', { name: 'Enviar mesmo assim' }).click();
  await expect(row(page, 'Da Bia, sem rede')).toBeVisible();
  await second.context.close();
});

/** Number of rounds in which both send at the same moment. */
const rounds = 20;

test('two who send at the same moment never both answer', async ({ page, team, browser }) => {
  const second = await openTogether(page, team, browser);
  const pages = [page, second.page];
  // Without typing indicators, only the server can know.
  for (const each of pages) await each.route('**/typing', (route) => route.abort());
  for (let round = 0; round < rounds; round += 1) {
    const texts = pages.map((_, at) => `Rodada ${round}, ${at}`);
    await Promise.all(pages.map((each, at) => field(each).fill(texts[at] ?? '')));
    await Promise.all(pages.map((each) => field(each).press('Enter')));
    await expect
      .poll(async () => (await question(page).count()) + (await question(second.page).count()))
      .toBe(1);
    const loser = (await question(page).count()) === 1 ? 0 : 1;
    const [refused, sender] = loser === 0 ? [page, second.page] : [second.page, page];
    await expect(row(refused, texts[1 - loser] ?? '')).toContainText(isSent);
    await expect(question(refused)).toContainText('respondeu enquanto você escrevia:');
    await question(refused).getByRole('button', { name: 'Continuar escrevendo' }).click();
    await expect(row(sender, texts[loser] ?? '')).toHaveCount(0);
    await field(refused).fill('');
  }
  await second.context.close();
});
