import { expect, onTestFinished, test } from 'vitest';
import { readTable } from '#server/features/imports/reading/file-kind.ts';
import { openWhatsAppChat } from '#server/features/imports/reading/whatsapp-chat.ts';
import { readXlsx } from '#server/features/imports/reading/xlsx.ts';
import {
  collect,
  expectProblem,
  type TestCell,
  writeTemporary,
  xlsxOf,
  xlsxParts,
  zipOf,
} from './reading-files.ts';

/* Files that were made to exhaust memory, processor time or disk, or to be stored in part. */

async function read(bytes: Uint8Array) {
  const table = await readXlsx(await writeTemporary('book.xlsx', bytes));
  onTestFinished(table.close);
  return { ...table, rows: await collect(table.rows()) };
}

const people: TestCell[][] = [
  ['Nome', 'Telefone'],
  ['Maria', '11'],
];

test('refuses a workbook by the size that its directory claims, before unpacking it', async () => {
  const bomb = await xlsxOf({ Plan: people });
  const entry = bomb.lastIndexOf('xl/worksheets/sheet1.xml');
  const directory = bomb.lastIndexOf('PK\u0001\u0002', entry, 'latin1');
  bomb.writeUInt32LE(3 * 1024 ** 3, directory + 24);
  await expectProblem(read(bomb), { code: 'unpacked_too_large' });
});

test('refuses many cells that refer to one long text', async () => {
  const long = 'a'.repeat(50_000);
  const row = Array.from({ length: 200 }, () => long);
  await expectProblem(read(await xlsxOf({ Plan: [['Nome', 'Telefone'], row] })), {
    code: 'line_too_long',
    line: 2,
  });
  const short = await xlsxOf({ Plan: [['Nome', 'Telefone'], row.slice(0, 20)] });
  expect((await read(short)).rows[0]?.cells).toHaveLength(20);
});

test('unpacks a part once, however many sheets name it', async () => {
  const parts = xlsxParts({ Plan: people });
  const workbook = parts['xl/workbook.xml'] ?? '';
  const sheet = /<sheet [^>]*\/>/.exec(workbook)?.[0] ?? '';
  const names = Array.from({ length: 900 }, (_, i) => sheet.replace('"Plan"', `"Plan ${i}"`));
  const book = await zipOf({
    ...parts,
    'xl/workbook.xml': workbook.replace(sheet, names.join('')),
  });
  expect((await read(book)).sheets).toEqual([{ name: 'Plan 0', isHidden: false }]);
});

test('reads all rows, whatever their numbers are', async () => {
  const parts = xlsxParts({ Plan: [...people, ['João', '12'], ['Ana', '13']] });
  const path = 'xl/worksheets/sheet1.xml';
  for (const [second, third] of [
    ['9', '4'],
    ['99999999999', 'x'],
    ['-3', '2.5'],
    ['1e999', '2'],
  ]) {
    const text = (parts[path] ?? '')
      .replace('<row r="3">', `<row r="${second}">`)
      .replace('<row r="4">', `<row r="${third}">`);
    const { rows, count } = await read(await zipOf({ ...parts, [path]: text }));
    expect(rows.map(({ cells }) => cells[0])).toEqual(['Maria', 'João', 'Ana']);
    expect(count).toBe(3);
    const lines = rows.map(({ line }) => line);
    expect(lines).toEqual([...new Set(lines)].sort((a, b) => a - b));
    expect(Math.max(...lines)).toBeLessThan(1_048_577);
  }
});

test('reads the results of formulas, and no external links or connections', async () => {
  const external = '<externalReferences><externalReference r:id="x"/></externalReferences>';
  const parts = xlsxParts({
    Plan: [
      ['Nome', 'Telefone', 'Total', 'Site', 'Outro'],
      [
        { xml: `<c t="str"><f>'[1]Plan'!A1</f><v>Maria</v></c>` },
        { xml: '<c t="str"><f>WEBSERVICE("http://127.0.0.1:1/?"&amp;A1)</f></c>' },
        { xml: '<c><f t="array" ref="C2">SUM(A1:A9)</f><v>12.5</v></c>' },
        { xml: `<c t="str"><f>cmd|'/c calc'!A0</f><v>=1+1</v></c>` },
        { xml: '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>' },
      ],
    ],
  });
  const workbook = (parts['xl/workbook.xml'] ?? '').replace(
    '</workbook>',
    `${external}</workbook>`,
  );
  const book = await zipOf({
    ...parts,
    'xl/workbook.xml': workbook,
    'xl/externalLinks/externalLink1.xml': '<externalLink><!DOCTYPE x></externalLink>',
    'xl/connections.xml': '<connections><connection url="http://127.0.0.1:1/"/></connections>',
  });
  expect((await read(book)).rows[0]?.cells).toEqual(['Maria', '', '12,5', '=1+1', '#DIV/0!']);
});

test('turns halves of characters into U+FFFD', async () => {
  const book = await xlsxOf({
    Plan: [
      ['Nome', 'Telefone'],
      [{ xml: halfCharacter }, '11'],
    ],
  });
  expect((await read(book)).rows[0]?.cells).toEqual(['Maria \ufffd', '11']);
  const board = {
    name: 'Quadro',
    lists: [{ id: 'l', name: 'Fazer' }],
    cards: [{ id: 'c', idList: 'l', name: 'Arte \ud83d' }],
  };
  const path = await writeTemporary('board.json', JSON.stringify(board));
  const table = await readTable(path, 'trello');
  expect((await collect(table.rows()))[0]?.cells[2]).toBe('Arte \ufffd');
});

const halfCharacter = '<c t="inlineStr"><is><t>Maria _xD83D_</t></is></c>';

test('reads a chat only until its text is refused', async () => {
  const line = await zipOf({ '_chat.txt': `[05/10/2026, 14:33:10] Maria: ${'a'.repeat(3e7)}` });
  await expectProblem(openWhatsAppChat(await writeTemporary('chat.zip', line)), {
    code: 'line_too_long',
    line: 1,
  });
});
