import { expect, test } from 'vitest';
import { markedParts } from '#panel/display/marked-words.ts';

/* Words of a search, marked in a text. */

const marked = (text: string, term: string) =>
  markedParts(text, term)
    .map(({ text: part, isMarked }) => (isMarked ? `[${part}]` : part))
    .join('');

test.each([
  ['A arte do cardápio', 'CARDAPIO arte', 'A [arte] do [cardápio]'],
  ['Orçamento, orçamentos', 'orcamento', '[Orçamento], [orçamento]s'],
  ['Na parte da arte', 'art', 'Na parte da [art]e'],
  ['São 1.200 reais', '1.200', 'São [1.200] reais'],
  ['😀 arte 😀', 'arte', '😀 [arte] 😀'],
  ['Nada disso', '!! ?', 'Nada disso'],
  ['', 'arte', ''],
])('“%s” by “%s”', (text, term, expected) => {
  expect(marked(text, term)).toBe(expected);
  expect(
    markedParts(text, term)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});
