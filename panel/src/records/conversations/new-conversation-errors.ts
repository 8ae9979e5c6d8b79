import type { Failure } from '#panel/api/call.ts';
import type { ConversationWords } from '#panel/words/conversations/pt-BR.ts';

/** Failure message for a missing recipient, which marks the field. */
export const noPhone = 'phone: none';

/** Translated reason why a new conversation was refused. */
export function newConversationErrors(
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
