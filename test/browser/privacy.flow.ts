import type { Page } from '@playwright/test';
import { makeInbox, post } from './panel-api.ts';
import { chooseOption } from './select.ts';
import { started } from './service.ts';
import { type BrowserTeam, expect, test } from './team.ts';

/*
 * Requests of persons about their data: recorded from a record's menu, searched, decided on by keyboard and several at once, packed, erased,
 * and proven.
 */

const phone = '5511987654321';
const email = 'joana.prado@example.com';

/** Creates a person with everything that a search finds: a client with deals, a contact who wrote, and texts of others that mention them. */
async function makePerson(page: Page, team: BrowserTeam) {
  const inbox = await makeInbox(page, team, { name: 'Atendimento' });
  const client = await post(page, team, '/clients', {
    ...{ type: 'PF', name: 'Joana Prado', cpf: '529.982.247-25', email, mobile_phone: phone },
  });
  await post(page, team, `/inboxes/${inbox}/sandbox-messages`, {
    ...{ from: phone, name: 'Joana Prado', text: 'Bom dia, aqui é a Joana.' },
  });
  const deal = await post(page, team, '/deals', {
    title: 'Reforma do site',
    client_id: client.id,
    description: `Propostas para ${email}, cópia para o sócio.`,
  });
  const project = await post(page, team, '/projects', { name: 'Feira', key: 'FEIRA' });
  for (const title of ['Convites', 'Credenciais'])
    await post(page, team, '/tasks', {
      ...{
        title,
        project_id: project.id,
        description: 'Confirmar com (11) 98765-4321 na véspera.',
      },
    });
  await post(page, team, '/activities', {
    ...{ title: `Escrever para ${email}`, type: 'email', deal_id: deal.id },
  });
  return { client: client.id, deal: deal.id };
}

const at = ({ slug }: BrowserTeam, rest = '') =>
  `${started().origin}/t/${slug}/settings/privacy${rest}`;

/** Selects of a dialog, and its button. */
const dialogOf = (page: Page) => page.getByRole('dialog');

test('a person is found, decided on, packed, erased and proven', async ({ page, team }) => {
  const marina = await team.add('Marina Lopes', 'owner');
  await team.enter(page, marina);
  const { client, deal } = await makePerson(page, team);

  // The menu of the client fills in the request.
  await page.goto(`${started().origin}/t/${team.slug}/clients/${client}`);
  await page.getByRole('button', { name: 'Ações para Joana Prado' }).click();
  await page.getByRole('menuitem', { name: 'Pedido de titular (LGPD)…' }).click();
  const form = dialogOf(page);
  await expect(form.getByLabel('Nome')).toHaveValue('Joana Prado');
  await expect(form.getByLabel('Telefones')).toHaveValue('+55 11 98765-4321');
  await expect(form.getByLabel('E-mails')).toHaveValue(email);
  await expect(form.getByLabel('CPF')).toHaveValue('529.982.247-25');
  await chooseOption(form.getByLabel('O que a pessoa pede'), 'Eliminação');
  await form.getByRole('button', { name: 'Registrar e procurar' }).click();
  await expect(page.getByText('Para decidir')).toBeVisible();
  await expect(page.getByText('Faltam 15 dias')).toBeVisible();

  // Both records are the person's, with links and reasons.
  const records = page.getByRole('list', { name: 'Cadastros da pessoa' });
  await expect(records.getByRole('checkbox', { checked: true })).toHaveCount(2);
  await expect(records).toContainText('1 conversa');
  await expect(records).toContainText('1 negócio');

  // An erasure needs a decision on each passage: by keyboard, and for equal ones at once.
  const erase = page.getByRole('button', { name: 'Eliminar os dados…' });
  await expect(erase).toBeDisabled();
  const passages = page.getByRole('list', { name: 'Trechos' });
  await expect(passages.getByText('2 trechos iguais')).toBeVisible();
  const tasks = passages.getByRole('listitem').filter({ hasText: '2 trechos iguais' });
  await tasks.focus();
  await page.keyboard.press('2');
  await expect(tasks.getByText('Dados trocados por “[removido]”')).toBeVisible();
  const ofDeal = passages.getByRole('listitem').filter({ hasText: 'Propostas para' });
  await ofDeal.focus();
  await page.keyboard.press('1');
  await expect(dialogOf(page)).toBeVisible();
  await dialogOf(page).getByRole('button', { name: 'Manter' }).click();
  await expect(ofDeal).toContainText('Obrigação legal ou regulatória (art. 16, I)');
  for (const item of await passages
    .getByRole('listitem')
    .filter({ hasText: /@|98765/ })
    .all()) {
    if (await item.getByText(/Dados trocados|Fica como está/).isVisible()) continue;
    await item.getByRole('checkbox').check();
  }
  await page
    .getByRole('region', { name: /marcados?$/ })
    .getByRole('button', { name: 'Substituir' })
    .click();
  await expect(page.getByRole('tab', { name: 'Sem decisão (0)' })).toBeVisible();

  // The package is made, and downloaded.
  await page.getByRole('button', { name: 'Montar o pacote' }).click();
  const link = page.getByRole('link', { name: 'Baixar o pacote' });
  await expect(link).toBeVisible();
  const download = page.waitForEvent('download');
  await link.click();
  expect((await download).suggestedFilename()).toMatch(/\.zip$/);

  // The page says beforehand which records are deleted, and the code confirms it.
  await expect(page.getByText('1 contato, com etiquetas e observações')).toBeVisible();
  await expect(page.getByText(/^1 cliente com negócios ou contratos/)).toBeVisible();
  await erase.click();
  const confirm = dialogOf(page).getByLabel(/^Digite [0-9A-F]{4} para confirmar$/);
  const [, code = ''] = /Digite (\w{4})/.exec(await dialogOf(page).innerText()) ?? [];
  await confirm.fill('errado');
  await dialogOf(page).getByRole('button', { name: 'Eliminar definitivamente' }).click();
  await expect(dialogOf(page).getByRole('alert')).toHaveText('O código não confere.');
  await confirm.fill(code.toLowerCase());
  await dialogOf(page).getByRole('button', { name: 'Eliminar definitivamente' }).click();

  // The proof has counts and decisions, and no personal data; printed, it is alone on the page.
  await expect(page.getByRole('heading', { name: 'Comprovante da eliminação' })).toBeVisible();
  await expect(page.getByRole('heading', { name: `Titular removido ${code}` })).toBeVisible();
  await expect(page.getByText('Conferido: foi gerado por esta instalação')).toBeVisible();
  const proof = page.locator('[data-print]');
  await expect(proof.getByRole('row', { name: /Obrigação legal/ })).toContainText('1');
  for (const identifier of ['Joana', email, '98765', '529.982'])
    await expect(proof).not.toContainText(identifier);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(proof.getByText('Linhas por tabela')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Imprimir ou salvar em PDF' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  // The record that stays has neither the name nor the replaced data.
  await page.goto(`${started().origin}/t/${team.slug}/deals/${deal}`);
  await expect(page.getByText(`Titular removido ${code}`).first()).toBeVisible();
  await page.goto(`${started().origin}/t/${team.slug}/clients/${client}`);
  await expect(page.getByLabel('E-mail')).toHaveValue('');
});

test('a selection of records is confirmed, and a request is closed, on a phone in English', async ({
  page,
  team,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await team.enter(page, await team.add('Marina Lopes', 'admin', 'en'));
  await makePerson(page, team);
  await page.goto(at(team));
  await expect(page.getByText('No open requests.')).toBeVisible();
  await page.getByRole('button', { name: 'New request' }).click();
  await dialogOf(page).getByRole('button', { name: 'Record and search' }).click();
  await expect(dialogOf(page).getByRole('alert')).toHaveText(
    'Enter at least one phone number, email address or CPF.',
  );
  await dialogOf(page).getByLabel('Phone numbers').fill('11 8765-4321');
  await dialogOf(page).getByRole('button', { name: 'Record and search' }).click();
  const records = page.getByRole('list', { name: 'Records of the person' });
  await expect(records.getByRole('listitem')).not.toHaveCount(0);
  await records
    .getByRole('checkbox', { name: /is the person/ })
    .first()
    .click();
  await expect(page.getByText('You changed the selection')).toBeVisible();
  await page.getByRole('button', { name: 'Confirm and search again' }).click();
  await expect(page.getByText('You changed the selection')).toHaveCount(0);
  await expect(page.getByText('Needs decisions')).toBeVisible();
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
  await page.getByRole('main').getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Close request…' }).click();
  await dialogOf(page).getByLabel('Your answer to the person').fill('Sent by email.');
  await dialogOf(page).getByRole('button', { name: 'Close request' }).click();
  await expect(page.getByText('Sent by email.')).toBeVisible();
  await page.getByRole('link', { name: 'Privacy (LGPD)' }).last().click();
  await expect(page.getByRole('heading', { name: 'Closed' })).toBeVisible();
});

test('the deadline is doubled for later requests', async ({ page, team }) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await page.goto(at(team));
  await chooseOption(page.getByLabel('Responder em'), '30 dias');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByRole('button', { name: 'Novo pedido' }).click();
  await dialogOf(page).getByLabel('E-mails').fill(email);
  await dialogOf(page).getByRole('button', { name: 'Registrar e procurar' }).click();
  await expect(page.getByText('Faltam 30 dias')).toBeVisible();
});

test('members see neither the page nor the menu', async ({ page, team }) => {
  const caio = await team.add('Caio Nunes', 'member');
  await team.enter(page, caio);
  const client = await post(page, team, '/clients', { type: 'PF', name: 'Joana Prado' });
  await page.goto(`${started().origin}/t/${team.slug}/clients/${client.id}`);
  await expect(
    page.getByRole('heading', { name: 'Joana Prado' }).or(page.getByLabel('Nome')).first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Ações para Joana Prado' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Relatório para o cliente…']);
  await page.goto(at(team));
  await expect(page.getByText('Só administradores veem esta página.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Privacidade (LGPD)' })).toHaveCount(0);
});
