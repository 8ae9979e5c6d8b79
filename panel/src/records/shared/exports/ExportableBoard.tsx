import { useEffect, useState } from 'react';
import ExportDialog from './ExportDialog.tsx';
import { announceList, type ExportableKind } from './exportable-list.ts';

interface Props {
  readonly slug: string;
  readonly kind: ExportableKind;
  /** Filters of the board, as the list of the API accepts them. */
  readonly query: string;
  /** Number of records on the board. */
  readonly total: number;
}

/** Lets the display menu export the records of a board, as that of a list does. */
export default function ExportableBoard({ slug, kind, query, total }: Props) {
  const [isExporting, setExporting] = useState(false);
  useEffect(() => {
    announceList({ kind, query, total, fields: null, open: () => setExporting(true) });
    return () => announceList(undefined);
  }, [kind, query, total]);
  if (!isExporting) return null;
  return (
    <ExportDialog
      slug={slug}
      list={{ kind, query, total, fields: null }}
      onClose={() => setExporting(false)}
    />
  );
}
