/* Fields that the cards of a board show, kept in the address: `card=people,due`. */

/** Value of an address that shows none. */
const none = 'none';

/** @param all fields that cards can show @param standard fields that they show by default */
export function cardFieldsIn<F extends string>(
  text: string | undefined,
  all: readonly F[],
  standard: readonly F[],
): ReadonlySet<F> {
  if (text === undefined) return new Set(standard);
  const wanted = text.split(',');
  return new Set(all.filter((field) => wanted.includes(field)));
}

/** Parameter of the address for these fields; undefined for the default. */
export function cardFieldsParam(
  fields: readonly string[],
  standard: readonly string[],
): string | undefined {
  const isStandard = fields.length === standard.length && standard.every((f) => fields.includes(f));
  if (isStandard) return undefined;
  return fields.length === 0 ? none : fields.join(',');
}
