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
}

/** File with name and size, to download. */
export function FileLink({ id, name, bytes }: Props) {
  const { media: words } = useThreadWords();
  const locale = useLocale();
  const { slug } = useThreadContext();
  return (
    <a
      href={fileAddress(slug, id)}
      download={name}
      aria-label={words.downloadIt({ name })}
      className="flex min-h-14 w-[280px] max-w-full items-center gap-2 rounded border border-border bg-raised px-3 hover:bg-surface"
    >
      <Paper size={20} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate font-medium">{name}</span>
        {bytes === null ? null : (
          <span className="text-meta text-muted">{formatSize(bytes, locale)}</span>
        )}
      </span>
      <Download />
    </a>
  );
}
