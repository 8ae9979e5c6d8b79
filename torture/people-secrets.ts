import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { type Reply, request } from '#test/support/http.ts';
import { type Env, pauta, type Service } from '#test/support/processes.ts';
import type { TestTeam } from '#test/support/team.ts';
import { ledger } from './secret-ledger.ts';
import type { Tally } from './torture-test.ts';

/* Secrets of people, used correctly and in wrong places: passwords, tokens of sessions and links, seeds and codes of the second factor. */

const secret = (what: string, value: string): string => {
  ledger.add(what, value);
  return value;
};

/** A browser: it keeps its cookies, whose values are secrets. */
class Browser {
  readonly #tally: Tally;
  readonly #api: string;
  readonly cookies = new Map<string, string>();
  uses = 0;

  constructor(tally: Tally, api: string) {
    this.#tally = tally;
    this.#api = api;
  }

  /** Calls a path below /api/panel. No answer may contain a secret, except one that is intentionally shown once. */
  async ask(
    method: string,
    path: string,
    body?: object | string,
    { isShowing = false, headers = {} as Record<string, string> } = {},
  ): Promise<Reply> {
    this.uses += 1;
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await request(`${this.#api}/panel${path}`, {
      method,
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(cookie !== '' && { cookie }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { raw: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const { 'set-cookie': set, ...others } = reply.headers;
    if (!isShowing)
      for (const what of ledger.inText(`${JSON.stringify(others)} ${reply.text}`))
        this.#tally.addLeaked(`${method} ${path.slice(0, 30)} answers with ${what}`);
    if (reply.status >= 500)
      this.#tally.addWrong(`${method} ${path.slice(0, 30)}: ${reply.status} ${reply.text}`);
    for (const line of [set ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value !== '') this.cookies.set(name, secret(`the cookie ${name}`, value));
    }
    return reply;
  }

  /** The same, which must succeed. @returns its data */
  async must(...args: Parameters<Browser['ask']>): Promise<Record<string, unknown>> {
    const reply = await this.ask(...args);
    if (reply.status >= 300) throw new Error(`${args[0]} ${args[1]} answered ${reply.text}`);
    return (JSON.parse(reply.text) as { data: Record<string, unknown> }).data;
  }
}

const tokenOf = (link: unknown): string => {
  const [, token = ''] = /#[^.]*\.(.+)$/.exec(String(link)) ?? [];
  return secret('the token of a link', token);
};

const codeOf = (seed: string, steps: number) =>
  new TOTP({ secret: Secret.fromBase32(seed) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

/** Requests with secrets in wrong places. */
async function misuse(browser: Browser, slug: string, secrets: Record<string, string>) {
  const { password = '', session = '', link = '', seed = '', recovery = '' } = secrets;
  for (const value of [password, session, link, seed, recovery]) {
    const escaped = encodeURIComponent(value);
    const at = `/teams/${slug}`;
    await browser.ask('GET', `/session?token=${escaped}`);
    await browser.ask('GET', `${at}/deals?sort=${escaped}&search=${escaped}`);
    await browser.ask('GET', `${at}/live?since=${escaped}`);
    await browser.ask('GET', `${at}/members/${escaped}`);
    await browser.ask('GET', `/${escaped}`);
    await browser.ask('GET', `/teams/${escaped}/members`);
    await browser.ask('POST', '/session', { email: value, password: value });
    await browser.ask('POST', '/session', { email: 'ana@example.com', password: value });
    await browser.ask('POST', '/session/second-factor', { token: value, code: value });
    await browser.ask('POST', '/invitation/look', { team: slug, token: value });
    await browser.ask('POST', '/password-reset/look', { token: value });
    await browser.ask('POST', `${at}/squads`, `{"name": ${value}}`);
    await browser.ask('POST', `${at}/invitations`, { role: value, email: value });
    await browser.ask('PUT', '/account', { language: value });
    await browser.ask('GET', '/session', undefined, { headers: { authorization: value } });
  }
  // Names of fields and ids of requests are echoed, unless they look like a secret, as those of sessions do.
  await browser.ask('POST', `/teams/${slug}/squads`, `{"${session}": 1}`);
  await browser.ask('GET', '/session', undefined, { headers: { 'x-request-id': session } });
}

/** Reads everything that an owner can read about people. */
async function readAll(browser: Browser, slug: string): Promise<void> {
  for (const path of ['/session', '/account', '/account/sessions', '/account/passkeys'])
    await browser.must('GET', path);
  for (const path of ['/audit', '/members', '/invitations', '/keys', '/users', '/settings'])
    await browser.must('GET', `/teams/${slug}${path}`);
}

/** @returns the number of requests */
export async function exercisePeopleSecrets(
  tally: Tally,
  service: Service,
  team: TestTeam,
  env: Env,
  rounds: number,
): Promise<number> {
  const { slug } = team;
  const email = 'dona@example.com';
  const { stdout, stderr, status } = await pauta(
    ['user', 'link', email, '--team', slug, '--json'],
    env,
  );
  if (status !== 0) throw new Error(`user link: ${stderr}`);
  const link = tokenOf((JSON.parse(stdout) as { link: string }).link);
  const password = secret('a password', `s3cr3t ${randomBytes(20).toString('hex')}`);
  const ana = new Browser(tally, service.address);
  await ana.must('POST', '/invitation/accept', { team: slug, token: link, name: 'Dona', password });
  const { secret: totpSecret } = await ana.must('POST', '/account/totp', {}, { isShowing: true });
  const seed = secret('the seed of a second factor', String(totpSecret));
  // A step may end between generating the code and using it.
  const confirm = () =>
    ana.ask('POST', '/account/totp/confirm', { code: codeOf(seed, -1) }, { isShowing: true });
  const first = await confirm();
  const confirmed = first.status === 200 ? first : await confirm();
  const { data } = JSON.parse(confirmed.text) as { data: { recovery_codes: string[] } };
  const codes = data.recovery_codes.map((code) => secret('a recovery code', code));
  for (const code of codes) secret('a recovery code', code.replaceAll('-', ''));
  const invited = await ana.must(
    'POST',
    `/teams/${slug}/invitations`,
    { role: 'admin', email: 'bia@example.com' },
    { isShowing: true },
  );
  const invitation = tokenOf(invited.link);
  await ana.must('POST', `/teams/${slug}/keys`, { name: 'Robô' }, { isShowing: true });
  await ana.ask('POST', '/password-reset', { email });
  const again = new Browser(tally, service.address);
  const half = await again.must('POST', '/session', { email, password }, { isShowing: true });
  const between = secret('the token of half a sign-in', String(half.token));
  await again.must('POST', '/session/second-factor', { token: between, code: codes[0] });
  const session = [...again.cookies].find(([name]) => name.endsWith('session'))?.[1] ?? '';
  for (let round = 0; round < rounds; round += 1) {
    const recovery = codes[1 + (round % 9)] ?? '';
    await misuse(ana, slug, { password, session, link: invitation, seed, recovery });
    await readAll(again, slug);
  }
  await again.must('DELETE', '/session');
  // Left half done.
  const left = await again.must('POST', '/session', { email, password }, { isShowing: true });
  secret('the token of half a sign-in', String(left.token));
  return ana.uses + again.uses;
}
