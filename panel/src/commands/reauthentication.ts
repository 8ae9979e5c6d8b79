import { makeQuestion } from './user-question.ts';

/** Pending re-authentication: callers wait here until the user has authenticated or cancelled. */
export const reauthenticationQuestion = makeQuestion();
