import { clsx } from 'clsx';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Close } from './icons.tsx';

interface Props {
  readonly title: string;
  /** Accessible name of the close button. */
  readonly closeLabel: string;
  readonly onClose: () => void;
  /** True for a wider dialog, whose menus may extend beyond its edge. */
  readonly isWide?: boolean;
  /** True for a wide dialog that may be taller than the window: it scrolls, with its menus. */
  readonly isTall?: boolean;
  readonly children: ReactNode;
}

/** Modal dialog, open while it is mounted; the parent unmounts it in `onClose`. */
export function Dialog({
  title,
  closeLabel,
  onClose,
  isWide = false,
  isTall = false,
  children,
}: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Closes before another element takes the focus, such as a created record or the successor of a deleted one.
  useLayoutEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    if (!dialog?.open) dialog?.showModal();
    // The browser would focus the close button.
    dialog?.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea')?.focus();
    return () => {
      dialog?.close();
      // A key may have opened it without a focus, and the action may have removed the opener.
      const back =
        before?.isConnected && before !== document.body ? before : document.querySelector('main');
      if (back instanceof HTMLElement) back.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      className={clsx(
        'appear w-[calc(100vw-32px)] rounded-card border border-border bg-raised p-0 shadow-float',
        isWide ? 'max-w-[640px]' : 'max-w-[440px]',
        isWide && !isTall && 'sm:overflow-visible',
      )}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header className="flex items-center justify-between border-border border-b py-2 pr-2 pl-4">
        <h2 id={id} className="font-semibold text-title">
          {title}
        </h2>
        <button
          type="button"
          aria-label={closeLabel}
          onClick={onClose}
          className="control inline-flex aspect-square items-center justify-center rounded text-muted hover:bg-surface"
        >
          <Close />
        </button>
      </header>
      <div className="flex flex-col gap-4 p-4">{children}</div>
    </dialog>
  );
}
