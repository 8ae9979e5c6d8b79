import { started } from './service.ts';
import { expect, test } from './team.ts';

/* Hours of contracts on the pages of the contract, its client and its project, and on the start page of its owner. */

test('the hours of a contract follow its time entries on every page that shows them', async ({
  page,
  team,
}) => {
  const marina = await team.add('Marina Lopes', 'owner');
  await team.enter(page, marina);
  const client = await team.api('POST', '/clients', { name: 'Padaria Aurora', type: 'PJ' });
  const project = await team.api('POST', '/projects', { name: 'Redes', client_id: client.id });
  const contract = await team.api('POST', '/contracts', {
    ...{ title: 'Gestão mensal', client_id: client.id, owner_id: marina.userId },
    ...{ included_hours: 2, carry_over: 1, project_ids: [project.id] },
  });
  const spend = (minutes: number) =>
    team.api('POST', '/time-entries', { project_id: project.id, user_id: marina.userId, minutes });
  await page.goto(`${started().origin}/t/${team.slug}/contracts/${contract.id}`);
  const hours = page.getByRole('region', { name: 'Horas', exact: true });
  await expect(hours.getByText('0 h de 2 h')).toBeVisible();
  await spend(95);
  await expect(hours.getByText('1h35 de 2 h')).toBeVisible();
  await expect(hours.getByText('Restam 25 min')).toBeVisible();
  await spend(1);
  await expect(hours.getByText('80% usado')).toBeVisible();
  await spend(54);
  await expect(hours.getByText('30 min a mais')).toHaveCount(2);
  for (const path of [`/clients/${client.id}`, `/projects/${project.id}`, '']) {
    await page.goto(`${started().origin}/t/${team.slug}${path}`);
    const name = path === '' ? 'Contratos que pedem atenção' : 'Contratos';
    const list = page.getByRole('region', { name, exact: true });
    await expect(list.getByRole('link', { name: 'Gestão mensal' })).toBeVisible();
    await expect(list.getByText('2h30 de 2 h')).toBeVisible();
  }
});

test('the page of a contract lists its billing lines', async ({ page, team }) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await team.fill(page);
  await page.goto(`${started().origin}/t/${team.slug}/contracts`);
  await page
    .getByRole('link', { name: /Padaria São João/ })
    .first()
    .click();
  const lines = page.getByRole('table', { name: 'Faturamento do contrato' });
  await expect(lines.getByRole('row').nth(1)).toContainText(/R\$.*A faturar/);
  await page.getByRole('link', { name: 'Faturar em Ajustes' }).click();
  await expect(page.getByRole('heading', { name: 'Faturamento' })).toBeVisible();
});
