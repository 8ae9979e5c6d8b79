import type { Inbox } from '#panel/api/types.ts';
import { hasReceivedNothing, needsAction, stateOf } from './state.ts';

/** Combined state of a team's inboxes. */
export interface InboxSummary {
  /** `none`: no inbox exists. `off`: none is active. All others refer to active inboxes. */
  readonly kind: 'none' | 'off' | 'wrong' | 'connecting' | 'unheard' | 'well';
  /** The inbox that the summary refers to; undefined for several or none. */
  readonly inbox?: Inbox;
  /** Number of inboxes that the summary refers to. */
  readonly count: number;
}

/** Returns undefined if there is nothing to show: a member cannot connect the first inbox. */
export function summaryOf(
  inboxes: readonly Inbox[],
  mayConnect: boolean,
): InboxSummary | undefined {
  const about = (kind: InboxSummary['kind'], those: readonly Inbox[]): InboxSummary => {
    const [only] = those;
    return { kind, count: those.length, ...(only && those.length === 1 && { inbox: only }) };
  };
  if (inboxes.length === 0) return mayConnect ? about('none', []) : undefined;
  const active = inboxes.filter((inbox) => inbox.active);
  if (active.length === 0) return about('off', inboxes);
  const wrong = active.filter(needsAction);
  if (wrong.length > 0) return about('wrong', wrong);
  const connecting = active.find((inbox) => stateOf(inbox) === 'connecting');
  if (connecting) return about('connecting', [connecting]);
  const unheard = active.find(hasReceivedNothing);
  return unheard ? about('unheard', [unheard]) : { kind: 'well', count: active.length };
}
