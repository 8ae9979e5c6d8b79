import { exampleId } from '#server/records/table.ts';

export type Json = Record<string, unknown>;

export const instantExample = '2026-11-20T12:00:00.000Z';

const formats: Readonly<Record<string, string>> = {
  uuid: exampleId,
  'date-time': instantExample,
  date: '2026-11-20',
};

const within = (schema: Json, value: number) =>
  Math.min(Math.max(value, Number(schema.minimum ?? value)), Number(schema.maximum ?? value));

function textOf({ format, minLength = 0, maxLength = 255 }: Json, name: string): string {
  if (typeof format === 'string') return formats[format] ?? name;
  const text = `Some ${name.replaceAll('_', ' ')}`;
  return text.padEnd(Number(minLength), '.').slice(0, Number(maxLength));
}

/**
 * Generates a value that a schema accepts, for examples without a handwritten one.
 * @param name of the field that contains it
 */
export function sampleOf(schema: Json, name: string): unknown {
  const { examples, enum: values, type, items, minItems = 0, properties = {}, anyOf } = schema;
  if (Array.isArray(examples)) return examples[0];
  if ('const' in schema) return schema.const;
  if (Array.isArray(values)) return values[0];
  if (Array.isArray(anyOf)) return sampleOf(anyOf[0] as Json, name);
  switch (type) {
    case 'string':
      return textOf(schema, name);
    case 'boolean':
      return false;
    case 'number':
    case 'integer':
      return within(schema, 10);
    case 'array':
      return Number(minItems) > 0 || isObject(items) ? [sampleOf(items as Json, name)] : [];
    case 'object':
      return Object.fromEntries(
        Object.entries(properties as Record<string, Json>).map(([key, part]) => [
          key,
          sampleOf(part, key),
        ]),
      );
    default:
      return null;
  }
}

/** True if a value is an object, as schemas and their containers are. */
export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isObject = (items: unknown) => (items as Json | undefined)?.type === 'object';
