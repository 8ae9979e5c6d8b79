import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCsv } from '#server/features/imports/reading/csv.ts';
import type { TableOptions } from '#server/features/imports/reading/table.ts';
import { readShape } from '#server/features/imports/reading/table-shape.ts';
import { bytesOf, collect, expectProblem, repeated } from './reading-files.ts';

async function read(text: string | Uint8Array, options: TableOptions = {}) {
  const table = await readCsv(bytesOf(text, 4096), options);
  return { ...table, rows: await collect(table.rows()) };
}

test.each([
  ['semicolons', ';', 'Nome;Telefone;Valor\nMaria;11 99999-8888;1.234,56\nJoão;;10,00'],
  ['commas', ',', 'Nome,Telefone,Valor\nMaria,11 99999-8888,"1.234,56"\nJoão,,"10,00"'],
  ['tabs', '\t', 'Nome\tTelefone\tValor\nMaria\t11 99999-8888\t1.234,56\nJoão\t\t10,00'],
])('guesses %s as the separator', async (_, separator, text) => {
  const table = await read(text);
  expect(table).toMatchObject({
    separator,
    header: { line: 1, names: ['Nome', 'Telefone', 'Valor'] },
    count: 2,
    width: 3,
  });
  expect(table.rows).toEqual([
    { line: 2, cells: ['Maria', '11 99999-8888', '1.234,56'] },
    { line: 3, cells: ['João', '', '10,00'] },
  ]);
});

test('reads quoted cells with lines, the line of sep=, and empty columns', async () => {
  const table = await read(
    'sep=,\r\nNome,Obs,Telefone,,\r\n"Silva, Maria","linha 1\r\nlinha ""2""",11999998888,,\r\n\r\nJoão,tela de 12",,,\r\n',
  );
  expect(table).toMatchObject({ separator: ',', header: { line: 2 }, width: 3 });
  expect(table.rows).toEqual([
    { line: 3, cells: ['Silva, Maria', 'linha 1\r\nlinha "2"', '11999998888'] },
    { line: 6, cells: ['João', 'tela de 12"'] },
  ]);
});

test('reads characters and cells of several lines wherever a long file is divided', async () => {
  const rows = Array.from({ length: 3_000 }, (_, n) => ({
    line: 2 * n + 2,
    cells: [`Ana ${n} 😀😀`, `linha "1"\n${'é😀'.repeat(n % 7)}x`],
  }));
  const lines = rows.map(
    ({ cells: [name, text = ''] }) => `${name};"${text.replaceAll('"', '""')}"`,
  );
  const text = ['Nome;Obs', ...lines].join('\n');
  const table = await readCsv(bytesOf(text, 1 << 20));
  expect(await collect(table.rows())).toEqual(rows);
});

test('reads files of old Macs, whose lines end with CR', async () => {
  const table = await read('Nome;Telefone\rMaria;11\rJoão;12\r');
  expect(table.rows).toEqual([
    { line: 2, cells: ['Maria', '11'] },
    { line: 3, cells: ['João', '12'] },
  ]);
});

test('skips titles above the header, totals, repeated headers and footers', async () => {
  const table = await read(
    [
      'Agência Aurora;;;',
      'Relatório de clientes - outubro;;;',
      ';;;',
      'Cliente;E-mail;Telefone;Valor',
      'Padaria;a@padaria.com;1133334444;100,00',
      'Total Express;b@total.com;1133335555;200,00',
      'Total;;;300,00',
      'Cliente;E-mail;Telefone;Valor',
      'Mercado;c@mercado.com;1133336666;50,00',
      'Total geral:;;;350,00',
      ';;;',
      'Gerado em 10/10/2026 por Maria;;;',
    ].join('\n'),
  );
  expect(table).toMatchObject({
    header: { line: 4, names: ['Cliente', 'E-mail', 'Telefone', 'Valor'] },
    rowsAbove: 2,
    count: 3,
    skipped: [
      { line: 7, reason: 'total' },
      { line: 8, reason: 'repeated_header' },
      { line: 10, reason: 'total' },
      { line: 12, reason: 'footer' },
    ],
    skippedCount: 4,
  });
  expect(table.rows.map(({ cells }) => cells[0])).toEqual(['Padaria', 'Total Express', 'Mercado']);
});

test('reads a table without a header, and one whose header the user names', async () => {
  const bare = await read('Maria;maria@a.com;11999998888\nJoão;joao@b.com;11999997777');
  expect(bare).toMatchObject({ header: null, count: 2 });
  const corrected = await read('x;y\nNome;Telefone\nMaria;11', { headerLine: 2, separator: ';' });
  expect(corrected).toMatchObject({ header: { line: 2 }, count: 1 });
  expect(await read('Nome;Telefone\nMaria;11', { headerLine: null })).toMatchObject({
    header: null,
    count: 2,
  });
});

test('removes the apostrophe that exports put before formulas', async () => {
  const table = await read("Nome;Valor\n'=1+1;'-5\n'Aspas';O'Neill");
  expect(table.rows.map(({ cells }) => cells)).toEqual([
    ['=1+1', '-5'],
    ["'Aspas'", "O'Neill"],
  ]);
});

test('returns any table as it was written', async () => {
  const cell = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) =>
    text
      .replace(/[\0\r\ufeff]/g, '')
      .trim()
      .replace(/^['"=+\-@]+/, '')
      .trim(),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(1e6), cell, cell), { minLength: 2, maxLength: 20 }),
      fc.constantFrom(';', ',', '\t'),
      fc.constantFrom('\n', '\r\n'),
      async (rows, separator, lineEnd) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
        const written = rows.map(([number, a, b]) => [`x${number}`, a, b, 'fim']);
        const text = [['Código', 'Nome', 'Observações', 'Marca'], ...written]
          .map((cells) => cells.map(quoted).join(separator))
          .join(lineEnd);
        const table = await read(text, { separator, headerLine: 1 });
        expect(table.rows.map(({ cells }) => cells)).toEqual(written);
        const lines = text.split('\n');
        for (const { line, cells } of table.rows)
          expect(lines[line - 1]).toMatch(new RegExp(`^"${cells[0]}"`));
      },
    ),
    { numRuns: 100 },
  );
});

test('refuses hostile files with the line', async () => {
  const columns = Array.from({ length: 10_000 }, (_, i) => `c${i}`).join(';');
  await expectProblem(read(`Nome;Telefone\nMaria;1\n${columns}`), {
    code: 'too_many_columns',
    line: 3,
    values: { limit: 200 },
  });
  expect(await read(`Nome;Telefone${';'.repeat(16_000)}\nMaria;1`)).toMatchObject({ width: 2 });
  await expectProblem(readCsv(repeated('a'.repeat(1_000_000), 200)), {
    code: 'line_too_long',
    line: 1,
  });
  await expectProblem(read('Nome;Obs\nMaria;ok\nJoão;"aberto\nAna;ok\n'), {
    code: 'open_quote',
    line: 3,
  });
  const endless = `Nome;Obs\nMaria;"aberto\n${'Ana;ok\n'.repeat(200_000)}`;
  await expectProblem(read(endless), { code: 'open_quote', line: 2 });
  await expectProblem(read('Nome;Obs\nMaria;o\0k'), { code: 'nul_byte', line: 2 });
  await expectProblem(read(''), { code: 'empty' });
  await expectProblem(read('\n;;\n'), { code: 'no_rows' });
});

test('refuses more than a million rows', async () => {
  const rows = async function* () {
    yield { line: 1, cells: ['Nome', 'Telefone'] };
    for (let line = 2; ; line += 1) yield { line, cells: ['Maria', '11'] };
  };
  await expectProblem(
    readShape(rows, 1, () => true),
    { code: 'too_many_rows', line: 1_000_002 },
  );
});
