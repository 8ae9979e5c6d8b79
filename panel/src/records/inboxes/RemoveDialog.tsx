import { useState } from 'react';
import type { Inbox } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { paths } from '#panel/route/paths.ts';
import { navigate } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Checkbox } from '#panel/ui/Field.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useInboxWords } from '#panel/words/inboxes/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { GatewayFailure } from './GatewayFailure.tsx';
import { inboxActions } from './queries.ts';

interface Props {
  readonly slug: string;
  readonly inbox: Inbox;
  readonly onClose: () => void;
}

/** Confirms the permanent removal of an inbox; if the gateway fails to cooperate, offers to remove it anyway. */
export function RemoveDialog({ slug, inbox, onClose }: Props) {
  const { record: words } = useInboxWords();
  const { common } = useWords();
  const [isForced, force] = useState(false);
  const remove = useAction(
    () => inboxActions(slug).remove(inbox.id, isForced),
    () => {
      say(words.removed);
      navigate(paths.inboxes(slug), { replace: true });
    },
  );
  return (
    <Dialog
      title={words.removeTitle({ name: inbox.name })}
      closeLabel={common.close}
      onClose={onClose}
    >
      <p>{words.removeAbout}</p>
      <GatewayFailure failure={remove.failure} />
      {remove.failure || isForced ? (
        <Checkbox
          label={words.removeAnyway}
          checked={isForced}
          onChange={({ currentTarget }) => force(currentTarget.checked)}
        />
      ) : null}
      <div className="flex gap-2">
        <Button look="danger" busy={remove.isBusy} onClick={() => remove.act(undefined)}>
          {words.remove}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {common.cancel}
        </Button>
      </div>
    </Dialog>
  );
}
