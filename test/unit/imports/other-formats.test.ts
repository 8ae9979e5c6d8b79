import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileKind, readTable } from '#server/features/imports/reading/file-kind.ts';
import { readTrello, trelloColumns } from '#server/features/imports/reading/trello.ts';
import { readVcards, vcardColumns } from '#server/features/imports/reading/vcard.ts';
import {
  bytesOf,
  collect,
  expectProblem,
  writeTemporary,
  xlsxOf,
  xlsxParts,
  zipOf,
} from './reading-files.ts';

const named = (columns: readonly string[], cells: readonly string[]) =>
  Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? '']));

async function readCards(text: string | Uint8Array) {
  const table = await readVcards(bytesOf(text));
  const rows = await collect(table.rows());
  return rows.map(({ line, cells }) => ({ line, ...named(vcardColumns, cells) }));
}

test('reads vCard 2.1 of an Android phone', async () => {
  expect(
    await readCards(
      [
        'BEGIN:VCARD',
        'VERSION:2.1',
        'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=53=69=6C=76=61;=4A=6F=C3=A3=6F;;;',
        'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=4A=6F=C3=A3=6F=20=',
        '=53=69=6C=76=61',
        'TEL;HOME:1133334444',
        'TEL;CELL;PREF:+55 11 99999-8888',
        'PHOTO;ENCODING=BASE64;JPEG:/9j/4AAQSkZJRgABAQAAAQ',
        ' ABAAD/4QAqRXhpZgAASUkqAAgAAAABADEBAgAHAAAAGgAAAAAA',
        '',
        'END:VCARD',
      ].join('\r\n'),
    ),
  ).toMatchObject([
    {
      line: 1,
      FN: 'João Silva',
      'N.given': 'João',
      'N.family': 'Silva',
      TEL: '+55 11 99999-8888 ::: 1133334444',
    },
  ]);
});

test('reads vCard 3.0 of Apple and Google, and 4.0', async () => {
  expect(
    await readCards(
      [
        'BEGIN:VCARD',
        'VERSION:3.0',
        'N:Souza;Ana;Maria;;',
        'FN:Ana Maria Souza',
        'ORG:Padaria Aurora\\, Ltda;Compras',
        'item1.TEL;type=WORK:(11) 3333-4444',
        'item1.X-ABLabel:Loja',
        'EMAIL;TYPE="INTERNET,PREF":ana@aurora.com.br',
        'NOTE:linha 1\\nlinha 2\\; fim de uma nota que',
        '  continua',
        'BDAY:1604-05-02',
        'END:VCARD',
        'BEGIN:VCARD',
        'VERSION:4.0',
        'UID:urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1',
        'FN:Rui',
        'TEL;VALUE=uri;TYPE="voice,cell":tel:+55-11-98888-7777',
        'BDAY:19850502',
        'CATEGORIES:cliente,vip',
        'ADR:;;Rua Augusta\\, 1500;São Paulo;SP;01305-100;Brasil',
        'END:VCARD',
      ].join('\n'),
    ),
  ).toMatchObject([
    {
      FN: 'Ana Maria Souza',
      ORG: 'Padaria Aurora, Ltda, Compras',
      TEL: '(11) 3333-4444',
      EMAIL: 'ana@aurora.com.br',
      NOTE: 'linha 1\nlinha 2; fim de uma nota que continua',
      BDAY: '',
    },
    {
      line: 13,
      UID: '4fbe8971-0bc3-424c-9c26-36c3e1eff6b1',
      FN: 'Rui',
      TEL: '+55-11-98888-7777',
      BDAY: '1985-05-02',
      CATEGORIES: 'cliente ::: vip',
      ADR: 'Rua Augusta, 1500, São Paulo, SP, 01305-100, Brasil',
    },
  ]);
});

test('returns any note of a vCard as it was written', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 200 }), async (raw) => {
      const note = raw.replace(/[\0\r\u2028]/g, '').trim();
      const escaped = note.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');
      const lines = [''];
      for (const character of `NOTE:${escaped}`) {
        if ((lines.at(-1) ?? '').length >= 70) lines.push(' ');
        lines[lines.length - 1] += character;
      }
      const folded = lines.join('\r\n');
      const [card] = await readCards(`BEGIN:VCARD\r\n${folded}\r\nEND:VCARD\r\n`);
      expect(card).toMatchObject({ NOTE: note });
    }),
    { numRuns: 100 },
  );
});

test('refuses vCards that are cut, or none', async () => {
  await expectProblem(readCards('BEGIN:VCARD\nFN:A\nEND:VCARD\nBEGIN:VCARD\nFN:B'), {
    code: 'open_card',
    line: 4,
  });
  await expectProblem(readCards('BEGIN:VCARD\nFN:A\nBEGIN:VCARD\nEND:VCARD'), {
    code: 'open_card',
    line: 1,
  });
  await expectProblem(readCards('nada'), { code: 'no_cards' });
});

const board = {
  name: 'Site novo',
  lists: [
    { id: 'l2', name: 'Feito', pos: 2, closed: false },
    { id: 'l1', name: 'A fazer', pos: 1, closed: false },
    { id: 'l3', name: 'Velho', pos: 3, closed: true },
  ],
  members: [{ id: 'm1', fullName: 'Ana Souza' }],
  cards: [
    {
      id: 'c2',
      name: 'Publicar',
      desc: '',
      idList: 'l2',
      pos: 1,
      due: null,
      closed: false,
      labels: [{ name: '', color: 'red' }],
      idMembers: [],
      badges: { comments: 0 },
    },
    {
      id: 'c1',
      name: 'Desenhar',
      desc: '**tudo**',
      idList: 'l1',
      pos: 5,
      due: '2026-10-10T15:00:00.000Z',
      dueComplete: false,
      closed: false,
      labels: [
        { name: 'design', color: 'blue' },
        { name: 'site', color: null },
      ],
      idMembers: ['m1', 'gone'],
      attachments: [{ name: 'a[1].png', url: 'https://trello.com/a.png' }],
      shortUrl: 'https://trello.com/c/x',
      badges: { comments: 3 },
    },
    { id: 'c3', name: 'Antigo', idList: 'l3', pos: 1, labels: [], idMembers: [] },
  ],
  checklists: [
    {
      idCard: 'c1',
      name: 'Passos',
      checkItems: [
        { name: 'dois', state: 'incomplete', pos: 2 },
        { name: 'um', state: 'complete', pos: 1 },
      ],
    },
  ],
  actions: [
    {
      type: 'commentCard',
      date: '2026-10-02T00:00:00.000Z',
      memberCreator: { fullName: 'Ana Souza' },
      data: { text: 'segundo', card: { id: 'c1' } },
    },
    { type: 'updateCard', data: { card: { id: 'c1' } } },
    {
      type: 'commentCard',
      date: '2026-10-01T00:00:00.000Z',
      data: { text: 'primeiro', card: { id: 'c1' } },
    },
  ],
};

test('reads a board of Trello, and says how many comments are missing', async () => {
  const table = await readTrello(bytesOf(JSON.stringify(board)));
  const cards = (await collect(table.rows())).map(({ cells }) => named(trelloColumns, cells));
  expect(table.count).toBe(3);
  expect(cards).toMatchObject([
    {
      id: 'c1',
      board: 'Site novo',
      list: 'A fazer',
      due: '2026-10-10T15:00:00.000Z',
      labels: 'design ::: site',
      members: 'Ana Souza',
      checklists: '**Passos**\n- [x] um\n- [ ] dois',
      attachments: '[a1.png](https://trello.com/a.png)',
      missingComments: '1',
      closed: 'false',
    },
    { id: 'c2', labels: 'red', missingComments: '0' },
    { id: 'c3', closed: 'true' },
  ]);
  expect(JSON.parse(cards[0]?.comments ?? '')).toEqual([
    { at: '2026-10-01T00:00:00.000Z', author: '', text: 'primeiro' },
    { at: '2026-10-02T00:00:00.000Z', author: 'Ana Souza', text: 'segundo' },
  ]);
});

test('reads the custom fields of a board as further columns', async () => {
  const item = (idCustomField: string, rest: object) => ({ idCustomField, ...rest });
  const table = await readTrello(
    bytesOf(
      JSON.stringify({
        lists: [],
        customFields: [
          { id: 'f2', name: 'Horas', pos: 2 },
          {
            id: 'f1',
            name: 'Fase',
            pos: 1,
            options: [{ id: 'o1', value: { text: 'Criação' } }],
          },
          { id: 'f3', name: 'due', pos: 3 },
          { id: 'f4', name: 'Horas', pos: 4 },
        ],
        cards: [
          {
            id: 'c1',
            customFieldItems: [
              item('f1', { idValue: 'o1' }),
              item('f2', { value: { number: '1.5' } }),
              item('f4', { value: { checked: 'true' } }),
              item('gone', { value: { text: 'x' } }),
            ],
          },
          { id: 'c2' },
        ],
      }),
    ),
  );
  expect(table.header?.names.slice(trelloColumns.length)).toEqual([
    'Fase',
    'Horas',
    'due (2)',
    'Horas (2)',
  ]);
  const rows = await collect(table.rows());
  expect(rows.map(({ cells }) => cells.slice(trelloColumns.length))).toEqual([
    ['Criação', '1.5', '', 'true'],
    ['', '', '', ''],
  ]);
});

test('refuses JSON that is damaged, or no board, whatever its shapes', async () => {
  await expectProblem(readTrello(bytesOf('{"lists":[')), { code: 'invalid_json' });
  await expectProblem(readTrello(bytesOf('{"a":1}')), { code: 'not_trello' });
  await expectProblem(readTrello(bytesOf('['.repeat(100_000))), { code: 'file_too_large' });
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        lists: fc.array(fc.jsonValue()),
        cards: fc.array(fc.jsonValue()),
        checklists: fc.jsonValue(),
        actions: fc.jsonValue(),
        members: fc.jsonValue(),
        customFields: fc.jsonValue(),
      }),
      async (value) => {
        const table = await readTrello(bytesOf(JSON.stringify(value), 4096));
        for (const { cells } of await collect(table.rows()))
          expect(cells).toHaveLength(table.width);
      },
    ),
  );
});

test('recognizes files by their content', async () => {
  const kindOf = async (content: string | Uint8Array) =>
    fileKind(await writeTemporary('file', content));
  expect(await kindOf('Nome;Telefone\nMaria;11')).toBe('csv');
  expect(await kindOf(Buffer.from('\ufeffNome\tTelefone', 'utf16le'))).toBe('csv');
  expect(await kindOf('BEGIN:VCARD\nFN:A\nEND:VCARD')).toBe('vcard');
  expect(await kindOf(JSON.stringify(board))).toBe('trello');
  expect(await kindOf('[05/10/2026, 14:33:10] Maria: oi')).toBe('whatsapp');
  expect(await kindOf('05/10/2026 14:33 - Maria: oi')).toBe('whatsapp');
  expect(await kindOf(await zipOf({ '_chat.txt': 'x' }))).toBe('whatsapp');
  expect(await kindOf(await xlsxOf({ Plan: [['a']] }))).toBe('xlsx');
});

test('refuses pictures and other files with a reason', async () => {
  const refused: [string | Uint8Array, object][] = [
    [
      Buffer.from('\u0089PNG\r\n\u001a\n....', 'latin1'),
      { code: 'picture', values: { format: 'PNG' } },
    ],
    [Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]), { code: 'picture', values: { format: 'JPEG' } }],
    ['<?xml version="1.0"?>\n<svg xmlns="x"/>', { code: 'picture', values: { format: 'SVG' } }],
    ['%PDF-1.7', { code: 'pdf' }],
    ['<html><table><tr><td>Nome', { code: 'web_page' }],
    ['<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>', { code: 'unknown_format' }],
    [Buffer.from('d0cf11e0a1b11ae1', 'hex'), { code: 'old_excel' }],
    [
      Buffer.concat([Buffer.from('d0cf11e0', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
      { code: 'encrypted' },
    ],
    [await zipOf({ mimetype: 'x', 'content.xml': 'y' }), { code: 'open_document' }],
    [await zipOf({ 'xl/workbook.bin': 'y' }), { code: 'binary_excel' }],
    [await zipOf({ 'foto.jpg': 'y' }), { code: 'unknown_format' }],
    ['', { code: 'empty' }],
    ['PK\u0003\u0004', { code: 'damaged_archive' }],
  ];
  for (const [content, problem] of refused)
    await expectProblem(fileKind(await writeTemporary('file', content)), problem);
});

test('reads each kind of table', async () => {
  const kinds = {
    csv: 'Nome;Telefone\nMaria;11',
    vcard: 'BEGIN:VCARD\nFN:A\nEND:VCARD',
    trello: JSON.stringify(board),
    xlsx: await zipOf(
      xlsxParts({
        Plan: [
          ['Nome', 'Telefone'],
          ['Maria', '11'],
        ],
      }),
    ),
  } as const;
  for (const [kind, content] of Object.entries(kinds)) {
    const path = await writeTemporary('file', content);
    const table = await readTable(path, await fileKind(path));
    expect(table.format).toBe(kind);
    expect((await collect(table.rows())).length).toBe(table.count);
    await table.close();
  }
});
