import { useEffect, useState } from 'react';
import { type Draft, draftOf, withTypedJson } from '../model/draft.ts';
import { isSame, type Json, print } from '../model/json.ts';

/* Unsaved changes are kept in the browser tab, so that leaving the page loses nothing. */

interface StoredDraft {
  readonly text: string;
  /** Definition on which the draft is based, to detect a newer version. */
  readonly base: string;
}

function readStoredDraft(key: string): StoredDraft | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return stored !== null && typeof stored === 'object' && 'text' in stored && 'base' in stored
      ? (stored as StoredDraft)
      : undefined;
  } catch {
    return undefined;
  }
}

interface State {
  readonly draft: Draft;
  /** Definition on which the draft is based. */
  readonly base: Json;
  /** True if the draft was restored. */
  readonly isKept: boolean;
}

function begin(key: string, stored: Json): State {
  const storedDraft = readStoredDraft(key);
  if (!storedDraft) return { draft: draftOf(stored), base: stored, isKept: false };
  const base = JSON.parse(storedDraft.base) as Json;
  return { draft: withTypedJson(draftOf(base), storedDraft.text), base, isKept: true };
}

const isChanged = ({ draft, base }: State) =>
  draft.mistake !== undefined || !isSame(draft.value, base);

/**
 * @param key storage key of the workflow
 * @param stored current definition on the server
 */
export function useWorkflowDraft(key: string, stored: Json) {
  const [state, setState] = useState(() => begin(key, stored));
  const { draft, base, isKept } = state;
  const isDirty = isChanged(state);
  // Another user has saved, and there are no local changes.
  if (!isDirty && !isSame(base, stored))
    setState({ draft: draftOf(stored), base: stored, isKept: false });
  useEffect(() => {
    try {
      if (isDirty)
        sessionStorage.setItem(
          key,
          JSON.stringify({ text: draft.text, base: print(base) } satisfies StoredDraft),
        );
      else sessionStorage.removeItem(key);
    } catch {
      // Without session storage the draft is lost with the page.
    }
  }, [key, draft.text, base, isDirty]);
  return {
    draft,
    isDirty,
    isKept: isKept && isDirty,
    /** Another user has saved since the draft was started. */
    isBehind: isDirty && !isSame(base, stored),
    setDraft: (next: Draft) => setState((now) => ({ ...now, draft: next })),
    update: (change: (draft: Draft) => Draft) =>
      setState((now) => ({ ...now, draft: change(now.draft) })),
    /** The draft was saved. */
    settle: (saved: Json) =>
      setState(({ draft: now }) => {
        const { keys, given: nextKey } = now;
        const next = draftOf(saved);
        const isAlike = next.keys.length === keys.length;
        return {
          draft: isAlike ? { ...next, keys, given: nextKey } : next,
          base: saved,
          isKept: false,
        };
      }),
    forget: () => {
      sessionStorage.removeItem(key);
      setState({ draft: draftOf(stored), base: stored, isKept: false });
    },
  };
}
