import type { Import } from '#panel/api/schema.ts';
import type { useImportWords } from '#panel/words/imports/use.ts';

/** The state of an import in words. */
export const stateText = (
  { state, kind }: Pick<Import, 'state' | 'kind'>,
  words: Pick<ReturnType<typeof useImportWords>, 'states' | 'toMap'>,
): string => (state === 'read' && kind === 'rows' ? words.toMap : words.states[state]);
