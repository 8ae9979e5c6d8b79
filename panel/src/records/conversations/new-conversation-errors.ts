import { Failure } from '#panel/api/call.ts';
import type { ConversationWords } from '#panel/words/conversations/pt-BR.ts';

/** Failure for a missing recipient, which marks the field. */
export const noRecipient = () =>
  new Failure('VALIDATION_ERROR', 'A recipient is required.', 0, undefined, {
    fields: [{ name: 'phone', code: 'required' }],
  });

/** Translated reason why a new conversation was refused. */
export function newConversationErrors(
  failure: Pick<Failure, 'fields' | 'reason'> | undefined,
  words: ConversationWords['begin'],
): Readonly<Record<string, string>> {
  const phone = failure?.fields?.find(({ name }) => name === 'phone');
  const message =
    failure?.reason === 'inactive_inbox'
      ? words.inactive
      : phone && (phone.code === 'required' ? words.whom : words.wrongPhone);
  return message === undefined ? {} : { VALIDATION_ERROR: message };
}
