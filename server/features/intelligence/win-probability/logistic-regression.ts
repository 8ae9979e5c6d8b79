/*
 * L2 logistic regression by iteratively reweighted least squares, on sparse rows (ADR 244). Column 0 is the intercept: it is 1 in every row,
 * and is not penalized.
 */

/** Observations in compressed rows: cells of a row are in ascending order of columns, and begin with the intercept. */
export interface Rows {
  /** Number of columns, with the intercept. */
  readonly width: number;
  readonly count: number;
  /** First cell of each row, and the number of all cells. */
  readonly starts: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float64Array;
  /** 1 for a positive row, otherwise 0. */
  readonly outcomes: Float64Array;
  /** Numbers of groups, from 0: rows of one group are never both fitted and tested. */
  readonly groups: Int32Array;
}

/** Collects rows. */
export interface RowBuilder {
  /** Adds a cell to the row that is being built; columns from 1, in ascending order. */
  add(column: number, value: number): void;
  /** Ends the row. */
  end(isPositive: boolean, group: number): void;
  readonly rows: () => Rows;
}

/**
 * @param count number of rows
 * @param mostCells max cells of a row, without the intercept
 */
export function buildRows(width: number, count: number, mostCells: number): RowBuilder {
  const size = count * (mostCells + 1);
  const starts = new Int32Array(count + 1);
  const columns = new Int32Array(size);
  const values = new Float64Array(size);
  const outcomes = new Float64Array(count);
  const groups = new Int32Array(count);
  let cell = 0;
  let row = 0;
  const begin = () => {
    columns[cell] = 0;
    values[cell] = 1;
    cell += 1;
  };
  begin();
  return {
    add(column, value) {
      columns[cell] = column;
      values[cell] = value;
      cell += 1;
    },
    end(isPositive, group) {
      outcomes[row] = isPositive ? 1 : 0;
      groups[row] = group;
      row += 1;
      starts[row] = cell;
      if (row < count) begin();
    },
    rows: () => ({ width, count, starts, columns, values, outcomes, groups }),
  };
}

/** Gradient and Hessian of the log-likelihood at some coefficients; the Hessian's lower triangle by rows. */
interface Slope {
  readonly gradient: Float64Array;
  readonly hessian: Float64Array;
}

const at = (array: Float64Array | Int32Array, index: number): number => array[index] as number;

const newSlope = (width: number): Slope => ({
  gradient: new Float64Array(width),
  hessian: new Float64Array(width * width),
});

export const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit));

/** Log odds of a row. */
function logitOf({ starts, columns, values }: Rows, row: number, coefficients: Float64Array) {
  const end = starts[row + 1] as number;
  let logit = 0;
  for (let i = starts[row] as number; i < end; i += 1)
    logit += (values[i] as number) * (coefficients[columns[i] as number] as number);
  return logit;
}

/**
 * Adds the rows to the slope of their fold. The inner loops index the arrays directly: a helper would be a call in each step until they are compiled,
 * which takes most of a first fit.
 * @param without a fold whose rows are skipped
 */
function addRows(
  rows: Rows,
  folds: Int32Array,
  coefficients: Float64Array,
  slopes: readonly Slope[],
  without = -1,
): void {
  const { starts, columns, values, outcomes, width, count } = rows;
  for (let row = 0; row < count; row += 1) {
    const fold = folds[row] as number;
    const slope = slopes[slopes.length === 1 ? 0 : fold];
    if (!slope || fold === without) continue;
    const { gradient, hessian } = slope;
    const probability = sigmoid(logitOf(rows, row, coefficients));
    const error = (outcomes[row] as number) - probability;
    const weight = probability * (1 - probability);
    const start = starts[row] as number;
    const end = starts[row + 1] as number;
    for (let i = start; i < end; i += 1) {
      const column = columns[i] as number;
      const value = values[i] as number;
      gradient[column] = (gradient[column] as number) + error * value;
      const weighted = weight * value;
      const line = column * width;
      for (let j = start; j <= i; j += 1) {
        const cell = line + (columns[j] as number);
        hessian[cell] = (hessian[cell] as number) + weighted * (values[j] as number);
      }
    }
  }
}

/** Sums slopes into another one. @param without a slope that is left out */
function sumSlopes(slopes: readonly Slope[], sum: Slope, without = -1): Slope {
  sum.gradient.fill(0);
  sum.hessian.fill(0);
  for (const [each, { gradient, hessian }] of slopes.entries()) {
    if (each === without) continue;
    for (let i = 0; i < gradient.length; i += 1)
      sum.gradient[i] = (sum.gradient[i] as number) + (gradient[i] as number);
    for (let i = 0; i < hessian.length; i += 1)
      sum.hessian[i] = (sum.hessian[i] as number) + (hessian[i] as number);
  }
  return sum;
}

/**
 * Solves the Newton step for the penalized likelihood, by Cholesky decomposition.
 * @param slope is overwritten
 * @returns the largest change of a coefficient
 */
function step(slope: Slope, coefficients: Float64Array, ridge: number): number {
  const { gradient: x, hessian: a } = slope;
  const width = x.length;
  for (let i = 1; i < width; i += 1) {
    a[i * width + i] = at(a, i * width + i) + ridge;
    x[i] = at(x, i) - ridge * at(coefficients, i);
  }
  for (let i = 0; i < width; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      let sum = at(a, i * width + j);
      for (let k = 0; k < j; k += 1) sum -= at(a, i * width + k) * at(a, j * width + k);
      // The intercept alone has no penalty: its curvature may vanish.
      a[i * width + j] = i === j ? Math.sqrt(Math.max(sum, 1e-9)) : sum / at(a, j * width + j);
    }
  }
  for (let i = 0; i < width; i += 1) {
    let sum = at(x, i);
    for (let k = 0; k < i; k += 1) sum -= at(a, i * width + k) * at(x, k);
    x[i] = sum / at(a, i * width + i);
  }
  for (let i = width - 1; i >= 0; i -= 1) {
    let sum = at(x, i);
    for (let k = i + 1; k < width; k += 1) sum -= at(a, k * width + i) * at(x, k);
    x[i] = sum / at(a, i * width + i);
  }
  let largest = 0;
  for (let i = 0; i < width; i += 1) {
    const change = Math.max(-maxChange, Math.min(maxChange, at(x, i)));
    coefficients[i] = at(coefficients, i) + change;
    largest = Math.max(largest, Math.abs(change));
  }
  return largest;
}

/** Bound of one step of a coefficient: a first step from far away may overshoot. */
const maxChange = 4;
/** Newton's method squares the error in each step: the coefficients are then exact to about seven digits. */
const tolerance = 1e-4;
const maxSteps = 30;

/** Clears slopes, so that each pass over the rows reuses them. */
function clear(slopes: readonly Slope[]): readonly Slope[] {
  for (const { gradient, hessian } of slopes) {
    gradient.fill(0);
    hessian.fill(0);
  }
  return slopes;
}

/** A fitted regression, and the cross-validated probability of each row. */
export interface Fit {
  /** By column; the first is the intercept. */
  readonly coefficients: readonly number[];
  readonly ridge: number;
  /** Predictions by fits without the group of the row. */
  readonly predictions: Float64Array;
  /** Share of positive rows among those of each row’s fit: the prediction of the base rate. */
  readonly baseRates: Float64Array;
}

const ridges = [3, 10, 30, 100] as const;

/** With more rows, leaving out a fold changes so little that one Newton step from the whole fit is exact enough. */
const manyRows = 4_000;
const foldsOf = (rows: number) => (rows > manyRows ? 5 : 10);

/** The fold of a group: scattered, because groups in a row may have a pattern. */
function foldOfGroup(group: number, folds: number): number {
  let mixed = Math.imul(group ^ 0x9e3779b9, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) % folds;
}

/** Rows with their folds, and memory that all fits share. */
interface Folded {
  readonly rows: Rows;
  readonly folds: Int32Array;
  readonly slopes: readonly Slope[];
  readonly sum: Slope;
}

/**
 * Fits the coefficients to all rows by Newton's method, in place. Leaves in `slopes` those of the folds before the last step, which changed
 * almost nothing.
 * @param hasSlopes true if `slopes` are those at the coefficients, from a fit with a different ridge
 */
function refine(
  { rows, folds, slopes, sum }: Folded,
  coefficients: Float64Array,
  ridge: number,
  hasSlopes: boolean,
): void {
  for (let n = 0; n < maxSteps; n += 1) {
    if (n > 0 || !hasSlopes) addRows(rows, folds, coefficients, clear(slopes));
    if (step(sumSlopes(slopes, sum), coefficients, ridge) < tolerance) return;
  }
}

/** Predictions of each fold by the fit without it. */
function crossValidate(folded: Folded, whole: Float64Array, ridge: number): Float64Array {
  const { rows, folds, slopes, sum } = folded;
  const predictions = new Float64Array(rows.count);
  for (let fold = 0; fold < slopes.length; fold += 1) {
    const coefficients = Float64Array.from(whole);
    let change = step(sumSlopes(slopes, sum, fold), coefficients, ridge);
    if (rows.count <= manyRows)
      for (let n = 0; n < maxSteps && change >= tolerance; n += 1) {
        addRows(rows, folds, coefficients, clear([sum]), fold);
        change = step(sum, coefficients, ridge);
      }
    for (let row = 0; row < rows.count; row += 1)
      if (folds[row] === fold) predictions[row] = sigmoid(logitOf(rows, row, coefficients));
  }
  return predictions;
}

/** Share of positive rows outside each row's fold. */
function ratesWithout({ outcomes, count }: Rows, folds: Int32Array, foldCount: number) {
  const positive = new Float64Array(foldCount);
  const counts = new Float64Array(foldCount);
  for (let row = 0; row < count; row += 1) {
    const fold = at(folds, row);
    positive[fold] = at(positive, fold) + at(outcomes, row);
    counts[fold] = at(counts, fold) + 1;
  }
  const sum = (array: Float64Array) => array.reduce((total, each) => total + each, 0);
  const rates = positive.map(
    (each, fold) => (sum(positive) - each) / Math.max(1, sum(counts) - at(counts, fold)),
  );
  return Float64Array.from(folds, (fold) => at(rates, fold));
}

/** A fit with one ridge. */
interface Tried {
  readonly ridge: number;
  readonly coefficients: readonly number[];
  readonly predictions: Float64Array;
  /** Sum of the squared errors in each fold. */
  readonly errors: Float64Array;
}

/** The fit with the smallest errors. @param without a fold that does not count */
function bestOf(tried: readonly Tried[], without?: number): Tried {
  const sumOf = ({ errors }: Tried) =>
    errors.reduce((sum, error, fold) => (fold === without ? sum : sum + error), 0);
  return tried.reduce((best, each) => (sumOf(each) < sumOf(best) ? each : best));
}

/** Number of different groups. */
function groupsOf({ groups }: Rows): number {
  const largest = groups.reduce((most, group) => Math.max(most, group), 0);
  const isSeen = new Uint8Array(largest + 1);
  for (const group of groups) isSeen[group] = 1;
  return isSeen.reduce((sum, each) => sum + each, 0);
}

/** Fits with the ridge whose cross-validated Brier score is best. */
export function fitRegression(rows: Rows): Fit {
  const { count, width } = rows;
  const foldCount = foldsOf(count);
  const folds = rows.groups.map((group) => foldOfGroup(group, foldCount));
  const slopes = Array.from({ length: foldCount }, () => newSlope(width));
  const folded: Folded = { rows, folds, slopes, sum: newSlope(width) };
  // Rows of one group say almost the same: the penalty is meant for as many rows as there are groups.
  const perGroup = count / Math.max(1, groupsOf(rows));
  // From the strongest penalty: each fit starts at the result of the one before.
  const coefficients = new Float64Array(width);
  const tried = ridges.toReversed().map((ridge, n): Tried => {
    refine(folded, coefficients, ridge * perGroup, n > 0);
    const predictions = crossValidate(folded, coefficients, ridge * perGroup);
    const errors = new Float64Array(foldCount);
    for (let row = 0; row < count; row += 1) {
      const fold = at(folds, row);
      errors[fold] = at(errors, fold) + (at(predictions, row) - at(rows.outcomes, row)) ** 2;
    }
    return { ridge, coefficients: [...coefficients], predictions, errors };
  });
  const best = bestOf(tried);
  // Each fold is predicted with the ridge that is best in the others: the best of all would flatter the predictions.
  const bests = Array.from({ length: foldCount }, (_, fold) => bestOf(tried, fold));
  return {
    coefficients: best.coefficients,
    ridge: best.ridge,
    predictions: Float64Array.from(folds, (fold, row) =>
      at((bests[fold] ?? best).predictions, row),
    ),
    baseRates: ratesWithout(rows, folds, foldCount),
  };
}
