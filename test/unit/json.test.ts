import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bodyLimits, readJson, TooMuch } from '#server/platform/limited-json.ts';
import { free } from '#test/support/values.ts';

/* Parsing of untrusted text. Do not use JSON.parse for expected values: the tests exist because its results depend on earlier calls. */

test.each([
  ['{"a":1,"\\\\":2}', ['a', '\\']],
  ['{"a":1,"\\"":2}', ['a', '"']],
  ['{"a":1,"\\n":2}', ['a', '\n']],
  ['{"a":1,"\\u0041":2}', ['a', 'A']],
  ['{"leads":1,"\\\\u00":2}', ['leads', '\\u00']],
  ['{"leads":1,"\\u00e1rea":2}', ['leads', 'área']],
  ['{"\\u005f_proto__":1,"\\u0032":2,"1":3,"b":4}', ['1', '2', '__proto__', 'b']],
  ['{"\\ud800":1,"a\\":":2,"\\ud83d\\ude00" \n :3}', ['\ud800', 'a":', '😀']],
])('the keys of %s are as written, regardless of earlier input', (text, keys) => {
  // After these, JSON.parse mistakes other keys for them.
  for (const earlier of ['{"a":1,"\\\\":2}', '{"leads":1,"\\\\u00":2}']) JSON.parse(earlier);
  expect(Object.keys(readJson(text) as object)).toEqual(keys);
  expect(Object.keys((readJson(`[0,{"in":${text}}]`) as [0, { in: object }])[1].in)).toEqual(keys);
});

test('of two equal keys the last value counts, in the place of the first', () => {
  expect(JSON.stringify(readJson('{"\\u0061":1,"b":2,"a":3}'))).toBe('{"a":3,"b":2}');
  expect(JSON.stringify(readJson('{"a":1,"b":2,"\\u0061":3}'))).toBe('{"a":3,"b":2}');
  expect(readJson('{"a":1,"\\u0061":2,"a":3}')).toEqual({ a: 3 });
  expect(readJson('{"\\u0061":1,"a":2,"\\u0061":3}')).toEqual({ a: 3 });
  expect(readJson('{"\\u0031":1,"1":2}')).toEqual({ 1: 2 });
  expect(readJson('{"\\n":1,"\\u000a":2,"\\u000A":3}')).toEqual({ '\n': 3 });
});

test('any JSON survives a round trip', () => {
  fc.assert(
    fc.property(free, (value) => {
      const text = JSON.stringify(value);
      expect(JSON.stringify(readJson(text))).toBe(text);
    }),
    { numRuns: 2_000 },
  );
});

test.each(['{"\\x":1}', '{"a\\":1}', '{"\n\\n":1}', '{x"\\n":1}', '"\\n":1', '{"\\n":}', '\\'])(
  '%s is not JSON',
  (text) => {
    expect(() => readJson(text)).toThrow(SyntaxError);
  },
);

/** The given number of levels, the last one empty. */
const deep = (levels: number, open = '{"a":', close = '}') =>
  `${open.repeat(levels - 1)}${open.startsWith('{') ? '{}' : '[]'}${close.repeat(levels - 1)}`;
const numbered = (count: number, part: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => part(i)).join();

test.each([
  ['levels', deep(64), deep(65)],
  ['levels of lists', deep(64, '[', ']'), deep(65, '[', ']')],
  ['levels of both', deep(32, '{"\\n":[', ']}'), deep(33, '{"\\n":[', ']}')],
  ['keys', `{${numbered(10_000, (i) => `"${i}":1`)}}`, `{${numbered(10_001, (i) => `"${i}":1`)}}`],
  [
    'keys of many objects',
    `[${numbered(5_000, (i) => `{"a":${i},"b" : "}{:,"}`)}]`,
    `[${numbered(5_001, (i) => `{"a":${i},"b" : "}{:,"}`)}]`,
  ],
  ['values', `[${numbered(49_999, () => '1')}]`, `[${numbered(50_000, () => '1')}]`],
  ['empty values', `[${numbered(49_999, () => '{ }')}]`, `[${numbered(50_000, () => '[ ]')}]`],
  [
    'values in values',
    `[${numbered(16_666, () => '["a,[",[]]')}]`,
    `[${numbered(16_667, () => '["a,[",[]]')}]`,
  ],
  [
    'keys with escapes',
    `{${numbered(1_000, (i) => `"\\n${i}":1`)}}`,
    `{${numbered(1_001, (i) => `"\\u00e7${i}":1`)}}`,
  ],
  [
    'keys next to one with a line end',
    `{"\\n":1,${numbered(1_999, (i) => `"${i}":1`)}}`,
    `{"\\n":1,${numbered(2_000, (i) => `"${i}":1`)}}`,
  ],
])('%s are read up to their limit, and none above it', (_, most, more) => {
  expect(JSON.stringify(readJson(most))).toBe(JSON.stringify(JSON.parse(most)));
  expect(() => readJson(more)).toThrow(TooMuch);
  const { levels, keys, values } = bodyLimits;
  expect([levels, keys, values]).toEqual([64, 10_000, 50_000]);
});

test('braces and brackets inside strings are not counted', () => {
  const text = JSON.stringify({ a: '{"[,:'.repeat(100_000), b: '\\"'.repeat(100_000) });
  expect(JSON.stringify(readJson(text))).toBe(text);
});

test('long texts are read too', () => {
  const long = `{"\\"":"${'\\n'.repeat(500_000)}"}`;
  expect((readJson(long) as Record<string, string>)['"']).toHaveLength(500_000);
});

/** Maximum size of a body. */
const most = 1_048_576;

test.each([
  ['strings without an end', '"\\'.repeat(most / 2)],
  ['escapes of escapes without an end', '"\\\\'.repeat(most / 3)],
  ['one string of escapes', `"${'\\"'.repeat(most / 2 - 1)}"`],
  ['the maximum number of keys', `{${Array.from({ length: 80_000 }, (_, i) => `"\\n${i}":1`)}}`],
  ['the maximum number of objects', `[${Array(Math.floor(most / 9)).fill('{"\\n":1}')}]`],
  ['blanks behind strings', `[${Array(900).fill(`"\\n"${' '.repeat(1_000)}`)}]`],
  ['depth', '{"\\n":'.repeat(most / 7)],
])('%s are read or refused', (_, text) => {
  // Quadratic work would take minutes and the test would time out.
  try {
    readJson(text);
  } catch (error) {
    expect(error).toSatisfy((it) => it instanceof SyntaxError || it instanceof TooMuch);
  }
});
