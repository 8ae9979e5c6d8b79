/** The key that follows one that is gone, else the one before it. @param order the keys while it was there */
export function heirIn(
  order: readonly string[],
  gone: string,
  isThere: (key: string) => boolean,
): string | undefined {
  const at = order.indexOf(gone);
  return order.slice(at + 1).find(isThere) ?? order.slice(0, Math.max(0, at)).findLast(isThere);
}
