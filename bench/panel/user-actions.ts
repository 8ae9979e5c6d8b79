import type { Locator, Page } from 'playwright-core';
import type { PanelService } from './panel-service.ts';

/* The most frequent actions of people, one after the other on one page, by real mouse and keyboard events. */

export interface UserAction {
  readonly name: string;
  /** Runs first, and is not timed. */
  readonly first?: (page: Page) => Promise<unknown>;
  /** Finds the elements that the action needs. @returns the action, which may return milliseconds that it measured itself */
  readonly prepare: (page: Page) => Promise<() => Promise<unknown>>;
}

export const typing = { delay: 80 };

/** A click at the current centre of an element. */
export async function clicking(page: Page, on: Locator): Promise<() => Promise<void>> {
  await on.scrollIntoViewIfNeeded();
  const box = await on.boundingBox();
  if (!box) throw new Error(`no place to click: ${on}`);
  return () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

export const click = (
  name: string,
  on: (page: Page) => Locator,
  first?: UserAction['first'],
): UserAction => ({
  name,
  prepare: (page) => clicking(page, on(page)),
  ...(first ? { first } : {}),
});

export const keys = (
  name: string,
  pressed: readonly string[],
  first?: UserAction['first'],
): UserAction => ({
  name,
  prepare: async (page) => async () => {
    for (const key of pressed) await page.keyboard.press(key, typing);
  },
  ...(first ? { first } : {}),
});

export const withHeading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();

export const userActions = ({ origin, slug, owner }: PanelService): UserAction[] => [
  {
    name: 'typing the e-mail',
    first: (page) =>
      page.goto(`${origin}/t/${slug}`).then(() => withHeading(page, 'Entrar no Pauta')),
    async prepare(page) {
      await page.getByRole('textbox', { name: 'E-mail' }).focus();
      return () => page.keyboard.type(owner.email, typing);
    },
  },
  {
    name: 'typing the password',
    async prepare(page) {
      await page.getByLabel('Senha', { exact: true }).focus();
      return () => page.keyboard.type(owner.password, typing);
    },
  },
  click('signing in', (page) => page.getByRole('button', { name: 'Entrar', exact: true })),
  keys('opening the palette', ['Control+k'], (page) => withHeading(page, 'Olá, Marina')),
  {
    name: 'typing in the palette',
    async prepare(page) {
      await page.getByRole('combobox').waitFor();
      return () => page.keyboard.type('pess', typing);
    },
  },
  keys('continuing with the palette', ['Enter']),
  click(
    'opening a menu',
    (page) => page.getByRole('button', { name: /^Ações para/ }).first(),
    (page) => withHeading(page, 'Pessoas'),
  ),
  keys('closing it', ['Escape']),
  click('opening a dialog', (page) => page.getByRole('button', { name: 'Convidar pessoa' })),
  {
    name: 'typing in the dialog',
    async prepare(page) {
      await page.getByLabel('E-mail da pessoa').focus();
      return () => page.keyboard.type('rafa@ipe.example', typing);
    },
  },
  keys('leaving the dialog', ['Escape']),
  keys('going home by keyboard', ['g', 'h']),
  {
    name: 'continuing with the account',
    async prepare(page) {
      await withHeading(page, 'Olá, Marina');
      return () => page.keyboard.press('g').then(() => page.keyboard.press('u'));
    },
  },
  click(
    'changing tabs',
    (page) => page.getByRole('link', { name: 'Preferências' }),
    (page) => withHeading(page, 'Minha conta'),
  ),
  click(
    'a switch',
    (page) => page.getByLabel('Atalhos de uma tecla'),
    (page) => page.getByLabel('Atalhos de uma tecla').waitFor(),
  ),
];
