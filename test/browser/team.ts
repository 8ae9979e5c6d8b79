import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { test as base, expect, type Page } from '@playwright/test';
import { v7 as uuidv7 } from 'uuid';
import { type Database, openDatabase } from '#server/db/database.ts';
import { openTarget } from '#server/db/database-target.ts';
import { platformStatement } from '#server/db/statement.ts';
import { linkOf } from '#server/features/accounts/invitations/invitation.ts';
import { firstOwnerToken } from '#server/features/accounts/invitations/links.ts';
import { storePassword } from '#server/features/accounts/people/credentials.ts';
import { makeResetLink } from '#server/features/accounts/people/password-operations.ts';
import { hashPassword } from '#server/features/accounts/people/passwords.ts';
import { startSession } from '#server/features/accounts/sessions.ts';
import { createKey, createTeam } from '#server/features/accounts/teams.ts';
import type { Role } from '#server/operations/roles.ts';
import { readConfig } from '#server/platform/config.ts';
import { makeLog } from '#server/platform/log.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { started } from './service.ts';

/* Fixture of browser tests: a separate team, and people with passwords in it. Everything else happens in the browser. */

export { expect };

export interface Member {
  /** The id of the person as a user of the team. */
  readonly userId: string;
  readonly personId: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

export interface BrowserTeam {
  readonly slug: string;
  readonly name: string;
  add(name: string, role: Role, locale?: 'pt-BR' | 'en'): Promise<Member>;
  /** Signs a person in without the form: later pages are theirs. For tests of other subjects than signing in. */
  enter(page: Page, member: Pick<Member, 'personId'>, methods?: readonly string[]): Promise<void>;
  /** Fills the team with demo data, at the request of its signed-in owner. */
  fill(page: Page): Promise<void>;
  /** Calls the API with a key of the team, like a program. @returns the answer's data */
  api(method: string, path: string, body: object): Promise<{ readonly id: string }>;
  /** The key that it uses. */
  key(): Promise<string>;
  /** Address of the link that creates the first owner, as printed by the first start. */
  firstLink(): Promise<string>;
  /** Address of a link for a new password. */
  resetLink(of: Member): Promise<string>;
}

const addPerson = platformStatement(
  'insert into people (id, email, email_confirmed_at, name, locale) values ($id, $email, now(), $name, $locale)',
);
const addUser = platformStatement(`
  insert into users (team_id, id, person_id, name, email, role, sees_values, may_export)
  values ($team, $id, $person, $name, $email, $role, true, true)`);

/** Shared by all people: a hash costs 50 ms. */
const password = 'quatro cavalos verdes na chuva';
const hashes = new WeakMap<Secrets, Promise<Buffer>>();

/** Creates a team. */
export async function makeBrowserTeam(
  database: Database,
  secrets: Secrets,
  called?: string,
): Promise<BrowserTeam> {
  const { platform } = database;
  const mark = randomBytes(4).toString('hex');
  const name = called ?? `Agência Ipê ${mark}`;
  const record = await createTeam(platform, name);
  let key: Promise<string> | undefined;
  const newKey = async () => {
    const wanted = { name: 'curl', scope: 'full', userId: null, expiresAt: null } as const;
    return (await createKey(platform, record.id, wanted)).api_key;
  };
  return {
    key: () => {
      key ??= newKey();
      return key;
    },
    async api(method, path, body) {
      key ??= newKey();
      const headers = {
        authorization: `Bearer ${await key}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      };
      const address = new URL(`/api/v1${path}`, started().origin);
      const ask = () => fetch(address, { method, headers, body: JSON.stringify(body) });
      let answer = await ask();
      // A busy machine makes the service refuse requests, which any program repeats.
      for (let tries = 1; tries < 20 && [429, 503].includes(answer.status); tries += 1) {
        await sleep(500);
        answer = await ask();
      }
      expect(answer.ok, await answer.clone().text()).toBe(true);
      return ((await answer.json()) as { data: { id: string } }).data;
    },
    slug: record.slug,
    name,
    async add(name, role, locale = 'pt-BR') {
      const [person, id] = [uuidv7(), uuidv7()];
      const [first = ''] = name.toLowerCase().split(' ');
      const email = called === undefined ? `${first}.${mark}@ipe.example` : `${first}@ipe.example`;
      await platform.run(addPerson, { id: person, email, name, locale });
      await platform.run(addUser, { team: record.id, id, person, name, email, role });
      const hash = hashes.get(secrets) ?? hashPassword({ secrets }, password);
      hashes.set(secrets, hash);
      await storePassword(platform, person, await hash);
      return { personId: person, userId: id, name, email, password };
    },
    async enter(page, { personId }, methods = ['pwd']) {
      const userAgent = await page.evaluate<string>('navigator.userAgent');
      const begun = { personId, methods, address: '127.0.0.1', userAgent };
      const { token } = await startSession(platform, begun);
      const { origin } = started();
      await page.context().addCookies([{ name: 'pauta_session', value: token, url: origin }]);
    },
    async fill(page) {
      const answer = await page.request.post(`/api/panel/teams/${record.slug}/demo`, {
        headers: { 'sec-fetch-site': 'same-origin' },
        data: {},
      });
      expect(answer.ok(), await answer.text()).toBe(true);
    },
    async firstLink() {
      const token = await firstOwnerToken(database.team(record.id));
      return linkOf('', 'first', record.slug, token);
    },
    resetLink: async ({ personId, email }) =>
      (await makeResetLink(platform, personId, '', email)).link,
  };
}

interface Workers {
  readonly database: { readonly database: Database; readonly secrets: Secrets };
}

export const test = base.extend<{ team: BrowserTeam; quiet: undefined }, Workers>({
  database: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter
    async ({}, use) => {
      const target = await openTarget(readConfig(started().env), false, makeLog('silent'));
      const database = openDatabase(target.connection, 'browser tests', 2, () => {});
      await use({ database, secrets: target.secrets });
      await database.close();
      await target.stop();
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter
  baseURL: async ({}, use) => use(started().origin),
  team: async ({ database: { database, secrets } }, use) =>
    use(await makeBrowserTeam(database, secrets)),
  /** Reloads and leaves a page once its changes are saved: until then the browser asks users if they really want to. */
  page: async ({ page }, use) => {
    const untilSaved = () =>
      expect
        .poll(() =>
          page
            .evaluate<boolean>("dispatchEvent(new Event('beforeunload', { cancelable: true }))")
            .catch(() => true),
        )
        .toBe(true);
    const [reload, goto] = [page.reload.bind(page), page.goto.bind(page)];
    page.reload = async (options) => {
      await untilSaved();
      return reload(options);
    };
    page.goto = async (url, options) => {
      await untilSaved();
      return goto(url, options);
    };
    await use(page);
  },
  /** Nothing may violate the page's policy, and no script may fail. */
  quiet: [
    async ({ page }, use) => {
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        if (/Content.Security.Policy/i.test(message.text())) problems.push(message.text());
      });
      await use(undefined);
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});

/** Today as `YYYY-MM-DD` in the time zone of teams. */
export const today = () =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(new Date());

/** Keeps toasts on the pages opened next; otherwise they end after six or ten seconds, however slow the machine is. */
export const keepToasts = (page: Page) =>
  page.addInitScript(`{
    const { setTimeout } = window;
    window.setTimeout = (act, ms, ...rest) => setTimeout(act, [6_000, 10_000].includes(ms) ? 600_000 : ms, ...rest);
  }`);

/** Signs in by the form, in either language. */
export async function signIn(page: Page, { email, password }: Member): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByLabel(/^(Senha|Password)$/).fill(password);
  await page.getByRole('button', { name: /^(Entrar|Sign in)$/ }).click();
}
