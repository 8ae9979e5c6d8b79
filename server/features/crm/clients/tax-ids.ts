/** Removes punctuation from a tax id and upper-cases it. */
export const bareTaxId = (text: string) => text.replace(/[^0-9A-Za-z]/g, '').toUpperCase();

/** Check digit of both ids: weighted sum modulo 11; a remainder below 2 gives 0. A letter counts as its ASCII code minus 48. */
function digit(characters: string, weights: readonly number[]): number {
  const sum = weights.reduce(
    (total, weight, i) => total + weight * (characters.charCodeAt(i) - 48),
    0,
  );
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

const down = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, i) => from - i);
const cpfWeights = [down(10, 2), down(11, 2)] as const;
const cnpjWeights = [
  [5, 4, 3, 2, ...down(9, 2)],
  [6, 5, 4, 3, 2, ...down(9, 2)],
] as const;

/** The two check digits for the first 9 digits of a CPF (Receita Federal, modulo 11). */
export function cpfDigits(base: string): string {
  const first = digit(base, cpfWeights[0]);
  return `${first}${digit(`${base}${first}`, cpfWeights[1])}`;
}

/** The two check digits for the first 12 characters of a CNPJ, letters included (Receita Federal, IN RFB 2.229/2024). */
export function cnpjDigits(base: string): string {
  const first = digit(base, cnpjWeights[0]);
  return `${first}${digit(`${base}${first}`, cnpjWeights[1])}`;
}

/** True if the check digits of a bare CPF are correct. Eleven equal digits are never a CPF. */
export const hasCpfDigits = (bare: string) =>
  !/^(.)\1+$/.test(bare) && bare.slice(9) === cpfDigits(bare.slice(0, 9));

/** True if the check digits of a bare CNPJ are correct. Fourteen equal digits are never a CNPJ. */
export const hasCnpjDigits = (bare: string) =>
  !/^(.)\1+$/.test(bare) && bare.slice(12) === cnpjDigits(bare.slice(0, 12));
