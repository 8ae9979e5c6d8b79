/** Records of a step at first and at most. */
const [firstStep, maxStep] = [100, 1_000];
/** Text of a step that is aimed at, in characters. */
const stepChars = 1_000_000;

/** Chooses the sizes of steps, so that a step of long records does not fill the memory. */
export function stepSizes() {
  let size = firstStep;
  return {
    next: () => size,
    /** @param chars written for this number of records */
    wrote(records: number, chars: number) {
      const fitting = Math.floor((stepChars * records) / Math.max(chars, 1));
      size = Math.max(1, Math.min(maxStep, fitting, size * 2));
    },
  };
}
