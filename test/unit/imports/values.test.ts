import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cnpjDigits, cpfDigits } from '#server/features/crm/clients/tax-ids.ts';
import {
  dayOrderOf,
  decimalMarkOf,
  isBlank,
  type Reading,
  readChoice,
  readDate,
  readEmail,
  readHours,
  readMoney,
  readNumber,
  readPhone,
  readTaxId,
  readText,
  readTimestamp,
  readYesNo,
  splitEmails,
  splitPhones,
  splitTags,
  valueProblemCodes,
} from '#server/features/imports/reading/values.ts';

/** The value, or the code of the problem. */
const outcome = <T>({ value, problem }: Reading<T>) => value ?? problem?.code;

test.each([
  ['1.234,56', 1234.56],
  ['R$ 1.234,56', 1234.56],
  ['R$1234', 1234],
  ['R$\u00a010,00', 10],
  ['1.234', 1234],
  ['1.234.567', 1_234_567],
  ['1,5', 1.5],
  ['1.5', 1.5],
  ['1,234.56', 1234.56],
  [',5', 0.5],
  ['(10,00)', -10],
  ['-R$ 3', -3],
  ['3-', -3],
  ['60%', 60],
  ['0', 0],
  ['5,51E+12', 'exponent'],
  ['1,234,56', 'not_a_number'],
  ['1.23.456', 'not_a_number'],
  ['US$ 10', 'foreign_currency'],
  ['dez', 'not_a_number'],
  ['', 'not_a_number'],
  ['#N/D', 'formula_error'],
])('reads the number %j as %j', (cell, expected) => {
  expect(outcome(readNumber(cell))).toBe(expected);
});

test('reads amounts and the mark of their column', () => {
  expect(decimalMarkOf(['1.234', '10,50'])).toBe(',');
  expect(decimalMarkOf(['1,234', '10.50'])).toBe('.');
  expect(decimalMarkOf(['1.234'])).toBe(',');
  expect(readMoney('1,234', '.')).toEqual({ value: 1234 });
  expect(readMoney('1.234', '.')).toEqual({ value: 1.23 });
  expect(outcome(readMoney('-1'))).toBe('out_of_range');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (cents) => {
      const value = cents / 100;
      const text = value.toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' });
      expect(readMoney(text)).toEqual({ value });
      expect(readMoney(value.toLocaleString('en-US', { minimumFractionDigits: 2 }), '.')).toEqual({
        value,
      });
    }),
  );
});

test.each([
  ['05/10/2026', '2026-10-05'],
  ['5/1/26', '2026-01-05'],
  ['05-10-2026 14:30', '2026-10-05'],
  ['2026-10-05', '2026-10-05'],
  ['2026-10-05T14:30:00Z', '2026-10-05'],
  ['5 de outubro de 2026', '2026-10-05'],
  ['05/out/26', '2026-10-05'],
  ['1º de março de 2026', '2026-03-01'],
  ['Oct 5, 2026', '2026-10-05'],
  ['seg, 05/10/2026', '2026-10-05'],
  ['46300', '2026-10-05'],
  ['1790000000000', '2026-09-21'],
  ['31/02/2026', 'impossible_date'],
  ['05/13/2026', 'impossible_date'],
  ['outubro', 'not_a_date'],
  ['10/2026', 'not_a_date'],
  ['123', 'not_a_date'],
  ['4,63E+04', 'exponent'],
])('reads the date %j as %j', (cell, expected) => {
  expect(outcome(readDate(cell))).toBe(expected);
});

test('reads the order of days, birthdays and times', () => {
  expect(dayOrderOf(['05/10/2026', '10/25/2026'])).toEqual({ order: 'mdy', isCertain: true });
  expect(dayOrderOf(['05/10/2026', '25/10/2026'])).toEqual({ order: 'dmy', isCertain: true });
  expect(dayOrderOf(['25/10/2026', '10/25/2026'])).toEqual({ order: 'dmy', isCertain: false });
  expect(readDate('10/05/2026', { order: 'mdy' })).toEqual({ value: '2026-10-05' });
  expect(readDate('05/10/85', { isPast: true })).toEqual({ value: '1985-10-05' });
  expect(readTimestamp('05/10/2026 às 14h30')).toEqual({
    value: { text: '2026-10-05T14:30:00', isLocal: true },
  });
  expect(readTimestamp('2026-10-05T14:30:00-03:00')).toEqual({
    value: { text: '2026-10-05T17:30:00.000Z', isLocal: false },
  });
  expect(readTimestamp('05/10/2026 2:30 PM')).toEqual({
    value: { text: '2026-10-05T14:30:00', isLocal: true },
  });
  expect(outcome(readTimestamp('05/10/2026 25:00'))).toBe('not_a_date');
});

test('reads every day in every form', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1930-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
      (date) => {
        const iso = date.toISOString().slice(0, 10);
        for (const text of [
          iso,
          date.toLocaleDateString('pt-BR', { timeZone: 'UTC' }),
          date.toLocaleDateString('pt-BR', { timeZone: 'UTC', dateStyle: 'long' }),
          date.toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'long' }),
        ])
          expect(readDate(text)).toEqual({ value: iso });
      },
    ),
  );
});

test.each([
  ['(11) 99999-8888', '5511999998888'],
  ['11999998888.0', '5511999998888'],
  ['+55 11 99999-8888', '5511999998888'],
  ['5511999998888', '5511999998888'],
  ['011 3333-4444', '551133334444'],
  ['0 15 11 99999-8888', '5511999998888'],
  ['(11) 3333-4444 ramal 12', '551133334444'],
  ['11 99999 8888 (Maria)', '5511999998888'],
  ['https://wa.me/5511999998888', '5511999998888'],
  ['+1 415 555 0100', '14155550100'],
  ['5,51E+12', 'exponent'],
  ['99999-8888', 'area_code_missing'],
  ['(20) 99999-8888', 'unknown_area_code'],
  ['11 89999-88889', 'not_a_phone'],
  ['123', 'not_a_phone'],
  ['falar com Maria', 'not_a_phone'],
])('reads the phone %j as %j', (cell, expected) => {
  expect(outcome(readPhone(cell))).toBe(expected);
});

test('offers a phone with the area code of the team', () => {
  expect(readPhone('99999-8888', '11')).toMatchObject({
    problem: { code: 'area_code_missing' },
    offer: '5511999998888',
  });
});

test('reads tax ids, and offers lost zeros if the digits check', () => {
  expect(readTaxId('529.982.247-25')).toEqual({ value: { kind: 'cpf', value: '52998224725' } });
  expect(readTaxId('12.ABC.345/01DE-35')).toEqual({
    value: { kind: 'cnpj', value: '12ABC34501DE35' },
  });
  expect(outcome(readTaxId('529.982.247-26'))).toBe('wrong_check_digits');
  expect(outcome(readTaxId('111.111.111-11'))).toBe('wrong_check_digits');
  expect(outcome(readTaxId('1,23E+13'))).toBe('exponent');
  expect(outcome(readTaxId('isento'))).toBe('not_a_tax_id');
  expect(outcome(readTaxId('529.982.247-25', ['cnpj']))).toBe('not_a_tax_id');
  fc.assert(
    fc.property(fc.integer({ min: 10_000_000, max: 99_999_999 }), (number) => {
      const base = `0${number}`;
      const cpf = base + cpfDigits(base);
      expect(readTaxId(cpf, ['cpf'])).toMatchObject({ value: { value: cpf } });
      expect(readTaxId(String(Number(cpf)), ['cpf'])).toMatchObject({
        problem: { code: 'lost_zeros', values: { offer: cpf } },
        offer: { kind: 'cpf', value: cpf },
      });
      const long = `0${number}0001`.slice(0, 12);
      const cnpj = long.padEnd(12, '0') + cnpjDigits(long.padEnd(12, '0'));
      expect(readTaxId(String(Number(cnpj)), ['cnpj'])).toMatchObject({ offer: { value: cnpj } });
    }),
  );
});

test('reads e-mail addresses, yes and no, hours, texts and blanks', () => {
  expect(outcome(readEmail(' Maria@Aurora.com.br; '))).toBe('maria@aurora.com.br');
  expect(outcome(readEmail('Maria <maria@a.com>'))).toBe('maria@a.com');
  expect(outcome(readEmail('maria@a'))).toBe('not_an_email');
  expect([
    outcome(readYesNo('Sim')),
    outcome(readYesNo('NÃO')),
    outcome(readYesNo('talvez')),
  ]).toEqual([true, false, 'not_yes_or_no']);
  expect(['2h30', '02:30', '90 min', '1,5', '3h'].map((cell) => outcome(readHours(cell)))).toEqual([
    2.5, 2.5, 1.5, 1.5, 3,
  ]);
  expect(outcome(readText('abc', 2))).toBe('too_long');
  expect(['', ' ', '-', 'N/A', 'não informado'].map(isBlank)).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(isBlank('Não')).toBe(false);
});

test('splits several values in a cell', () => {
  expect(splitPhones('(11) 3333-4444 / 11 99999-8888')).toEqual([
    '(11) 3333-4444',
    '11 99999-8888',
  ]);
  expect(splitPhones('11999998888, 11999997777')).toHaveLength(2);
  expect(splitPhones('11 3333-4444/5555')).toHaveLength(1);
  expect(splitPhones('11 3333-4444 ::: 11 3333-5555\n11 3333-4444')).toHaveLength(2);
  expect(splitEmails('a@a.com; b@b.com e c@c.com')).toEqual(['a@a.com', 'b@b.com', 'c@c.com']);
  expect(splitTags('[a,b c]')).toEqual(['a', 'b c']);
  expect(splitTags('* myContacts ::: Cliente ::: VIP')).toEqual(['Cliente', 'VIP']);
});

test('reads words of enumerations in both languages', () => {
  expect(outcome(readChoice('Em andamento', 'project_status'))).toBe('active');
  expect(outcome(readChoice('ALTA', 'task_priority'))).toBe('high');
  expect(outcome(readChoice('🔴 Urgente', 'task_priority'))).toBe('urgent');
  expect(outcome(readChoice('Pessoa Jurídica', 'client_type'))).toBe('PJ');
  expect(outcome(readChoice('Ganho', 'deal_outcome'))).toBe('won');
  expect(readChoice('roxo', 'deal_priority')).toMatchObject({
    problem: { code: 'unknown_choice', values: { choices: 'alta, media, baixa' } },
  });
});

test('never throws, whatever a cell holds', () => {
  const readers = [
    readNumber,
    readMoney,
    readDate,
    readTimestamp,
    readPhone,
    readEmail,
    readTaxId,
    readYesNo,
    readHours,
  ];
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[\d.,/ ():+-]{0,30}$/)),
      (cell) => {
        for (const read of readers) {
          const { value, problem } = read(cell) as Reading<unknown>;
          expect(value === undefined).toBe(problem !== undefined);
          if (problem) expect(valueProblemCodes).toContain(problem.code);
        }
        splitPhones(cell);
        splitTags(cell);
      },
    ),
    { numRuns: 500 },
  );
});
