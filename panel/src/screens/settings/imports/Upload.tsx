import { clsx } from 'clsx';
import { useRef, useState } from 'react';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { paths } from '#panel/route/paths.ts';
import { navigate } from '#panel/route/router.tsx';
import { FileButton } from '#panel/ui/FileButton.tsx';
import { useFileDrop } from '#panel/ui/use-file-drop.ts';
import { useImportWords } from '#panel/words/imports/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { importActions } from './queries.ts';

/** Types by name and, for phones, which know no names of some, by media type. */
const accepted = [
  ...['.csv', '.tsv', '.txt', '.xlsx', '.vcf', '.json', '.jsonl', '.ndjson', '.zip'],
  ...['text/csv', 'text/plain', 'text/vcard', 'application/json', 'application/zip'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
].join(',');

/** Takes a file of any kind, chosen or dropped, and opens its import. */
export function Upload({ slug }: { readonly slug: string }) {
  const words = useImportWords();
  const percent = new Intl.NumberFormat(useLocale(), { style: 'percent' }).format;
  const [part, setPart] = useState<number>();
  const create = useAction(
    (file: File) => {
      setPart(undefined);
      return importActions(slug).create(file, setPart);
    },
    ({ id }) => navigate(paths.import(slug, id)),
  );
  const box = useRef<HTMLElement>(null);
  const { isOver, handlers } = useFileDrop(box, ([file]) => {
    if (file) create.act(file);
  });
  return (
    <section
      ref={box}
      {...handlers}
      aria-label={words.upload}
      className={clsx(
        'flex flex-col items-center gap-3 rounded-card border border-dashed px-4 py-8 text-center',
        isOver ? 'border-accent bg-tint' : 'border-control bg-raised',
      )}
    >
      <p className="max-w-[52ch] text-balance font-medium">
        {isOver ? words.drop : words.products}
      </p>
      <FileButton
        look="primary"
        label={words.file}
        accept={accepted}
        busy={create.isBusy}
        onChoose={create.act}
      >
        {words.choose}
      </FileButton>
      <p className="max-w-[52ch] text-balance text-meta text-muted">
        {words.formats} <span className="pointer-coarse:hidden">{words.dropHint}</span>
      </p>
      {create.isBusy && part !== undefined ? (
        <p role="status">{words.uploading({ percent: percent(part) })}</p>
      ) : null}
      {create.failure ? (
        <div className="text-left">
          <FailureNotice failure={create.failure} />
        </div>
      ) : null}
    </section>
  );
}
