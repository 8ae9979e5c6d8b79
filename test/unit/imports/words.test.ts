import { expect, test } from 'vitest';
import { fieldLabel } from '#panel/screens/settings/imports/rows/field-label.ts';
import { fieldsOf } from '#panel/screens/settings/imports/rows/fields.ts';
import { words as fieldsEn } from '#panel/words/fields/en.ts';
import { words as fieldsPtBR } from '#panel/words/fields/pt-BR.ts';
import { words as en } from '#panel/words/import-problems/en.ts';
import { words as ptBR } from '#panel/words/import-problems/pt-BR.ts';
import { words as rowsEn } from '#panel/words/import-rows/en.ts';
import { words as rowsPtBR } from '#panel/words/import-rows/pt-BR.ts';
import { fileProblemCodes } from '#server/features/imports/reading/file-problem.ts';
import { importedResources, mappedFields } from '#server/features/imports/reading/mapping.ts';
import { presetNames } from '#server/features/imports/reading/presets.ts';
import { valueProblemCodes } from '#server/features/imports/reading/values.ts';
import { fieldsOf as acceptedFields } from '#server/features/imports/rows/imported-tables.ts';
import { fieldProblemCodes, rowProblemCodes } from '#server/features/imports/rows/row-problem.ts';

test('the panel has words for each problem of a file, of a cell and of a row', () => {
  for (const words of [ptBR, en]) {
    expect(Object.keys(words.file)).toEqual(fileProblemCodes);
    expect(Object.keys(words.value)).toEqual(valueProblemCodes);
    expect(Object.keys(words.row)).toEqual([...rowProblemCodes, ...fieldProblemCodes]);
  }
});

test('the panel has a name for each product', () => {
  for (const { asRead } of [rowsPtBR, rowsEn])
    for (const name of presetNames) expect(asRead.products).toHaveProperty(name);
});

test('the panel offers each field that a guess fills, and only those that the service takes, with labels', () => {
  for (const resource of importedResources) {
    expect(fieldsOf[resource]).toEqual(expect.arrayContaining([...mappedFields[resource]]));
    for (const field of fieldsOf[resource]) {
      expect(acceptedFields(resource), `${resource}.${field}`).toContain(field);
      for (const [words, fields] of [
        [rowsPtBR, fieldsPtBR],
        [rowsEn, fieldsEn],
      ] as const)
        expect(fieldLabel(words, fields, field)).not.toBe(field);
    }
  }
});
