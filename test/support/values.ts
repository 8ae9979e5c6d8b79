import fc from 'fast-check';
import type { Field } from '#server/records/fields.ts';
import type { Table } from '#server/records/table.ts';
import type { Json } from './team.ts';
import { inputsOf } from './team.ts';

/* Values that a field accepts and that are hard to reproduce byte by byte: all of Unicode, every number, any JSON. */

/** Fields that only a client of type PJ has. */
export const corporate = ['cnpj', 'legal_name', 'trade_name', 'state_registration'];

const nasty = [
  '"',
  '\\',
  '\\u0041',
  '\b\f\n\r\t',
  '\u0001\u001f\u007f\u0080\u0085',
  '\u2028\u2029',
  '\ufeff\ufffe\uffff',
  '😀👨‍👩‍👧‍👦\u{10ffff}',
  '</script>',
  "'; drop table events; --",
  '$team',
  '{NULL,"a"}',
  'null',
];
/** Any character. Same as fast-check's unit `binary`, which first builds a table of all characters: a second of processor time. */
export const anyCharacter = fc
  .nat(0x10f7ff)
  .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));
/** Any character but NUL, with more weight on the first few, for which JSON has escapes. */
const character = fc
  .oneof(
    fc.integer({ min: 1, max: 0x7f }),
    fc.integer({ min: 0x80, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
  )
  .map((code) => String.fromCodePoint(code));
/** Texts of every plane of Unicode; no NUL and no half of a surrogate pair, which are refused. */
export const text = fc.oneof(
  fc.constantFrom('', ...nasty),
  fc.string({ unit: character, maxLength: 20 }),
);
/** Numbers that JavaScript and PostgreSQL write differently, and their neighbours. */
export const edges = [
  0, -0, 1e-7, 1e-6, 0.00001, 0.0001, 5e-324, 0.1, 33.333333333333336, 1.5e-10, 99.9,
]
  .concat([123456.789e-9, 999999.9999999999, 1e15, 999999999999999.9, 123456789012345.67, 1e14])
  .flatMap((value) => [value, -value]);

/** Any JSON. */
export const json = fc.jsonValue({ maxDepth: 4, stringUnit: character });
/** Any object. */
export const free = fc.oneof(
  fc.dictionary(
    fc.oneof(fc.constantFrom('1', '0', '10', '__proto__', 'constructor', '', '-1'), text),
    fc.oneof(json, fc.double({ noNaN: true, noDefaultInfinity: true }), text),
    { maxKeys: 6 },
  ),
  fc.constantFrom<Json>({}, deep(31), { a: { b: [], c: {} } }),
);
/** Nested objects of the given depth. */
export function deep(levels: number): Json {
  return levels === 0 ? {} : { '': deep(levels - 1) };
}

/** Values of all kinds for the fields that update accepts, except links and fields with few values. */
export function hostileFields(resource: Table): Record<string, fc.Arbitrary<unknown>> {
  const arbitraries: Record<string, fc.Arbitrary<unknown>> = {};
  for (const name of inputsOf(resource).update.accepts) {
    if (corporate.includes(name)) continue;
    const field = resource.fields[name];
    const arbitrary = field && !resource.links.has(name) && valuesOf(name, field);
    if (arbitrary)
      arbitraries[name] = arbitrary.filter((value) => field.check(field.clean?.(value) ?? value));
  }
  return arbitraries;
}

function valuesOf(name: string, field: Field): fc.Arbitrary<unknown> | undefined {
  const { type, minimum, maximum, enum: few, pattern, format } = field.schema as Json;
  if (few !== undefined || pattern !== undefined || format !== undefined || name === 'column')
    return undefined;
  if (name === 'goals' || name === 'field_mapping') return free;
  if (name === 'address')
    return fc.record({ city: text, street: text, number: fc.constant(null) }, { requiredKeys: [] });
  if (name === 'value') return fc.integer({ min: 0, max: 1e14 - 1 }).map((cents) => cents / 100);
  if (type === 'array') return fc.array(text, { maxLength: 4 });
  if (type === 'string') return field.check('Ação') ? text : undefined;
  if (type === 'number')
    return fc.oneof(
      fc.constantFrom(...edges),
      fc.double({ min: Number(minimum), max: Number(maximum), noNaN: true }),
    );
  return undefined;
}
