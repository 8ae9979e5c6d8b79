/* Numbers in the user's notation: `1.234,5` in Portuguese, `1,234.5` in English; unambiguous input is accepted in both. */

/** @returns null for an empty text, undefined for a text that is not a number */
export function parseNumber(text: string, locale: string): number | null | undefined {
  const formatNumber = text.replace(/[^\d.,-]/g, '');
  if (text.trim() === '') return null;
  const [group, point] = locale === 'en' ? [',', '.'] : ['.', ','];
  const isGrouped = new RegExp(`^-?\\d{1,3}(\\${group}\\d{3})+(\\${point}\\d*)?$`).test(
    formatNumber,
  );
  const plain = isGrouped ? formatNumber.replaceAll(group, '') : formatNumber;
  if (!/^-?(\d+([.,]\d*)?|[.,]\d+)$/.test(plain)) return undefined;
  return Number(plain.replace(',', '.'));
}

/** Editable form, without thousands separators. */
export const formatNumber = (value: number | null, locale: string): string =>
  value === null
    ? ''
    : new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 6 }).format(value);
