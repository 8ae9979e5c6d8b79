import type { FastifyInstance } from 'fastify';
import { storePassword } from '#server/features/accounts/people/credentials.ts';
import { hashPassword } from '#server/features/accounts/people/passwords.ts';
import { type Answer, passwordMemory, type Service } from '#test/support/harness.ts';
import { callPanel, makePerson, type TestPerson } from '#test/support/people.ts';

/** A browser with cookies, on one of our pages. */
export interface Browser {
  readonly cookies: Map<string, string>;
  /** Calls a path below /api/panel. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
}

export function newBrowser(app: FastifyInstance, device?: string): Browser {
  const cookies = new Map<string, string>(device === undefined ? [] : [['pauta_device', device]]);
  return {
    cookies,
    async call(method, path, body, headers = {}) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await callPanel(app, undefined, method, path, body, {
        'sec-fetch-site': 'same-origin',
        ...(cookie !== '' && { cookie }),
        ...headers,
      });
      for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(String(line)) ?? [];
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      return answer;
    },
  };
}

export const password = 'um cavalo come grama azul';

/** A member of a new team with a password. */
export async function personWithPassword(
  service: Service,
  options: { readonly name?: string } = {},
): Promise<TestPerson> {
  const person = await makePerson(service, await service.team(), 'member', options);
  const hash = await hashPassword({ secrets: service.secrets, passwordMemory }, password);
  await storePassword(service.database.platform, person.personId, hash);
  return person;
}

/** Makes the last proof of identity of a person's sessions older than ten minutes. */
export async function growStale(service: Service, personId: string): Promise<void> {
  await service.sql(
    `update sessions set authenticated_at = now() - interval '11 minutes' where person_id = $1`,
    [personId],
  );
  // Sessions are cached for half a second.
  await new Promise((resolve) => setTimeout(resolve, 600));
}
