import { alternatives, type Json } from './document.ts';

/* Values for a schema: some that match, many that nearly do. */

/** A value with its name in the list of disagreements. */
export type Value = readonly [what: string, value: unknown];

const unknownId = '01890000-0000-7000-8000-000000000000';
/** One more than allowed in a row. */
const marks = '\u0301'.repeat(31);

const formats: Readonly<Record<string, readonly Value[]>> = {
  uuid: [
    ['an unknown id', unknownId],
    ['no id', 'not-a-uuid'],
    ['an id in capitals', unknownId.toUpperCase()],
  ],
  date: [
    ['a day', '2026-02-28'],
    ['no day', '2026-02-30'],
    ['another way to write a day', '28/02/2026'],
    ['an instant', '2026-02-28T10:00:00Z'],
  ],
  'date-time': [
    ['an instant', '2026-02-28T10:00:00-03:00'],
    ['no instant', '2026-02-30T10:00:00Z'],
    ['an instant without offset', '2026-02-28T10:00:00'],
    ['an instant of ISO 8601 alone', '2026-02-28T10:00:00,5-0300'],
    ['a day', '2026-02-28'],
  ],
};

/** A day, or a time. */
const moments: readonly Value[] = [
  ['a day', '2026-02-28'],
  ['no day', '2026-02-30'],
  ['an instant', '2026-02-28T10:00:00Z'],
  ['an instant of ISO 8601 alone', '2026-02-28T10:00:00,5-0300'],
  ['a word', 'yesterday'],
];

/** By the names of fields with special values. */
const named: Readonly<Record<string, readonly Value[]>> = {
  from: moments,
  to: moments,
  updated_since: moments,
  cpf: [
    ['a CPF', '529.982.247-25'],
    ['digits of a CPF', '11144477735'],
    ['too few digits', '529.982.247-2'],
    ['letters', '529.982.247-AB'],
  ],
  cnpj: [
    ['a CNPJ', '12.ABC.345/01DE-35'],
    ['digits of a CNPJ', '11222333000181'],
    ['too few digits', '11.222.333/0001-8'],
    ['letters at the end', '11.222.333/0001-AB'],
  ],
  phone: [
    ['a number', '5511955550002'],
    ['letters', '55119555x0002'],
    ['punctuation', '+55 11 95555-0002'],
    ['too few digits', '551195'],
  ],
  color: [
    ['a color', '#11223344'],
    ['a name', 'red'],
    ['five digits', '#12345'],
  ],
  slug: [
    ['a slug', 'um-slug-novo'],
    ['capitals', 'Um-Slug'],
    ['a hyphen at the end', 'slug-'],
    ['81 letters', 'a'.repeat(81)],
  ],
  url: [
    ['an address', 'https://example.com/pauta?a=1#b'],
    ['another scheme', 'ftp://example.com'],
    ['no scheme', 'example.com'],
    ['no host', 'http://'],
    ['a password', 'https://a:b@example.com'],
    ['a blank', 'https://example.com/a b'],
  ],
  language: [
    ['a language', 'pt_BR'],
    ['a hyphen', 'pt-BR'],
  ],
  after: [
    ['no cursor', 'abc'],
    ['signs that no cursor has', 'a b/c'],
  ],
};

function textsOf(name: string, schema: Json): Value[] {
  const { format, enum: few, maxLength, const: only } = schema;
  const common: Value[] = [
    ['an empty text', ''],
    ['blanks', '   '],
    ['a number', 1],
  ];
  const values = few ?? (only === undefined ? undefined : [only]);
  if (Array.isArray(values))
    return [
      ...common,
      ['of the list', values[0]],
      ['not of the list', 'nonsense'],
      ['of the list, in other letters', String(values[0]).toUpperCase()],
      ['of the list, with blanks', ` ${values[0]} `],
    ];
  const examples = named[name] ?? formats[String(format)];
  const fits = examples?.[0]?.[1] ?? 'Ação';
  const texts: Value[] = [
    ...common,
    ...(examples ?? []),
    ['with blanks', ` ${fits} `],
    ['a NUL', `${fits}\0`],
    ['half a surrogate pair', `${fits}\ud800`],
  ];
  if (examples === undefined) texts.push(['31 marks in a row', `a${marks}`]);
  if (typeof maxLength === 'number' && maxLength <= 60_000) {
    texts.push(['one more than fit', 'x'.repeat(maxLength + 1)]);
    texts.push(['as many as fit, and blanks', ` ${'x'.repeat(maxLength)} `]);
    if (examples === undefined) texts.push(['as many as fit', '😀'.repeat(maxLength)]);
  }
  return texts;
}

function numbersOf({ minimum, maximum }: Json): Value[] {
  const values: Value[] = [
    ['a number', 12.5],
    ['a text', '12'],
    ['three decimals', 1.234],
  ];
  if (typeof minimum === 'number')
    values.push(['the least', minimum], ['less than the least', minimum - 1]);
  if (typeof maximum === 'number')
    values.push(['the most', maximum], ['more than the most', maximum * 2]);
  return values;
}

function listsOf(document: Json, name: string, { items, maxItems }: Json): Value[] {
  const entries = alternatives(document, (items ?? {}) as Json).flatMap((one) =>
    singlesOf(document, name.replace(/s$/, ''), one),
  );
  const fits = entries.find(([what]) => fitting.includes(what))?.[1] ?? 'a';
  return [
    ['an empty list', []],
    ['a list', [fits]],
    ['repeats', [fits, fits]],
    ['a text', 'a'],
    ...entries.map(([what, value]): Value => [`a list of ${what}`, [value]]),
    ...(typeof maxItems === 'number'
      ? [
          ['too many entries', Array.from({ length: maxItems + 1 }, (_, i) => `${fits}${i}`)],
          ['too many repeats', Array.from({ length: maxItems + 1 }, () => fits)],
        ].map(([what, value]): Value => [String(what), value])
      : []),
  ];
}

const fitting = ['of the list', 'an unknown id', 'one that fits'];

function deep(levels: number): Json {
  return levels === 0 ? {} : { a: deep(levels - 1) };
}

function singlesOf(document: Json, name: string, schema: Json): Value[] {
  const { type, enum: few, const: only } = schema;
  if (few !== undefined || only !== undefined || type === 'string') return textsOf(name, schema);
  if (type === 'number' || type === 'integer') return numbersOf(schema);
  if (type === 'boolean')
    return [
      ['true', true],
      ['a text', 'true'],
      ['a number', 1],
    ];
  if (type === 'array') return listsOf(document, name, schema);
  return [
    ['an empty object', {}],
    ['an object with an unknown name', { 'no name of it': 1 }],
    ['a list', []],
    ['a text', 'a'],
    ['33 levels', deep(33)],
    ['too many bytes', { a: 'x'.repeat(66_000) }],
    ['a NUL', { a: '\0' }],
    ...Object.keys((schema.properties ?? {}) as Json)
      .slice(0, 1)
      .flatMap((key): Value[] => [
        ['a text in it', { [key]: 'a' }],
        ['null in it', { [key]: null }],
        ['a number in it', { [key]: 1 }],
        ['a long text in it', { [key]: 'x'.repeat(256) }],
      ]),
  ];
}

/** Values to try in a body. */
export function valuesOf(document: Json, name: string, schema: Json): Value[] {
  const all = alternatives(document, schema).flatMap((one) => singlesOf(document, name, one));
  return [['null', null], ...all];
}

/** Values to try for a parameter, as in the address. */
export function textsFor(document: Json, name: string, schema: Json): [string, string][] {
  const all = alternatives(document, schema).flatMap((one): Value[] => {
    const { type, minimum, maximum } = one;
    if (type === 'boolean')
      return [
        ['true', 'true'],
        ['another word', 'yes'],
        ['capitals', 'TRUE'],
      ];
    if (type !== 'integer' && type !== 'number') return textsOf(name, one);
    return [
      ['a number', '1'],
      ['a word', 'one'],
      ['a half', '1.5'],
      ...(typeof minimum === 'number' ? [['too little', String(minimum - 1)] as const] : []),
      ...(typeof maximum === 'number' ? [['too much', String(maximum + 1)] as const] : []),
    ];
  });
  return [['an empty text', ''] as const, ...all].map(([what, value]) => [what, String(value)]);
}
