import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '#server/db/database.ts';
import { platformStatement } from '#server/db/statement.ts';
import { mostRunning, type Slots } from '#server/outbound/language-model.ts';

/*
 * Slots for requests to the language model, shared by all processes (ADR 261): the operator’s endpoint serves them all. A slot is a lease, so that one
 * that a killed process held becomes free.
 */

/** Longer than a request with its retry may take. */
const leaseSeconds = 30;
const retryMs = 200;

// A lease that ends later than any new one would was taken before the clock was set back.
const claim = platformStatement(`
  insert into endpoint_slots as s (slot, holder, claimed_until)
  values ($slot::integer, $holder::uuid, now() + interval '${leaseSeconds} seconds')
  on conflict (slot) do update set holder = excluded.holder, claimed_until = excluded.claimed_until
  where s.claimed_until <= excluded.claimed_until - interval '${leaseSeconds} seconds' or s.claimed_until > excluded.claimed_until
  returning s.slot`);

const release = platformStatement(
  'delete from endpoint_slots where slot = $slot::integer and holder = $holder::uuid',
);

export function slotsIn(platform: Platform): Slots {
  return {
    async take(waitMs) {
      const holder = randomUUID();
      const until = performance.now() + waitMs;
      for (;;) {
        for (let slot = 1; slot <= mostRunning; slot += 1) {
          const [claimed] = await platform.run(claim, { slot, holder });
          if (claimed)
            return async () => {
              await platform.run(release, { slot, holder });
            };
        }
        if (performance.now() + retryMs >= until) return undefined;
        // Scattered, so that processes do not ask at the same time.
        await sleep(retryMs * (0.5 + Math.random()));
      }
    },
  };
}
