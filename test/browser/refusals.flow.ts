import type { Page } from '@playwright/test';
import { statusOf } from '../../server/platform/errors.ts';
import { expect, test } from './office.ts';

/*
 * Refusals of the service are in Portuguese: each code as a form shows it, and the checks of a workflow written as JSON.
 */

/** Words that no Portuguese sentence of the panel has. */
const english =
  /\b(the|must|is|are|not|this|that|please|with|try|again|of|your|has|allowed|field)\b/i;

/** Texts on the page that are in English. Code and what was typed are neither. */
const englishOn = async (page: Page) => {
  const text = await page.evaluate<string[]>(`(() => {
    const copy = document.body.cloneNode(true);
    for (const each of copy.querySelectorAll('code, pre, textarea, script, style, option'))
      each.remove();
    return [...copy.querySelectorAll('p, li, span, h1, h2, button, label, [role=alert]')].map(
      (each) => each.textContent,
    );
  })()`);
  return text.filter((each) => english.test(each));
};

/** These end the session, ask for a proof first, or keep the change waiting for the service. */
const elsewhere = ['UNAUTHORIZED', 'REAUTH_REQUIRED', 'SECOND_FACTOR_REQUIRED', 'UNAVAILABLE'];

const messages: Readonly<Record<string, string>> = {
  VALIDATION_ERROR: 'name is required and must be a string of 1 to 255 characters.',
  CONFLICT: 'The team has at most 50 of them. The operator can raise the limit (X).',
  DUPLICATE_ENTRY: 'name is already used by another project of the team.',
  FORBIDDEN: 'projects.create needs the role admin; yours is member.',
};

test('every code is said in Portuguese at a form', async ({ page, office }) => {
  await office.enter(page, await office.add('Marina Lopes', 'member'));
  await page.goto(`/t/${office.slug}/projects?new=project`);
  await page.getByLabel('Nome').fill('Site novo');
  const send = page.getByRole('button', { name: 'Criar projeto' });
  const said = page.getByRole('dialog').getByRole('alert');
  for (const [code, status] of Object.entries(statusOf)) {
    if (elsewhere.includes(code)) continue;
    const message = messages[code] ?? 'The request must not be sent this way; try again.';
    await page.route('**/projects', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status, json: { success: false, error: { code, message } } })
        : route.fallback(),
    );
    const answered = page.waitForResponse((each) => each.request().method() === 'POST');
    await send.click();
    await answered;
    await expect(said, code).toContainText(/\w{3}/);
    expect(await englishOn(page), code).toEqual([]);
    await page.unroute('**/projects');
  }
});

test('the checks of a workflow are said in Portuguese, in its form and next to its JSON', async ({
  page,
  office,
}) => {
  await office.enter(page, await office.add('Marina Lopes', 'admin'));
  await page.goto(`/t/${office.slug}/settings/workflows/new`);
  await page.getByRole('button', { name: /^Começar do zero/ }).click();
  await page.getByRole('button', { name: 'Mostrar JSON' }).click();
  const json = page.getByLabel('O fluxo em JSON');
  await json.fill('{"name": ');
  await expect(page.getByText(/Linha 1, coluna \d+: aqui falta um valor/)).toBeVisible();
  await json.fill(
    JSON.stringify({
      name: 'Boas-vindas',
      trigger: { type: 'deal_created', from: 'Novo', x: 1 },
      conditions: [{ field: 'deal.nothing', op: 'like', value: 1 }],
      steps: [
        { type: 'create_task', with: { title: '{{deal.x', due_date: 'ontem', priority: 7 } },
        { type: 'fly', with: {} },
      ],
    }),
  );
  await page.getByRole('button', { name: 'Criar e ligar' }).click();
  await expect(page.getByText(/Falta acertar \d+ pontos/)).toBeVisible();
  await expect(page.getByText('Isto não vale para este gatilho.').first()).toBeVisible();
  expect(await englishOn(page)).toEqual([]);
});
