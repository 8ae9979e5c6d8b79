import { plural } from '../plural.ts';

/* Words of the unread count in the navigation, loaded once the first screen has settled. */

const number = plural('pt-BR');

export const words = {
  unread: (p: { count: number; isMore: boolean }) =>
    number(p.count, {
      one: 'uma conversa não lida',
      other: `${p.isMore ? 'mais de ' : ''}${p.count} conversas não lidas`,
    }),
};

export type UnreadWords = typeof words;
