import { localeNow } from '../translations.ts';
import type { ConversationWords } from './pt-BR.ts';

/** Access from outside a component. */
export const conversationWords = async (): Promise<ConversationWords> =>
  (await (localeNow() === 'en' ? import('./en.ts') : import('./pt-BR.ts'))).words;
