import type { Failure } from '../../api/call.ts';
import type { ConversationWords } from '../../words/conversations/pt-BR.ts';

/** What a new conversation is refused with where nobody was chosen: the field that is to be filled. */
export const noPhone = 'phone: none';

/** What a new conversation is refused for, in words. */
export function saysOf(
  failure: Pick<Failure, 'message'> | undefined,
  words: ConversationWords['begin'],
): Readonly<Record<string, string>> {
  const message = failure?.message ?? '';
  const said =
    message === noPhone
      ? words.whom
      : message.startsWith('phone')
        ? words.wrongPhone
        : message.startsWith('The inbox is not active')
          ? words.inactive
          : undefined;
  return said === undefined ? {} : { VALIDATION_ERROR: said };
}
