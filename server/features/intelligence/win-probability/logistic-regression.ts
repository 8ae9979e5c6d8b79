/*
 * L2 logistic regression by iteratively reweighted least squares, on sparse rows (ADR 244). Column 0 is the intercept: it is 1 in every row,
 * and is not penalized.
 */

/** One observation: values by column, in ascending order of columns, without the intercept. */
export interface Row {
  /** Columns from 1. */
  readonly columns: readonly number[];
  readonly values: readonly number[];
  readonly isPositive: boolean;
  /** Number of the group, from 0: rows of one group are never both fitted and tested. */
  readonly group: number;
}

/** Rows in compressed form. */
interface Data {
  readonly width: number;
  readonly starts: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float64Array;
  readonly outcomes: Float64Array;
  readonly groups: Int32Array;
}

/** Gradient and Hessian of the log-likelihood at some coefficients; the Hessian's lower triangle by rows. */
interface Slope {
  readonly gradient: Float64Array;
  readonly hessian: Float64Array;
}

const at = (array: Float64Array | Int32Array, index: number): number => array[index] as number;

function compress(rows: readonly Row[], width: number): Data {
  const size = rows.reduce((sum, row) => sum + row.columns.length + 1, 0);
  const data: Data = {
    width,
    starts: new Int32Array(rows.length + 1),
    columns: new Int32Array(size),
    values: new Float64Array(size),
    outcomes: new Float64Array(rows.length),
    groups: new Int32Array(rows.length),
  };
  let end = 0;
  for (const [index, row] of rows.entries()) {
    data.columns[end] = 0;
    data.values[end] = 1;
    end += 1;
    for (const [i, column] of row.columns.entries()) {
      data.columns[end] = column;
      data.values[end] = row.values[i] ?? 0;
      end += 1;
    }
    data.starts[index + 1] = end;
    data.outcomes[index] = row.isPositive ? 1 : 0;
    data.groups[index] = row.group;
  }
  return data;
}

const newSlope = (width: number): Slope => ({
  gradient: new Float64Array(width),
  hessian: new Float64Array(width * width),
});

export const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit));

function logitOf(
  { starts, columns, values }: Data,
  row: number,
  coefficients: Float64Array,
): number {
  let logit = 0;
  for (let i = at(starts, row); i < at(starts, row + 1); i += 1)
    logit += at(values, i) * at(coefficients, at(columns, i));
  return logit;
}

function addRow(data: Data, row: number, coefficients: Float64Array, slope: Slope): void {
  const { starts, columns, values, width } = data;
  const { gradient, hessian } = slope;
  const probability = sigmoid(logitOf(data, row, coefficients));
  const error = at(data.outcomes, row) - probability;
  const weight = probability * (1 - probability);
  const start = at(starts, row);
  for (let i = start; i < at(starts, row + 1); i += 1) {
    const column = at(columns, i);
    const value = at(values, i);
    gradient[column] = at(gradient, column) + error * value;
    const weighted = weight * value;
    const line = column * width;
    for (let j = start; j <= i; j += 1) {
      const cell = line + at(columns, j);
      hessian[cell] = at(hessian, cell) + weighted * at(values, j);
    }
  }
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
const tolerance = 1e-6;
const maxSteps = 30;

/**
 * Fits the coefficients by Newton's method, in place.
 * @param isUsed selects rows; all by default
 */
function refine(
  data: Data,
  coefficients: Float64Array,
  ridge: number,
  isUsed: (row: number) => boolean = () => true,
): void {
  for (let n = 0; n < maxSteps; n += 1) {
    const slope = newSlope(data.width);
    for (let row = 0; row < data.outcomes.length; row += 1)
      if (isUsed(row)) addRow(data, row, coefficients, slope);
    if (step(slope, coefficients, ridge) < tolerance) return;
  }
}

/** A fitted regression, and the cross-validated probability of each row. */
export interface Fit {
  /** By column; the first is the intercept. */
  readonly coefficients: readonly number[];
  readonly ridge: number;
  /** Predictions by fits without the group of the row. */
  readonly predictions: readonly number[];
  /** Share of positive rows among those of each row’s fit: the prediction of the base rate. */
  readonly baseRates: readonly number[];
}

export const ridges = [3, 10, 30, 100] as const;

/** With more rows, leaving out a fold changes so little that one Newton step from the whole fit is exact enough. */
const manyRows = 4_000;
const foldsOf = (rows: number) => (rows > manyRows ? 5 : 10);

/** The fold of a group: scattered, because groups in a row may have a pattern. */
function foldOfGroup(group: number, folds: number): number {
  let mixed = Math.imul(group ^ 0x9e3779b9, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) % folds;
}

/** Predictions of each fold by the fit without it. */
function crossValidate(data: Data, whole: Float64Array, ridge: number, folds: number) {
  const count = data.outcomes.length;
  const foldOf = (row: number) => foldOfGroup(at(data.groups, row), folds);
  const slopes = Array.from({ length: folds }, () => newSlope(data.width));
  for (let row = 0; row < count; row += 1) {
    const slope = slopes[foldOf(row)];
    if (slope) addRow(data, row, whole, slope);
  }
  const predictions = new Float64Array(count);
  for (let fold = 0; fold < folds; fold += 1) {
    const rest = newSlope(data.width);
    for (const [each, { gradient, hessian }] of slopes.entries()) {
      if (each === fold) continue;
      for (let i = 0; i < gradient.length; i += 1)
        rest.gradient[i] = at(rest.gradient, i) + at(gradient, i);
      for (let i = 0; i < hessian.length; i += 1)
        rest.hessian[i] = at(rest.hessian, i) + at(hessian, i);
    }
    const coefficients = Float64Array.from(whole);
    step(rest, coefficients, ridge);
    if (count <= manyRows) refine(data, coefficients, ridge, (row) => foldOf(row) !== fold);
    for (let row = 0; row < count; row += 1)
      if (foldOf(row) === fold) predictions[row] = sigmoid(logitOf(data, row, coefficients));
  }
  return predictions;
}

/** Share of positive rows outside each row's fold. */
function ratesWithout(data: Data, folds: number): number[] {
  const positive = new Float64Array(folds);
  const counts = new Float64Array(folds);
  for (let row = 0; row < data.outcomes.length; row += 1) {
    const fold = foldOfGroup(at(data.groups, row), folds);
    positive[fold] = at(positive, fold) + at(data.outcomes, row);
    counts[fold] = at(counts, fold) + 1;
  }
  const sum = (array: Float64Array) => array.reduce((total, each) => total + each, 0);
  return Array.from(data.groups, (group) => {
    const fold = foldOfGroup(group, folds);
    return (sum(positive) - at(positive, fold)) / Math.max(1, sum(counts) - at(counts, fold));
  });
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

/** Fits with the ridge whose cross-validated Brier score is best. @param width number of columns, with the intercept */
export function fitRegression(rows: readonly Row[], width: number): Fit {
  const data = compress(rows, width);
  const folds = foldsOf(rows.length);
  // Rows of one group say almost the same: the penalty is meant for as many rows as there are groups.
  const perGroup = rows.length / Math.max(1, new Set(data.groups).size);
  // From the strongest penalty: each fit starts at the result of the one before.
  const coefficients = new Float64Array(width);
  const tried = ridges.toReversed().map((ridge): Tried => {
    refine(data, coefficients, ridge * perGroup);
    const predictions = crossValidate(data, coefficients, ridge * perGroup, folds);
    const errors = new Float64Array(folds);
    for (let row = 0; row < rows.length; row += 1) {
      const fold = foldOfGroup(at(data.groups, row), folds);
      errors[fold] = at(errors, fold) + (at(predictions, row) - at(data.outcomes, row)) ** 2;
    }
    return { ridge, coefficients: [...coefficients], predictions, errors };
  });
  const best = bestOf(tried);
  // Each fold is predicted with the ridge that is best in the others: the best of all would flatter the predictions.
  const bests = Array.from({ length: folds }, (_, fold) => bestOf(tried, fold));
  return {
    coefficients: best.coefficients,
    ridge: best.ridge,
    predictions: Array.from(data.groups, (group, row) =>
      at((bests[foldOfGroup(group, folds)] ?? best).predictions, row),
    ),
    baseRates: ratesWithout(data, folds),
  };
}
