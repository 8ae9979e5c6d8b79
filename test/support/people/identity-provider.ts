import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/* A real OpenID provider on this machine, and a user who signs in there with a browser that follows forms and redirects. */

/** A user of the provider. */
export interface Account {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}

export const client = { clientId: 'pauta', secret: 'the-secret-of-the-client' };

/**
 * Starts one.
 * @param redirect the only address that it sends browsers back to
 * @param knowsAll true if it vouches for any address that a user signs in with
 */
export async function startProvider(redirect: string, knowsAll = false) {
  const accounts = new Map<string, Account>();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.secret,
        redirect_uris: [redirect],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: true } },
    cookies: { keys: ['of a test'] },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        ...(knowsAll ? { email: id, email_verified: true } : accounts.get(id)),
      }),
    }),
  });
  server.on('request', provider.callback());

  /** Signs in as a user of the provider. @returns the address that the browser is sent back to */
  async function visit(address: string, account: string): Promise<URL> {
    const jar = new Map<string, string>();
    const ask = async (url: URL, form?: Record<string, string>): Promise<URL> => {
      const answer = await fetch(url, {
        redirect: 'manual',
        headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
      });
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (value === '') jar.delete(name);
        else jar.set(name, value);
      }
      const next = answer.headers.get('location');
      if (next === null) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
      return new URL(next, url);
    };
    let at = new URL(address);
    for (const prompt of ['login', 'consent']) {
      while (!at.pathname.startsWith('/interaction/')) {
        if (at.origin !== issuer) return at;
        at = await ask(at);
      }
      at = await ask(at, { prompt, login: account, password: 'any' });
    }
    while (at.origin === issuer) at = await ask(at);
    return at;
  }

  return {
    issuer,
    accounts,
    visit,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
