import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type ChosenEncoding,
  decodeText,
  readLines,
  surveyText,
} from '#server/features/imports/reading/text.ts';
import { bytesOf, collect, expectProblem, repeated } from './reading-files.ts';

const limits = { bytes: 10_000_000, line: 1_000_000 };

async function read(bytes: Uint8Array | string, chunk?: number) {
  const open = bytesOf(bytes, chunk);
  const survey = await surveyText(open, limits);
  const text = (await collect(decodeText(open, survey, limits))).join('');
  const lines = (await collect(readLines(open, survey, limits))).flat();
  return { ...survey, text, lines };
}

test('decodes UTF-8, with and without a byte order mark', async () => {
  expect(await read('Ação\nnão')).toMatchObject({
    encoding: 'utf-8',
    text: 'Ação\nnão',
    lines: [
      { line: 1, text: 'Ação' },
      { line: 2, text: 'não' },
    ],
  });
  expect(await read('\ufeffAção')).toMatchObject({ encoding: 'utf-8', mark: 3, text: 'Ação' });
});

test('decodes Windows-1252 if the text is not UTF-8', async () => {
  const bytes = Buffer.from('Raz\u00e3o social;Pre\u00e7o\n\u0080 10', 'latin1');
  expect(await read(bytes)).toMatchObject({
    encoding: 'windows-1252',
    mixedLine: null,
    text: 'Razão social;Preço\n€ 10',
  });
});

test('decodes each line of a file with two encodings, and names the first that differs', async () => {
  const bytes = Buffer.concat([
    Buffer.from('São Paulo\nsem acento\n'),
    Buffer.from('Jo\u00e3o\n', 'latin1'),
    Buffer.from('Conceição'),
  ]);
  expect(await read(bytes)).toMatchObject({
    encoding: 'mixed',
    mixedLine: 3,
    text: 'São Paulo\nsem acento\nJoão\nConceição',
  });
});

test('decodes UTF-16 by its byte order mark', async () => {
  const little = Buffer.from('\ufeffAção\r\n€', 'utf16le');
  const big = Buffer.from(little).swap16();
  for (const [encoding, bytes] of [
    ['utf-16le', little],
    ['utf-16be', big],
  ] as const)
    expect(await read(bytes, 3)).toMatchObject({
      encoding,
      text: 'Ação\r\n€',
      lines: [
        { line: 1, text: 'Ação' },
        { line: 2, text: '€' },
      ],
    });
});

test('recognizes UTF-16 without a byte order mark', async () => {
  const bytes = Buffer.from('Nome;Ação\r\nMaria;não', 'utf16le');
  expect(await read(bytes)).toMatchObject({ encoding: 'utf-16le', text: 'Nome;Ação\r\nMaria;não' });
  expect(await read(Buffer.from(bytes).swap16())).toMatchObject({ encoding: 'utf-16be' });
});

test('decodes in the encoding that the user has chosen, whatever the text looks like', async () => {
  const decoded = async (bytes: Uint8Array, encoding: ChosenEncoding) => {
    const open = bytesOf(bytes);
    const survey = await surveyText(open, limits, encoding);
    expect(survey).toMatchObject({ encoding, mixedLine: null });
    return (await collect(decodeText(open, survey, limits))).join('');
  };
  expect(await decoded(Buffer.from([0x41, 0x8d, 0x8b, 0x6f]), 'macintosh')).toBe('Ação');
  expect(await decoded(Buffer.from('Ação'), 'windows-1252')).toBe('AÃ§Ã£o');
  expect(await decoded(Buffer.from('\ufeffAção'), 'utf-8')).toBe('Ação');
  expect(await decoded(Buffer.from('Ação', 'utf16le'), 'utf-16le')).toBe('Ação');
  const western = Buffer.from('ok\nA\u00e7\u00e3o', 'latin1');
  await expectProblem(decoded(western, 'utf-8'), { code: 'undecodable', line: 2 });
  await expectProblem(decoded(Buffer.from('a\0b'), 'utf-8'), { code: 'nul_byte', line: 1 });
});

test('returns any text as it was written, however the bytes are divided', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'binary', minLength: 0, maxLength: 20 }), { minLength: 1 }),
      fc.integer({ min: 1, max: 9 }),
      async (parts, chunk) => {
        const text = parts.map((part) => part.replace(/[\0\r\n\ufeff]/g, 'x')).join('\n');
        if (text === '') return;
        expect((await read(text, chunk)).text).toBe(text);
        expect((await read(Buffer.from(`\ufeff${text}`, 'utf16le'), chunk)).text).toBe(text);
      },
    ),
    { numRuns: 60 },
  );
});

test('refuses NUL characters with their line', async () => {
  await expectProblem(read('a\nb\nc\0d\n'), { code: 'nul_byte', line: 3 });
  await expectProblem(read(Buffer.from('\ufeffa\nb\0', 'utf16le')), { code: 'nul_byte', line: 2 });
});

test('refuses a line over the limit without reading on', async () => {
  let chunks = 0;
  const endless = async function* () {
    for (;;) {
      chunks += 1;
      yield Buffer.alloc(100_000, 0x61);
    }
  };
  await expectProblem(surveyText(endless, limits), { code: 'line_too_long', line: 1 });
  expect(chunks).toBeLessThan(15);
  await expectProblem(surveyText(bytesOf(`ok\n${'a'.repeat(1_000_001)}\nok`, 999), limits), {
    code: 'line_too_long',
    line: 2,
    values: { limit: 1_000_000 },
  });
});

test('refuses a file over the limit, an empty file and damaged UTF-16', async () => {
  await expectProblem(surveyText(repeated('abc\n'.repeat(10_000), 300), limits), {
    code: 'file_too_large',
  });
  await expectProblem(read(''), { code: 'empty' });
  const half = Buffer.from('\ufeffa\nb\ud800c', 'utf16le');
  await expectProblem(read(half), { code: 'undecodable' });
});
