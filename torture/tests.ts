import downtime from './downtime.ts';
import erasures from './erasures.ts';
import exposure from './exposure.ts';
import faults from './faults.ts';
import histories from './histories.ts';
import hours from './hours.ts';
import idempotency from './idempotency.ts';
import imports from './imports.ts';
import input from './input.ts';
import kills from './kills.ts';
import limits from './limits.ts';
import live from './live.ts';
import neighbours from './neighbours.ts';
import pages from './pages.ts';
import receivers from './receivers.ts';
import recurrences from './recurrences.ts';
import restarts from './restarts.ts';
import rolling from './rolling.ts';
import scheduled from './scheduled.ts';
import signatures from './signatures.ts';
import soak from './soak.ts';
import tenancy from './tenancy.ts';
import type { Torture } from './torture-test.ts';

/** Every test by number. Exposure also searches the files of the server used by those before it. */
export const tests: Readonly<Record<number, Torture>> = {
  1: kills,
  2: restarts,
  3: downtime,
  4: receivers,
  5: input,
  6: tenancy,
  7: signatures,
  8: idempotency,
  9: pages,
  10: limits,
  11: rolling,
  12: faults,
  13: soak,
  14: exposure,
  15: neighbours,
  16: live,
  17: scheduled,
  18: histories,
  19: imports,
  20: erasures,
  21: recurrences,
  22: hours,
};
