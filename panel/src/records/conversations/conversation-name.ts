import type { MessageHitsHit } from '#panel/api/schema.ts';
import type { Conversation } from '#panel/api/types.ts';
import { formatName } from '#panel/parts/brazilian-formats.ts';
import type { ConversationWords } from '#panel/words/conversations/use.ts';

/** Name of a conversation: its contact's name or number, which the network may hide, or the group's name. */
export function conversationName(
  {
    type,
    group_name: groupName,
    contact,
    name = contact?.name,
  }: Pick<Conversation, 'type' | 'group_name' | 'contact'> & { readonly name?: string },
  words: ConversationWords,
): string {
  if (type === 'group') return groupName ?? words.group.unnamed;
  if (!name) return words.row.unknown;
  return contact ? formatName(name) : name;
}

/** Name of the conversation of a message that a search has found. */
export const hitName = (
  { name, type }: Pick<MessageHitsHit, 'name' | 'type'>,
  { unnamed, unknown }: { readonly unnamed: string; readonly unknown: string },
): string => (name === '' ? (type === 'group' ? unnamed : unknown) : formatName(name));
