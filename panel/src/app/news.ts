import { useEffect } from 'react';
import { forget, type News, news, undo } from '../commands/command.ts';
import { hurry } from '../commands/deliver.ts';
import { say } from '../ui/Toast.tsx';
import { wordsNow } from '../words/t.ts';

function textOf(told: News): string {
  const { app, common, failure } = wordsNow();
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
      return app.notSaved({ why: failure.title[told.failure.code] ?? failure.title.other });
  }
}

function tell(told: News): void {
  const action = { label: wordsNow().app.undo, act: () => void undo() };
  say(textOf(told), told.kind === 'saved' ? { action } : {});
}

/** Says what came of changes, for as long as somebody is signed in; whoever comes next undoes nothing of theirs. */
export function useNews(): void {
  useEffect(() => {
    news.tell = tell;
    window.addEventListener('online', hurry);
    return () => {
      news.tell = () => {};
      window.removeEventListener('online', hurry);
      forget();
    };
  }, []);
}
