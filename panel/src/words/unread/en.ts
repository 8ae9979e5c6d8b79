import { plural } from '../plural.ts';
import type { UnreadWords } from './pt-BR.ts';

const number = plural('en');

export const words: UnreadWords = {
  unread: ({ count, isMore }) =>
    number(count, {
      one: 'one unread conversation',
      other: `${isMore ? 'more than ' : ''}${count} unread conversations`,
    }),
};
