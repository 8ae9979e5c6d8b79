/* Numbers in the user's notation: `1.234,5` in Portuguese, `1,234.5` in English; unambiguous input is accepted in both. */

/** @returns null for an empty text, undefined for a text that is not a number */
export function numberIn(text: string, locale: string): number | null | undefined {
  const written = text.replace(/[^\d.,-]/g, '');
  if (text.trim() === '') return null;
  const [group, point] = locale === 'en' ? [',', '.'] : ['.', ','];
  const isGrouped = new RegExp(`^-?\\d{1,3}(\\${group}\\d{3})+(\\${point}\\d*)?$`).test(written);
  const plain = isGrouped ? written.replaceAll(group, '') : written;
  if (!/^-?(\d+([.,]\d*)?|[.,]\d+)$/.test(plain)) return undefined;
  return Number(plain.replace(',', '.'));
}

/** Editable form, without thousands separators. */
export const written = (value: number | null, locale: string): string =>
  value === null
    ? ''
    : new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 6 }).format(value);
