import { expect } from 'vitest';
import { into, isObject, partsOf } from './contract.ts';
import type { Json } from './team.ts';

/** Descriptions that only repeat the schema. */
const isBounds =
  /^(A (string|text) of |A UUID|A date in|An ISO 8601|A (whole )?number from |True or false|One of |An object( with|\.)|A list( of|\.))| (A string of [\d to]+ characters|A UUID|True or false|An object|A text|A list( of \w+)?)\.$/;

/** Every part of a document, with its pointer; examples are not parts. */
function* parts(value: unknown, pointer = '#'): Generator<[string, Json]> {
  if (isObject(value)) yield [pointer, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value))
    if (!['example', 'examples', 'default'].includes(key) || pointer.endsWith('/properties'))
      yield* parts(inner, into(pointer, key));
}

/** The schema without descriptions. */
function allowed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(allowed);
  if (!isObject(part)) return part;
  const entries = Object.entries(part).filter(
    ([key, value]) => !['description', 'examples', 'default'].includes(key) || isObject(value),
  );
  return Object.fromEntries(entries.map(([key, value]) => [key, allowed(value)]));
}

const isComponent = (pointer: string) => /^#\/components\/schemas\/\w+$/.test(pointer);

/**
 * Constructs in an OpenAPI document that client generators or readers reject, with their pointers.
 * @param apart components that may equal another
 */
export function faultsOf(document: Json, apart: readonly string[] = []): string[] {
  const faults: string[] = [];
  const examples = new Map<string, string>();
  for (const [pointer, part] of parts(document)) {
    const fault = (what: string) => faults.push(`${pointer}: ${what}`);
    const isMap = pointer.endsWith('/properties');
    const isEnum = Array.isArray(part.enum) && !isMap;
    const isObjectSchema = part.type === 'object' && isObject(part.properties) && !isMap;
    if ((isEnum || 'const' in part) && !isMap && typeof part.type !== 'string')
      fault('its values have no type');
    if (isEnum && (part.enum as unknown[]).includes(null)) fault('null is one of its values');
    const isSchema = pointer.startsWith('#/components/schemas/');
    if (isSchema && 'default' in part && !isMap) fault('generators take it for always there');
    if ((isEnum && !('const' in part)) || isObjectSchema) {
      if (!isComponent(pointer)) fault('it has no name');
      const text = JSON.stringify(allowed(part));
      const twin = examples.get(text);
      if (twin !== undefined && !apart.some((name) => pointer.endsWith(`/${name}`)))
        fault(`it is the same as ${twin}`);
      examples.set(text, pointer);
    }
    const isField = /^#\/components\/schemas\/\w+\/properties\/\w+$/.test(pointer);
    const isSaid = isField ? part.$ref === undefined : 'in' in part && 'schema' in part;
    const { description } = part;
    if (isSaid && typeof description !== 'string' && !/\/(success|data)$/.test(pointer))
      fault('it lacks a description');
    if ((isField || isSaid) && isBounds.test(String(description)))
      fault(`the description repeats the schema: ${String(description)}`);
    if ('operationId' in part && (typeof description !== 'string' || description === ''))
      fault('it lacks a description');
    if (/extension of the (interface|API)/i.test(String(description)))
      fault('its description mentions another interface');
  }
  return faults;
}

/** Expects that each enumeration has a distinct identifier for each value, in `x-enum-varnames` if values are not identifiers. */
export function expectNamedValues(document: Json): void {
  const enums = [...partsOf(document)].flatMap(([pointer, part]) =>
    isObject(part) && part.type === 'string' && Array.isArray(part.enum) && part.enum.length > 1
      ? [[pointer, part.enum as string[], part['x-enum-varnames'] as string[] | undefined] as const]
      : [],
  );
  expect(enums.length).toBeGreaterThan(20);
  for (const [pointer, values, names = values] of enums) {
    expect([pointer, names.length]).toEqual([pointer, values.length]);
    for (const name of names) expect(name, pointer).toMatch(/^[A-Za-z_]\w*$/);
    expect(new Set(names.map((name) => name.toUpperCase())).size, pointer).toBe(values.length);
  }
}
