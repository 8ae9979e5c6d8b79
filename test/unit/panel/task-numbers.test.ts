import { expect, test } from 'vitest';
import { isTaskNumber, taskNumbersIn, withTaskLinks } from '#panel/data/task-numbers.ts';

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

test('links the numbers of tasks that exist, and no others', () => {
  const link = '[SITE-1](https://p/t/x/tasks/SITE-1)';
  expect(withTaskLinks('SITE-1 e SITE-12, COVID-19', 'https://p/t/x/tasks', ['SITE-1'])).toBe(
    `${link} e SITE-12, COVID-19`,
  );
  expect(withTaskLinks('COVID-19', 'https://p/t/x/tasks', [])).toBe('COVID-19');
});
