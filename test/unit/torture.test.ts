import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tests } from '#torture/tests.ts';

/* `npm run torture` runs the torture tests; this checks that their breakages still apply. */

const breakages = Object.entries(tests).flatMap(([number, { broken }]) =>
  broken.map((breakage) => ({ number, ...breakage })),
);

test('each has at least two ways to break the service', () => {
  for (const { title, broken } of Object.values(tests))
    expect(broken.length, title).toBeGreaterThanOrEqual(2);
});

test.each(breakages)('$number: $how: the text that it replaces exists once', ({ file, find }) => {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  expect(text.split(find)).toHaveLength(2);
});
