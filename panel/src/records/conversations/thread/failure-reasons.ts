import { messageCauses } from '#panel/api/enumerations.ts';
import type { MessageCause } from '#panel/api/schema.ts';
import type { Message } from '#panel/api/types.ts';

/* Parses the reason why a message was not sent: a stable cause, followed by optional details (docs/resources.md). */

type Cause = MessageCause;

interface Reason {
  /** Undefined for a cause that is not listed. */
  readonly cause: Cause | undefined;
  /** Original text of the gateway or network. */
  readonly detail: string;
}

export function reasonIn(text: string | null): Reason {
  const [, word, rest] = /^([a-z]+)(?::\s*(.*))?$/s.exec(text ?? '') ?? [];
  const cause = messageCauses.find((each) => each === word);
  return cause ? { cause, detail: rest ?? '' } : { cause: undefined, detail: text ?? '' };
}

/** Causes whose details say what to do. */
const causesWithAdvice: ReadonlySet<Cause | undefined> = new Set([
  'rejected',
  'undelivered',
  undefined,
]);

/** Original text of the gateway, if it says more than ours. */
export const detailOf = ({ cause, detail }: Reason) => (causesWithAdvice.has(cause) ? detail : '');

export type State = Exclude<Message['status'], 'received'> | 'unknown' | 'retrying';

/** Delivery state of an outgoing message; undefined for incoming ones. */
export function stateOf({
  status,
  status_reason,
  step_due_at,
}: Pick<Message, 'status' | 'status_reason' | 'step_due_at'>): State | undefined {
  if (status === 'received') return undefined;
  if (status === 'failed' && step_due_at !== null) return 'retrying';
  // The gateway did not respond to the request.
  return status === 'pending' && status_reason !== null ? 'unknown' : status;
}
