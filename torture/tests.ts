import type { Torture } from './torture.ts';

/** Every test by its number. */
export const tests: Readonly<Record<number, Torture>> = {};
