import { platformStatement } from '../../server/db/statement.ts';
import { expect, test } from './office.ts';

const age = platformStatement(
  `update sessions set authenticated_at = now() - interval '11 minutes' where person_id = $person`,
);

test('a key is made after a proof, used, seen as used, rotated, revoked and refused', async ({
  page,
  office,
  database,
  baseURL,
}) => {
  const marina = await office.add('Marina Lopes', 'admin');
  await office.enter(page, marina);
  await page.goto(`/t/${office.slug}/settings/keys`);
  await expect(page.getByText('Nenhuma chave ainda.')).toBeVisible();
  await database.database.platform.run(age, { person: marina.personId });
  const provenAt = async () => {
    const answer = await page.request.get('/api/panel/session');
    return Date.parse((await answer.json()).data.authenticated_at);
  };
  await expect.poll(provenAt).toBeLessThan(Date.now() - 600_000);

  const works = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` };
    return (await fetch(new URL('/api/v1/clients', baseURL), { headers })).status;
  };
  const copied = async () => {
    const key = await page.getByRole('textbox', { name: 'A chave' }).inputValue();
    await page.getByRole('button', { name: 'Pronto' }).click();
    return key;
  };
  await page.getByRole('button', { name: 'Criar chave' }).click();
  const dialog = page.getByRole('dialog', { name: 'Criar chave' });
  await dialog.getByLabel('Nome').fill('Site');
  await dialog.getByLabel('Permissão').selectOption('Só ler');
  await dialog.getByRole('button', { name: 'Criar chave' }).click();
  await page.getByLabel('Sua senha').fill(marina.password);
  await page.getByRole('button', { name: 'Confirmar' }).click();
  const first = await copied();
  expect(await works(first)).toBe(200);
  const row = page.getByRole('row', { name: /Site/ });
  await expect(row).toContainText('Da equipe · Só ler');

  const act = async (name: string) => {
    await row.last().getByRole('button', { name: 'Ações para Site' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act('Trocar');
  await page.getByLabel('A antiga vale por mais').selectOption('1 hora');
  await page.getByRole('button', { name: 'Criar a segunda chave' }).click();
  const second = await copied();
  await expect(row).toHaveCount(2);
  await expect(row.last()).toContainText(/Ativa\s*até/);
  expect(await works(second)).toBe(200);
  // Uses are written down every five seconds.
  await expect(async () => {
    await page.reload();
    await expect(row.last().getByRole('time').first()).toHaveText(/agora|min/, { timeout: 500 });
  }).toPass({ intervals: [200] });

  await act('Revogar');
  await page.getByRole('dialog').getByRole('button', { name: 'Revogar' }).click();
  await expect(page.getByText('Chave revogada.')).toBeVisible();
  await expect(row).toHaveCount(1);
  await expect.poll(() => works(first)).toBe(401);
  expect(await works(second)).toBe(200);
  await page.getByLabel('Mostrar também as revogadas e vencidas').check();
  await expect(row.last()).toContainText('Revogada');
  expect(await page.content()).not.toContain(second);
});
