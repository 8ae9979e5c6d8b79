import type { TSchema } from 'typebox';
import type { FieldCode } from '../platform/errors.ts';
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
    return { code: type === 'string' && !matches(value) ? 'invalid_format' : 'invalid' };
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
  return { name, problem: field.problem(value), ...reasonOf(field.schema as Keywords, value) };
}

/** Problem of a field that must be given. */
export const missingField = (name: string, field: Field): Problem => ({
  name,
  problem: `is required and must be ${field.says}`,
  code: 'required',
});
