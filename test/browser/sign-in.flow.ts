import { Secret, TOTP } from 'otpauth';
import { expect, signIn, test } from './team.ts';

test('a person signs in, in Portuguese, returns to the requested page, and signs out', async ({
  page,
  team,
}) => {
  const marina = await team.add('Marina Lopes', 'owner');
  await page.goto('/account/devices');
  await expect(page.getByRole('heading', { name: 'Entrar no Pauta' })).toBeVisible();
  await signIn(page, { ...marina, password: 'não é esta senha' });
  await expect(page.getByRole('alert')).toContainText('E-mail ou senha não conferem');
  await signIn(page, marina);
  await expect(page.getByRole('heading', { name: 'Dispositivos' })).toBeVisible();
  await expect(page.getByRole('row', { name: /Chrome no Linux.*Este dispositivo/ })).toBeVisible();
  await page.getByRole('link', { name: team.name }).click();
  await expect(page.getByRole('heading', { name: 'Olá, Marina' })).toBeVisible();
  await page.getByRole('button', { name: /Marina Lopes/ }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await expect(page.getByRole('heading', { name: 'Entrar no Pauta' })).toBeVisible();
  await page.goto(`/t/${team.slug}`);
  await expect(page.getByRole('heading', { name: 'Entrar no Pauta' })).toBeVisible();
});

test('the pages for visitors log no error to the console, and have an icon', async ({
  page,
  request,
}) => {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${page.url()} ${message.text()}`);
  });
  page.on('response', (answer) => {
    if (answer.status() >= 400) errors.push(`${answer.status()} ${answer.url()}`);
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Entrar no Pauta' })).toBeVisible();
  for (const path of ['/forgot', '/docs/', '/reference/']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    const icon = await page.locator('link[rel~="icon"]').first().getAttribute('href');
    const answer = await request.get(new URL(icon ?? '', page.url()).href);
    expect([answer.status(), answer.headers()['content-type']], path).toEqual([
      200,
      'image/svg+xml',
    ]);
  }
  expect(errors).toEqual([]);
});

test.describe('in English', () => {
  test.use({ locale: 'en-GB' });
  test('a person signs in by keyboard only, and navigates with the palette', async ({
    page,
    team,
  }) => {
    const oliver = await team.add('Oliver Reed', 'member', 'en');
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Sign in to Pauta' })).toBeVisible();
    await page.keyboard.type(oliver.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(oliver.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Hello, Oliver' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('account');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible();
    await page.keyboard.press('?');
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(shortcuts).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(shortcuts).toHaveCount(0);
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await expect(page.getByRole('heading', { name: 'Hello, Oliver' })).toBeVisible();
    // The menu hides what a member may not see.
    await expect(page.getByRole('link', { name: 'People' })).toHaveCount(0);
  });
});

test('a second factor is set up by QR, required, and replaced by a recovery code', async ({
  page,
  team,
}) => {
  const marina = await team.add('Marina Lopes', 'owner');
  await page.goto('/account/security');
  await signIn(page, marina);
  await page.getByRole('button', { name: 'Ativar' }).click();
  await expect(page.getByRole('img', { name: 'QR code para o aplicativo' })).toBeVisible();
  const secret = await page.getByRole('dialog').locator('code').innerText();
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  const codeIn = (seconds: number) => app.generate({ timestamp: Date.now() + seconds * 1_000 });
  await page.getByLabel('Código que o aplicativo mostra').fill(codeIn(0));
  await page.getByRole('button', { name: 'Confirmar' }).click();
  const codes = page.getByRole('textbox', { name: 'Códigos de recuperação' });
  const [recovery = ''] = (await codes.inputValue()).split('\n');
  await page.getByRole('button', { name: 'Já guardei' }).click();
  await expect(page.getByText('Ativada', { exact: true })).toBeVisible();

  const enter = async (how: () => Promise<void>) => {
    await page.context().clearCookies();
    await page.goto('/account/security');
    await signIn(page, marina);
    await expect(page.getByRole('heading', { name: 'Verificação em duas etapas' })).toBeVisible();
    await how();
    await expect(page.getByRole('heading', { name: 'Minha conta' })).toBeVisible();
  };
  await enter(async () => {
    await page.getByRole('textbox', { name: 'Código', exact: true }).fill('000000');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page.getByRole('alert')).toContainText('O código não confere');
    // The code after the one used above.
    await page.getByRole('textbox', { name: 'Código', exact: true }).fill(codeIn(30));
    await page.getByRole('button', { name: 'Entrar' }).click();
  });
  await enter(async () => {
    await page.getByRole('button', { name: 'Usar um código de recuperação' }).click();
    await page.getByRole('textbox', { name: 'Código de recuperação' }).fill(recovery);
    await page.getByRole('button', { name: 'Entrar' }).click();
  });
  await expect(page.getByText('Restam 9 códigos.')).toBeVisible();
});

test('a forgotten password gets the same answer for every address', async ({ page, team }) => {
  const marina = await team.add('Marina Lopes', 'owner');
  for (const email of [marina.email, 'ninguem@ipe.example']) {
    await page.goto('/forgot');
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
    await page.getByRole('button', { name: 'Enviar link' }).click();
    await expect(page.getByRole('status')).toContainText('Esta instalação não envia e-mails');
  }
  await page.goto('/reset');
  await expect(page.getByText('O link está incompleto')).toBeVisible();
  await page.goto(`/reset#${'a'.repeat(43)}`);
  await expect(page.getByRole('alert')).toContainText('já foi usado ou perdeu a validade');
});
