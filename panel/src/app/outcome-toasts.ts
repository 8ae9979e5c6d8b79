import { useEffect } from 'react';
import type { Failure } from '../api/call.ts';
import { hurry } from '../commands/retry-until-sent.ts';
import { forget, type News, news } from '../commands/undo-history.ts';
import { say } from '../ui/Toast.tsx';
import { auditWords } from '../words/audit/load.ts';
import { newsWords } from '../words/outcomes/load.ts';
import { readerNow } from '../words/problems/use.ts';
import { wordsNow } from '../words/translations.ts';

/** Longer duration of the toast that restores a removed record. */
const removedMs = 10_000;

async function reasonOf(failure: Failure): Promise<string> {
  const { title } = wordsNow().failure;
  const isInvalid = failure.code === 'VALIDATION_ERROR';
  const [{ titles, reasonsOf }, words] = await Promise.all([
    readerNow(),
    isInvalid ? auditWords().catch(() => undefined) : undefined,
  ]);
  const fields = Object.entries(words?.fields ?? {}).map(([name, label]) => ({ name, label }));
  const why = title[failure.code] ?? titles[failure.code] ?? title.other;
  return [why, ...reasonsOf(failure, fields)].join(' ');
}

async function textOf(told: News): Promise<string> {
  const { app, common } = wordsNow();
  switch (told.kind) {
    case 'saved':
      return common.saved;
    case 'undone':
      return app.undone;
    case 'nothing':
      return app.nothingToUndo;
    case 'changed':
      return told.by === undefined ? app.changedSince : app.changedBy({ name: told.by });
    case 'failed':
      return app.notSaved({ why: await reasonOf(told.failure) });
    case 'many':
      return (await newsWords()).many(told);
    case 'created':
    case 'removed':
    case 'moved': {
      const texts = (await newsWords())[told.kind];
      return texts[told.of] ?? texts.other;
    }
  }
}

async function tell(told: News, undo?: () => Promise<void>): Promise<void> {
  const text = await textOf(told);
  const action = undo && { label: wordsNow().app.undo, act: () => void undo() };
  say(text, { action, ...(told.kind === 'removed' && { forMs: removedMs }) });
}

/** Reports the outcomes of changes during a session; clears the undo history afterwards. */
export function useOutcomeToasts(): void {
  useEffect(() => {
    news.tell = (told, undo) => void tell(told, undo);
    window.addEventListener('online', hurry);
    return () => {
      news.tell = () => {};
      window.removeEventListener('online', hurry);
      forget();
    };
  }, []);
}
