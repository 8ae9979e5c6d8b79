import { describe, expect, test } from 'vitest';
import { makeMappings, mapped } from '#server/features/webhooks/mapping.ts';
import { readCreate } from '#server/records/input.ts';
import { sentenceOf } from '#server/records/invalid-values.ts';
import { inputsOf, resourceNamed } from '#test/support/team.ts';

/* Cost of a field_mapping: it is parsed once, and a call takes only a moment, whatever the mapping and the payload hold. */

const id = 'endpoint';
const read = (mapping: unknown) => makeMappings()(id, JSON.stringify(mapping), true);
const problemsOf = (mapping: unknown) => read(mapping).problems.map(sentenceOf);

/** Repeats a text up to the given number of characters. */
const upTo = (characters: number, text: string) =>
  text.repeat(Math.floor(characters / text.length));

const kB64 = 65_000;
const body = {
  zz: '1',
  long: 'ação '.repeat(180_000),
  controls: '\u0001'.repeat(170_000),
  numbers: Array.from({ length: 44_900 }, () => 1e20),
  few: Array.from({ length: 4_900 }, () => 1.1e-7),
  texts: Array.from({ length: 4_900 }, () => 'x"\u0001'.repeat(20)),
  object: Object.fromEntries(Array.from({ length: 4_900 }, (_, i) => [`k${i}`, i])),
};
const oneOf = (path: string) => ({ title: `x ${path}`, tags: [path, `${path} x`] });

describe('mapping takes a moment with', () => {
  test.each<[string, unknown]>([
    ['templates by the thousand', { title: upTo(kB64, '{{zz}}') }],
    ['two hundred templates', { description: upTo(1_200, '{{zz}}') }],
    ['two hundred times a long text', { description: upTo(1_600, '{{long}}') }],
    ['a long text', { description: 'long', checklist_markdown: '{{long}}', title: 'x{{long}}' }],
    ['control characters', oneOf('{{controls}}')],
    ['a list of many numbers', oneOf('{{numbers}}')],
    ['a list of many numbers, as a text', { title: 'numbers', tags: 'numbers' }],
    ['a list of numbers', oneOf('{{few}}')],
    ['a list of numbers, as a text', { title: 'few', tags: 'few', description: 'few' }],
    ['a list of texts', { title: 'texts', tags: 'texts', description: '{{texts}}{{texts}}' }],
    ['an object', { title: 'object', description: upTo(2_000, '{{object}}') }],
    [
      'a path of many keys',
      { title: `${upTo(kB64, 'a.')}a`, description: `{{${upTo(kB64, 'a.')}a}}` },
    ],
    ['brackets', { title: `{{${upTo(kB64, '["')}` }],
    ['openings', { title: upTo(kB64, '{{ a ') }],
    ['braces', { title: upTo(kB64, '{') }],
    ['blanks', { title: `{{a${' '.repeat(kB64)}` }],
    ['unknown fields', Object.fromEntries(Array.from({ length: 7_000 }, (_, i) => [`f${i}`, 'a']))],
    ['a long constant', { tags: { value: Array.from({ length: 4_900 }, (_, i) => `tag ${i}`) } }],
    [
      'a constant of many values',
      { tags: Array.from({ length: 30_000 }, () => 1), title: { value: [] } },
    ],
    [
      'a template deep in constants',
      { tags: ['{{zz}}', ...Array.from({ length: 20_000 }, () => 'x')] },
    ],
  ])('%s', (_, mapping) => {
    const text = JSON.stringify(mapping);
    const call = (mappings: ReturnType<typeof makeMappings>) => {
      const result = mappings(id, text, true);
      if (result.problems.length > 0) return;
      try {
        const values = mapped(result, body);
        readCreate(inputsOf(resourceNamed('tasks')).create, {
          title: 'x',
          project_id: id,
          ...values,
        });
      } catch (error) {
        expect(error).toMatchObject({ code: 'VALIDATION_ERROR' });
      }
    };
    const mappings = makeMappings();
    call(mappings);
    // Parsed by the first call, and cached for the second. bench/hostile.ts has the figures.
    const cachedMapping = mappings(id, text, true);
    call(mappings);
    expect(mappings(id, text, true)).toBe(cachedMapping);
  });

  test('a mapping of 1 MiB, stored before there was a limit, is refused unparsed', () => {
    const text = JSON.stringify({ title: upTo(1_048_000, '{{zz}}') });
    const mappings = makeMappings();
    expect(mappings(id, text, true).problems.map(sentenceOf)).toEqual([
      'field_mapping must be at most 64 kB',
    ]);
  });
});

describe('limits', () => {
  test('200 templates', () => {
    expect(problemsOf({ title: upTo(1_200, '{{zz}}') })).toEqual([]);
    expect(problemsOf({ title: 'a', description: upTo(1_206, '{{zz}}') })).toEqual([
      'field_mapping must contain at most 200 {{templates}}',
    ]);
  });

  test('paths of 64 keys', () => {
    const path = (keys: number) => Array(keys).fill('a').join('.');
    expect(problemsOf({ title: path(64), description: `{{${path(64)}}}` })).toEqual([]);
    for (const source of [path(65), `{{${path(65)}}}`])
      expect(problemsOf({ title: source })).toEqual([
        'field_mapping."title" is neither a path such as lead.name nor a {{template}}',
      ]);
  });

  test('262,144 characters and 5,000 values, of all fields together', () => {
    const half = 'x'.repeat(131_072);
    const two = read({ title: 'a{{t}}', description: 'b{{t}}' });
    expect(() => mapped(two, { t: half })).toThrow(
      'description: its templates expand to more than 262144 characters.',
    );
    const list = (n: number) => Array.from({ length: n }, () => 1);
    const lists = read({ title: 't', description: '{{t}} x' });
    expect(mapped(lists, { t: list(2_499) }).title).toHaveLength(4_999);
    expect(() => mapped(lists, { t: list(2_500) })).toThrow(
      'description: its templates insert lists and objects of more than 5000 values.',
    );
  });

  test('a parsed mapping is cached until it changes, and the oldest are evicted', () => {
    const mappings = makeMappings();
    const text = JSON.stringify({ title: 'a' });
    const first = mappings('one', text, true);
    expect(mappings('one', text, true)).toBe(first);
    expect(mappings('one', text, false)).not.toBe(first);
    const changed = mappings('one', JSON.stringify({ title: 'b' }), true);
    expect(mapped(changed, { a: 1, b: 2 })).toEqual({ title: '2' });
    const large = JSON.stringify({ title: { value: 'x'.repeat(60_000) } });
    const second = mappings('one', text, true);
    for (let i = 0; i < 80; i += 1) {
      mappings(`other ${i}`, large, true);
      if (i === 40) expect(mappings('one', text, true)).toBe(second);
    }
    for (let i = 0; i < 80; i += 1) mappings(`another ${i}`, large, true);
    expect(mappings('one', text, true)).not.toBe(second);
  });

  test('a constant is a separate copy in each call', () => {
    const mapping = read({ tags: { value: ['a', 1] }, estimated_hours: 2, title: '{{t}}' });
    for (const t of ['x', 'y'])
      expect(mapped(mapping, { t })).toEqual({ tags: ['a', '1'], estimated_hours: 2, title: t });
  });
});
