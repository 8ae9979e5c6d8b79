import { expect, test } from 'vitest';
import { words as en } from '#panel/words/reports/en.ts';
import { words as pt } from '#panel/words/reports/pt-BR.ts';
import {
  dimensionWords,
  labelWords,
  measureWords,
  totalWords,
} from '#server/features/reports/csv-words.ts';
import { reports } from '#server/features/reports/definitions.ts';

/* The file of a report has the words of its table in the panel. */

/** The texts of a language. @param place 0 for Portuguese, 1 for English */
const textsOf = (words: Readonly<Record<string, readonly [string, string]>>, place: 0 | 1) =>
  Object.fromEntries(Object.entries(words).map(([name, each]) => [name, each[place]]));

test.each([
  ['pt', 0, pt],
  ['en', 1, en],
] as const)('%s: the headers and labels of the file are those of the panel', (_, place, panel) => {
  const names = Object.entries(panel.measures).map(([name, { name: text }]) => [name, text]);
  expect(textsOf(measureWords, place)).toEqual(Object.fromEntries(names));
  expect(textsOf(dimensionWords, place)).toEqual(panel.dimensions);
  const { without, buckets, deleted } = labelWords(place);
  expect(without).toEqual(panel.without);
  expect(buckets).toEqual(panel.buckets);
  expect(deleted).toBe(panel.deleted);
  expect(totalWords[place]).toBe(panel.total);
});

test('each column of each report has a header', () => {
  const columns = Object.entries(reports).flatMap(([report, { measures }]) =>
    Object.entries(measures).flatMap(([name, { isHidden }]) =>
      isHidden ? [] : [`${report}.${name}`],
    ),
  );
  expect(Object.keys(measureWords).toSorted()).toEqual(columns.toSorted());
});
