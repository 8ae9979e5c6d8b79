import { clsx } from 'clsx';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';

interface Props {
  readonly label: string;
  /** Control below which it opens; on phones it opens at the bottom of the screen. */
  readonly anchor: HTMLElement;
  readonly className: string;
  /** Called for keys other than Escape; the screen below receives only Tab. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLDialogElement>) => void;
  /** Called on Escape and on a press outside. The focus returns to the element that had it. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Space between the anchor, the dialog and the window's edge. */
const gap = 4;

function place(dialog: HTMLDialogElement, anchor: HTMLElement): void {
  if (matchMedia('(max-width: 639px)').matches) return;
  const at = anchor.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = dialog;
  const isAbove = at.bottom + gap + offsetHeight > innerHeight && at.top > offsetHeight + gap;
  const top = isAbove ? at.top - gap - offsetHeight : at.bottom + gap;
  const within = (value: number, most: number) => Math.max(gap, Math.min(value, most - gap));
  dialog.style.left = `${within(at.left, innerWidth - offsetWidth)}px`;
  dialog.style.top = `${within(top, innerHeight - offsetHeight)}px`;
}

/** Modal dialog of a control: a calendar, a list of choices. */
export function AnchoredDialog(props: Props) {
  const { label, anchor, className, onKeyDown, onClose, children } = props;
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = box.current;
    if (!dialog) return;
    dialog.showModal();
    place(dialog, anchor);
    return () => dialog.close();
  }, [anchor]);
  return (
    <dialog
      ref={box}
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key !== 'Tab') event.stopPropagation();
        if (event.key !== 'Escape') return onKeyDown(event);
        event.preventDefault();
        onClose();
      }}
      onCancel={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
      onClick={({ target }) => {
        if (target === box.current) onClose();
      }}
      className={clsx(
        'appear m-0 rounded-card border border-border bg-raised p-0 shadow-float backdrop:bg-transparent max-sm:top-auto max-sm:bottom-0 max-sm:w-full max-sm:max-w-full max-sm:rounded-b-none',
        className,
      )}
    >
      {children}
    </dialog>
  );
}
