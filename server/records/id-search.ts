/** Number of characters of a searched id or number that the trigram index is searched for: six trigrams. */
const indexed = 8;

/**
 * SQL: the ids and numbers of a record contain a term. The index is searched for the end of the term: most numbers of a team share their beginning, so
 * the trigrams of the beginning match almost every record.
 * @param ids column of bare ids, for example `t.search_ids`
 * @param term SQL of the term without punctuation
 * @param like SQL of `text like pattern`
 */
export function containsId(
  ids: string,
  term: string,
  like = (text: string, pattern: string) => `${text} like ${pattern}`,
): string {
  const end = like(ids, `'%' || right(${term}::text, ${indexed}) || '%'`);
  // As an expression, which no index contains.
  const whole = like(`(${ids} || '')`, `'%' || ${term}::text || '%'`);
  return `(${end} and ${whole})`;
}
