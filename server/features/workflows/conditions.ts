import { withoutMarks } from '#server/platform/combining-marks.ts';
import { Type } from '#server/platform/schema.ts';
import { valueAt } from '#server/platform/templates.ts';
import { type Field, kind } from '#server/records/fields.ts';

export type Operator = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'contains' | 'exists';

/** Condition that the record must meet. */
export interface Condition {
  /** Path in the record. */
  readonly field: string;
  readonly op: Operator;
  readonly value: unknown;
}

type Values = Record<string, unknown>;

const ordered = kind(Type.Union([Type.Number(), Type.String()]), 'a number or a string', 'json');
const anything = kind(Type.Unknown(), 'a value', 'json');

/** Accepted values by operator. */
export const operands: Record<Operator, Field> = {
  eq: anything,
  ne: anything,
  gt: ordered,
  gte: ordered,
  lt: ordered,
  lte: ordered,
  in: kind(Type.Array(Type.Unknown()), 'a list', 'json'),
  contains: kind(Type.String(), 'a string', 'json'),
  exists: kind(Type.Boolean(), 'true or false', 'json'),
};

export const operators = Object.keys(operands) as Operator[];

export const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const ownValue = (values: object, name: string): unknown =>
  Object.hasOwn(values, name) ? (values as Values)[name] : undefined;

/** True if two JSON values are equal. Missing values count as null, also inside objects. */
function same(a: unknown, b: unknown): boolean {
  const [left, right] = [a ?? null, b ?? null];
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((part, i) => same(part, right[i]));
  if (isObject(left) && isObject(right))
    return Object.keys({ ...left, ...right }).every((key) =>
      same(ownValue(left, key), ownValue(right, key)),
    );
  return left === right;
}

/**
 * Returns less than 0, 0 or more than 0 for two numbers or two texts (by code unit, which also orders dates and timestamps); otherwise NaN.
 */
function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : Number(a > b);
  return Number.NaN;
}

/** Returns a text without accents and in lower case; nearly as search folds it, which also writes ø as o and ß as ss. */
const fold = (text: string) => withoutMarks(text, 'NFD').toLowerCase();

function contains(value: unknown, part: unknown): boolean {
  if (Array.isArray(value)) return value.some((entry) => same(entry, part));
  return typeof value === 'string' && typeof part === 'string' && fold(value).includes(fold(part));
}

function isOneOf(value: unknown, list: unknown): boolean {
  const candidates = Array.isArray(value) ? [value, ...value] : [value];
  return Array.isArray(list) && candidates.some((one) => list.some((entry) => same(one, entry)));
}

const exists = (value: unknown) =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);

/**
 * True if a condition holds for a record as the API returns it.
 *
 * `eq` and `ne` compare JSON values, missing being null; `gt` to `lte` compare two numbers or two texts, and do not hold for anything else;
 * `in`: the value, or an entry of it, is in the list; `contains`: a list contains the value, or a text the text, ignoring case and accents;
 * `exists`: the value is (or is not) other than null and an empty list.
 */
export function matchesCondition({ field, op, value }: Condition, record: Values): boolean {
  const has = valueAt(record, field);
  switch (op) {
    case 'eq':
      return same(has, value);
    case 'ne':
      return !same(has, value);
    case 'gt':
      return compare(has, value) > 0;
    case 'gte':
      return compare(has, value) >= 0;
    case 'lt':
      return compare(has, value) < 0;
    case 'lte':
      return compare(has, value) <= 0;
    case 'in':
      return isOneOf(has, value);
    case 'contains':
      return contains(has, value);
    case 'exists':
      return exists(has) === value;
  }
}

/** Condition as a part of a reason. */
export const describeCondition = ({ field, op, value }: Condition): string =>
  `${field} ${op} ${JSON.stringify(value)}`;
