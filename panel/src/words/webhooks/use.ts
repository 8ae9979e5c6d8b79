import { lazyTranslations } from '../lazy-translations.ts';
import type { WebhookWords } from './pt-BR.ts';

export const useWebhookWords = lazyTranslations<WebhookWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
