/** Key after a removed one, otherwise the key before it. @param order keys before the removal */
export function successorIn(
  order: readonly string[],
  gone: string,
  isThere: (key: string) => boolean,
): string | undefined {
  const at = order.indexOf(gone);
  return order.slice(at + 1).find(isThere) ?? order.slice(0, Math.max(0, at)).findLast(isThere);
}
