import { expect, test } from 'vitest';
import { isTaskNumber, splitAtTaskNumbers, taskNumbersIn } from '#panel/data/task-numbers.ts';
import { partsOf, withTaskNumbers } from '#panel/records/conversations/thread/message-markup.ts';

/* Task numbers in the panel's addresses and texts. */

test.each([
  ['SITE-123', true],
  ['site-1', true],
  ['0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11', false],
  ['ab-12cd', false],
  ['S-1', false],
])('%s in an address: %s', (text, isNumber) => {
  expect(isTaskNumber(text)).toBe(isNumber);
});

test('finds each number in a text once', () => {
  const text = 'SITE-12, (WEB-1) e SITE-12. Não: site-3, XSITE-4ª, a/SITE-5, UTF-8x, SITE-6-7';
  expect(taskNumbersIn(text)).toEqual(['SITE-12', 'WEB-1']);
});

test('splits a text at the numbers of tasks that exist, and at no others', () => {
  expect(splitAtTaskNumbers('SITE-1 e SITE-12, COVID-19', ['SITE-1'])).toEqual([
    '',
    'SITE-1',
    ' e SITE-12, COVID-19',
  ]);
  expect(splitAtTaskNumbers('COVID-19', [])).toEqual(['COVID-19']);
});

test('links numbers inside the markup of a message, but not in code or in a link', () => {
  const link = { is: 'link', href: '/t/x/tasks/SITE-1', inside: [{ is: 'text', text: 'SITE-1' }] };
  const parts = partsOf('*SITE-1* `SITE-1` https://p/SITE-1?a SITE-2');
  const linked = withTaskNumbers(parts, ['SITE-1'], '/t/x/tasks');
  expect(linked).toMatchObject([
    { is: 'bold', inside: [{ text: '' }, link, { text: '' }] },
    { text: ' ' },
    { is: 'code', text: 'SITE-1' },
    { text: ' ' },
    { is: 'link', href: 'https://p/SITE-1?a' },
    { text: ' SITE-2' },
  ]);
});
