import { describe, expect, test } from 'vitest';
import { useService } from '../harness.ts';
import { type Browser, newBrowser, password, personWithPassword } from './browser.ts';

const service = useService();

const tryWith = (browser: Browser, email: string, tried: string) =>
  browser.call('POST', '/session', { email, password: tried });

describe('a refusal tells nobody why', () => {
  /** How an attempt is refused, by what is wrong. */
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
    const said = [];
    for (const name of names) {
      const { status, text, headers } = await tries[name]();
      said.push(JSON.stringify([status, text, Object.keys(headers).sort()]));
    }
    expect(said[0]).toContain('UNAUTHORIZED');
    expect(new Set(said).size).toBe(1);
  });

  test('by its time: medians of 200 are alike', async () => {
    const tries = await kinds();
    const times: Record<(typeof names)[number], number[]> = {
      unknown: [],
      wrong: [],
      disabled: [],
      locked: [],
    };
    for (let round = 0; round < 200; round += 1) {
      if (round % 4 === 0) await tries.prepare();
      // Turn by turn, and each time another first: what disturbs one disturbs all.
      for (const [n] of names.entries()) {
        const name = names[(n + round) % names.length] ?? 'unknown';
        const began = performance.now();
        await tries[name]();
        times[name].push(performance.now() - began);
      }
    }
    const median = (list: number[]) => list.sort((a, b) => a - b)[list.length / 2] ?? 0;
    const medians = names.map((name) => median(times[name]));
    // Without the hash for unknown accounts, or with it for them alone, it is a factor of two even at what it costs in tests.
    expect(Math.max(...medians) / Math.min(...medians), String(medians)).toBeLessThan(1.5);
  });
});
