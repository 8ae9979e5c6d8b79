import type { Message } from '#panel/api/types.ts';
import { withoutMarkup } from './message-markup.ts';

/** One-line summary of a message: its text, or its type. */
export const lineOf = (
  { content, message_type: type, media, revoked_at }: Message,
  kinds: Readonly<Record<string, string>>,
  revoked: string,
): string => {
  if (revoked_at !== null) return revoked;
  const kind = type === 'text' ? '' : (kinds[type] ?? '');
  const text = withoutMarkup(content) || (media?.name ?? '');
  return [kind, text].filter((part) => part !== '').join(': ');
};
