import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { platformStatement } from '#server/db/statement.ts';
import { chooseOption } from './select.ts';
import { expect, test as team } from './team.ts';

/* Webhooks for people, by keyboard only: a failed delivery is inspected, replayed and arrives; a received call shows how to map it. */

interface Receiver {
  readonly url: string;
  /** If true it answers 204, otherwise 500 with a page that tries to run a script. */
  isWell: boolean;
  readonly received: readonly {
    readonly body: string;
    readonly headers: NodeJS.Dict<string | string[]>;
  }[];
}

const nasty = `<script>document.title = 'hacked'</script><img src=x onerror="document.title='hacked'">${'<b>oi</b>'.repeat(8_000)}`;

const test = team.extend<{ receiver: Receiver }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter
  receiver: async ({}, use) => {
    const received: { body: string; headers: NodeJS.Dict<string | string[]> }[] = [];
    const server = createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      received.push({ body, headers: request.headers });
      if (receiver.isWell) response.writeHead(204).end();
      else response.writeHead(500, { 'content-type': 'text/html' }).end(nasty);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const receiver = { url: `http://127.0.0.1:${port}/pauta`, isWell: false, received };
    await use(receiver);
    server.close();
  },
});

const age = platformStatement(
  `update sessions set authenticated_at = now() - interval '11 minutes' where person_id = $person`,
);

/** Presses a button or follows a link by its key. */
async function press(page: Page, role: 'button' | 'link' | 'tab', name: string | RegExp) {
  const it = page.getByRole(role, { name });
  await expect(it).toBeEnabled();
  await it.press('Enter');
}

test('an endpoint is created, its delivery fails, is inspected, replayed, and arrives', async ({
  page,
  team,
  database,
  receiver,
}) => {
  const marina = await team.add('Marina Lopes', 'admin');
  await team.enter(page, marina);
  await page.goto(`/t/${team.slug}/settings/webhooks`);
  await press(page, 'link', 'Criar webhook');
  await page.getByLabel('Nome').fill('Painel');
  const address = page.getByLabel('Endereço de destino');
  await address.fill('http://10.1/pauta');
  await press(page, 'button', 'Criar webhook');
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText(/Este endereço não é público/)).toBeVisible();
  await address.fill(receiver.url);
  await expect(page.getByText('Tudo é entregue, menos o que só vai a pedido.')).toBeVisible();
  await page.getByText('Escolher um a um').press('Enter');
  await page.getByRole('checkbox', { name: 'inbox.connection' }).press('Space');
  await expect(page.getByText('Tudo é entregue, e mais 1 evento')).toBeVisible();
  await page.getByRole('checkbox', { name: 'inbox.connection' }).press('Space');
  await page.getByRole('checkbox', { name: 'Tudo' }).press('Space');
  await page.getByRole('checkbox', { name: 'Todos de Negócios' }).press('Space');
  await page.getByRole('checkbox', { name: 'deal.deleted' }).press('Space');
  await expect(page.getByText('3 eventos escolhidos')).toBeVisible();
  await database.database.platform.run(age, { person: marina.personId });
  // The cached session may be older.
  const provenAt = async () => {
    const answer = await page.request.get('/api/panel/session');
    return Date.parse((await answer.json()).data.authenticated_at);
  };
  await expect.poll(provenAt).toBeLessThan(Date.now() - 600_000);
  await press(page, 'button', 'Criar webhook');
  await page.getByLabel('Sua senha').fill(marina.password);
  await page.keyboard.press('Enter');
  const secret = await page.getByRole('textbox', { name: 'O segredo' }).inputValue();
  await press(page, 'button', 'Pronto');
  await expect(page.getByRole('heading', { level: 1, name: 'Painel' })).toBeVisible();
  expect(await page.content()).not.toContain(secret);

  await press(page, 'button', 'Testar');
  const dialog = page.getByRole('dialog', { name: 'Teste do webhook' });
  await expect(dialog.getByText('Não foi entregue.')).toBeVisible();
  await expect(dialog).toContainText('O destino teve um erro dele.');
  await page.keyboard.press('Escape');
  // A change elsewhere appears on the screen automatically.
  await team.api('POST', '/deals', { title: 'Site novo' });
  const failing = /Falhou \d+ vez(es)?.*tenta de novo às \d\d:\d\d/;
  await expect(page.getByRole('row', { name: /deal\.created.*Falhou \d/ })).toContainText(failing);
  await expect(page.getByText('2 falharam e serão tentadas de novo')).toBeVisible();
  await expect(page.getByText('nenhuma falhou')).toHaveCount(0);
  await press(page, 'link', 'Todos os webhooks');
  await expect(page.getByRole('row', { name: /Painel/ })).toContainText(failing);
  await press(page, 'link', 'Painel');
  await press(page, 'link', 'deal.created');
  await expect(page.getByText('respondeu 500').first()).toBeVisible();
  await expect(page.getByText('tenta de novo às')).toBeVisible();
  await expect(page.getByText('Na fila')).toHaveCount(0);
  const answer = page.getByText(`<script>document.title = 'hacked'</script>`);
  await expect(answer.first()).toBeVisible();
  expect(await page.title()).not.toBe('hacked');

  receiver.isWell = true;
  const before = receiver.received.length;
  await press(page, 'button', 'Reenviar');
  await expect(page.getByText('respondeu 204').first()).toBeVisible();
  await expect(page.getByText('Entregue', { exact: true })).toBeVisible();
  const delivery = receiver.received.slice(before).find(({ body }) => body.includes('Site novo'));
  expect(delivery?.headers['x-webhook-signature']).toBe(
    createHmac('sha256', secret)
      .update(delivery?.body ?? '')
      .digest('hex'),
  );
  const first = receiver.received.find(({ body }) => body.includes('Site novo'));
  expect(delivery?.body).toBe(first?.body);
  await press(page, 'link', 'Todas as entregas');
  await expect(page.getByRole('row', { name: /deal\.created.*Entregue/ })).toBeVisible();
});

test('a refused call is tested with another mapping, which is saved and then creates a task', async ({
  page,
  team,
  baseURL,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'admin'));
  await team.api('POST', '/projects', { name: 'Site' });
  await page.goto(`/t/${team.slug}/settings/webhooks/new`);
  await page.getByLabel('Nome').fill('Formulário');
  const projects = page.getByRole('combobox', { name: 'Projeto' });
  await projects.pressSequentially('Sit');
  await expect(page.getByRole('option', { name: 'Site' })).toBeVisible();
  await projects.press('Enter');
  const pipeline = page.getByLabel('Quadro', { exact: true });
  await expect(pipeline).toBeVisible();
  await pipeline.click();
  await page.getByRole('option').nth(1).click();
  await press(page, 'button', 'Criar webhook');
  const secret = await page.getByRole('textbox', { name: 'O segredo' }).inputValue();
  await press(page, 'button', 'Pronto');
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await team.api('PUT', `/webhooks/${id}`, {
    field_mapping: { title: 'lead.nome', due_date: 'lead.quando' },
  });
  const call = async () => {
    const answer = await fetch(new URL(`/api/hooks/${team.slug}/formulario`, baseURL), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      body: JSON.stringify({ lead: { nome: 'Rita', quando: '20/12/2026', dia: '2026-12-20' } }),
    });
    return answer.status;
  };
  expect(await call()).toBe(400);
  const list = page.getByRole('list', { name: 'Recebimentos' });
  await expect(list.getByText('Recusado')).toBeVisible();
  await page.getByText('O que veio').press('Enter');
  await press(page, 'link', 'Testar com este conteúdo');
  await expect(page.getByText('Nenhuma tarefa seria criada.')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Campo Prazo' })).toContainText('não serve');
  await page.getByLabel('Valor de Prazo').fill('lead.dia');
  await expect(page.getByText('Uma tarefa seria criada.')).toBeVisible();
  await press(page, 'button', 'Adicionar campo');
  await page.getByRole('menuitem', { name: 'Prioridade' }).press('Enter');
  await expect(page.getByLabel('Valor de Prioridade')).toBeFocused();
  await page.keyboard.type('lead.urgencia');
  await expect(page.getByText('Nada encontrado para: Prioridade.')).toBeVisible();
  await chooseOption(page.getByLabel('De onde vem Prioridade'), 'Valor fixo');
  await page.getByLabel('Valor de Prioridade').fill('high');
  await expect(page.getByText('Nada encontrado para')).toHaveCount(0);
  await press(page, 'button', 'Salvar mapeamento');
  await expect(page.getByText('Mapeamento salvo')).toBeVisible();
  expect(await call()).toBe(202);
  await press(page, 'tab', 'Recebimentos');
  await press(page, 'link', 'Abrir a tarefa');
  await expect(page.getByRole('heading', { level: 1, name: 'Rita' })).toBeVisible();
});
