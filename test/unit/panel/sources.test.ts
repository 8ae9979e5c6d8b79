import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import type { RunReason } from '#panel/api/schema.ts';
import { screens } from '#panel/app/screens.ts';
import { withMoved } from '#panel/commands/positions.ts';
import { parseNumber } from '#panel/parts/fields/parse-number.ts';
import { paths, safeNext, teamIn } from '#panel/route/paths.ts';
import {
  listPath,
  peekIn,
  recordIn,
  recordPath,
  withPeek,
  workKinds,
} from '#panel/route/record-paths.ts';
import { deviceIn, localhostOf } from '#panel/screens/account/model.ts';
import {
  mayChange,
  mayGiveExport,
  rolesGrantedBy,
  stateOf,
} from '#panel/screens/settings/people/model.ts';
import {
  meaningOf,
  meanings,
  withMeaning,
  withoutPhase,
} from '#panel/screens/settings/phases/model.ts';
import { columnsIn } from '#panel/screens/settings/pipelines/model.ts';
import { sayReception } from '#panel/screens/settings/webhooks/reception-reason.ts';
import { labelsIn } from '#panel/screens/settings/workflows/model/labels.ts';
import { sayReason } from '#panel/screens/settings/workflows/model/reason.ts';
import { filterByWords } from '#panel/ui/filter-by-words.ts';
import { blocksOf, inlineOf, toggled } from '#panel/ui/markdown.ts';
import { words as accountEn } from '#panel/words/account/en.ts';
import { words as accountPt } from '#panel/words/account/pt-BR.ts';
import { words as enWords } from '#panel/words/en.ts';
import { words as fieldsEn } from '#panel/words/fields/en.ts';
import { words as fieldsPt } from '#panel/words/fields/pt-BR.ts';
import { words as refusedEn } from '#panel/words/problems/en.ts';
import { words as refusedPt } from '#panel/words/problems/pt-BR.ts';
import { makeErrorTranslator } from '#panel/words/problems/translate.ts';
import { words as ptWords } from '#panel/words/pt-BR.ts';
import { words as webhookPt } from '#panel/words/webhooks/pt-BR.ts';
import { words as workflowEn } from '#panel/words/workflows/en.ts';
import { words as workflowPt } from '#panel/words/workflows/pt-BR.ts';
import { registry } from '#server/features/registry.ts';
import { runReasonCodes } from '#server/features/workflows/run-reasons.ts';
import { pagePaths } from '#server/http/panel-pages.ts';
import { readValues } from '#server/operations/call-values.ts';
import { messageCauses } from '#server/outbound/messaging/connection.ts';
import { ApiError, statusOf } from '#server/platform/errors.ts';
import { reasonIn } from '#server/platform/panel-build.ts';
import { formsInSources, groups } from '#test/browser/forms.ts';
import { patternsIn } from '#test/support/refusal-sources.ts';

/* The panel's sources: addresses, wording, and the logic of its screens. */

const recordKinds = ['conversations', ...workKinds] as const;

describe('addresses', () => {
  const all = Object.values(paths).map((path) => path('ipe', '1', '2'));
  const served = pagePaths.map(
    (path) => new RegExp(`^${path.replace(/:\w+/, '[^/]+').replace('*', '.+')}$`),
  );
  test.each(all)('%s has a page, and a screen', (path) => {
    const [pathname = ''] = path.split('#', 1);
    expect(served.filter((shape) => shape.test(pathname))).toHaveLength(1);
    if (pathname !== '/')
      expect(screens.filter(({ shape }) => shape.test(pathname))).toHaveLength(1);
  });

  test.each(recordKinds)('of %s have a page, a list and a record', (kind) => {
    for (const path of [listPath('ipe', kind), recordPath('ipe', kind, '1')])
      expect(served.filter((shape) => shape.test(path))).toHaveLength(1);
    for (const file of ['Screen.tsx', 'Record.tsx'])
      expect(
        existsSync(new URL(`../../../panel/src/records/${kind}/${file}`, import.meta.url)),
      ).toBe(true);
  });

  test.each(screens)('at $shape: $file exists', ({ file, pieces }) => {
    for (const path of [file, ...pieces])
      expect(existsSync(new URL(`../../../panel/src/app/${path}`, import.meta.url))).toBe(true);
  });

  test.each([
    ['/t/ipe/settings/people', '/t/ipe/settings/people'],
    ['/invite#ipe.abc', '/invite#ipe.abc'],
    ['//elsewhere.example', undefined],
    ['/\\elsewhere.example', undefined],
    ['https://elsewhere.example', undefined],
    ['javascript:alert(1)', undefined],
    ['', undefined],
  ])('after signing in, %s leads to %s', (next, to) => expect(safeNext(next)).toBe(to));

  test('name their team', () => {
    expect(teamIn('/t/ag%C3%AAncia/settings/people')).toBe('agência');
    expect(teamIn('/account')).toBeUndefined();
  });
});

/** Every text of a catalogue by its path; those with parameters are called with sample values. */
function textsOf(words: object, path = ''): [string, string][] {
  return Object.entries(words).flatMap(([key, value]): [string, string][] => {
    const at = `${path}${key}`;
    if (typeof value === 'string') return [[at, value]];
    if (typeof value !== 'function') return textsOf(value as object, `${at}.`);
    const values = {
      name: 'Ana',
      email: 'a@b.c',
      role: 'Admin',
      team: 'Ipê',
      place: 'X',
      page: 'Y',
      fields: 'Nome',
      squad: 'Criação',
      of: 4,
      theme: 'Y',
      date: 'Z',
      who: 'Ana',
      title: 'T',
      column: 'C',
      shown: 1,
      total: 2,
      why: 'W',
      browser: 'B',
      system: 'S',
    };
    // A parameter without a sample here is a number.
    return [0, 1, 2].map((n) => [
      `${at} ${n}`,
      value(
        new Proxy(values as Record<string, unknown>, {
          get: (all, name: string) => all[name] ?? n,
        }),
      ) as string,
    ]);
  });
}

const catalogues = fileURLToPath(new URL('../../../panel/src/words', import.meta.url));

describe('words', () => {
  const texts = async (language: string) => {
    const files = globSync(`{,*/}${language}.ts`, { cwd: catalogues }).sort((a, b) =>
      dirname(a).localeCompare(dirname(b)),
    );
    const all = await Promise.all(files.map((file) => import(`${catalogues}/${file}`)));
    return all.flatMap(({ words }: { words: object }, at) => textsOf(words, `${files[at]} `));
  };
  test('are the same ones in both languages', async () => {
    const [portuguese, english] = [await texts('pt-BR'), await texts('en')];
    expect(portuguese.length).toBeGreaterThan(800);
    expect(english.map(([key]) => key.replace('en.ts', 'pt-BR.ts'))).toEqual(
      portuguese.map(([key]) => key),
    );
    for (const [key, text] of [...portuguese, ...english]) {
      expect([key, text.trim()]).toEqual([key, text]);
      expect([key, /undefined|\[object/.test(text) || text === '']).toEqual([key, false]);
    }
  });
  test('follow the plural rules of the language', () => {
    expect(accountPt.recoveryLeft({ left: 1 })).toBe('Resta 1 código.');
    expect(accountPt.recoveryLeft({ left: 9 })).toBe('Restam 9 códigos.');
    expect(accountEn.recoveryLeft({ left: 1 })).toBe('1 code left.');
    expect(accountPt.recoveryLeft({ left: 0 })).toBe('Restam 0 códigos.');
    expect(accountEn.recoveryLeft({ left: 0 })).toBe('0 codes left.');
  });
  test('write a number by its parameter, never as the digit 1 in the singular form', () => {
    const formsForOne = (source: string) =>
      [...source.matchAll(/\bone:\s*(['`])((?:(?!\1).)*)\1/g)].map(([, , text = '']) => text);
    const saysOne = (text: string) => /\b1\b/.test(text.replace(/\$\{[^}]*\}/g, ''));
    expect(formsForOne("one: 'Resta 1 código'").filter(saysOne)).toHaveLength(1);
    const forms = globSync('**/*.ts', { cwd: catalogues }).flatMap((file) =>
      formsForOne(readFileSync(`${catalogues}/${file}`, 'utf8')),
    );
    expect(forms.length).toBeGreaterThan(100);
    expect(forms.filter(saysOne)).toEqual([]);
  });
});

const invalidValues = [
  ...[null, {}, [{}], ['x'], 1.5, -1, '', '?', true],
  'x'.repeat(300_000),
  `a${'\u0301'.repeat(40)}`,
];
const bodiesOf = (names: readonly string[]): Record<string, unknown>[] => [
  {},
  { no_such_field: 1 },
  ...names.flatMap((name) => invalidValues.map((value) => ({ [name]: value }))),
];

/** Refusal that a call throws, if it does. */
function refusalOf(call: () => unknown): ApiError[] {
  try {
    call();
    return [];
  } catch (error) {
    if (error instanceof ApiError) return [error];
    throw error;
  }
}

/** Refusals by the panel's operations of invalid values of each field that they accept. */
function refusals(): ApiError[] {
  const path = { id: uuidv7(), inner: uuidv7() };
  return [
    ...registry.panel.flatMap(({ input: { body, fields = {} }, read }) => {
      const names = body ? [...body.accepts, ...(body.immutable ?? [])] : Object.keys(fields);
      return bodiesOf(names).flatMap((body) => refusalOf(() => read({ path, body })));
    }),
    ...registry.account.flatMap(({ input }) =>
      bodiesOf(Object.keys(input)).flatMap((body) => refusalOf(() => readValues(input, body))),
    ),
  ];
}

const inPortuguese = makeErrorTranslator(refusedPt, 'pt-BR');
const inEnglish = makeErrorTranslator(refusedEn, 'en');

test.each<[Parameters<typeof inPortuguese.reasonsOf>[0], string[]]>([
  [{ fields: [{ name: 'cpf', code: 'duplicate' }] }, ['CPF: Já está em uso por outro registro.']],
  [
    { fields: [{ name: 'cpf', code: 'invalid' }], reason: 'check_digits' },
    ['CPF: Os dígitos verificadores não conferem.'],
  ],
  [{ fields: [{ name: 'url', code: 'required' }] }, ['Preencha este campo.']],
  [
    { fields: [{ name: 'cpf', code: 'too_long', limit: 4_000 }] },
    ['CPF: Use no máximo 4.000 caracteres.'],
  ],
  [
    { fields: [{ name: 'cpf', code: 'invalid_format', format: 'cpf' }] },
    ['CPF: Escreva um CPF com 11 dígitos.'],
  ],
  [{ reason: 'last_owner' }, [refusedPt.reasons.last_owner]],
  [{}, []],
])('%j is shown in Portuguese', (refusal, texts) =>
  expect(inPortuguese.reasonsOf(refusal, [{ name: 'cpf', label: 'CPF' }])).toEqual(texts),
);

test('a code of a newer service is shown as a general sentence', () => {
  const newer = { fields: [{ name: 'title', code: 'too_blue' }] } as unknown as Pick<
    ApiError,
    'fields'
  >;
  expect(inPortuguese.reasonsOf(newer)).toEqual([refusedPt.other]);
  expect(inEnglish.reasonsOf(newer)).toEqual([refusedEn.other]);
});

/** Texts under the name of a field that label something else: kinds of records, places, and fields of other records. */
const notFields = [
  /^pt-BR\.ts (signIn|invite)\.email$/,
  /^account\/\S+ (name|email|address)$/,
  /^audit\/\S+ address$/,
  /^board\/\S+ column$/,
  /^campaigns\/\S+ (stages|steps|approval\.stage)\.client$/,
  /^clients\/\S+ twinFields\./,
  /^conversations\/\S+ (status|about\.status|head\.assignee|(beside|begin)\.contact)$/,
  /^import-rows\/\S+ options\.keys\./,
  /^inboxes\/\S+ callback\.address$/,
  /^lists\/\S+ (value|views\.name)$/,
  /^my-day\/\S+ task$/,
  /^palette\/\S+ keys\./,
  /^reports\/\S+ (dimensions|records\.kinds)\./,
  /^settings(-lists)?\/\S+ /,
  /^tasks\/\S+ groups\./,
  /^thread\/\S+ (media|facts)\./,
  /^webhooks\/\S+ (form|deliveries|delivery)\./,
  /^workflows\/\S+ (name|conditions\.value|runs\.status)$/,
];

/** Texts of all catalogues but that of the fields, by file and path. */
async function otherTexts(): Promise<readonly (readonly [string, string])[]> {
  const files = globSync('{*/,}pt-BR.ts', { cwd: catalogues }).filter(
    (file) => !file.startsWith('fields/'),
  );
  expect(files.length).toBeGreaterThan(25);
  const all = await Promise.all(
    files.map(async (file) => {
      const { words } = (await import(`${catalogues}/${file}`)) as { readonly words: object };
      return textsOf(words, `${file} `);
    }),
  );
  return all.flat();
}

describe('in the source language', () => {
  const { labels, values } = fieldsPt;
  const labelOf = new Map<string, string>(Object.entries(labels));

  test('a field has one label, which is written once', async () => {
    const repeated = (await otherTexts()).filter(([path, text]) => {
      const name = path.slice(path.search(/\w+$/));
      const isLabel = [name, `${name}_id`, `${name}_ids`].some(
        (each) => labelOf.get(each) === text,
      );
      const isField = /\bfields?\.\w+$/.test(path) && labelOf.has(name) && !/^calendar/.test(path);
      return (isLabel || isField) && !notFields.some((each) => each.test(path));
    });
    expect(repeated).toEqual([]);
  });

  test('the values of an enumeration are labelled once', async () => {
    const groups = new Map<string, [string, string][]>();
    for (const [path, text] of await otherTexts()) {
      const [, group = '', name = ''] = /^(.*?)\.?(\w+)$/.exec(path) ?? [];
      groups.set(group, [...(groups.get(group) ?? []), [name, text]]);
    }
    const enumerations: Readonly<Record<string, string>>[] = Object.values(values).flatMap(
      (fields) => Object.values(fields),
    );
    const repeated = [...groups].filter(([, texts]) =>
      enumerations.some(
        (labels) => texts.filter(([name, text]) => labels[name] === text).length > 1,
      ),
    );
    // Stages of an approval, of which some are named like its results.
    expect(repeated.map(([group]) => group)).toEqual(['campaigns/pt-BR.ts stages']);
  });
});

test('Portuguese labels of fields are those in common use', () => {
  expect(fieldsPt.labels).toMatchObject({
    expected_close_date: 'Previsão de fechamento',
    updated_at: 'Atualizado em',
    reporter_id: 'Quem pediu',
  });
  for (const path of globSync('panel/src/words/**/pt-BR.ts'))
    expect(readFileSync(path, 'utf8')).not.toMatch(/em inglês/i);
});

test('every code of a failure has a title in both languages', () => {
  for (const [words, titles] of [
    [ptWords, refusedPt.titles],
    [enWords, refusedEn.titles],
  ] as const) {
    const titled = { ...words.failure.title, ...titles };
    const untitled = Object.keys(statusOf).filter((code) => !Object.hasOwn(titled, code));
    // For these, "something went wrong" says it all.
    expect(untitled).toEqual(['INTERNAL_ERROR']);
  }
});

test('every reason of a run or its steps has a sentence in both languages', () => {
  for (const [words, fields, reader] of [
    [workflowPt, fieldsPt, inPortuguese],
    [workflowEn, fieldsEn, inEnglish],
  ] as const) {
    const say = (details: RunReason) => sayReason(words, labelsIn(words, fields), reader, details);
    const sentences = [
      ...runReasonCodes.map((code) => say({ code })),
      ...messageCauses.map((cause) => say({ code: 'not_sent', cause })),
    ];
    expect(sentences.filter((text) => text === '')).toEqual([]);
    // A refusal of an operation names the fields of the step.
    const title = labelsIn(words, fields).stepFieldLabel('title');
    expect(say({ code: 'refused', fields: [{ name: 'title', code: 'required' }] })).toContain(
      `${title}: ${reader.fieldReason({ code: 'required' })}`,
    );
    expect(say({ code: 'refused', reason: 'window_closed' })).toContain(
      reader.reasonsOf({ reason: 'window_closed' }).join(),
    );
    expect(say({ code: 'unmet', field: 'client.name' })).toContain(
      words.fields['deal.client.name'],
    );
    expect(say({ code: 'of_a_later_version' as 'unmet' })).toBe('');
  }
});

test('a reception names the fields of its refusal, and those missing from the payload', () => {
  const fields = [{ name: 'title', code: 'required' as const }];
  const say = (status: 'accepted' | 'rejected', of: typeof fields | null) =>
    sayReception(webhookPt.mapping, fieldsPt, inPortuguese, { status, fields: of });
  const { title } = fieldsPt.labels;
  expect(say('accepted', fields)).toBe(webhookPt.mapping.missing({ fields: title }));
  expect(say('rejected', fields)).toBe(`${title}: Preencha este campo.`);
  expect(say('rejected', null)).toBe('');
});

/** Words of the service's sentences. */
const english = /\b(the|must|is|are|not|was|has|cannot|no)\b.* \w/;

test('no part of the panel reads English sentences', () => {
  const panel = fileURLToPath(new URL('../../../panel/src/', import.meta.url));
  const readsMessage =
    /\bmessage\b[^\n;]{0,9}\.(startsWith|includes|match|split|search|replace)\(|\.(test|exec)\(\w*\.?message\b/;
  const reads = globSync('**/*.{ts,tsx}', { cwd: panel }).filter((file) => {
    const source = readFileSync(panel + file, 'utf8');
    return (
      readsMessage.test(source) ||
      patternsIn(source, file.endsWith('x') ? 'tsx' : 'ts').some((each) => english.test(each))
    );
  });
  expect(reads).toEqual([]);
});

test('the browser test of refusals visits every form of the panel', () => {
  expect(formsInSources.length).toBeGreaterThan(50);
  const visited = Object.values(groups)
    .flat()
    .map(({ file }) => file);
  const visits = (file: string) => visited.filter((each) => each === file).length;
  expect(formsInSources.filter(([file, count]) => visits(file) < count)).toEqual([]);
  expect(visited.filter((file) => formsInSources.every(([each]) => each !== file))).toEqual([]);
});

test('every refusal of a form names its fields, with a sentence in both languages', () => {
  const errors = refusals();
  expect(new Set(errors.map(({ message }) => message)).size).toBeGreaterThan(200);
  const isNamed = ({ fields = [] }: ApiError) =>
    fields.length > 0 && fields.every(({ name }) => name);
  expect(errors.filter((error) => !isNamed(error)).map(({ message }) => message)).toEqual([]);
  for (const { fieldReason } of [inPortuguese, inEnglish]) {
    const texts = errors.flatMap(({ fields = [] }) => fields.map(fieldReason));
    expect(texts.filter((text) => text === '' || /undefined|NaN|\bmust\b/.test(text))).toEqual([]);
  }
  const general = errors.flatMap(({ fields = [] }) =>
    fields.filter((field) => inPortuguese.fieldReason(field) === refusedPt.other),
  );
  expect(general.length / errors.length).toBeLessThan(0.25);
});

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140',
    'Edge',
    'Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604',
    'Safari',
    'iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
    'Chrome',
    'Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
])('%s is recognized as a device', (userAgent, browser, system) =>
  expect(deviceIn(userAgent)).toEqual({ browser, system }),
);

test.each([
  ['http://127.0.0.1:3000/account/security', 'http://localhost:3000/account/security'],
  ['http://localhost:3000/account/security', undefined],
  ['http://192.168.0.7:3000/account/security', undefined],
  ['https://127.0.0.1/account/security', undefined],
])('passkeys missing on %s are at %s', (address, there) =>
  expect(localhostOf(new URL(address))).toBe(there),
);

test('an unrecognizable user agent is unknown', () => {
  for (const text of [null, '', 'curl/8']) expect(deviceIn(text)).toBeUndefined();
});

test('the palette finds words regardless of accents and order', () => {
  const all = [{ name: 'Ir para Início' }, { name: 'Aparência: Escura' }];
  expect(filterByWords(all, 'INICIO ir')).toEqual([all[0]]);
  expect(filterByWords(all, 'aparencia')).toEqual([all[1]]);
  expect(filterByWords(all, '')).toEqual(all);
  expect(filterByWords(all, 'xyz')).toEqual([]);
});

describe('members', () => {
  const member = {
    id: '1',
    name: 'Ana',
    email: 'ana@example.com',
    role: 'member',
    sees_values: true,
    may_export: false,
    has_account: true,
    suspended_at: null,
    last_seen_at: null,
    created_at: '2026-01-01T00:00:00Z',
  } as const;
  test('are active, suspended, or without an account', () => {
    expect(stateOf(member)).toBe('active');
    expect(stateOf({ ...member, has_account: false })).toBe('noAccount');
    expect(stateOf({ ...member, suspended_at: member.created_at })).toBe('suspended');
  });
  test('can be changed by those with the right', () => {
    expect(mayChange({ role: 'admin', user_id: '2' }, member)).toBe(true);
    expect(mayChange({ role: 'admin', user_id: '1' }, member)).toBe(false);
    expect(mayChange({ role: 'admin', user_id: '2' }, { ...member, role: 'owner' })).toBe(false);
    expect(mayChange({ role: 'owner', user_id: '2' }, { ...member, role: 'owner' })).toBe(true);
    expect(mayGiveExport({ may_export: false }, member)).toBe(false);
    expect(mayGiveExport({ may_export: false }, { ...member, may_export: true })).toBe(true);
    expect(rolesGrantedBy('admin')).toEqual(['admin', 'member']);
    expect(rolesGrantedBy('owner')).toContain('owner');
  });
});

test('a moved list item is placed as dropped, and never past the ends', () => {
  const all = ['a', 'b', 'c', 'd'];
  expect(withMoved(all, 'b', 2)).toEqual(['a', 'c', 'b', 'd']);
  expect(withMoved(all, 'd', 0)).toEqual(['d', 'a', 'b', 'c']);
  expect(withMoved(all, 'a', 9)).toEqual(['b', 'c', 'd', 'a']);
  expect(withMoved(all, 'a', -1)).toEqual(all);
});

describe('phases', () => {
  const before = { deal_phases: ['a', 'b', 'c'], won_phases: ['b'], lost_phases: ['c'] };
  test.each(meanings)('are %s, exclusively', (meaning) => {
    for (const phase of before.deal_phases) {
      const after = { ...before, ...withMeaning(before, phase, meaning) };
      expect(meaningOf(after, phase)).toBe(meaning);
      for (const otherPhase of before.deal_phases)
        if (otherPhase !== phase)
          expect(meaningOf(after, otherPhase)).toBe(meaningOf(before, otherPhase));
    }
  });
  test('are omitted', () => {
    expect(withoutPhase(before, 'b')).toEqual({ deal_phases: ['a', 'c'] });
  });
});

test('columns are written one per line, and each has a unique slug', () => {
  expect(columnsIn('  Em revisão\n\nem Revisao\n!!\n')).toEqual([
    { name: 'Em revisão', slug: 'em-revisao' },
    { name: 'em Revisao', slug: 'em-revisao-2' },
    { name: '!!', slug: 'column' },
  ]);
});

test('git ignores none of the sources, so a fresh clone can build them', () => {
  const root = new URL('../../..', import.meta.url);
  const ignored = execFileSync(
    'git',
    ['ls-files', '--others', '--ignored', '--exclude-standard', 'panel'],
    { cwd: root, encoding: 'utf8' },
  );
  expect(ignored.split('\n').filter((path) => path && !path.startsWith('panel/dist/'))).toEqual([]);
});

test('a failed build gives its reason in one line', () => {
  const output =
    "✗ Build failed in 280ms\nBuild failed with 2 errors:\n\n\u001b[31m[UNRESOLVED_IMPORT] \u001b[0mCould not resolve './data/client.ts' in panel/src/main.tsx\n   at x";
  expect(reasonIn(output)).toBe(
    "[UNRESOLVED_IMPORT] Could not resolve './data/client.ts' in panel/src/main.tsx",
  );
  expect(reasonIn("Error: Cannot find package 'vite'")).toBe("Error: Cannot find package 'vite'");
  expect(reasonIn('')).toBeUndefined();
});

describe('records in addresses', () => {
  test('have a page and a peek', () => {
    expect(recordIn(recordPath('ipe', 'tasks', '0193'))).toEqual({ kind: 'tasks', id: '0193' });
    expect(recordIn('/t/ipe/settings/people')).toBeUndefined();
    expect(peekIn('?view=board&peek=deals/0193')).toEqual({ kind: 'deals', id: '0193' });
    for (const none of ['', '?peek=', '?peek=deals', '?peek=users/1', '?peek=deals/1/2'])
      expect(peekIn(none)).toBeUndefined();
    expect(withPeek('?view=list', { kind: 'tasks', id: '1' })).toBe('?view=list&peek=tasks/1');
    expect(withPeek('?view=list&peek=tasks/1', undefined)).toBe('?view=list');
    expect(withPeek('?peek=tasks/1', undefined)).toBe('');
  });
});

describe('Markdown', () => {
  const inline = (text: string) => JSON.stringify(inlineOf(text));
  test('links to the web, and runs nothing', () => {
    expect(inline('[a](javascript:alert(1))')).not.toContain('href');
    expect(inline('[a](data:text/html,x)')).not.toContain('href');
    expect(inlineOf('<b onclick=x>')).toEqual([{ is: 'text', text: '<b onclick=x>' }]);
    expect(inline('see https://example.com/a_(b).')).toContain(
      '"href":"https://example.com/a_(b)"',
    );
    expect(inline('[site](https://example.com) e [mail](mailto:a@b.c)')).toMatch(
      /https:\/\/example.com\/.*mailto:a@b.c/,
    );
  });
  test('has headings, lists, emphasis and code', () => {
    const text = '# Um\n\n- [ ] a **b**\n- [x] c\n  - d\n\n> e\n\n```\n# f\n```\n_g_ snake_case_x';
    expect(blocksOf(text).map(({ is }) => is)).toEqual([
      'heading',
      'list',
      'quote',
      'code',
      'paragraph',
    ]);
    const list = blocksOf(text)[1];
    expect(list?.is === 'list' && list.items.map(({ isDone, depth }) => [isDone, depth])).toEqual([
      [false, 0],
      [true, 0],
      [undefined, 1],
    ]);
    expect(inlineOf('_g_ snake_case_x')).toEqual([
      { is: 'italic', inside: [{ is: 'text', text: 'g' }] },
      { is: 'text', text: ' snake_case_x' },
    ]);
    expect(toggled(toggled(text, 2), 3)).toBe(text.replace('[ ]', '[x]').replace('[x] c', '[ ] c'));
  });
  test('is parsed to its end, whatever the input', () => {
    for (const sign of ['*', '_', '`', '[', '**a', '~~a', ']('])
      expect(blocksOf(sign.repeat(20_000)).length).toBeGreaterThan(0);
  });
});

test.each([
  ['1.234,5', 'pt-BR', 1234.5],
  ['1,5', 'pt-BR', 1.5],
  ['1.5', 'pt-BR', 1.5],
  ['1.500', 'pt-BR', 1500],
  ['1.500', 'en', 1.5],
  ['R$ 12.000.000,01', 'pt-BR', 12_000_000.01],
  ['1.234,56', 'pt-BR', 1234.56],
  ['1,234.56', 'pt-BR', 1234.56],
  ['1.234,56', 'en', 1234.56],
  ['1,234.56', 'en', 1234.56],
  ['R$\u00a01.234,56', 'en', 1234.56],
  ['1,234,567', 'pt-BR', 1_234_567],
  ['1,234', 'pt-BR', 1.234],
  [' 3,5 h ', 'pt-BR', 3.5],
  ['-10 %', 'en', -10],
  ['', 'en', null],
  ['12 caixas', 'pt-BR', undefined],
  ['1.234,56,7', 'pt-BR', undefined],
  ['12.34.567', 'pt-BR', undefined],
  ['1,2,3', 'en', undefined],
  ['abc', 'en', undefined],
])('%s written in %s is %s', (text, locale, value) =>
  expect(parseNumber(text, locale)).toBe(value),
);

test.each(recordKinds)('the key c creates something on the screen of %s', (name) => {
  const source = (file: string) =>
    readFileSync(new URL(`../../../panel/src/records/${file}.tsx`, import.meta.url), 'utf8');
  expect(source('shared/list/CreateButton')).toMatch(/ data-create\b/);
  expect(source(`${name}/Screen`)).toMatch(/ data-create\b|<CreateButton\b/);
});
