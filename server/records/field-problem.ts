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

/** Finds why a value does not match a schema, by the schema's own keywords. */
function reasonOf(schema: Keywords, value: unknown): Pick<Problem, 'code' | 'limit'> {
  const { type } = schema;
  if (Array.isArray(schema.enum)) return { code: 'not_allowed' };
  if (!hasType(type, value)) return { code: 'wrong_type' };
  for (const [keyword, code] of limits) {
    const limit = schema[keyword];
    if (typeof limit !== 'number') continue;
    const only = { type, [keyword]: limit, ...(type === 'array' ? { items: {} } : {}) };
    if (!checks(only as unknown as TSchema)(value)) return { code, limit };
  }
  if (checks(schema as unknown as TSchema)(value)) return { code: 'invalid' };
  return { code: type === 'string' ? 'invalid_format' : 'invalid' };
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
