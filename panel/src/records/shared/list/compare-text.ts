/** Compares texts by their characters' codes, as the server sorts ids, dates and folded titles. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
