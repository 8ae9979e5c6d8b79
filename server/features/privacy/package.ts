import { ErasureProblem } from './erasure.ts';

/** Refuses: this version makes no packages, and the panel does not offer them. @throws ErasureProblem */
export function makePackage(): never {
  throw new ErasureProblem('This version cannot make packages yet.');
}
