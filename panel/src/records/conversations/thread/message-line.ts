import type { Message } from '#panel/api/types.ts';
import { readableText } from '../group-mentions.ts';
import { withoutMarkup } from './message-markup.ts';

/** One-line summary of a message: its text, or its type. */
export const lineOf = (
  message: Message,
  kinds: Readonly<Record<string, string>>,
  revoked: string,
): string => {
  const { message_type: type, media, revoked_at } = message;
  if (revoked_at !== null) return revoked;
  const kind = type === 'text' ? '' : (kinds[type] ?? '');
  const text = withoutMarkup(readableText(message)) || (media?.name ?? '');
  return [kind, text].filter((part) => part !== '').join(': ');
};
