import { useState } from 'react';
import type { Inbox } from '../../../api/types.ts';
import { useAction } from '../../../commands/use-action.ts';
import { inboxActions } from '../../../data/inboxes.ts';
import { GatewayFailure } from '../../../parts/inboxes/GatewayFailure.tsx';
import { paths } from '../../../route/paths.ts';
import { navigate } from '../../../route/router.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Checkbox } from '../../../ui/Field.tsx';
import { say } from '../../../ui/Toast.tsx';
import { useInboxWords } from '../../../words/inboxes/use.ts';
import { useWords } from '../../../words/translations.ts';

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
