import { describe, expect, test } from 'vitest';
import { words as en } from '#panel/words/privacy/en.ts';
import { words as pt } from '#panel/words/privacy/pt-BR.ts';
import { identifiersFrom } from '#server/features/privacy/identifiers.ts';
import { maskingOf, NameSet } from '#server/features/privacy/masking.ts';
import { basesOfOthers } from '#server/features/privacy/package-texts.ts';

/* Masks of others' data in the package of a person. */

const names = new NameSet();
for (const name of ['Carlos Eduardo Menezes', 'Ana Luíza', 'Joana Prado', 'Rui', 'Suporte'])
  names.add(name);
const masking = maskingOf(
  identifiersFrom({
    phone: ['5511987654321'],
    email: ['joana@exemplo.com.br'],
    tax_id: ['52998224725'],
    name: ['Joana Prado'],
  }),
  ['Joana Prado', 'Jô'],
  names,
);

test.each([
  ['the phone number of the person', 'Ligar (11) 9 8765-4321', 'Ligar (11) 9 8765-4321'],
  ['a phone number', 'Ligar (21) 99876-1234.', 'Ligar (**) *****-****.'],
  ['two numbers in a row', '11 98765-4321 21 99876-1234', '11 98765-4321 ** *****-****'],
  ['two numbers of others', '21 99876-1234 21 99876-1235', '** *****-**** ** *****-****'],
  ['a number without area code', 'Ramal 99876-1234', 'Ramal *****-****'],
  ['a number abroad', '+351 912 345 678', '+*** *** *** ***'],
  ['a number in a link', 'https://wa.me/5521998761234', 'https://wa.me/*************'],
  ['a mention', 'Oi @5521998761234', 'Oi @*************'],
  ['an e-mail address', 'rui@rival.com.br, joana@exemplo.com.br', '***@***, joana@exemplo.com.br'],
  ['an address that ends like the person’s', 'x.joana@exemplo.com.br', '***@***'],
  ['a CPF', 'CPF 111.444.777-35, 11144477735', 'CPF ***.***.***-**, ***********'],
  ['the CPF of the person', 'CPF 529.982.247-25', 'CPF 529.982.247-25'],
  ['a CNPJ', 'CNPJ 11.222.333/0001-81', 'CNPJ **.***.***/****-**'],
  ['an RG', 'RG 12.345.678-X', 'RG **.***.***-X'],
  ['a whole name', 'Com carlos eduardo menezes hoje', 'Com c*** e*** m*** hoje'],
  ['the first name with the last', 'Com Carlos Menezes', 'Com C*** M***'],
  ['a name without its accents', 'Ana luiza, oi', 'A*** l***, oi'],
  ['a name in the name of a file', 'foto_Carlos-Menezes.jpg', 'foto_C*** M***.jpg'],
  ['a name over two lines', 'Carlos\nMenezes', 'Carlos\nMenezes'],
  ['the name of the person', 'Joana Prado', 'Joana Prado'],
  ['a single word', 'Suporte do Rui', 'Suporte do Rui'],
  ['dates', '28/11/2026 14:30, 2026-11-28', '28/11/2026 14:30, 2026-11-28'],
  ['amounts', 'R$ 12.345.678,90 em 24 vezes', 'R$ 12.345.678,90 em 24 vezes'],
])('%s', (_, text, masked) => {
  expect(masking.text(text)).toBe(masked);
});

describe('fields', () => {
  test('a name is masked, unless it is the person’s', () => {
    expect(masking.name('Rui')).toBe('R***');
    expect(masking.name('jô')).toBe('jô');
    expect(masking.name('JOANA  PRADO')).toBe('JOANA  PRADO');
  });

  test('JSON stays JSON', () => {
    const value = { latitude: -23.5505199123, name: 'Carlos Menezes', phones: ['21 99876-1234'] };
    expect(masking.json(value)).toEqual({
      latitude: -23.5505199123,
      ...{ name: 'C*** M***', phones: ['** *****-****'] },
    });
  });
});

test('bases that the panel offers for texts about someone else are recognized', () => {
  expect([pt, en].map((words) => words.hits.basis.options.otherPerson)).toEqual([...basesOfOthers]);
});
