import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { SharedStrings } from '#server/features/imports/reading/shared-strings.ts';
import type { TableOptions } from '#server/features/imports/reading/table.ts';
import { decimalText, readXlsx, serialDate } from '#server/features/imports/reading/xlsx.ts';
import {
  collect,
  expectProblem,
  writeTemporary,
  xlsxOf,
  xlsxParts,
  zipOf,
} from './reading-files.ts';

async function read(bytes: Uint8Array, options: TableOptions = {}) {
  const table = await readXlsx(await writeTemporary('book.xlsx', bytes), options);
  onTestFinished(table.close);
  return { ...table, rows: await collect(table.rows()) };
}

test('reads texts, numbers, dates, percentages, formulas and errors', async () => {
  const book = await xlsxOf({
    Clientes: [
      ['Nome', 'Telefone', 'Valor', 'Desde', 'Chance', 'Ativo', 'Soma', 'Obs', 'Erro'],
      [
        'Maria & Cia <1>',
        5511999998888,
        1234.5,
        { xml: '<c s="1"><v>46300</v></c>' },
        { xml: '<c s="2"><v>0.6</v></c>' },
        { xml: '<c t="b"><v>1</v></c>' },
        { xml: '<c><f>SUM([1]Plan!A1:A9)</f><v>0.30000000000000004</v></c>' },
        {
          xml: '<c t="inlineStr"><is><r><t>linha 1_x000D_</t></r><rPh><t>x</t></rPh><r><t>2</t></r></is></c>',
        },
        { xml: '<c t="e"><v>#REF!</v></c>' },
      ],
      [
        '',
        '',
        '',
        { xml: '<c s="3"><v>46300.75</v></c>' },
        '',
        '',
        { xml: '<c t="str"><f>A1</f><v>texto</v></c>' },
      ],
    ],
  });
  const table = await read(book);
  expect(table).toMatchObject({
    format: 'xlsx',
    sheet: 'Clientes',
    sheets: [{ name: 'Clientes', isHidden: false }],
    header: { line: 1 },
    count: 2,
  });
  expect(table.rows).toEqual([
    {
      line: 2,
      cells: [
        'Maria & Cia <1>',
        '5511999998888',
        '1234,5',
        '2026-10-05',
        '60%',
        'true',
        '0,3',
        'linha 1\r2',
        '#REF!',
      ],
    },
    { line: 3, cells: ['', '', '', '2026-10-05T18:00:00', '', '', 'texto'] },
  ]);
});

test('chooses the first visible sheet with a table, and any on request', async () => {
  const book = await xlsxOf(
    {
      Base: [
        ['Nome', 'Telefone'],
        ['x', 'y'],
      ],
      Capa: [['Relatório de outubro']],
      Clientes: [['Agência'], [], ['Nome', 'Telefone'], ['Maria', '11']],
    },
    ['Base'],
  );
  expect(await read(book)).toMatchObject({
    sheet: 'Clientes',
    header: { line: 3 },
    rowsAbove: 1,
    rows: [{ line: 4, cells: ['Maria', '11'] }],
  });
  expect(await read(book, { sheet: 'Base' })).toMatchObject({ rows: [{ cells: ['x', 'y'] }] });
  await expectProblem(read(book, { sheet: 'Nada' }), {
    code: 'unknown_sheet',
    values: { sheet: 'Nada' },
  });
});

test('formats serial numbers as Excel does', () => {
  expect(serialDate(1)).toBe('1900-01-01');
  expect(serialDate(59)).toBe('1900-02-28');
  expect(serialDate(61)).toBe('1900-03-01');
  expect(serialDate(46300.5)).toBe('2026-10-05T12:00:00');
  expect(serialDate(0.25)).toBe('06:00:00');
  expect(serialDate(0, true)).toBe('1904-01-01');
  expect(decimalText(5.511999998888e12)).toBe('5511999998888');
  expect(decimalText(-0.1 - 0.2)).toBe('-0,3');
});

test('every day of a thousand years has its serial number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 61, max: 400_000 }), (serial) => {
      const date = new Date(`${serialDate(serial)}T00:00:00Z`);
      expect(date.getTime() / 86_400_000 + 25_569).toBe(serial);
    }),
  );
});

test('keeps any number of texts outside memory', () => {
  const strings = new SharedStrings();
  const text = (i: number) => `${i} ção ${'x'.repeat(i % 700)}`;
  for (let i = 0; i < 100_000; i += 1) strings.add(text(i));
  strings.finish();
  for (let i = 0; i < 100_000; i += 997) expect(strings.get(i)).toBe(text(i));
  for (let i = 99_999; i > 0; i -= 1013) expect(strings.get(i)).toBe(text(i));
  expect(strings.get(100_000)).toBe('');
  expect(strings.get(Number.NaN)).toBe('');
  strings.close();
});

test('refuses document types, damaged parts and too many columns', async () => {
  const sheets = {
    Plan: [
      ['Nome', 'Telefone'],
      ['Maria', '11'],
    ],
  };
  const parts = xlsxParts(sheets);
  const sheet = parts['xl/worksheets/sheet1.xml'] ?? '';
  const withSheet = (text: string) => zipOf({ ...parts, 'xl/worksheets/sheet1.xml': text });
  await expectProblem(
    read(
      await withSheet(
        sheet.replace(
          '<worksheet',
          '<!DOCTYPE a [<!ENTITY b "bbbbbbbb"><!ENTITY c SYSTEM "file:///etc/passwd">]><worksheet',
        ),
      ),
    ),
    { code: 'forbidden_xml', values: { part: 'xl/worksheets/sheet1.xml' } },
  );
  await expectProblem(read(await withSheet(sheet.replace('<row r="2">', '<row r="2">&boom;'))), {
    code: 'damaged_xml',
  });
  await expectProblem(read(await withSheet(sheet.slice(0, -20))), { code: 'damaged_xml' });
  await expectProblem(
    read(await xlsxOf({ Plan: [Array.from({ length: 10_000 }, (_, i) => `c${i}`)] })),
    { code: 'too_many_columns', line: 1 },
  );
  await expectProblem(
    read(
      await withSheet(
        sheet.replace('</row>', `<c t="str"><v>${'a'.repeat(6_000_000)}</v></c></row>`),
      ),
    ),
    { code: 'cell_too_long' },
  );
  const far = sheet.replace('<row r="2">', '<row r="2"><c r="XFD2"/><c r="ZZZZZZZZ2"><v/></c>');
  expect(await read(await withSheet(far))).toMatchObject({ width: 2 });
});

test('refuses archives that are cut, lie or hold no sheet', async () => {
  const book = await xlsxOf({
    Plan: [
      ['Nome', 'Telefone'],
      ['Maria', '11'],
    ],
  });
  for (const length of [10, Math.floor(book.length / 2), book.length - 1])
    await expectProblem(read(book.subarray(0, length)), { code: 'damaged_archive' });
  const lying = Buffer.from(book);
  lying.writeUInt32LE(20, lying.indexOf('PK\u0001\u0002') + 24);
  await expectProblem(read(lying), { code: 'damaged_archive' });
  await expectProblem(read(await zipOf({ 'a.txt': 'b' })), { code: 'damaged_archive' });
  await expectProblem(read(await xlsxOf({ Plan: [] })), { code: 'no_sheets' });
});
