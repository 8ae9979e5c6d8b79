import { useEffect, useMemo, useRef } from 'react';
import type { Approval } from '#panel/api/types.ts';
import { useCampaignWords } from '#panel/words/campaigns/use.ts';
import { fileAddress } from '../shared/files/queries.ts';

type Comment = Approval['items'][number]['rounds'][number]['comments'][number];

const classes = {
  sheet: 'max-w-lg rounded border border-border bg-white',
  foot: 'text-meta text-muted',
  pin: 'inline-flex size-6 -translate-x-1/2 -translate-y-1/2 items-center justify-center rounded-full border-2 border-white bg-accent font-semibold text-meta text-on-accent',
  message: 'text-meta text-muted',
  hidden: 'sr-only',
};

interface Props {
  readonly slug: string;
  readonly file: string;
  readonly comments: readonly Comment[];
}

/** Pages of a PDF file with the numbers of its comments at their points. Pages without points are left out. */
export function PdfPoints({ slug, file, comments }: Props) {
  const { approval: words } = useCampaignWords();
  const box = useRef<HTMLDivElement>(null);
  const pins = useMemo(
    () =>
      comments.flatMap(({ page, x, y }, i) =>
        page === null || x === null || y === null ? [] : [{ page, x, y, label: String(i + 1) }],
      ),
    [comments],
  );
  useEffect(() => {
    let isClosed = false;
    let close = () => {};
    const open = async () => {
      const { showPdf } = await import('#panel/pdf/viewer.ts');
      if (isClosed || !box.current) return;
      const pages = [...new Set(pins.map(({ page }) => page))].sort((a, b) => a - b);
      const address = () => fileAddress(slug, file);
      ({ close } = showPdf({ box: box.current, address, words: words.pdf, classes, pins, pages }));
    };
    open().catch(() => {
      if (!isClosed) box.current?.replaceChildren(words.pdf.unreachable);
    });
    return () => {
      isClosed = true;
      close();
    };
  }, [slug, file, pins, words]);
  return <div ref={box} className="flex flex-col gap-2 text-meta text-muted" />;
}
