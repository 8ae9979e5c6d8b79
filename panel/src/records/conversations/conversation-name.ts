import type { Conversation } from '#panel/api/types.ts';
import { formatPhone } from '#panel/parts/brazilian-formats.ts';
import type { ConversationWords } from '#panel/words/conversations/use.ts';

const isPhone = (name: string) => /^\d{8,}$/.test(name);

/** Name of a conversation: its contact's name or number; the network may hide both. */
export function conversationName(
  { contact, name = contact?.name }: Pick<Conversation, 'contact'> & { readonly name?: string },
  words: ConversationWords,
): string {
  if (!name) return words.row.unknown;
  return isPhone(name) && contact ? formatPhone(name) : name;
}
