import { plural } from '../plural.ts';

const of = plural('pt-BR');
const changed = (count: number) =>
  of(count, { one: `${count} alterado`, other: `${count} alterados` });

/* Toasts about changes of records, loaded with the first change. */

export const words = {
  created: {
    other: 'Criado.',
  } as Record<string, string> & { other: string },
  removed: {
    comments: 'Comentário excluído.',
    files: 'Arquivo excluído.',
    other: 'Excluído.',
  } as Record<string, string> & { other: string },
  moved: {
    'conversations blocked': 'Bloqueio feito.',
    'conversations unblocked': 'Bloqueio desfeito.',
    'conversations assigned': 'Responsável trocado.',
    'conversations squad': 'Squad trocado.',
    'conversations open': 'Conversa reaberta.',
    'conversations resolved': 'Conversa resolvida.',
    'conversations snoozed': 'Conversa adiada.',
    deals: 'Negócio movido.',
    tasks: 'Tarefa movida.',
    other: 'Movido.',
  } as Record<string, string> & { other: string },
  many: ({ done, same = 0, refused }: { done: number; same?: number; refused: number }) =>
    `${[
      changed(done),
      ...(same === 0
        ? []
        : [of(same, { one: `${same} já estava assim`, other: `${same} já estavam assim` })]),
      ...(refused === 0 ? [] : [`${refused} não`]),
    ].join(', ')}.`,
};

export type OutcomeWords = typeof words;
