import type { Person } from '#panel/data/people.ts';
import { folded } from '#panel/ui/filter-by-words.ts';

/* `@Ana Lima` in a text mentions a member by full name. */

/** Longest names first: `@Ana Lima` must not match a member called Ana. */
const named = (people: readonly Person[]) =>
  [...people].sort((a, b) => b.name.length - a.name.length);

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function mentionOf(people: readonly Person[]): RegExp | undefined {
  if (people.length === 0) return undefined;
  const names = named(people).map(({ name }) => escaped(name));
  return new RegExp(`(?<![\\p{L}\\p{N}@])@(${names.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
}

/** Ids of the mentioned members. */
export function mentionsIn(text: string, people: readonly Person[]): readonly string[] {
  const mention = mentionOf(people);
  if (!mention) return [];
  const names = new Set([...text.matchAll(mention)].map(([, name]) => name));
  return people.filter(({ name }) => names.has(name)).map(({ id }) => id);
}

/** Returns the text with mentions in bold. @param mark that encloses bold text */
export function withMentions(text: string, people: readonly Person[], mark = '**'): string {
  const mention = mentionOf(people);
  return mention ? text.replace(mention, `${mark}@$1${mark}`) : text;
}

/** Mention being typed at the caret; undefined if there is none. */
export function mentionAt(
  text: string,
  caret: number,
): { readonly from: number; readonly typed: string } | undefined {
  const [, typed] =
    /(?:^|[^\p{L}\p{N}@])@([\p{L}\p{N}][\p{L}\p{N} .'-]{0,60}|)$/u.exec(text.slice(0, caret)) ?? [];
  return typed === undefined ? undefined : { from: caret - typed.length - 1, typed };
}

/** Members whose name has a word with this prefix. @param most maximum number */
export function matchingMembers(
  people: readonly Person[],
  typed: string,
  most = 6,
): readonly Person[] {
  const sought = folded(typed);
  return people
    .filter(({ name }) => folded(name).startsWith(sought) || folded(name).includes(` ${sought}`))
    .slice(0, most);
}
