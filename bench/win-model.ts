import type { NextStep } from '#server/features/intelligence/win-probability/features.ts';
import type { ClosedDeal } from '#server/features/intelligence/win-probability/landmarks.ts';
import {
  type Observation,
  trainModel,
} from '#server/features/intelligence/win-probability/win-model.ts';

/*
 * Processor time to fit the win model of a team with 5,000 closed deals and 20,000 moments, cross-validation included (ADR 244): of the first fit in a
 * process, which is compiled meanwhile, and the median of later ones. It depends less on the load of the machine than the time that passes.
 *
 *     npm run bench:win-model
 */

const deals = Number(process.argv[2] ?? 5_000);
const rounds = 15;

const phases = ['lead', 'contato', 'proposta', 'negociação'];
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
const observations: Observation[] = [];
const closed: ClosedDeal[] = [];
for (let deal = 0; deal < deals; deal += 1) {
  const fixed = {
    deal,
    is_won: Math.random() < 0.4,
    value: Math.exp(8 + Math.random()),
    source: `source ${Math.floor(Math.random() ** 2 * 15)}`,
    responsible_id: `user ${Math.floor(Math.random() * 15)}`,
    is_returning: Math.random() < 0.3,
  };
  for (const phase of phases)
    observations.push({
      ...fixed,
      phase,
      days: 0,
      next_step: pick<NextStep>(['planned', 'late', 'none']),
      contact_days: Math.floor(Math.random() * 30),
      slips: Math.floor(Math.random() * 3),
    });
  closed.push({ id: String(deal), created_at: 0, closed_at: 0, is_won: fixed.is_won, stays: [] });
}

const times: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const start = process.cpuUsage();
  trainModel(closed, closed, observations, {}, true);
  const { user, system } = process.cpuUsage(start);
  times.push((user + system) / 1_000);
}
const [first = 0, ...later] = times;
const median = later.toSorted((a, b) => a - b)[later.length >> 1] ?? 0;
console.log(
  `${deals} deals, ${observations.length} moments: first ${first.toFixed(0)} ms, later ${median.toFixed(0)} ms of the processor`,
);
