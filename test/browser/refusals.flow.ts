import type { Locator, Page, Request } from '@playwright/test';
import { statusOf } from '#server/platform/errors.ts';
import { type FormCase, groups } from './forms.ts';
import { prepareForms } from './prepare-forms.ts';
import { started } from './service.ts';
import { type BrowserTeam, expect, test } from './team.ts';

/*
 * Refusals of the service and of the browser are in Portuguese: each code in a form, each form of the panel with invalid values, and the
 * checks of a workflow written as JSON.
 */

/** Words that no Portuguese sentence of the panel contains. */
const english =
  /\b(the|must|is|are|not|this|that|please|with|try|again|of|your|has|allowed|field|and|be|cannot|which|required|invalid|failed)\b/i;

/** English texts on the page, apart from code and typed text. */
const englishOn = async (page: Page) => {
  const text = await page.evaluate<string[]>(`(() => {
    const copy = document.body.cloneNode(true);
    for (const each of copy.querySelectorAll('code, pre, textarea, script, style, option'))
      each.remove();
    const texts = document.createNodeIterator(copy, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let each = texts.nextNode(); each; each = texts.nextNode()) found.push(each.data);
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      for (const each of copy.querySelectorAll('[' + name + ']')) found.push(each.getAttribute(name));
    return found;
  })()`);
  return text.filter((each) => english.test(each));
};

/** These end the session, require a proof first, or keep the change waiting for the service. */
const elsewhere = ['UNAUTHORIZED', 'REAUTH_REQUIRED', 'SECOND_FACTOR_REQUIRED', 'UNAVAILABLE'];

const messages: Readonly<Record<string, string>> = {
  VALIDATION_ERROR: 'name is required and must be a string of 1 to 255 characters.',
  CONFLICT: 'The team has at most 50 of them. The operator can raise the limit (X).',
  DUPLICATE_ENTRY: 'name is already used by another project of the team.',
  FORBIDDEN: 'projects.create needs the role admin; yours is member.',
};

test('every code has a Portuguese text in a form', async ({ page, team }) => {
  await team.enter(page, await team.add('Marina Lopes', 'member'));
  await page.goto(`/t/${team.slug}/projects?new=project`);
  await page.getByLabel('Nome').fill('Site novo');
  const send = page.getByRole('button', { name: 'Criar projeto' });
  const alert = page.getByRole('dialog').getByRole('alert');
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
    await expect(alert, code).toContainText(/\w{3}/);
    expect(await englishOn(page), code).toEqual([]);
    await page.unroute('**/projects');
  }
});

/** Values that the browser accepts, in the order in which they are tried. */
const passing: Readonly<Record<string, readonly string[]>> & { readonly text: readonly string[] } =
  {
    text: ['teste', '100', '1234', '1'],
    email: ['ana@example.com'],
    url: ['https://example.com'],
    tel: ['(11) 98765-4321'],
    password: ['cinco gatos azuis no sol'],
  };

/** A day that fields of the future accept, as people type it. */
const soon = new Date(Date.now() + 30 * 86_400_000).toLocaleDateString('pt-BR', {
  timeZone: 'America/Sao_Paulo',
});

/** Fields of a form for typing. */
const typed = 'input:not([role=combobox], [type=radio], [type=checkbox], [type=hidden]), textarea';

interface NamedControl {
  readonly name: string;
}
interface Checked {
  readonly willValidate: boolean;
  readonly validity: { readonly valid: boolean };
  readonly validationMessage: string;
}

const isInvalid = (field: Locator) =>
  field.evaluate((each) => !(each as unknown as Checked).validity.valid);

/** The browser's messages for the invalid fields of a form. */
const explained = (form: Locator) =>
  form
    .locator(':invalid:not(fieldset)')
    .evaluateAll((all) => all.map((each) => (each as unknown as Checked).validationMessage));

/** Fills in the fields of a form. */
async function fillIn(form: Locator, fillField: (field: Locator) => Promise<void>): Promise<void> {
  for (const field of await form.locator(typed).all())
    if ((await field.isVisible()) && (await field.isEditable())) await fillField(field);
}

const isDate = async (field: Locator) =>
  /aaaa/.test((await field.getAttribute('placeholder')) ?? '');

async function fillValid(page: Page, form: Locator): Promise<void> {
  await fillIn(form, async (field) => {
    if (await isDate(field)) return field.fill('');
    for (const value of passing[(await field.getAttribute('type')) ?? ''] ?? passing.text) {
      await field.fill(value);
      if (!(await isInvalid(field))) return;
    }
    await field.fill('');
  });
  for (const field of await form.locator(':invalid[role=combobox]').all()) {
    await field.click();
    await page.getByRole('option').first().click();
  }
  await fillIn(form, async (field) => {
    if ((await isDate(field)) && (await isInvalid(field))) await field.fill(soon);
  });
}

const mistakes: Readonly<Record<string, string>> = { password: 'x' };

/** Makes each mistake that the browser refuses, and expects a Portuguese message. */
async function refuseByBrowser(form: Locator, send: Locator, name: string): Promise<void> {
  for (const mistake of ['nothing', 'nonsense']) {
    await fillIn(form, async (field) =>
      field.fill(
        mistake === 'nothing' ? '' : (mistakes[(await field.getAttribute('type')) ?? ''] ?? '!'),
      ),
    );
    if ((await explained(form)).length === 0) continue;
    // Leaving a date checks it, which moves the button.
    await send.focus();
    await send.click();
    const unsaid = async () =>
      (await explained(form)).filter((each) => !/^[A-ZÉ]/.test(each) || english.test(each));
    await expect.poll(unsaid, `${name} with ${mistake}`).toEqual([]);
  }
}

/** Requests made while a form is open, other than by sending it. */
const inPassing = /\/(seen|preferences|presence|typing|drafts|trial|errors|ui)\b/;

/** True for a login step without a phone number, which the page requests every two seconds. */
const isLoginStep = (request: Request) =>
  request.url().endsWith('/login') && request.postData() === '{"phone":null}';

const isSent = (request: Request) =>
  request.method() !== 'GET' && !inPassing.test(request.url()) && !isLoginStep(request);

/** This browser's message for an empty field in its own language. */
const browsersOwn = (page: Page) =>
  page.evaluate<string>(`(() => {
    const field = document.createElement('input');
    field.required = true;
    return field.validationMessage;
  })()`);

/** Values that no field of any request may have. */
const invalid: readonly unknown[] = [{}, 'x'.repeat(70_000)];

async function open(
  page: Page,
  { slug }: BrowserTeam,
  each: FormCase,
  ids: Readonly<Record<string, string>>,
) {
  const path = each.at
    .replace('SLUG', slug)
    .replace(/\{(\w+)\}/, (_, kind: string) => ids[kind] ?? '');
  await page.goto('about:blank');
  await page.goto(new URL(path, started().origin).href);
  for (const step of each.steps) await step(page);
  const within = each.within ?? (each.steps.length > 0 ? 'dialog[open] form' : 'form');
  const form = page.locator(within).last();
  await expect(form, each.file).toBeVisible();
  return form;
}

/** Replaces every value in writing requests with an invalid one. @returns sets the value; undefined: requests stay unchanged */
async function spoilRequests(page: Page): Promise<(value: unknown) => void> {
  let value: unknown;
  await page.route('**/api/panel/**', (route) => {
    const request = route.request();
    if (value === undefined || !isSent(request)) return route.fallback();
    const body = Object.keys((request.postDataJSON() ?? {}) as object);
    const names = body.length > 0 ? body : ['x'];
    return route.continue({
      postData: JSON.stringify(Object.fromEntries(names.map((name) => [name, value]))),
      headers: { ...request.headers(), 'content-type': 'application/json' },
    });
  });
  return (next) => {
    value = next;
  };
}

/** Names of a refusal's controls that are not marked. */
async function unmarked(form: Locator, message: string): Promise<readonly string[]> {
  const names = await form
    .locator('[name]:not([type=hidden], [aria-hidden], [aria-invalid=true])')
    .evaluateAll((controls) =>
      controls.map((control) => (control as unknown as NamedControl).name),
    );
  return names.filter((name) => new RegExp(`(^|; )${name} `).test(message));
}

test.describe('every form reports its mistakes in Portuguese', () => {
  for (const [group, forms] of Object.entries(groups))
    test(group, async ({ page, team }) => {
      test.setTimeout(600_000);
      page.setDefaultTimeout(30_000);
      const marina = await team.add('Marina Lopes', 'owner');
      await team.enter(page, marina);
      expect(await browsersOwn(page)).toMatch(english);
      const ids = await prepareForms(page, team);
      const spoil = await spoilRequests(page);
      for (const each of forms) {
        const name = `${each.file} at ${each.at}`;
        await test.step(name, async () => {
          await team.enter(page, marina);
          const form = await open(page, team, each, ids);
          const send = form.locator('button[type=submit]').last();
          const standing = (await page.locator('[role=alert]').allInnerTexts()).join() || /^$/;
          await refuseByBrowser(form, send, name);
          for (const value of each.isLocal ? [] : invalid) {
            await fillValid(page, form);
            spoil(value);
            const answered = page.waitForResponse((answer) => isSent(answer.request()));
            await send.click();
            const answer = await answered;
            spoil(undefined);
            const refused = await answer.text();
            expect(answer.ok(), `${name} ${refused}`).toBe(false);
            const toast = page.locator('.toasts > div').filter({ hasText: 'Não foi salvo.' });
            const alert = page.locator('[role=alert]').filter({ hasNotText: standing });
            await expect(alert.or(toast).first(), name).toBeVisible();
            await expect(send.and(page.locator('[aria-busy=true]')), name).toHaveCount(0);
            expect(await englishOn(page), name).toEqual([]);
            // Some forms have closed or are empty again by now: a toast names the fields, or the page gives the reason.
            if ((await toast.count()) > 0 || !(await send.isVisible())) break;
            const { error } = JSON.parse(refused) as {
              readonly error: { readonly message: string };
            };
            await expect
              .poll(() => unmarked(form, error.message), { message: `${name} ${refused}` })
              .toEqual([]);
          }
        });
      }
    });
});

test('the checks of a workflow are in Portuguese, in its form and next to its JSON', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'admin'));
  await page.goto(`/t/${team.slug}/settings/workflows/new`);
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
