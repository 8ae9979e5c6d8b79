import type { ReactNode } from 'react';
import type { Failure } from '../api/call.ts';
import { FailureNotice } from '../display/Notices.tsx';
import { Button, type ButtonVariant } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useWords } from '../words/translations.ts';

interface Props {
  readonly title: string;
  readonly about: ReactNode;
  /** Label of the button: the action, not "yes". */
  readonly submit: string;
  /** Look of the button, for actions that lose nothing. */
  readonly look?: ButtonVariant;
  readonly isBusy: boolean;
  readonly failure: Failure | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation of an irreversible action. */
export function ConfirmDialog(props: Props) {
  const { title, about, submit, look = 'danger', isBusy, failure, onConfirm, onClose } = props;
  const { common } = useWords();
  return (
    <Dialog title={title} closeLabel={common.close} onClose={onClose}>
      <p>{about}</p>
      <FailureNotice failure={failure} />
      <div className="flex gap-2">
        <Button look={look} busy={isBusy} onClick={onConfirm}>
          {submit}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {common.cancel}
        </Button>
      </div>
    </Dialog>
  );
}
