/* Keys pressed while nothing has the focus and the shell is still loading; the shell replays them (held-keys.ts). */

const early: KeyboardEvent[] = [];
const collect = (event: KeyboardEvent) => {
  if (event.target === document.body) early.push(event);
};
window.addEventListener('keydown', collect, true);

/** Ends the collection. @returns the keys of the last seconds */
export function takeEarlyKeys(): readonly KeyboardEvent[] {
  window.removeEventListener('keydown', collect, true);
  return early.splice(0).filter(({ timeStamp }) => timeStamp > performance.now() - 10_000);
}
