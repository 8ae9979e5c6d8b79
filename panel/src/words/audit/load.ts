import { localeNow } from '../translations.ts';
import type { AuditWords } from './pt-BR.ts';

/** For what is said outside a component. */
export const auditWords = async (): Promise<AuditWords> =>
  (await (localeNow() === 'en' ? import('./en.ts') : import('./pt-BR.ts'))).words;
