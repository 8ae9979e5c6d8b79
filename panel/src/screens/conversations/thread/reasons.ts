import type { Message } from '../../../api/types.ts';

/*
 * Why a message did not go out, as the service keeps it: a cause that one may rely on, and what more is known (docs/resources.md).
 */

export const causes = [
  'network',
  'timeout',
  'disconnected',
  'number',
  'throttled',
  'credentials',
  'rejected',
  'gateway',
  'stopped',
  'undelivered',
  'unconfirmed',
] as const;
export type Cause = (typeof causes)[number];

export interface Reason {
  /** Undefined where the service gives none of these. */
  readonly cause: Cause | undefined;
  /** What the gateway or the network says, in its own words. */
  readonly detail: string;
}

export function reasonIn(text: string | null): Reason {
  const [, word, rest] = /^([a-z]+)(?::\s*(.*))?$/s.exec(text ?? '') ?? [];
  const cause = causes.find((each) => each === word);
  return cause ? { cause, detail: rest ?? '' } : { cause: undefined, detail: text ?? '' };
}

/** Those whose detail says what has to be done otherwise. */
const telling: ReadonlySet<Cause | undefined> = new Set(['rejected', 'undelivered', undefined]);

/** The gateway's own words, where they say more than ours. */
export const detailOf = ({ cause, detail }: Reason) => (telling.has(cause) ? detail : '');

export type State = Exclude<Message['status'], 'received'> | 'unknown' | 'retrying';

/** How far a message of ours came; undefined for others'. */
export function stateOf({
  status,
  status_reason,
  step_due_at,
}: Pick<Message, 'status' | 'status_reason' | 'step_due_at'>): State | undefined {
  if (status === 'received') return undefined;
  if (status === 'failed' && step_due_at !== null) return 'retrying';
  // Whoever asked the gateway had no answer.
  return status === 'pending' && status_reason !== null ? 'unknown' : status;
}
