import type { Person } from '../data/people.ts';

/* `@Ana Lima` in a text: members are named by their whole name. */

/** Longer names first: `@Ana Lima` names her, not an `@Ana`. */
const named = (people: readonly Person[]) =>
  [...people].sort((a, b) => b.name.length - a.name.length);

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function mentionOf(people: readonly Person[]): RegExp | undefined {
  if (people.length === 0) return undefined;
  const names = named(people).map(({ name }) => escaped(name));
  return new RegExp(`(?<![\\p{L}\\p{N}@])@(${names.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
}

/** The ids of those whom a text names. */
export function mentionsIn(text: string, people: readonly Person[]): readonly string[] {
  const mention = mentionOf(people);
  if (!mention) return [];
  const names = new Set([...text.matchAll(mention)].map(([, name]) => name));
  return people.filter(({ name }) => names.has(name)).map(({ id }) => id);
}

/** The same text, with those it names in bold. */
export function withMentions(text: string, people: readonly Person[]): string {
  const mention = mentionOf(people);
  return mention ? text.replace(mention, '**@$1**') : text;
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** What is being named where somebody writes; undefined where nobody is. */
export function namingAt(
  text: string,
  caret: number,
): { readonly from: number; readonly typed: string } | undefined {
  const [, typed] =
    /(?:^|[^\p{L}\p{N}@])@([\p{L}\p{N}][\p{L}\p{N} .'-]{0,60}|)$/u.exec(text.slice(0, caret)) ?? [];
  return typed === undefined ? undefined : { from: caret - typed.length - 1, typed };
}

/** Those whose name has a word that begins so. @param most so many are offered */
export function meant(people: readonly Person[], typed: string, most = 6): readonly Person[] {
  const sought = folded(typed);
  return people
    .filter(({ name }) => folded(name).startsWith(sought) || folded(name).includes(` ${sought}`))
    .slice(0, most);
}
