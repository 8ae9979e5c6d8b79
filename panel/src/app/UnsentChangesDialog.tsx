import { unsentQuestion } from '../commands/retry-until-sent.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useWords } from '../words/translations.ts';

/** Asks whether changes that could not be sent for two minutes are still wanted. */
export default function UnsentChangesDialog() {
  const { app, common } = useWords();
  return (
    <Dialog title={app.stuck} closeLabel={common.close} onClose={() => unsentQuestion.answer(true)}>
      <p>{app.stuckAbout}</p>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" onClick={() => unsentQuestion.answer(true)}>
          {app.keepTrying}
        </Button>
        <Button look="danger" onClick={() => unsentQuestion.answer(false)}>
          {app.giveUp}
        </Button>
      </div>
    </Dialog>
  );
}
