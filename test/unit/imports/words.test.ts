import { expect, test } from 'vitest';
import { words as en } from '#panel/words/import-problems/en.ts';
import { words as ptBR } from '#panel/words/import-problems/pt-BR.ts';
import { fileProblemCodes } from '#server/features/imports/reading/file-problem.ts';
import { valueProblemCodes } from '#server/features/imports/reading/values.ts';

test('the panel has words for each problem of a file and of a cell', () => {
  for (const words of [ptBR, en]) {
    expect(Object.keys(words.file)).toEqual(fileProblemCodes);
    expect(Object.keys(words.value)).toEqual(valueProblemCodes);
  }
});
