import { expect, it } from 'vitest';
import { words as bulk } from '#panel/words/bulk/pt-BR.ts';
import { words as news } from '#panel/words/outcomes/pt-BR.ts';
import { words as english } from '#panel/words/tasks/en.ts';
import { words as tasks } from '#panel/words/tasks/pt-BR.ts';

it('one changed record is in the singular', () => {
  expect(news.many({ done: 1, refused: 0 })).toBe('1 alterado.');
  expect(news.many({ done: 1, refused: 2 })).toBe('1 alterado, 2 não.');
  expect(news.many({ done: 2, refused: 0 })).toBe('2 alterados.');
  expect(bulk.done({ done: 1, total: 3 })).toBe('1 de 3 alterado');
  expect(bulk.done({ done: 0, total: 1 })).toBe('0 de 1 alterados');
});

it('a checklist of one item is in the singular', () => {
  expect(tasks.checklistAbout({ done: 1, total: 1 })).toBe('1 de 1 item da lista feito');
  expect(tasks.checklistAbout({ done: 1, total: 2 })).toBe('1 de 2 itens da lista feitos');
  expect(english.checklistAbout({ done: 0, total: 1 })).toBe('0 of 1 checklist item done');
});
