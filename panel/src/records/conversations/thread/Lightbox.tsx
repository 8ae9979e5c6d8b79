import { useEffect, useRef } from 'react';
import type { Message } from '#panel/api/types.ts';
import { fileAddress } from '#panel/records/shared/files/queries.ts';
import { Close, Left, Right } from '#panel/ui/icons.tsx';
import { useThreadWords } from '#panel/words/thread/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { readableText } from '../group-mentions.ts';
import { Download } from './icons.tsx';

interface Props {
  readonly slug: string;
  readonly image: Message;
  /** Adjacent images of the conversation. */
  readonly previous: Message | undefined;
  readonly next: Message | undefined;
  readonly label: string;
  readonly onGo: (to: Message) => void;
  readonly onClose: () => void;
}

const button =
  'control inline-flex aspect-square shrink-0 items-center justify-center rounded text-text hover:bg-surface disabled:opacity-40';

/** Image in full window size; arrows open the others of the conversation. */
export default function Lightbox(props: Props) {
  const { slug, image, previous, next, label, onGo, onClose } = props;
  const { media: words } = useThreadWords();
  const { common } = useWords();
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    if (!dialog?.open) dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const address = fileAddress(slug, image.media?.file_id ?? '');
  const name = image.media?.name ?? words.unnamed;
  return (
    <dialog
      ref={ref}
      aria-label={words.viewer}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={({ key }) => {
        const to = { ArrowLeft: previous, ArrowRight: next }[key];
        if (to) onGo(to);
      }}
      className="appear m-0 h-dvh max-h-none w-dvw max-w-none bg-bg p-0"
    >
      <div className="flex h-full flex-col">
        <header className="flex items-center gap-2 border-border border-b px-3 py-2">
          <h2 className="min-w-0 flex-1 truncate font-semibold">{name}</h2>
          <button
            type="button"
            aria-label={words.previous}
            disabled={!previous}
            onClick={() => previous && onGo(previous)}
            className={button}
          >
            <Left />
          </button>
          <button
            type="button"
            aria-label={words.next}
            disabled={!next}
            onClick={() => next && onGo(next)}
            className={button}
          >
            <Right />
          </button>
          <a
            href={address}
            download={name}
            aria-label={words.downloadIt({ name })}
            className={button}
          >
            <Download />
          </a>
          <button type="button" aria-label={common.close} onClick={onClose} className={button}>
            <Close />
          </button>
        </header>
        <div className="flex min-h-0 flex-1 items-center justify-center p-2">
          <img
            key={image.id}
            src={address}
            alt={label}
            className="max-h-full max-w-full object-contain"
          />
        </div>
        {image.content ? (
          <p className="max-h-32 overflow-auto whitespace-pre-wrap border-border border-t px-3 py-2 text-prose">
            {readableText(image)}
          </p>
        ) : null}
      </div>
    </dialog>
  );
}
