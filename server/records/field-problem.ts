import type { TSchema } from 'typebox';
import { containsTooManyMarks } from '../platform/combining-marks.ts';
import type { FieldCode } from '../platform/error-reasons.ts';
import { checks } from '../platform/schema.ts';
import type { Field } from './fields.ts';
import type { Problem } from './invalid-values.ts';

/** Keywords of a schema that limit a value, with the code of a value outside the limit. */
const limits = [
  ['maxLength', 'too_long'],
  ['minLength', 'too_short'],
  ['maximum', 'too_large'],
  ['minimum', 'too_small'],
  ['maxItems', 'too_many'],
  ['minItems', 'too_few'],
] as const satisfies readonly (readonly [keyword: string, code: FieldCode])[];

type Keywords = Readonly<Record<string, unknown>>;

const hasType = (type: unknown, value: unknown): boolean => {
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer' || type === 'number') return typeof value === 'number';
  if (type === 'object')
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  return type === undefined || typeof value === type;
};

type Reason = Pick<Problem, 'code' | 'limit'>;

/** Makes the function that finds why a value does not match a schema, by the schema's own keywords. */
function reasonFinder(schema: Keywords): (value: unknown) => Reason {
  const { type } = schema;
  if (Array.isArray(schema.enum)) return () => ({ code: 'not_allowed' });
  const matches = checks(schema as unknown as TSchema);
  const bounds = limits.flatMap(([keyword, code]) => {
    const limit = schema[keyword];
    if (typeof limit !== 'number') return [];
    const only = { type, [keyword]: limit, ...(type === 'array' ? { items: {} } : {}) };
    return [{ isWithin: checks(only as unknown as TSchema), reason: { code, limit } }];
  });
  return (value) => {
    if (!hasType(type, value)) return { code: 'wrong_type' };
    const exceeded = bounds.find(({ isWithin }) => !isWithin(value));
    if (exceeded) return exceeded.reason;
    if (typeof value !== 'string' || matches(value)) return { code: 'invalid' };
    return value.trim() === '' ? { code: 'too_short', limit: 1 } : { code: 'invalid_format' };
  };
}

/** Finders by schema: compiling one takes longer than checking a request. */
const finders = new WeakMap<Keywords, (value: unknown) => Reason>();

function reasonOf(schema: Keywords, value: unknown): Reason {
  const finder = finders.get(schema) ?? reasonFinder(schema);
  finders.set(schema, finder);
  return finder(value);
}

/** Explains why a field refuses a value that its `check` refused. */
export function fieldProblem(name: string, field: Field, value: unknown): Problem {
  const reason: Reason = containsTooManyMarks(value)
    ? { code: 'characters' }
    : reasonOf(field.schema as Keywords, value);
  return { name, problem: field.problem(value), ...reason, format: field.format };
}

/** Problem of a field that always has a value. */
export const nullField = (name: string, field: Field): Problem => ({
  name,
  problem: `cannot be null: it must be ${field.requirement}`,
  code: 'not_null',
});

/** Problem of a field that must be given. */
export const missingField = (name: string, field: Field): Problem => ({
  name,
  problem: `is required and must be ${field.requirement}`,
  code: 'required',
});
