import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fill,
  hasStrayBraces,
  hasTemplate,
  isPath,
  pathsIn,
  valueAt,
} from '#server/platform/templates.ts';

const lead = {
  lead: { name: 'João', 'e.mail': 'joao@example.com', 'Nome completo': 'João Lima', phone: null },
  items: [{ title: 'Logo' }, { title: 'Site' }],
  '0': 'zero',
  ação: true,
  total: 1500.5,
};

describe('a path', () => {
  test.each([
    ['total', 1500.5],
    ['lead.name', 'João'],
    ['lead["name"]', 'João'],
    ['lead["e.mail"]', 'joao@example.com'],
    ['["lead"].name', 'João'],
    ['lead.Nome completo', 'João Lima'],
    ['items[0].title', 'Logo'],
    ['items.1.title', 'Site'],
    ['[0]', 'zero'],
    ['ação', true],
    ['lead.phone', null],
    ['items', lead.items],
  ])('%s leads to its value', (path, value) => {
    expect(isPath(path)).toBe(true);
    expect(valueAt(lead, path)).toEqual(value);
  });

  test.each([
    'nobody',
    'lead.nobody',
    'lead.name.first',
    'lead.phone.area',
    'items[2]',
    'items[00]',
    'items[0].title[0]',
  ])('%s leads nowhere', (path) => {
    expect(isPath(path)).toBe(true);
    expect(valueAt(lead, path)).toBeUndefined();
  });

  test.each([
    'constructor',
    'lead.constructor',
    'lead.__proto__',
    'lead["__proto__"]',
    '__proto__.toString',
    'toString.name',
    'items.length',
    'items["length"]',
    'items.map',
    'lead.name.length',
    'total.toFixed',
  ])('%s does not lead to a built-in property', (path) => {
    expect(valueAt(lead, path)).toBeUndefined();
  });

  test('leads to the payload’s own properties, whatever their names', () => {
    expect(valueAt(JSON.parse('{"constructor": {"length": 3}}'), 'constructor.length')).toBe(3);
    expect(valueAt([['a']], '[0][0]')).toBe('a');
  });

  test.each([
    '',
    ' ',
    'a ',
    ' a',
    '.a',
    'a.',
    'a..b',
    'a[',
    'a[]',
    'a[x]',
    'a[-1]',
    'a["b]',
    'a[""]',
    "a['b']",
    '[0]a',
    'a/b',
    'a{b',
    'a\nb',
    'lead|name',
    'a'.repeat(256),
  ])('%j is malformed', (text) => {
    expect(isPath(text)).toBe(false);
    expect(valueAt(lead, text)).toBeUndefined();
  });

  test('leads nowhere in a value without properties', () => {
    for (const root of [undefined, null, 'text', 1, true])
      expect(valueAt(root, 'length')).toBeUndefined();
  });
});

const deal = {
  title: 'Site da Padaria',
  value: 1500.5,
  is_starred: false,
  source: null,
  tags: ['VIP', 'site'],
  client: { id: '1', name: 'João & Cia' },
};
const root = { deal };

describe('a text that is exactly one template', () => {
  test.each([
    ['{{deal.title}}', 'Site da Padaria'],
    ['{{deal.value}}', 1500.5],
    ['{{ deal.is_starred }}', false],
    ['{{\n deal.tags\t}}', ['VIP', 'site']],
    ['{{deal.client}}', deal.client],
    ['{{deal["client"].name}}', 'João & Cia'],
    ['{{deal.source}}', null],
    ['{{deal.nobody}}', null],
    ['{{nobody.title}}', null],
  ])('%j becomes the value with its type', (text, value) => {
    expect(fill(text, root)).toEqual(value);
  });
});

describe('a longer text', () => {
  test.each([
    ['Kick-off {{deal.title}}!', 'Kick-off Site da Padaria!'],
    ['R$ {{deal.value}}', 'R$ 1500.5'],
    [' {{deal.value}}', ' 1500.5'],
    ['{{deal.value}}{{deal.value}}', '1500.51500.5'],
    ['{{deal.is_starred}}?', 'false?'],
    ['<{{deal.source}}|{{deal.nobody}}>', '<|>'],
    ['{{deal.tags}} {{deal.client}}', '["VIP","site"] {"id":"1","name":"João & Cia"}'],
    ['{{{deal.value}}}', '{1500.5}'],
    ['{"a":{"b":{{deal.value}}}}', '{"a":{"b":1500.5}}'],
    ['{{deal.title {{deal.value}}', '{{deal.title 1500.5'],
  ])('%j has its templates filled', (text, filled) => {
    expect(fill(text, root)).toBe(filled);
  });

  test.each(['{{}}', '{{ }}', '{{deal.title}', '{deal.title}', '{{deal.title | upper}}', '{{.a}}'])(
    '%j holds no template and stays as it is',
    (text) => {
      expect(fill(text, root)).toBe(text);
      expect(hasTemplate(text)).toBe(false);
      expect(hasStrayBraces(text)).toBe(text.startsWith('{{'));
    },
  );

  test('distinguishes its templates from braces that only look similar', () => {
    expect(hasTemplate('a {{ deal.title }} b')).toBe(true);
    expect(hasStrayBraces('a {{ deal.title }} b')).toBe(false);
    expect(hasStrayBraces('{{deal.title}} {{deal title!}}')).toBe(true);
    expect(hasStrayBraces('{{{deal.title}}} }}')).toBe(false);
  });
});

describe('a value', () => {
  const value = () => ({
    title: '{{deal.title}}',
    '{{deal.id}}': 'a key is not filled',
    list: ['{{deal.value}}', ['{{ deal.tags }}'], 7, null, true],
    deep: { deeper: { text: 'de {{deal.client.name}}' } },
  });

  test('is filled at any depth, and the original stays unchanged', () => {
    const before = value();
    expect(fill(before, root)).toEqual({
      title: 'Site da Padaria',
      '{{deal.id}}': 'a key is not filled',
      list: [1500.5, [['VIP', 'site']], 7, null, true],
      deep: { deeper: { text: 'de João & Cia' } },
    });
    expect(before).toEqual(value());
  });

  test('lists the paths of its templates', () => {
    expect(pathsIn(value()).sort()).toEqual([
      'deal.client.name',
      'deal.tags',
      'deal.title',
      'deal.value',
    ]);
    expect(pathsIn('{{a}} {{ b["c d"] }} {{a}} {{!}}')).toEqual(['a', 'b["c d"]', 'a']);
    expect(pathsIn([1, null, true, {}])).toEqual([]);
  });

  test('may have keys with a special meaning in JavaScript', () => {
    const filled = fill(
      JSON.parse('{"__proto__": {"is_admin": "{{deal.value}}"}}'),
      root,
    ) as object;
    expect(JSON.stringify(filled)).toBe('{"__proto__":{"is_admin":1500.5}}');
    expect('is_admin' in filled).toBe(false);
  });

  test('is not filled again in its filled-in parts', () => {
    const sly = { deal: { title: '{{deal.value}}', value: 1, tags: ['{{deal.value}}'] } };
    expect(fill('{{deal.title}}', sly)).toBe('{{deal.value}}');
    expect(fill('a {{deal.title}}', sly)).toBe('a {{deal.value}}');
    expect(fill({ tags: '{{deal.tags}}' }, sly)).toEqual({ tags: ['{{deal.value}}'] });
    // Nor do two values form a template together.
    expect(fill('{{a}}{{b}}', { a: '{{deal.', b: 'title}}', deal })).toBe('{{deal.title}}');
  });

  test('may be deeper than the stack; a value inserted into a text has a limit', () => {
    let deep: unknown = '{{deal.value}}';
    for (let i = 0; i < 200_000; i += 1) deep = [deep];
    expect(pathsIn(deep)).toEqual(['deal.value']);
    let filled = fill(deep, root);
    while (Array.isArray(filled)) filled = filled[0];
    expect(filled).toBe(1500.5);
    expect(fill('{{deep}}', { deep })).toBe(deep);
    expect(() => fill('a {{deep}} b', { deep })).toThrow('more than 5000 values');
    let less: unknown = 1;
    for (let i = 0; i < 4_998; i += 1) less = [less];
    expect(['a  b', `a ${'['.repeat(4_998)}1${']'.repeat(4_998)} b`]).toContain(
      fill('a {{less}} b', { less }),
    );
  });
});

/** Texts from the building blocks of templates. */
const pieces = ['{', '{{', '}', '}}', '{{a}}', '{{a.b}}', '{{ c[0] }}', '{{["d"]}}', 'a', ' ', '.'];
const templated = fc
  .array(fc.oneof(fc.constantFrom(...pieces, '[', ']', '"', '0', 'é', '\n'), fc.string()), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''));
const roots = fc.record({ a: fc.jsonValue(), c: fc.array(fc.jsonValue()), d: templated });

describe('with any input', () => {
  test('fill never throws and returns JSON', () => {
    const anything = fc.oneof(
      templated,
      fc.jsonValue(),
      fc.dictionary(templated, fc.array(templated)),
    );
    fc.assert(
      fc.property(anything, fc.oneof(roots, fc.jsonValue(), fc.anything()), (value, from) => {
        const filled = fill(value, from);
        if (typeof value !== 'string') expect(typeof filled).toBe(typeof value);
        if (pathsIn(value).length === 0) expect(filled).toEqual(value);
      }),
      { numRuns: 2_000 },
    );
  });

  test('filled-in values are never filled again', () => {
    fc.assert(
      fc.property(templated, templated, templated, (text, first, second) => {
        // Marks that no text contains represent the values: inserting the values afterwards must give the same result.
        const marked = fill(`x${text}`, { a: '‹', c: ['›'] }) as string;
        const expected = marked.replaceAll('‹', () => first).replaceAll('›', () => second);
        expect(fill(`x${text}`, { a: first, c: [second] })).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  test('a text has a template, and stray braces, exactly if filling shows them', () => {
    fc.assert(
      fc.property(templated, (text) => {
        expect(hasTemplate(text)).toBe(pathsIn(text).length > 0);
        for (const path of pathsIn(text)) expect(isPath(path)).toBe(true);
        if (!hasTemplate(text)) expect(hasStrayBraces(text)).toBe(text.includes('{{'));
      }),
      { numRuns: 2_000 },
    );
  });

  test('1 MiB of braces stays unchanged', () => {
    const braces = '{'.repeat(2 ** 20);
    expect(fill(braces, root)).toBe(braces);
  });

  test.each([
    '{',
    '{{ ',
    ' ',
    '{{a',
    '{{a.',
    '{{a b ',
    '{{a[0]',
    '{{["',
    '{{["]["',
    '{{["]["]',
    'a ',
    'é',
    '𝒳',
    '[0]',
    '}}',
    '{{a}}',
  ])('512 KiB of %j are parsed to their end', (unit) => {
    // Parsing again from every place would take 10¹¹ steps and the test would time out. bench/hostile.ts has the figures.
    for (const start of ['', '{{', '{{a', '{{["']) {
      const text = start + unit.repeat(2 ** 19 / unit.length);
      expect(fill(text, {})).toEqual(expect.any(String));
      expect(isPath(text)).toBe(false);
      expect(() => hasStrayBraces(text)).not.toThrow();
    }
  });
});
