import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { NextStep } from '#server/features/intelligence/win-probability/features.ts';
import {
  type ClosedDeal,
  completeCohorts,
  dayMs,
  landmarksOf,
  medianDaysOf,
} from '#server/features/intelligence/win-probability/landmarks.ts';
import {
  buildRows,
  fitRegression,
  sigmoid,
} from '#server/features/intelligence/win-probability/logistic-regression.ts';
import {
  binsOf,
  calibrationOf,
  isProven,
  type Observation,
  predict,
  qualityOf,
  score,
  trainModel,
} from '#server/features/intelligence/win-probability/win-model.ts';

/** Random numbers from 0 to 1 (mulberry32), the same for the same seed. */
function randomOf(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}
type Random = ReturnType<typeof randomOf>;

function shuffled<T>(list: readonly T[], { next }: Random): T[] {
  const all = [...list];
  for (let i = all.length - 1; i > 0; i -= 1) {
    const j = Math.floor(next() * (i + 1));
    [all[i], all[j]] = [all[j] as T, all[i] as T];
  }
  return all;
}

const phases = ['lead', 'contato', 'proposta', 'negociação'];
const sources = ['indicação', 'site', 'anúncio', 'evento'];
const people = ['ana', 'bruno', 'carla', 'davi'];
const now = Date.parse('2026-11-30T12:00:00.000Z');

/** Draws a team's closed deals. @param logitOf log odds of winning at a moment; undefined for outcomes that depend on nothing */
function drawTeam(
  random: Random,
  count: number,
  {
    maxPhases = phases.length,
    winRate = 0.63,
    logitOf,
  }: {
    readonly maxPhases?: number;
    readonly winRate?: number;
    readonly logitOf?: (deal: Omit<Observation, 'deal' | 'is_won'>) => number;
  },
) {
  const deals: ClosedDeal[] = [];
  const observations: Observation[] = [];
  for (let deal = 0; deal < count; deal += 1) {
    const created_at = now - (30 + random.next() * 700) * dayMs;
    const value = Math.round(Math.exp(8 + random.normal()));
    const fixed = {
      value,
      source: random.pick(sources),
      responsible_id: random.pick(people),
      is_returning: random.next() < 0.3,
    };
    const visited = phases.slice(0, 1 + Math.floor(random.next() * maxPhases));
    let since = created_at;
    const stays = visited.map((phase) => {
      const stay = { phase, since, until: since + random.next() * 10 * dayMs, value };
      since = stay.until;
      return stay;
    });
    const situation = {
      ...fixed,
      days: 0,
      next_step: random.pick<NextStep>(['planned', 'late', 'none']),
      contact_days: random.next() < 0.1 ? null : Math.floor(random.next() * 30),
      slips: Math.floor(random.next() * 3),
    };
    const rate = logitOf
      ? sigmoid(logitOf({ ...situation, phase: visited.at(-1) ?? 'lead' }))
      : winRate;
    const is_won = random.next() < rate;
    deals.push({ id: String(deal), created_at, closed_at: since, is_won, stays });
    // Without signal in the phases: with it, the moments of one deal would have different probabilities.
    for (const { phase } of logitOf ? stays.slice(-1) : stays)
      observations.push({ ...situation, phase, deal, is_won });
  }
  return { deals, observations };
}

const train = ({ deals, observations }: ReturnType<typeof drawTeam>) =>
  trainModel(deals, deals, observations, medianDaysOf(deals), true);

/** Assigns the outcomes of the deals to deals at random. */
function withShuffledOutcomes(team: ReturnType<typeof drawTeam>, random: Random) {
  const outcomes = shuffled(
    team.deals.map(({ is_won }) => is_won),
    random,
  );
  return {
    deals: team.deals.map((deal, i) => ({ ...deal, is_won: outcomes[i] === true })),
    observations: team.observations.map((each) => ({
      ...each,
      is_won: outcomes[each.deal] === true,
    })),
  };
}

const signal = ({
  phase,
  source,
  is_returning,
  next_step,
  slips,
}: Omit<Observation, 'deal' | 'is_won'>) =>
  -1.2 +
  0.6 * phases.indexOf(phase) +
  (source === 'indicação' ? 0.8 : source === 'anúncio' ? -0.5 : 0) +
  (is_returning ? 0.7 : 0) +
  (next_step === 'planned' ? 0.5 : next_step === 'late' ? -0.4 : 0) -
  0.3 * slips;

describe('the gate', () => {
  test.each([1, 4])(
    'stays shut in at least 95 of 100 teams of 200 deals without signal (%i phases)',
    (maxPhases) => {
      const openings = Array.from({ length: 100 }, (_, seed) =>
        train(drawTeam(randomOf(1_000 * maxPhases + seed), 200, { maxPhases })),
      ).filter(({ state }) => state === 'model');
      expect(openings.length).toBeLessThanOrEqual(5);
    },
  );

  test('opens where there is signal, and shuts if the outcomes are shuffled', () => {
    const seeds = Array.from({ length: 20 }, (_, seed) => seed);
    const teams = seeds.map((seed) => drawTeam(randomOf(seed), 400, { logitOf: signal }));
    const opened = teams.filter((team) => train(team).state === 'model');
    const reopened = teams.filter(
      (team, seed) => train(withShuffledOutcomes(team, randomOf(seed))).state === 'model',
    );
    expect(opened.length).toBe(20);
    expect(reopened.length).toBeLessThanOrEqual(1);
  });

  test('is not tried below 30 won and 30 lost deals', () => {
    const team = drawTeam(randomOf(7), 400, { logitOf: (each) => signal(each) - 4 });
    const few = train({
      deals: team.deals,
      observations: team.observations.filter(({ deal, is_won }) => !is_won || deal < 40),
    });
    expect(few.won).toBeLessThan(30);
    expect(few).toMatchObject({ state: 'phase_share', quality: null, regression: null });
  });
});

test('probabilities of synthetic teams are recovered within 0.05', () => {
  const errors = [1, 2, 3, 4, 5].map((seed) => {
    const model = train(drawTeam(randomOf(seed), 2_000, { logitOf: signal }));
    const { regression } = model;
    if (!regression) throw new Error('the gate is shut');
    const { observations } = drawTeam(randomOf(100 + seed), 500, { logitOf: signal });
    const errorOf = (each: Observation) =>
      Math.abs(predict(regression, each) - sigmoid(signal(each)));
    return observations.reduce((sum, each) => sum + errorOf(each), 0) / observations.length;
  });
  expect(Math.max(...errors)).toBeLessThanOrEqual(0.05);
});

/** Bank marketing (test/fixtures/bank-marketing/README.md) as rows: categories as indicators, numbers in standard deviations. */
function bankRows() {
  const path = new URL('../../fixtures/bank-marketing/bank-additional.csv', import.meta.url);
  const [head = [], ...lines] = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const columnOf = (name: string) => lines.map((line) => line[head.indexOf(name)] ?? '');
  const indicators = ['job', 'contact', 'month', 'poutcome'].flatMap((name) => {
    const values = columnOf(name);
    return [...new Set(values)].map((category) =>
      values.map((value) => (value === category ? 1 : 0)),
    );
  });
  const numbers = ['age', 'campaign', 'previous', 'euribor3m', 'nr.employed'].map((name) => {
    const values = columnOf(name).map(Number);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const spread = Math.sqrt(
      values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length,
    );
    return values.map((value) => (value - mean) / spread);
  });
  const all = [...indicators, ...numbers];
  return columnOf('y').map((y, i) => {
    const cells = all.flatMap((values, column) =>
      values[i] ? [{ column: column + 1, value: values[i] }] : [],
    );
    return { cells, isPositive: y === 'yes' };
  });
}

test('500 outcomes of bank marketing give a Brier score of at most 0.095 and a calibration error of at most 0.03', () => {
  const rows = bankRows();
  const width = 1 + Math.max(...rows.flatMap(({ cells }) => cells.map(({ column }) => column)));
  const results = Array.from({ length: 20 }, (_, seed) => {
    const drawn = shuffled(rows, randomOf(seed));
    const builder = buildRows(width, 500, width);
    for (const [group, { cells, isPositive }] of drawn.slice(0, 500).entries()) {
      for (const { column, value } of cells) builder.add(column, value);
      builder.end(isPositive, group);
    }
    const learned = builder.rows();
    const fitted = fitRegression(learned);
    const tested = drawn.slice(500);
    const predictions = Float64Array.from(tested, ({ cells }) =>
      sigmoid(
        cells.reduce(
          (sum, { column, value }) => sum + (fitted.coefficients[column] ?? 0) * value,
          fitted.coefficients[0] ?? 0,
        ),
      ),
    );
    const outcomes = Float64Array.from(tested, ({ isPositive }) => (isPositive ? 1 : 0));
    const errors = predictions.map((prediction, i) => (prediction - (outcomes[i] ?? 0)) ** 2);
    return {
      brier: errors.reduce((sum, error) => sum + error, 0) / tested.length,
      calibration: calibrationOf(binsOf(predictions, outcomes)),
      opens: isProven(qualityOf(learned, fitted)),
    };
  });
  const mean = (of: (result: (typeof results)[number]) => number) =>
    results.reduce((sum, result) => sum + of(result), 0) / results.length;
  expect(mean(({ brier }) => brier)).toBeLessThanOrEqual(0.095);
  expect(mean(({ calibration }) => calibration)).toBeLessThanOrEqual(0.03);
  expect(results.filter(({ opens }) => opens).length).toBeGreaterThanOrEqual(18);
});

describe('a deal', () => {
  const situation = {
    phase: 'proposta',
    days: 3,
    value: 5_000,
    source: 'indicação',
    responsible_id: 'ana',
    is_returning: true,
    next_step: 'planned' as const,
    contact_days: 1,
    slips: 0,
  };

  test('has no probability below 20 closed deals, and the number of missing ones', () => {
    const model = train(drawTeam(randomOf(1), 12, {}));
    expect(score(model, situation)).toMatchObject({
      state: 'too_few',
      probability: null,
      missing: 8,
      missing_in_phase: false,
    });
  });

  test('has the share of its phase before the gate opens', () => {
    const model = train(drawTeam(randomOf(2), 50, {}));
    const reached = model.shares.find(({ phase }) => phase === 'proposta');
    const result = score(model, situation);
    expect(result).toMatchObject({ state: 'phase_share', share: reached, reasons: [] });
    expect(result.probability).toBe(
      Math.round((100 * (reached?.won ?? 0)) / (reached?.reached ?? 1)),
    );
  });

  test('has no probability in a phase that fewer than 10 closed deals reached', () => {
    const model = train(drawTeam(randomOf(2), 50, {}));
    expect(score(model, { ...situation, phase: 'nova' })).toMatchObject({
      state: 'too_few',
      probability: null,
      missing: 10,
      missing_in_phase: true,
    });
  });

  test('has at most three reasons each way, the strongest first', () => {
    const model = train(drawTeam(randomOf(3), 2_000, { logitOf: signal }));
    const { probability, reasons } = score(model, situation);
    expect(probability).toBeGreaterThan(60);
    const raising = reasons.filter(({ effect }) => effect > 0);
    expect(raising.map(({ feature }) => feature)).toContain('source');
    expect(raising.length).toBeLessThanOrEqual(3);
    expect(raising.map(({ effect }) => effect)).toEqual(
      raising.map(({ effect }) => effect).toSorted((a, b) => b - a),
    );
    const worse = score(model, { ...situation, source: 'anúncio', next_step: 'late', slips: 2 });
    expect(worse.probability).toBeLessThan(probability ?? 0);
    expect(worse.reasons.filter(({ effect }) => effect < 0).map(({ feature }) => feature)).toEqual(
      expect.arrayContaining(['slips']),
    );
  });

  test('gives no reason of a rare source, and none of the responsible user if that is switched off', () => {
    const { deals, observations } = drawTeam(randomOf(4), 600, {
      logitOf: (each) => signal(each) + (each.responsible_id === 'ana' ? 2 : 0),
    });
    const features = (usesResponsible: boolean) => {
      const model = trainModel(deals, deals, observations, {}, usesResponsible);
      return score(model, { ...situation, source: 'rara' }).reasons.map(({ feature }) => feature);
    };
    expect(features(true)).toContain('responsible');
    expect(features(false)).not.toContain('responsible');
    expect(features(true)).not.toContain('source');
  });
});

describe('moments of deals', () => {
  const deal = (created: number, days: number, is_won = true): ClosedDeal => ({
    id: `${created}`,
    created_at: now - created * dayMs,
    closed_at: now - (created - days) * dayMs,
    is_won,
    stays: [
      {
        phase: 'lead',
        since: now - created * dayMs,
        until: now - (created - days) * dayMs,
        value: null,
      },
    ],
  });

  test('are those of complete cohorts: recent deals that closed quickly are left out', () => {
    const old = Array.from({ length: 18 }, (_, i) => deal(200 + i, 40));
    const complete = completeCohorts([...old, deal(10, 2), deal(30, 3)], now);
    expect(complete.map(({ id }) => id)).toEqual(old.map(({ id }) => id));
  });

  test('are the beginning of a stay, and one, two and four medians of a long one', () => {
    const deals = [...Array.from({ length: 11 }, () => deal(100, 10)), deal(100, 25)];
    const medians = medianDaysOf(deals);
    expect(medians).toEqual({ lead: 10 });
    const last = landmarksOf(deals, medians).filter((each) => each.deal === 11);
    expect(last.map(({ at, since }) => (at - since) / dayMs)).toEqual([0, 10, 20]);
  });
});
