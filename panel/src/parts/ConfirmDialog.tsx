import type { ReactNode } from 'react';
import type { ActionState } from '../commands/use-action.ts';
import { FailureNotice } from '../display/Notices.tsx';
import { Button, type ButtonVariant } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useWords } from '../words/translations.ts';

interface Props<I> {
  readonly title: string;
  readonly about: ReactNode;
  /** Label of the button: the action, not "yes". */
  readonly submit: string;
  /** Look of the button, for actions that lose nothing. */
  readonly look?: ButtonVariant;
  readonly act: ActionState<I>;
  /** Input of the action. */
  readonly input: I;
  readonly onClose: () => void;
}

/** Asks for confirmation of an irreversible action. */
export function ConfirmDialog<I>(props: Props<I>) {
  const { title, about, submit, look = 'danger', act, input, onClose } = props;
  const { common } = useWords();
  return (
    <Dialog title={title} closeLabel={common.close} onClose={onClose}>
      <p>{about}</p>
      <FailureNotice failure={act.failure} />
      <div className="flex gap-2">
        <Button look={look} busy={act.isBusy} onClick={() => act.act(input)}>
          {submit}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {common.cancel}
        </Button>
      </div>
    </Dialog>
  );
}
