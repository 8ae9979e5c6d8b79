import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import {
  type DateOrder,
  openWhatsAppChat,
  type WallTime,
} from '#server/features/imports/reading/whatsapp-chat.ts';
import { collect, expectProblem, writeTemporary, zipOf } from './reading-files.ts';

async function openText(text: string | Uint8Array, name = 'chat.txt') {
  const chat = await openWhatsAppChat(await writeTemporary(name, text));
  onTestFinished(chat.close);
  return chat;
}

const openZip = async (files: Readonly<Record<string, string | Uint8Array>>) =>
  openText(await zipOf(files), 'chat.zip');

async function read(text: string, order?: DateOrder) {
  const chat = await openText(text);
  return { ...chat, read: await collect(chat.messages(order)) };
}

const at = (text: string): WallTime => {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second] = text.split(/\D/).map(Number);
  return { year, month, day, hour, minute, second: second ?? null };
};

test('reads an Android chat in Portuguese', async () => {
  const { summary, read: messages } = await read(
    [
      '25/10/2026 14:20 - As mensagens e ligações são protegidas com a criptografia de ponta a ponta. Toque para saber mais.',
      '25/10/2026 14:20 - Maria criou o grupo "Projeto: site novo"',
      '25/10/2026 14:33 - Maria: Bom dia',
      '',
      'Segue a lista: pão, leite',
      '25/10/2026 14:34 - +55 11 99999-8888: IMG-20261025-WA0012.jpg (arquivo anexado)',
      'Olha a fachada',
      '25/10/2026 14:35 - Maria: <Mídia oculta>',
      '25/10/2026 14:35 - Maria: Mensagem apagada',
      '25/10/2026 14:36 - Maria: Fechado <Mensagem editada>',
      '25/10/2026 14:36 - Maria: null',
    ].join('\n'),
  );
  expect(summary).toMatchObject({
    system: 'android',
    dateOrder: 'dmy',
    isDateOrderCertain: true,
    alternative: null,
    authors: [
      { name: 'Maria', messages: 5 },
      { name: '+55 11 99999-8888', messages: 1 },
    ],
    messages: 6,
    systemMessages: 2,
    attachments: 1,
    omitted: 2,
    deleted: 1,
    linesWithoutMessage: 0,
    firstAt: at('2026-10-25 14:20'),
    lastAt: at('2026-10-25 14:36'),
  });
  expect(messages.map(({ line, author, text }) => [line, author, text])).toEqual([
    [1, null, expect.stringContaining('criptografia')],
    [2, null, 'Maria criou o grupo "Projeto: site novo"'],
    [3, 'Maria', 'Bom dia\n\nSegue a lista: pão, leite'],
    [6, '+55 11 99999-8888', 'Olha a fachada'],
    [8, 'Maria', ''],
    [9, 'Maria', ''],
    [10, 'Maria', 'Fechado'],
    [11, 'Maria', ''],
  ]);
  expect(messages.slice(3)).toMatchObject([
    { file: 'IMG-20261025-WA0012.jpg', isOmitted: false, at: at('2026-10-25 14:34') },
    { file: null, isOmitted: true },
    { isDeleted: true },
    { isEdited: true },
    { isOmitted: true },
  ]);
});

test('reads an iOS chat with its marks', async () => {
  const { summary, read: messages } = await read(
    [
      '\ufeff[05/10/2026, 14:33:10] Padaria Aurora: \u200eAs mensagens e as ligações são protegidas com a criptografia de ponta a ponta.',
      '[05/10/2026, 14:33:12] Maria: Oi: tudo bem?',
      '\u200e[05/10/2026, 14:34:01] Maria: \u200e<anexado: 00000012-PHOTO-2026-10-05-14-34-01.jpg>',
      '\u200e[05/10/2026, 14:34:02] ~\u202fJoão: Legenda da foto \u200e<anexado: 00000013-PHOTO-2026-10-05-14-34-02.jpg>',
      '\u200e[05/10/2026, 14:35:00] Maria: Contrato.pdf • \u200e3 páginas \u200e<anexado: 00000014-Contrato.pdf>',
      '\u200e[05/10/2026, 14:36:00] Maria: \u200eimagem omitida',
      '[06/10/2026, 08:00:00] Maria: \u200eLigação de voz perdida',
      '[06/10/2026, 08:00:01] Maria: \u200eLocalização: https://maps.google.com/?q=-23.5,-46.6',
      '[13/10/2026, 08:00:01] Maria: \u200eEsta mensagem foi apagada.',
    ].join('\r\n'),
  );
  expect(summary).toMatchObject({
    system: 'ios',
    dateOrder: 'dmy',
    isDateOrderCertain: true,
    messages: 7,
    systemMessages: 2,
    attachments: 3,
    omitted: 1,
    deleted: 1,
  });
  expect(messages.map(({ author, text, file }) => [author, text, file])).toEqual([
    [null, expect.stringContaining('criptografia'), null],
    ['Maria', 'Oi: tudo bem?', null],
    ['Maria', '', '00000012-PHOTO-2026-10-05-14-34-01.jpg'],
    ['João', 'Legenda da foto', '00000013-PHOTO-2026-10-05-14-34-02.jpg'],
    ['Maria', '', '00000014-Contrato.pdf'],
    ['Maria', '', null],
    [null, 'Ligação de voz perdida', null],
    ['Maria', 'Localização: https://maps.google.com/?q=-23.5,-46.6', null],
    ['Maria', '', null],
  ]);
  expect(messages[1]?.at).toEqual(at('2026-10-05 14:33:12'));
});

test('reads clocks of 12 hours, with any space before AM and PM', async () => {
  const { summary, read: messages } = await read(
    [
      '10/25/26, 12:05\u202fAM - Maria: zero',
      '10/25/26, 12:05 PM - Maria: noon',
      '10/25/26, 2:33\u00a0p.m. - Maria: <Media omitted>',
      '10/25/26, 11:59\u202fPM - Maria: You deleted this message',
      '10/25/26, 13:10 PM - Maria: no time',
    ].join('\n'),
  );
  expect(summary).toMatchObject({ dateOrder: 'mdy', isDateOrderCertain: true, omitted: 1 });
  expect(messages.map((message) => message.at.hour)).toEqual([0, 12, 14, 23]);
});

test('decides the order of dates from the last of them', async () => {
  const days = ['01/02/2026', '03/04/2026', '05/28/2026'];
  const { summary, read: messages } = await read(
    days.map((day) => `${day} 10:00 - Maria: ${day}`).join('\n'),
  );
  expect(summary).toMatchObject({ dateOrder: 'mdy', isDateOrderCertain: true });
  expect(messages.map((message) => message.at.month)).toEqual([1, 3, 5]);
});

test('decides the order of dates by the order of the messages', async () => {
  const { summary } = await read(
    '[02/01/2026, 10:00:00] A: x\n[02/11/2026, 10:00:00] A: x\n[03/01/2026, 10:00:00] A: y',
  );
  expect(summary).toMatchObject({ dateOrder: 'mdy', isDateOrderCertain: true, alternative: null });
});

test('reports an order of dates that it cannot decide, and reads in the other one on request', async () => {
  const text = '05/10/2026 10:00 - Maria: a\n06/11/2026 10:00 - Maria: b';
  const { summary, read: messages } = await read(text, 'mdy');
  expect(summary).toMatchObject({
    dateOrder: 'dmy',
    isDateOrderCertain: false,
    firstAt: at('2026-10-05 10:00'),
    alternative: {
      dateOrder: 'mdy',
      firstAt: at('2026-05-10 10:00'),
      lastAt: at('2026-06-11 10:00'),
    },
  });
  expect(messages.map((message) => message.at.month)).toEqual([5, 6]);
});

test('keeps lines with impossible dates in the message before them, and counts them', async () => {
  const { summary, read: messages } = await read(
    'Exportado por Maria\n31/10/2026 10:00 - Maria: a\n31/02/2026 10:00 - Maria: b\n10/31/2026 10:01 - Maria: c',
  );
  expect(summary).toMatchObject({ messages: 1, linesWithoutMessage: 3, dateOrder: 'dmy' });
  expect(messages).toHaveLength(1);
  expect(messages[0]?.text).toContain('31/02/2026');
});

test('numbers equal messages, and identifies them in exports with and without media', async () => {
  const lines = (first: string, second: string) =>
    [
      '25/10/2026 14:33 - Maria: ok',
      '25/10/2026 14:33 - Maria: ok',
      `25/10/2026 14:33 - Maria: ${first}`,
      `25/10/2026 14:33 - Maria: ${second}`,
      '25/10/2026 14:33 - João: ok',
      '25/10/2026 14:34 - Maria: ok',
    ].join('\n');
  const withMedia = await read(lines('IMG-1.jpg (arquivo anexado)', 'IMG-2.jpg (arquivo anexado)'));
  const without = await read(lines('<Mídia oculta>', '<Media omitted>'));
  expect(withMedia.read.map(({ n }) => n)).toEqual([1, 2, 1, 2, 1, 1]);
  expect(new Set(withMedia.read.map(({ identity }) => identity)).size).toBe(6);
  expect(without.read.map(({ identity }) => identity)).toEqual(
    withMedia.read.map(({ identity }) => identity),
  );
});

test('opens attachments of an archive on demand', async () => {
  const chat = await openZip({
    'Conversa do WhatsApp com Maria.txt':
      '25/10/2026 14:33 - Maria: foto.jpg (arquivo anexado)\n25/10/2026 14:33 - Maria: perdida.jpg (arquivo anexado)',
    'foto.jpg': Buffer.from([0xff, 0xd8, 0xff]),
    'notas.txt': '01/01/2020 10:00 - Outro: um anexo',
  });
  expect(chat.textName).toBe('Conversa do WhatsApp com Maria.txt');
  expect(chat.summary).toMatchObject({ messages: 2, attachments: 2 });
  expect(chat.sizeOf('foto.jpg')).toBe(3);
  const bytes = await chat.openFile('foto.jpg')?.();
  expect(bytes && (await buffer(bytes))).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  expect(chat.openFile('perdida.jpg')).toBeNull();
  expect(chat.openFile('../foto.jpg')).not.toBeNull();
});

test('finds the text of a chat by its content, and refuses archives with none or several', async () => {
  const text = '25/10/2026 14:33 - Maria: oi';
  const renamed = await openZip({ 'pasta/maria.txt': text, 'leia.txt': 'nada' });
  expect(renamed.textName).toBe('pasta/maria.txt');
  await expectProblem(openZip({ 'leia.txt': 'nada' }), { code: 'no_chat' });
  await expectProblem(openZip({ 'a.txt': text, 'b.txt': text }), {
    code: 'several_chats',
    values: { count: 2 },
  });
});

test('refuses texts that are no chats', async () => {
  await expectProblem(read('nome;telefone\nMaria;11'), { code: 'not_a_chat' });
  await expectProblem(read('x\n'.repeat(20_000)), { code: 'not_a_chat' });
  await expectProblem(read('99/99/2026 10:00 - Maria: a'), { code: 'not_a_chat' });
  await expectProblem(read(''), { code: 'empty' });
  await expectProblem(read(`25/10/2026 14:33 - Maria: a\n${'b\n'.repeat(600_000)}`), {
    code: 'message_too_long',
    line: 1,
  });
  await expectProblem(
    read(Array.from({ length: 10_001 }, (_, i) => `25/10/2026 14:33 - A${i}: a`).join('\n')),
    { code: 'too_many_authors', line: 10_001 },
  );
});

test('refuses damaged archives, and archives whose sizes lie', async () => {
  const chat = `25/10/2026 14:33 - Maria: ${'a'.repeat(5000)}`;
  const zip = await zipOf({ '_chat.txt': chat, 'foto.jpg': 'abc' });
  for (const length of [5, 100, zip.length - 30, zip.length - 1])
    await expectProblem(openText(zip.subarray(0, length), 'cut.zip'), { code: 'damaged_archive' });
  const lying = Buffer.from(zip);
  // Unpacked size in the central directory's first entry.
  lying.writeUInt32LE(10, lying.indexOf('PK\u0001\u0002') + 24);
  await expectProblem(openText(lying, 'lying.zip'), { code: 'damaged_archive' });
  const huge = Buffer.from(zip);
  huge.writeUInt32LE(0xff_ff_ff_f0, huge.lastIndexOf('PK\u0001\u0002') + 24);
  await openText(huge, 'huge.zip').catch((error: Error) => expect(error.name).toBe('FileProblem'));
  const locked = Buffer.from(zip);
  locked.writeUInt16LE(0x801, locked.indexOf('PK\u0001\u0002') + 8);
  await expectProblem(openText(locked, 'locked.zip'), { code: 'encrypted' });
  const outside = Buffer.from(
    zip.toString('latin1').replaceAll('_chat.txt', '../ha.txt'),
    'latin1',
  );
  await expectProblem(openText(outside, 'outside.zip'), { code: 'damaged_archive' });
});

const twoDigits = (value: number) => String(value).padStart(2, '0');
const name = fc.stringMatching(/^[A-Za-zÀ-ÿ][A-Za-zÀ-ÿ .]{0,20}[A-Za-zÀ-ÿ]$/);
const text = fc.stringMatching(/^[a-zà-ú][a-zà-ú :,.!?-]{0,30}[a-zà-ú](\n[a-zà-ú]{1,10}){0,2}$/);

test('reads any chat as it was written, in every form', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(name, text, fc.integer({ min: 0, max: 86_399 })), {
        minLength: 1,
        maxLength: 30,
      }),
      fc.constantFrom('ios', 'android'),
      fc.constantFrom('dmy', 'mdy'),
      async (parts, system, order) => {
        const written = parts.map(([author, body, moment], i) => ({
          author,
          body,
          at: new Date(Date.UTC(2026, 0, 31 + i * 5) + moment * 1000),
        }));
        const lines = written.map(({ author, body, at: time }) => {
          const [day, month] = [twoDigits(time.getUTCDate()), twoDigits(time.getUTCMonth() + 1)];
          const date = `${order === 'dmy' ? `${day}/${month}` : `${month}/${day}`}/2026`;
          const clock = `${twoDigits(time.getUTCHours())}:${twoDigits(time.getUTCMinutes())}`;
          return system === 'ios'
            ? `[${date}, ${clock}:${twoDigits(time.getUTCSeconds())}] ${author}: ${body}`
            : `${date} ${clock} - ${author}: ${body}`;
        });
        const { summary, read: messages } = await read(lines.join('\n'));
        expect(summary).toMatchObject({
          system,
          dateOrder: order,
          isDateOrderCertain: true,
          messages: parts.length,
        });
        expect(messages.map((message) => [message.author, message.text])).toEqual(
          written.map(({ author, body }) => [author, body]),
        );
        expect(messages.map((message) => message.at)).toEqual(
          written.map(({ at: time }) => ({
            year: 2026,
            month: time.getUTCMonth() + 1,
            day: time.getUTCDate(),
            hour: time.getUTCHours(),
            minute: time.getUTCMinutes(),
            second: system === 'ios' ? time.getUTCSeconds() : null,
          })),
        );
      },
    ),
    { numRuns: 100 },
  );
});
