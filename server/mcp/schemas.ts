import { type Field, type Fields, isAlways } from '../records/fields.ts';
import { namesUser } from './user-arguments.ts';

/*
 * JSON Schemas of tool arguments: plain enough for every model provider, and short, because each of an agent's requests includes
 * them.
 */

type Json = Readonly<Record<string, unknown>>;

/** Keywords that guide an agent; lengths are only validated, with an error message. */
const keptKeywords = ['type', 'enum', 'format', 'minimum', 'maximum'] as const;
/** Omits bounds beyond any realistic value. */
const largest = 1_000_000;

const isTold = (name: string, value: unknown) =>
  (name !== 'minimum' && name !== 'maximum') || Math.abs(Number(value)) < largest;

/** Removes keywords that only validate. */
function plain(schema: Json): Json {
  const [only] = ((schema.anyOf ?? []) as Json[]).filter(({ type }) => type !== 'null');
  if (only) return plain(only);
  const keywords = keptKeywords.filter((name) => name in schema && isTold(name, schema[name]));
  const items = schema.items as Json | undefined;
  const properties = schema.properties as Record<string, Json> | undefined;
  return {
    ...(Array.isArray(schema.enum) && { type: 'string' }),
    ...Object.fromEntries(keywords.map((name) => [name, schema[name]])),
    ...(items && { items: plain(items) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, inner]) => [name, plain(inner)]),
      ),
    }),
    // Accepts any object.
    ...(schema.type === 'object' && !properties && { additionalProperties: true }),
  };
}

/** True if a field has constraints that its plain schema does not show. */
const hasPattern = ({ schema }: Field) => 'pattern' in schema;

/** Schema of an argument that names users: without the format of ids, because `me` is one as well. */
function ofUser(schema: Json): Json {
  const { format: _, items, ...rest } = schema;
  return { ...rest, ...(items !== undefined && { items: ofUser(items as Json) }) };
}

function described(name: string, field: Field, about: Readonly<Record<string, string>>): Json {
  const isUser = namesUser(name);
  const fallback = isUser ? 'User ID or me' : hasPattern(field) ? field.requirement : undefined;
  const description = about[name] ?? fallback;
  const schema = plain(field.schema as Json);
  return {
    ...(isUser ? ofUser(schema) : schema),
    ...(description !== undefined && { description }),
  };
}

/** JSON Schema of arguments. The service refuses unknown ones; saying so in each schema would cost agents a kilobyte. */
export function schemaOf(fields: Fields, about: Readonly<Record<string, string>>): Json {
  const needed = Object.entries(fields).flatMap(([name, field]) => (field.required ? [name] : []));
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, described(name, field, about)]),
    ),
    ...(needed.length > 0 && { required: needed }),
  };
}

/** Makes a field optional. */
export function optional(field: Field): Field {
  if (!isAlways(field)) return field;
  const { required: _, fallback: __, isGenerated: ___, ...rest } = field;
  return rest;
}
