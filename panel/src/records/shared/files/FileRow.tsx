import { clsx } from 'clsx';
import { useState } from 'react';
import type { RecordFile } from '#panel/api/types.ts';
import { formatSize } from '#panel/display/download.ts';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { isKind } from '#panel/route/record-paths.ts';
import { Bin, Clip, Warning } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { useRecordWords } from '#panel/words/records/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { fileAddress } from './queries.ts';

interface Props {
  readonly slug: string;
  readonly file: RecordFile;
  /** True to link the record that it is attached to. */
  readonly isLinked: boolean;
  /** True for a picture in the width of its cell, above its name. */
  readonly isLarge?: boolean;
  readonly onRemove: () => void;
}

/** True if a thumbnail of the file can be shown. */
export const hasPicture = ({ preview, scan }: RecordFile) =>
  preview === 'ready' && scan !== 'infected';

/** A file with its thumbnail, name and uploader. */
export function FileRow({ slug, file, isLinked, isLarge = false, onRemove }: Props) {
  const { files: words } = useRecordWords();
  const locale = useLocale();
  const { id, name, bytes, scan, created_by_name: by, created_at, record_type, record_id } = file;
  const isBlocked = scan === 'infected';
  // Another person may have deleted it since.
  const [isMissing, setMissing] = useState(false);
  return (
    <li
      className={
        isLarge
          ? 'flex flex-wrap items-center gap-x-1 pb-1'
          : 'col-span-full flex min-h-11 items-center gap-3'
      }
    >
      <span
        className={clsx(
          'inline-flex shrink-0 items-center justify-center overflow-hidden rounded border border-border bg-surface text-muted',
          isLarge ? 'aspect-[4/3] w-full' : 'size-11',
        )}
      >
        {hasPicture(file) && !isMissing ? (
          <img
            src={fileAddress(slug, id, true)}
            alt=""
            loading="lazy"
            onError={() => setMissing(true)}
            className="size-full object-cover"
          />
        ) : (
          <Clip />
        )}
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        {isBlocked ? (
          <span className="truncate">{name}</span>
        ) : (
          <a
            href={fileAddress(slug, id)}
            download={name}
            title={words.download({ name })}
            className="truncate text-accent hover:underline"
          >
            {name}
          </a>
        )}
        <span className="flex flex-wrap items-center gap-x-2 text-meta text-muted">
          {formatSize(bytes, locale)}
          {by ? <span>{by}</span> : null}
          <RelativeTime at={created_at} />
          {isLinked && isKind(record_type) && record_id !== null ? (
            <RecordLink
              kind={record_type}
              id={record_id}
              className="inline-flex min-h-6 min-w-0 items-center text-accent hover:underline"
            >
              <span className="truncate">{file.record_name}</span>
            </RecordLink>
          ) : null}
          {isBlocked ? (
            <Badge tone="danger" icon={<Warning />}>
              {words.infected}
            </Badge>
          ) : null}
        </span>
      </span>
      <button
        type="button"
        aria-label={words.remove({ name })}
        onClick={onRemove}
        className="control inline-flex aspect-square items-center justify-center rounded text-muted hover:bg-surface"
      >
        <Bin />
      </button>
    </li>
  );
}
