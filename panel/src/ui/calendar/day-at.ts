/** Day of a calendar's grid at a point of the window, also below the bars that cover it. */
export function dayAt(x: number, y: number): string | undefined {
  const cell = document.elementsFromPoint(x, y).find((element) => element.matches('[data-day]'));
  return cell instanceof HTMLElement ? cell.dataset.day : undefined;
}
