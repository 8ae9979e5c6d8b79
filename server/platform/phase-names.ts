/*
 * Names of deal phases as people read them: in the panel, summaries and CSV. Phases are stored as teams and programs write them, often without accents
 * ("negociacao"); known words get their accents, and the name a capital. What is stored and sent stays as it is (docs/adr/0116-accents-of-phases.md).
 */

const accented = [
  'análise',
  'apresentação',
  'aprovação',
  'avaliação',
  'concluído',
  'concluída',
  'contratação',
  'decisão',
  'diagnóstico',
  'execução',
  'implantação',
  'início',
  'negociação',
  'orçamento',
  'pós',
  'pré',
  'produção',
  'prospecção',
  'qualificação',
  'reunião',
  'revisão',
  'técnica',
  'veiculação',
] as const;

const plain = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '');
const accentedNames = new Map<string, string>(accented.map((word) => [plain(word), word]));

/** Writes a word like another one: `NEGOCIAÇÃO` for NEGOCIACAO, `Negociação` for Negociacao. */
function inCaseOf(word: string, model: string): string {
  if (model === model.toUpperCase()) return word.toUpperCase();
  const [first = ''] = model;
  return first === first.toUpperCase() ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}

/** Name of a phase with a capital and the accents of its known words: `negociacao` → `Negociação`. */
export const phaseName = (phase: string): string => capital(withAccents(phase));

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const withAccents = (phase: string) =>
  phase.replace(/[a-z]+/gi, (word, at: number) => {
    const isWhole = !/[\p{L}\p{M}\d]/u.test(phase.charAt(at - 1) + phase.charAt(at + word.length));
    const accented = isWhole ? accentedNames.get(word.toLowerCase()) : undefined;
    return accented === undefined ? word : inCaseOf(accented, word);
  });
