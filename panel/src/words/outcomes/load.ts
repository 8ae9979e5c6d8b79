import { localeNow } from '../translations.ts';
import type { NewsWords } from './pt-BR.ts';

/** Access from outside a component. */
export const newsWords = async (): Promise<NewsWords> =>
  (await (localeNow() === 'en' ? import('./en.ts') : import('./pt-BR.ts'))).words;
