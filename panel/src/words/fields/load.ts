import { localeNow } from '../translations.ts';
import type { FieldWords } from './words.ts';

/** Access from outside a component. */
export const fieldWords = async (): Promise<FieldWords> =>
  (
    await (localeNow() === 'en'
      ? import('../bundles/everyday/en.ts')
      : import('../bundles/everyday/pt-BR.ts'))
  ).fields;
