import { plural } from '../plural.ts';

/* How much is unread, beside the place of conversations: loaded once the first screen has settled. */

const number = plural('pt-BR');

export const words = {
  unread: (p: { count: number; isMore: boolean }) =>
    number(p.count, {
      one: 'uma conversa não lida',
      other: `${p.isMore ? 'mais de ' : ''}${p.count} conversas não lidas`,
    }),
};

export type UnreadWords = typeof words;
