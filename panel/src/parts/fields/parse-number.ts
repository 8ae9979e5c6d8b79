/* Numbers in the user's notation: `1.234,5` in Portuguese, `1,234.5` in English; unambiguous input is accepted in both. */

/** Currency, spaces and units, which are typed and pasted together with numbers. */
const decorations = /^\s*(?:R\$)?|\s|[h%]\s*$/g;

/** @returns null for an empty text, undefined for a text that is not a number */
export function parseNumber(text: string, locale: string): number | null | undefined {
  if (text.trim() === '') return null;
  const written = text.replace(decorations, '');
  const [group, point] = locale === 'en' ? [',', '.'] : ['.', ','];
  const groupIn = (sign: string, groups: string, decimals: string) =>
    new RegExp(`^-?\\d{1,3}(\\${sign}\\d{3})${groups}${decimals}$`).test(written) ? sign : '';
  const grouped =
    groupIn(group, '+', `(\\${point}\\d*)?`) ||
    // The notation of the other language, if it cannot be mistaken: 1,234.56 or 1,234,567 in Portuguese.
    groupIn(point, '+', `\\${group}\\d+`) ||
    groupIn(point, '{2,}', '');
  const plain = grouped === '' ? written : written.replaceAll(grouped, '');
  if (!/^-?(\d+([.,]\d*)?|[.,]\d+)$/.test(plain)) return undefined;
  return Number(plain.replace(',', '.'));
}

/** The value of a `NumberInput` in the data of its form; null if it is empty. */
export const numberIn = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** Editable form, without thousands separators. */
export const formatNumber = (value: number | null, locale: string): string =>
  value === null
    ? ''
    : new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 6 }).format(value);
