import type { Failure } from '../api/call.ts';
import type { ActionOutcome } from '../commands/undo-history.ts';
import { isKind } from '../route/record-paths.ts';
import { auditWords } from '../words/audit/load.ts';
import { fieldWords } from '../words/fields/load.ts';
import { outcomeWords } from '../words/outcomes/load.ts';
import { errorTranslatorNow } from '../words/problems/use.ts';
import { wordsNow } from '../words/translations.ts';

async function reasonOf(failure: Failure): Promise<string> {
  const { title } = wordsNow().failure;
  const isInvalid = failure.code === 'VALIDATION_ERROR';
  const [{ titles, reasonsOf }, words] = await Promise.all([
    errorTranslatorNow(),
    isInvalid ? auditWords().catch(() => undefined) : undefined,
  ]);
  const fields = Object.entries(words?.fields ?? {}).map(([name, label]) => ({ name, label }));
  const why = title[failure.code] ?? titles[failure.code] ?? title.other;
  return [why, ...reasonsOf(failure, fields)].join(' ');
}

/** Text of the toast that reports an outcome. */
export async function outcomeText(outcome: ActionOutcome): Promise<string> {
  const { app, common } = wordsNow();
  switch (outcome.kind) {
    case 'saved':
      return common.saved;
    case 'undone':
      return app.undone;
    case 'nothing':
      return app.nothingToUndo;
    case 'changed':
      return outcome.by === undefined ? app.changedSince : app.changedBy({ name: outcome.by });
    case 'failed':
      return app.notSaved({ why: await reasonOf(outcome.failure) });
    case 'many':
      return (await outcomeWords()).many(outcome);
    case 'created':
    case 'removed': {
      const [{ kinds }, words] = await Promise.all([fieldWords(), outcomeWords()]);
      const texts = words[outcome.kind];
      const ofKind = isKind(outcome.of) ? kinds[outcome.of][outcome.kind] : undefined;
      return ofKind ?? texts[outcome.of] ?? texts.other;
    }
    case 'moved': {
      const texts = (await outcomeWords()).moved;
      return texts[outcome.of] ?? texts.other;
    }
  }
}
