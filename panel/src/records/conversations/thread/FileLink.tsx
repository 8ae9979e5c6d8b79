import { formatSize } from '#panel/display/download.ts';
import { fileAddress } from '#panel/records/shared/files/queries.ts';
import { useThreadWords } from '#panel/words/thread/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { Download, Paper } from './icons.tsx';
import { useThreadContext } from './thread-context.ts';

interface Props {
  readonly id: string;
  readonly name: string;
  /** Null if unknown. */
  readonly bytes: number | null;
  /** Shows it in the viewer; absent if it can only be downloaded. */
  readonly onOpen?: (() => void) | undefined;
}

/** File with name and size, to view or to download. */
export function FileLink({ id, name, bytes, onOpen }: Props) {
  const { media: words } = useThreadWords();
  const locale = useLocale();
  const { slug } = useThreadContext();
  const frame =
    'flex min-h-14 w-[280px] max-w-full items-center gap-2 rounded border border-border bg-raised hover:bg-surface';
  const label = (
    <>
      <Paper size={20} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate font-medium">{name}</span>
        {bytes === null ? null : (
          <span className="text-meta text-muted">{formatSize(bytes, locale)}</span>
        )}
      </span>
    </>
  );
  const download = {
    href: fileAddress(slug, id),
    download: name,
    'aria-label': words.downloadIt({ name }),
  };
  if (!onOpen)
    return (
      <a {...download} className={`${frame} px-3`}>
        {label}
        <Download />
      </a>
    );
  return (
    <div className={frame}>
      <button
        type="button"
        aria-label={words.view({ name })}
        onClick={onOpen}
        className="flex min-w-0 flex-1 items-center gap-2 self-stretch rounded pl-3 text-left"
      >
        {label}
      </button>
      <a
        {...download}
        className="control inline-flex aspect-square shrink-0 items-center justify-center rounded hover:bg-bg"
      >
        <Download />
      </a>
    </div>
  );
}
