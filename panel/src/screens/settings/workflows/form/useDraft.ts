import { useEffect, useState } from 'react';
import { type Draft, draftOf, typed } from '../model/draft.ts';
import { isSame, type Json, print } from '../model/json.ts';

/*
 * What somebody has begun to change and not saved stays in this browser tab: going to look at something else loses nothing.
 */

interface Kept {
  readonly text: string;
  /** What it was made from: another version since then is told. */
  readonly base: string;
}

function readKept(key: string): Kept | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return kept !== null && typeof kept === 'object' && 'text' in kept && 'base' in kept
      ? (kept as Kept)
      : undefined;
  } catch {
    return undefined;
  }
}

interface State {
  readonly draft: Draft;
  /** What the draft was made from. */
  readonly base: Json;
  /** Whether it was there from before. */
  readonly isKept: boolean;
}

function begin(key: string, stored: Json): State {
  const kept = readKept(key);
  if (!kept) return { draft: draftOf(stored), base: stored, isKept: false };
  const base = JSON.parse(kept.base) as Json;
  return { draft: typed(draftOf(base), kept.text), base, isKept: true };
}

const isChanged = ({ draft, base }: State) =>
  draft.mistake !== undefined || !isSame(draft.value, base);

/** @param key of the workflow in this browser @param stored as the service has it now */
export function useDraft(key: string, stored: Json) {
  const [state, setState] = useState(() => begin(key, stored));
  const { draft, base, isKept } = state;
  const isDirty = isChanged(state);
  // Somebody else has saved, and nothing was begun here.
  if (!isDirty && !isSame(base, stored))
    setState({ draft: draftOf(stored), base: stored, isKept: false });
  useEffect(() => {
    try {
      if (isDirty)
        sessionStorage.setItem(
          key,
          JSON.stringify({ text: draft.text, base: print(base) } satisfies Kept),
        );
      else sessionStorage.removeItem(key);
    } catch {
      // Where the browser keeps nothing, it is lost with the page.
    }
  }, [key, draft.text, base, isDirty]);
  return {
    draft,
    isDirty,
    isKept: isKept && isDirty,
    /** Somebody else has saved since this was begun. */
    isBehind: isDirty && !isSame(base, stored),
    setDraft: (next: Draft) => setState((now) => ({ ...now, draft: next })),
    update: (change: (draft: Draft) => Draft) =>
      setState((now) => ({ ...now, draft: change(now.draft) })),
    /** The service has it as it stands. */
    settle: (saved: Json) =>
      setState(({ draft: now }) => {
        const { keys, given } = now;
        const next = draftOf(saved);
        const isAlike = next.keys.length === keys.length;
        return { draft: isAlike ? { ...next, keys, given } : next, base: saved, isKept: false };
      }),
    forget: () => {
      sessionStorage.removeItem(key);
      setState({ draft: draftOf(stored), base: stored, isKept: false });
    },
  };
}
