import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { Message } from '#panel/api/types.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { fileAddress } from '#panel/records/shared/files/queries.ts';
import { Close, Left, Plus, Right } from '#panel/ui/icons.tsx';
import { useThreadWords } from '#panel/words/thread/use.ts';
import { useLocale, useWords } from '#panel/words/translations.ts';
import { useViewerWords } from '#panel/words/viewer/use.ts';
import { readableText } from '../group-mentions.ts';
import { Download, Minus } from './icons.tsx';
import { type PictureZoom, useZoom } from './use-zoom.ts';
import { isPdf } from './viewable.ts';

const PdfPages = lazyWithWords(() => import('./PdfPages.tsx'));

interface Props {
  readonly slug: string;
  readonly image: Message;
  /** Adjacent images and PDF files of the conversation. */
  readonly previous: Message | undefined;
  readonly next: Message | undefined;
  readonly label: string;
  readonly onGo: (to: Message) => void;
  readonly onClose: () => void;
}

const button =
  'control inline-flex aspect-square shrink-0 items-center justify-center rounded text-text hover:bg-surface disabled:opacity-40';

/** Image, which can be enlarged, or PDF file in full window size; arrows open the others of the conversation. */
export default function Lightbox(props: Props) {
  const { slug, image, previous, next, label, onGo, onClose } = props;
  const { media } = useThreadWords();
  const words = useViewerWords();
  const { common } = useWords();
  const ref = useRef<HTMLDialogElement>(null);
  const zooming = useRef<PictureZoom>(undefined);
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    if (!dialog?.open) dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  // The focused control may be gone or disabled at the next file; keys then would no longer reach the dialog.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each file
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog && !dialog.querySelector(':focus:enabled')) dialog.focus();
  }, [image.id]);
  const address = fileAddress(slug, image.media?.file_id ?? '');
  const name = image.media?.name ?? media.unnamed;
  const isPicture = !isPdf(image);
  return (
    <dialog
      ref={ref}
      tabIndex={-1}
      aria-label={isPicture ? words.viewer : words.pdfViewer}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        const { key, ctrlKey, metaKey } = event;
        if (!ctrlKey && !metaKey && isPicture && zooming.current?.press(key)) {
          event.preventDefault();
          return;
        }
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
            aria-label={media.downloadIt({ name })}
            className={button}
          >
            <Download />
          </a>
          <button type="button" aria-label={common.close} onClick={onClose} className={button}>
            <Close />
          </button>
        </header>
        {isPicture ? (
          <Picture key={image.id} address={address} label={label} onZoom={zooming} />
        ) : (
          <div className="min-h-0 flex-1">
            <PdfPages key={image.id} slug={slug} file={image.media?.file_id ?? ''} />
          </div>
        )}
        {image.content ? (
          <p className="max-h-32 overflow-auto whitespace-pre-wrap border-border border-t px-3 py-2 text-prose">
            {readableText(image)}
          </p>
        ) : null}
      </div>
    </dialog>
  );
}

interface PictureProps {
  readonly address: string;
  readonly label: string;
  /** Receives the zoom, for the keys of the dialog. */
  readonly onZoom: RefObject<PictureZoom | undefined>;
}

/** Image that is enlarged by wheel, pinch, double click, keys and buttons, and dragged. */
function Picture({ address, label, onZoom }: PictureProps) {
  const words = useViewerWords();
  const locale = useLocale();
  const area = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLImageElement>(null);
  const zoomed = useZoom(area, picture);
  onZoom.current = zoomed;
  const { scale, x, y } = zoomed.zoom;
  const percent = new Intl.NumberFormat(locale, { style: 'percent' }).format(scale);
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={area}
        className={`flex h-full touch-none select-none items-center justify-center overflow-hidden p-2 ${scale > 1 ? 'cursor-grab active:cursor-grabbing' : 'cursor-zoom-in'}`}
      >
        <img
          ref={picture}
          src={address}
          alt={label}
          draggable={false}
          style={{ transform: `translate(${x}px, ${y}px) scale(${scale})` }}
          className="max-h-full max-w-full object-contain"
        />
      </div>
      <div className="-translate-x-1/2 absolute bottom-3 left-1/2 flex items-center rounded-full border border-border bg-raised shadow-float">
        <button
          type="button"
          aria-label={words.zoomOut}
          disabled={scale === 1}
          onClick={zoomed.zoomOut}
          className={button}
        >
          <Minus />
        </button>
        <span role="status" className="min-w-14 text-center text-meta tabular-nums">
          {percent}
        </span>
        <button type="button" aria-label={words.zoomIn} onClick={zoomed.zoomIn} className={button}>
          <Plus />
        </button>
      </div>
    </div>
  );
}
