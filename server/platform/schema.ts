import { createRequire } from 'node:module';
import type TypeBox from 'typebox';
import type { TSchema } from 'typebox';

/*
 * JSON Schemas with TypeBox's types. Loading that package takes longer than everything else a short command loads: only its types
 * are needed at first, and its validator on the first check.
 */

type Kinds =
  | 'Array'
  | 'Boolean'
  | 'Enum'
  | 'Integer'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Record'
  | 'String'
  | 'Union'
  | 'Unknown';

/** Properties that may be absent. */
const optional = new WeakSet<object>();

const schemaOf = (schema: object, options: object = {}) => ({ ...schema, ...options }) as never;

/** TypeBox's builders, returning plain JSON. */
export const Type: Pick<typeof TypeBox, Kinds> = {
  Array: (items, options) => schemaOf({ type: 'array', items }, options),
  Boolean: (options) => schemaOf({ type: 'boolean' }, options),
  Enum: (values: unknown, options?: object) => schemaOf({ type: 'string', enum: values }, options),
  Integer: (options) => schemaOf({ type: 'integer' }, options),
  Null: (options) => schemaOf({ type: 'null' }, options),
  Number: (options) => schemaOf({ type: 'number' }, options),
  Object: (properties, options) => {
    const required = Object.keys(properties).filter(
      (name) => !optional.has(properties[name] ?? {}),
    );
    return schemaOf(
      { type: 'object', ...(required.length > 0 && { required }), properties },
      options,
    );
  },
  Optional: (schema) => {
    const copy = { ...schema };
    optional.add(copy);
    return copy as never;
  },
  Record: (_: unknown, value: TSchema, options?: object) =>
    schemaOf({ type: 'object', additionalProperties: value }, options),
  String: (options) => schemaOf({ type: 'string' }, options),
  Union: (anyOf, options) => schemaOf({ anyOf }, options),
  Unknown: (options) => schemaOf({}, options),
};

/** Schema of values that may also be null. */
export const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** Adds a description to a schema. */
export function withDescription<S extends TSchema>(description: string, schema: S): S {
  const copy = { ...schema, description };
  if (optional.has(schema)) optional.add(copy);
  return copy;
}

const formats = new Map<string, (text: string) => boolean>();

/** Declares a text format. Call it before the first check of any schema. */
export function declareFormat(name: string, check: (text: string) => boolean): void {
  formats.set(name, check);
}

let compiler: typeof import('typebox/schema').Compile | undefined;

function loadCompiler() {
  const require = createRequire(import.meta.url);
  const { default: Format } = require('typebox/format') as typeof import('typebox/format');
  for (const [name, check] of formats) Format.Set(name, check);
  const { Compile } = require('typebox/schema') as typeof import('typebox/schema');
  return Compile;
}

/** @returns a function that validates values against a schema, which is compiled on first use */
export function checks(schema: TSchema): (value: unknown) => boolean {
  let compiled: { Check(value: unknown): boolean } | undefined;
  return (value) => {
    compiler ??= loadCompiler();
    compiled ??= compiler(schema);
    return compiled.Check(value);
  };
}
