/*
 * The functions `phone_key` and `phone_spellings` of the database, for the phones of an import: called there, they take longer than anything
 * else in a check of a million rows. A test compares them.
 */

/** Notations of one number → its key. */
const keys: readonly (readonly [notation: RegExp, key: string])[] = [
  [/^55([1-9]{2})9([6-9]\d{7})$/, '$1$2'],
  [/^55([1-9]{2}[2-9]\d{7})$/, '$1'],
  [/^([1-9]{2})9([6-9]\d{7})$/, '$1$2'],
  [/^521([2-9]\d{9})$/, '52$1'],
  [/^549([1-8]\d{9})$/, '54$1'],
];

/** The digits by which two notations of a phone are the same; undefined if there are too few. */
export function phoneKey(phone: string): string | undefined {
  const digits = phone.replace(/\D/g, '').replace(/^0+/, '');
  if (digits.length < 8) return undefined;
  for (const [notation, key] of keys)
    if (notation.test(digits)) return digits.replace(notation, key);
  return digits;
}

/** Returns how contacts may have a phone: with the country code, and with or without the digits of mobile phones. */
export function phoneSpellings(phone: string): readonly string[] {
  const key = phoneKey(phone);
  if (key === undefined) return [];
  if (/^[1-9]{2}[6-9]\d{7}$/.test(key))
    return [`55${key}`, `55${key.slice(0, 2)}9${key.slice(2)}`, key];
  if (/^[1-9]{2}[2-5]\d{7}$/.test(key)) return [`55${key}`, key];
  if (/^52[2-9]\d{9}$/.test(key)) return [key, `521${key.slice(2)}`];
  if (/^54[1-8]\d{9}$/.test(key)) return [key, `549${key.slice(2)}`];
  return [key];
}
