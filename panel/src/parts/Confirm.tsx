import type { ReactNode } from 'react';
import type { Failure } from '../api/call.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useWords } from '../words/t.ts';
import { FailureNotice } from './Notice.tsx';

interface Props {
  readonly title: string;
  readonly about: ReactNode;
  /** What the button says: the deed, not "yes". */
  readonly submit: string;
  readonly isBusy: boolean;
  readonly failure: Failure | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that cannot be taken back. */
export function Confirm({ title, about, submit, isBusy, failure, onConfirm, onClose }: Props) {
  const { common } = useWords();
  return (
    <Dialog title={title} closeLabel={common.close} onClose={onClose}>
      <p>{about}</p>
      <FailureNotice failure={failure} />
      <div className="flex gap-2">
        <Button look="danger" busy={isBusy} onClick={onConfirm}>
          {submit}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {common.cancel}
        </Button>
      </div>
    </Dialog>
  );
}
