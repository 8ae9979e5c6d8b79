import type { Conversation } from '../../api/types.ts';
import { shownPhone } from '../../parts/brazil.ts';
import type { ConversationWords } from '../../words/conversations/use.ts';

/** What a conversation is called: its contact's name or number, which the network may hide. */
export const nameOf = ({ contact }: Pick<Conversation, 'contact'>, words: ConversationWords) =>
  contact
    ? /^\d{8,}$/.test(contact.name)
      ? shownPhone(contact.name)
      : contact.name
    : words.row.unknown;
