/** Marks an element that scrolls the rows or cards of a list. */
export const scrolls = { 'data-scrolls': '' };

/** Scrolls every list of the screen to its start: for a search or filter that replaces what the list holds. */
export function scrollListsToStart(): void {
  for (const element of document.querySelectorAll('main [data-scrolls]')) element.scrollTop = 0;
}
