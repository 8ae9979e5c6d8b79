import type * as crypto from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { maxTriedAccounts } from '#server/features/accounts/people/verification.ts';
import { useService } from '#test/support/harness.ts';
import {
  type Browser,
  newBrowser,
  password,
  personWithPassword,
} from '#test/support/people/browser.ts';

const hashed = vi.hoisted(() => ({ costs: [] as unknown[] }));
vi.mock('node:crypto', async (load) => {
  const real = await load<typeof crypto>();
  const argon2: typeof real.argon2 = (algorithm, parameters, done) => {
    const { memory, passes, parallelism } = parameters;
    hashed.costs.push({ algorithm, memory, passes, parallelism });
    real.argon2(algorithm, parameters, done);
  };
  return { ...real, argon2 };
});

const service = useService();

const tryWith = (browser: Browser, email: string, tried: string) =>
  browser.call('POST', '/session', { email, password: tried });

describe('a refusal does not reveal its reason', () => {
  /** Refusals of an attempt, by reason. */
  async function kinds() {
    const [wrong, disabled, locked] = [
      await personWithPassword(service),
      await personWithPassword(service),
      await personWithPassword(service),
    ];
    await service.sql('update people set disabled_at = now() where id = $1', [disabled.personId]);
    const lock = () =>
      service.sql(
        `insert into login_failures (person_id, device, failures, locked_until)
         values ($1, '00000000-0000-0000-0000-000000000000', 5, now() + interval '15 minutes')
         on conflict (person_id, device) do update set failures = 5, failed_at = now(), locked_until = excluded.locked_until`,
        [locked.personId],
      );
    const rest = () => service.sql('delete from login_failures');
    return {
      unknown: () => tryWith(newBrowser(service.app), 'nobody@example.com', password),
      wrong: () => tryWith(newBrowser(service.app), wrong.email, 'some other password'),
      disabled: () => tryWith(newBrowser(service.app), disabled.email, password),
      locked: () => tryWith(newBrowser(service.app), locked.email, password),
      async prepare() {
        await rest();
        await lock();
      },
    };
  }
  const names = ['unknown', 'wrong', 'disabled', 'locked'] as const;

  test('by its text, its status or its headers', async () => {
    const tries = await kinds();
    await tries.prepare();
    const answers = [];
    for (const name of names) {
      const { status, text, headers } = await tries[name]();
      answers.push(JSON.stringify([status, text, Object.keys(headers).sort()]));
    }
    expect(answers[0]).toContain('UNAUTHORIZED');
    expect(new Set(answers).size).toBe(1);
  });

  test('by its time: each hashes the same number of passwords, at the same cost', async () => {
    const tries = await kinds();
    await tries.prepare();
    const costs: unknown[][] = [];
    for (const name of names) {
      hashed.costs = [];
      await tries[name]();
      costs.push(hashed.costs);
    }
    // Without the hash for unknown accounts, or with it for them only, the time would reveal them.
    const hash = expect.objectContaining({ algorithm: 'argon2id', ...(costs[0]?.[0] as object) });
    expect(costs).toEqual(names.map(() => Array.from({ length: maxTriedAccounts }, () => hash)));
  });
});
