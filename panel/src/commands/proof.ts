import { makeQuestion } from './question.ts';

/** What asks for a fresh proof of who one is waits here until somebody has given it, or does not want to. */
export const proofs = makeQuestion();
