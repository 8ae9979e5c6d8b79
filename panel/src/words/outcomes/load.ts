import { localeNow } from '../translations.ts';
import type { OutcomeWords } from './pt-BR.ts';

/** Access from outside a component. */
export const outcomeWords = async (): Promise<OutcomeWords> =>
  (await (localeNow() === 'en' ? import('./en.ts') : import('./pt-BR.ts'))).words;
