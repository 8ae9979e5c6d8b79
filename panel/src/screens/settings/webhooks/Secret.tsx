import { CopyOnce } from '#panel/display/CopyOnce.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { useWords } from '#panel/words/translations.ts';
import { useWebhookWords } from '#panel/words/webhooks/use.ts';
import { receives } from './model.ts';

interface NewSecret {
  readonly url: string | null;
  readonly target_pipeline_id: string | null;
  readonly target_column_id: string | null;
  readonly secret_token: string;
}

/** Shows a secret once, with instructions. */
export function Secret({
  made,
  onClose,
}: {
  readonly made: NewSecret;
  readonly onClose: () => void;
}) {
  const { secret: words } = useWebhookWords();
  const { common } = useWords();
  return (
    <Dialog title={words.title} closeLabel={common.close} onClose={onClose}>
      <CopyOnce label={words.label} text={made.secret_token} about={words.once} />
      {made.url === null ? null : <p>{words.delivers}</p>}
      {receives(made) ? <p>{words.receives}</p> : null}
      <Button look="primary" className="self-start" onClick={onClose}>
        {common.done}
      </Button>
    </Dialog>
  );
}
