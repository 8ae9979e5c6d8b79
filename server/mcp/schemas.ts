import { type Field, type Fields, isAlways } from '../records/fields.ts';

/*
 * What agents are told of arguments: JSON Schemas that every model's provider takes, which means plain ones, and short, because they
 * are in each of an agent's requests.
 */

type Json = Readonly<Record<string, unknown>>;

/** What says to an agent what it may write; lengths are checked, and told where they are wrong. */
const kept = ['type', 'enum', 'format', 'minimum', 'maximum'] as const;
/** Bounds that nobody would write a number beyond. */
const largest = 1_000_000;

const isTold = (name: string, value: unknown) =>
  (name !== 'minimum' && name !== 'maximum') || Math.abs(Number(value)) < largest;

/** A schema without what only validates. */
function plain(schema: Json): Json {
  const [only] = ((schema.anyOf ?? []) as Json[]).filter(({ type }) => type !== 'null');
  if (only) return plain(only);
  const told = kept.filter((name) => name in schema && isTold(name, schema[name]));
  const items = schema.items as Json | undefined;
  const properties = schema.properties as Record<string, Json> | undefined;
  return {
    ...(Array.isArray(schema.enum) && { type: 'string' }),
    ...Object.fromEntries(told.map((name) => [name, schema[name]])),
    ...(items && { items: plain(items) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, inner]) => [name, plain(inner)]),
      ),
    }),
    // Any object at all.
    ...(schema.type === 'object' && !properties && { additionalProperties: true }),
  };
}

/** What a field's schema leaves unsaid. */
const saysMore = ({ schema }: Field) => 'pattern' in schema;

function described(name: string, field: Field, about: Readonly<Record<string, string>>): Json {
  const said = about[name] ?? (saysMore(field) ? field.says : undefined);
  return { ...plain(field.schema as Json), ...(said !== undefined && { description: said }) };
}

/** The JSON Schema of arguments. */
export function schemaOf(fields: Fields, about: Readonly<Record<string, string>>): Json {
  const needed = Object.entries(fields).flatMap(([name, field]) => (field.required ? [name] : []));
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, described(name, field, about)]),
    ),
    ...(needed.length > 0 && { required: needed }),
    additionalProperties: false,
  };
}

/** The same field where it may be left out. */
export function optional(field: Field): Field {
  if (!isAlways(field)) return field;
  const { required: _, fallback: __, made: ___, ...rest } = field;
  return rest;
}
