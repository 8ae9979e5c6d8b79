import { useEffect } from 'react';
import { retryNow } from '../commands/retry-until-sent.ts';
import { type ActionOutcome, clearHistory, outcomes } from '../commands/undo-history.ts';
import { usePreload } from '../display/lazy.tsx';
import { dismissLatestAction, say } from '../ui/Toast.tsx';
import { wordsNow } from '../words/translations.ts';

const loadText = () => import('./outcome-text.ts');

/** Longer duration of the toast that restores a removed record. */
const removedMs = 10_000;

async function showOutcome(outcome: ActionOutcome, undo?: () => Promise<void>): Promise<void> {
  const text = await (await loadText()).outcomeText(outcome);
  if (outcome.kind === 'undone') dismissLatestAction();
  const { app } = wordsNow();
  const open = outcome.kind === 'created' ? outcome.open : undefined;
  say(text, {
    actions: [
      ...(open ? [{ label: app.open, act: open }] : []),
      ...(undo ? [{ label: app.undo, act: () => void undo() }] : []),
    ],
    ...(outcome.kind === 'removed' && { forMs: removedMs }),
  });
}

/** Reports the outcomes of changes during a session; clears the undo history afterwards. */
export function useOutcomeToasts(): void {
  usePreload(loadText);
  useEffect(() => {
    outcomes.report = (outcome, undo) => void showOutcome(outcome, undo);
    window.addEventListener('online', retryNow);
    return () => {
      outcomes.report = () => {};
      window.removeEventListener('online', retryNow);
      clearHistory();
    };
  }, []);
}
