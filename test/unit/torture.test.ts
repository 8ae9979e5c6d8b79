import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tests } from '#torture/tests.ts';

/*
 * The torture tests themselves run by `npm run torture`; here that they can still be seen to fail.
 */

const breakages = Object.entries(tests).flatMap(([number, { broken }]) =>
  broken.map((breakage) => ({ number, ...breakage })),
);

test('each has two ways at least to break the service', () => {
  for (const { title, broken } of Object.values(tests))
    expect(broken.length, title).toBeGreaterThanOrEqual(2);
});

test.each(breakages)('$number: $how: what it replaces stands there once', ({ file, find }) => {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  expect(text.split(find)).toHaveLength(2);
});
