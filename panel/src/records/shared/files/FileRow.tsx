import type { RecordFile } from '#panel/api/types.ts';
import { formatSize } from '#panel/display/download.ts';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { Bin, Clip, Warning } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { useRecordWords } from '#panel/words/records/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { fileAddress } from './queries.ts';

interface Props {
  readonly slug: string;
  readonly file: RecordFile;
  readonly onRemove: () => void;
}

/** A file with its thumbnail, name and uploader. */
export function FileRow({ slug, file, onRemove }: Props) {
  const { files: words } = useRecordWords();
  const locale = useLocale();
  const { id, name, bytes, preview, scan, created_by_name: by, created_at } = file;
  const isBlocked = scan === 'infected';
  return (
    <li className="flex min-h-11 items-center gap-3">
      <span className="inline-flex size-11 shrink-0 items-center justify-center overflow-hidden rounded border border-border bg-surface text-muted">
        {preview === 'ready' && !isBlocked ? (
          <img
            src={fileAddress(slug, id, true)}
            alt=""
            loading="lazy"
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
