import { useEffect, useRef, useState } from 'react';
import type { Failure } from '#panel/api/call.ts';
import type { ComposerWords } from '#panel/words/composer/use.ts';
import { discard, type OutgoingMessage, onOutcome } from '../outgoing/outgoing.ts';

/** Notice about a message that was not sent or whose outcome is unknown. */
export interface SendNotice {
  readonly text: string;
  /** Original message of the server, if it adds details. */
  readonly failure?: Failure | undefined;
}

/** Notice for a message that the gateway did not accept: one of the three cases in docs/resources.md. */
function sendNoticeOf({ gateway }: Failure, { outcome }: ComposerWords): SendNotice {
  const { causes } = outcome;
  const why = causes[gateway?.cause ?? 'other'] ?? causes.other;
  if (gateway?.outcome === 'unknown') return { text: outcome.unknown({ why }) };
  return gateway?.outcome === 'probably_not_sent'
    ? { text: outcome.probably({ why }) }
    : { text: outcome.refused({ why }) };
}

/**
 * Listens for the outcomes of messages written here.
 * @param ask called if a colleague has answered before a message that is in the composer again
 * @param giveBack puts a refused message back into the composer; returns false if another text is being written
 */
export function useSendOutcome(
  conversationId: string,
  words: ComposerWords,
  ask: () => void,
  giveBack: (message: OutgoingMessage) => boolean,
) {
  const [notice, tell] = useState<SendNotice>();
  const latest = useRef({ words, ask, giveBack });
  latest.current = { words, ask, giveBack };
  useEffect(
    () =>
      onOutcome((message, outcome) => {
        if (message.conversationId !== conversationId || outcome.kind === 'done') return;
        const { words, ask, giveBack } = latest.current;
        if (outcome.kind === 'gateway') return tell(sendNoticeOf(outcome.failure, words));
        const isBack = giveBack(message) && discard(message.id);
        const { failure } = outcome;
        const isAnswered = failure.reason === 'answered_meanwhile';
        if (isAnswered && isBack) return ask();
        const isClosed = failure.reason === 'window_closed';
        const text = isBack ? words.outcome.back : words.outcome.stays;
        tell(
          isClosed
            ? { text: `${words.outcome.windowClosed} ${text}` }
            : failure.reason === 'inactive_inbox'
              ? { text: `${words.inbox.inactive} ${text}` }
              : { text, failure },
        );
      }),
    [conversationId],
  );
  return [notice, tell] as const;
}
