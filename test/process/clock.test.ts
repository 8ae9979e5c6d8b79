import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { clockChecker, repairFutureTimes } from '#server/db/clock.ts';
import { sweepOnce } from '#server/jobs/sweeps.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { cleanUp, onDatabase, pauta } from '#test/support/processes.ts';

/* Leaps of the database's clock: simulated here by moving the stored times, or the counter of the process. */
const service = useService({ foreignRows: true });
let team: TestTeam;
beforeEach(async () => {
  team ??= await service.team();
  await service.sql('update clock set seen_at = null, steady_since = null, leapt_at = null');
});
afterAll(cleanUp);

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A process that checks the clock; its counter is moved by hand. */
function process() {
  let counted = 0;
  const look = clockChecker(() => counted);
  return {
    look: () => service.database.platform.transaction(look),
    isSteady: async (tx: Parameters<typeof look>[0]) => (await look(tx)).isSteady,
    /** The process lived for this long while the clock did not advance: the clock leapt back. */
    lives(ms: number) {
      counted += ms;
    },
  };
}

/** This much time passes for the database, according to its stored checks. */
const passes = (ms: number) =>
  service.sql(
    `update clock set seen_at = seen_at - $1 * interval '1 ms', steady_since = steady_since - $1 * interval '1 ms',
      leapt_at = leapt_at - $1 * interval '1 ms'`,
    [ms],
  );

const near = (ms: number) => ({
  asymmetricMatch: (reading: number) => Math.abs(reading - ms) < 10_000,
});

describe('a clock check', () => {
  test('finds that a clock in agreement with it is steady, from the first check', async () => {
    const one = process();
    const otherProcess = process();
    const steady = { isSteady: true, leapMs: 0, gapMs: 0 };
    expect(await one.look()).toEqual(steady);
    expect(await otherProcess.look()).toEqual(steady);
    await passes(5 * minute);
    expect(await process().look()).toEqual(steady);
  });

  test('finds a leap with its own counter, forward and back, and trusts the clock after a steady hour', async () => {
    const one = process();
    await one.look();
    one.lives(-3 * hour); // three hours on the database's clock in no time
    expect(await one.look()).toEqual({ isSteady: false, leapMs: near(3 * hour), gapMs: 0 });
    // Other processes rely on the stored result.
    expect(await process().look()).toEqual({ isSteady: false, leapMs: 0, gapMs: 0 });
    for (let i = 0; i < 11; i += 1) {
      await passes(5 * minute);
      expect((await process().look()).isSteady).toBe(false);
    }
    await passes(5 * minute);
    expect((await process().look()).isSteady).toBe(true);
    const two = process();
    await two.look();
    two.lives(2 * hour);
    expect(await two.look()).toEqual({ isSteady: false, leapMs: near(-2 * hour), gapMs: 0 });
  });

  test('after a long pause cannot rule out a leap: the clock is not trusted for an hour', async () => {
    await process().look();
    await passes(30 * day);
    expect(await process().look()).toEqual({ isSteady: false, leapMs: 0, gapMs: near(30 * day) });
  });

  test('finds a clock that was set back between checks', async () => {
    await process().look();
    await passes(-5 * hour);
    expect(await process().look()).toEqual({ isSteady: false, leapMs: near(-5 * hour), gapMs: 0 });
  });
});

test('that finds a leap makes sweeps keep their rows, then remove them', async () => {
  const insert = `insert into idempotency_keys (team_id, key, fingerprint, status, response, created_at)
    values ($1, $2, sha256('x'), 201, 'x', now() - interval '25 hours')`;
  await service.sql(insert, [team.id, 'old']);
  const [message] = await service.sql('select count(*)::int as n from messages where is_pending');
  const one = process();
  await one.look();
  one.lives(-day);
  const swept = await sweepOnce(service.database, () => false, one.isSteady);
  expect(swept.idempotency_keys).toBe(0);
  expect(swept.unconfirmed_messages).toBe(0);
  expect(message?.n).toBe(0);
  await passes(61 * minute);
  await service.sql('update clock set seen_at = now()');
  expect(
    (await sweepOnce(service.database, () => false, process().isSteady)).idempotency_keys,
  ).toBe(1);
});

describe('after the clock was set back', () => {
  /** A delivery. @param tried when the last attempt was, in hours from now; `due` when the next is */
  async function delivery(waits: number, due: string, tried?: string, claimed?: string) {
    const [webhook, id] = [randomUUID(), randomUUID()];
    await service.sql(
      `insert into deliveries (team_id, webhook_id, id, event, record_id, status, attempts, waits, next_attempt_at, claimed_until, created_at)
       values ($1, $2, $3, 'deal.created', $3, 'pending', $4, $4, now() + $5::interval, now() + $6::interval, now())`,
      [team.id, webhook, id, waits, due, claimed ?? null],
    );
    if (tried)
      await service.sql(
        `insert into delivery_attempts (team_id, webhook_id, delivery_id, id, duration_ms, started_at)
         values ($1, $2, $3, $3, 1, now() + $4::interval)`,
        [team.id, webhook, id, tried],
      );
    return async () => {
      const [row] = await service.sql(
        `select round(extract(epoch from next_attempt_at - now()) / 60)::int as due,
          round(extract(epoch from claimed_until - now()))::int as claimed from deliveries where id = $1`,
        [id],
      );
      return row as Json;
    };
  }

  test('deliveries are due at once, or after the wait that they had; others wait as they did', async () => {
    const cases = [
      [await delivery(0, '5 hours'), 0],
      [await delivery(2, '7 hours', '5 hours'), 120],
      [await delivery(2, '2 hours', '-1 second'), 120],
      [await delivery(1, '24 hours', '-1 hour'), 1_440],
      [await delivery(1, '40 days'), 0],
      [await delivery(0, '-1 hour'), -60],
    ] as const;
    await repairFutureTimes(service.database.platform);
    for (const [look, due] of cases) expect((await look()).due).toBe(due);
  });

  test('claims expire in their usual time', async () => {
    const far = await delivery(0, '0', undefined, '5 hours');
    const near = await delivery(0, '0', undefined, '30 seconds');
    await repairFutureTimes(service.database.platform);
    // A busy machine reads them later.
    for (const [look, most] of [
      [far, 45],
      [near, 30],
    ] as const) {
      const { claimed } = await look();
      expect(claimed).toBeLessThanOrEqual(most);
      expect(claimed).toBeGreaterThan(most - 20);
    }
  });

  test('runs of workflows continue at once, or after their original wait', async () => {
    const workflow = randomUUID();
    await service.sql(
      `insert into workflows (team_id, id, name, event, conditions, steps) values ($1, $2, 'W', 'deal.created', '[]', '[]')`,
      [team.id, workflow],
    );
    const run = async (step: number, due: string, done?: string) => {
      const id = randomUUID();
      await service.sql(
        `insert into workflow_runs (team_id, id, workflow_id, event_id, payload, depth, step, next_step_at, created_at)
         values ($1, $2, $3, $2, '{}', 1, $4, now() + $5::interval, now())`,
        [team.id, id, workflow, step, due],
      );
      if (done)
        await service.sql(
          `insert into workflow_steps (team_id, run_id, step, type, status, started_at, completed_at)
           values ($1, $2, $3, 'wait', 'done', now() + $4::interval, now() + $4::interval)`,
          [team.id, id, step - 1, done],
        );
      return async () => {
        const [row] = await service.sql(
          `select round(extract(epoch from next_step_at - now()) / 60)::int as due from workflow_runs where id = $1`,
          [id],
        );
        return row?.due;
      };
    };
    const cases = [
      [await run(0, '5 hours'), 0],
      [await run(1, '7 hours', '5 hours'), 120],
      [await run(1, '90 days', '-1 hour'), 90 * 24 * 60],
    ] as const;
    await repairFutureTimes(service.database.platform);
    for (const [look, due] of cases) expect(await look()).toBe(due);
  });
});

test('pauta doctor reports a leap', async () => {
  const env = onDatabase(service.connection);
  const ask = async () => {
    const { stdout } = await pauta(['doctor', '--json'], env);
    const { checks } = JSON.parse(stdout) as { checks: Json[] };
    return checks.find(({ name }) => name === 'clock of the database');
  };
  const one = process();
  await one.look();
  expect(await ask()).toMatchObject({ ok: true, found: 'steady' });
  one.lives(-3 * hour);
  await one.look();
  expect(await ask()).toMatchObject({
    ok: false,
    found: expect.stringMatching(/jumped by 108\d\d s/),
  });
  await passes(-2 * hour);
  expect(await ask()).toMatchObject({ ok: false, found: expect.stringContaining('behind') });
});
