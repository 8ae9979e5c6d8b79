import { useEffect, useRef } from 'react';
import { fileAddress } from '#panel/records/shared/files/queries.ts';
import { useViewerWords } from '#panel/words/viewer/use.ts';

const classes = {
  sheet: 'mx-auto w-full max-w-3xl rounded border border-border bg-white',
  foot: 'py-1 text-center text-meta text-muted',
  pin: 'hidden',
  message: 'p-6 text-center text-muted',
  hidden: 'sr-only',
};

/** Pages of a PDF file. */
export default function PdfPages({ slug, file }: { readonly slug: string; readonly file: string }) {
  const { pdf: words } = useViewerWords();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isClosed = false;
    let close = () => {};
    const open = async () => {
      const { showPdf } = await import('#panel/pdf/viewer.ts');
      if (isClosed || !box.current) return;
      const address = () => fileAddress(slug, file);
      ({ close } = showPdf({ box: box.current, address, words, classes, pins: [] }));
    };
    open().catch(() => {
      if (!isClosed) box.current?.replaceChildren(words.unreachable);
    });
    return () => {
      isClosed = true;
      close();
    };
  }, [slug, file, words]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys
    <div ref={box} tabIndex={0} className="h-full w-full overflow-auto bg-surface p-2 md:p-4" />
  );
}
