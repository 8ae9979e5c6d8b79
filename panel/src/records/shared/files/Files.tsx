import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useId, useRef, useState } from 'react';
import type { Failure } from '#panel/api/call.ts';
import { useCommand } from '#panel/commands/command.ts';
import { useListWithPending } from '#panel/commands/pending-changes.ts';
import { asFailure } from '#panel/commands/use-action.ts';
import type { RelatedKind } from '#panel/data/related.ts';
import { LoadMore } from '#panel/display/LoadMore.tsx';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { peekIn } from '#panel/route/record-paths.ts';
import { Button } from '#panel/ui/Button.tsx';
import { Ghost } from '#panel/ui/Ghost.tsx';
import { Camera, Clip } from '#panel/ui/icons.tsx';
import { isTyping } from '#panel/ui/is-typing.ts';
import { Empty } from '#panel/ui/layout.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useFileDrop } from '#panel/ui/use-file-drop.ts';
import { useRecordWords } from '#panel/words/records/use.ts';
import { FileRow, hasPicture } from './FileRow.tsx';
import {
  attachFile,
  type FileUpload,
  filesQuery,
  newFileId,
  projectFilesQuery,
  removeFile,
} from './queries.ts';

export interface FilesProps {
  readonly slug: string;
  readonly kind: RelatedKind;
  readonly id: string;
  /** True to also list the files of the project's tasks and campaigns. */
  readonly isWholeProject?: boolean;
  /** True for large thumbnails, which come before the other files. */
  readonly hasLargePictures?: boolean;
}

interface Upload extends FileUpload {
  readonly part: number;
  readonly failure?: Failure;
}

/** Uploads in progress to a record. */
function useUploads({ slug, kind, id: record }: FilesProps, textOf: (name: string) => string) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const change = (id: string, to: Partial<Upload> | undefined) =>
    setUploads((all) =>
      all.flatMap((each) => (each.id !== id ? each : to ? { ...each, ...to } : [])),
    );
  const send = async (upload: FileUpload) => {
    setUploads((all) => [...all.filter(({ id }) => id !== upload.id), { ...upload, part: 0 }]);
    try {
      await attachFile(slug, kind, record, upload, (part) => change(upload.id, { part }));
      change(upload.id, undefined);
      say(textOf(upload.name));
    } catch (error) {
      change(upload.id, { failure: asFailure(error) });
    }
  };
  return {
    uploads,
    send: (upload: FileUpload) => void send(upload),
    giveUp: (id: string) => change(id, undefined),
  };
}

/** Files of a record: dropped, pasted, chosen, or taken with a phone's camera. */
export function Files(props: FilesProps) {
  const { slug, kind, id, isWholeProject = false, hasLargePictures = false } = props;
  const { files: words } = useRecordWords();
  const query = useInfiniteQuery({
    ...(isWholeProject ? projectFilesQuery(slug, id) : filesQuery(slug, kind, id)),
    // Polls for pending thumbnails, which are made after the upload and emit no event.
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(({ preview }) => preview === 'pending'))
        ? 2_000
        : false,
  });
  const { uploads, send, giveUp } = useUploads(props, (name) => words.sent({ name }));
  const remove = useCommand(removeFile);
  const rows = useListWithPending('files', query.data?.rows ?? []);
  const sorted = hasLargePictures
    ? rows.toSorted((a, b) => Number(hasPicture(b)) - Number(hasPicture(a)))
    : rows;
  const add = (files: Iterable<File>) => {
    for (const file of files) send({ id: newFileId(), name: file.name || words.image, file });
  };
  const box = useRef<HTMLElement>(null);
  const { isOver, handlers } = useFileDrop(box, add);
  const latest = useRef(add);
  latest.current = add;
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = event.clipboardData?.files;
      // A paste with a peek open is meant for the peek, not for the screen behind it.
      const isBehind = box.current?.closest('main') && peekIn(location.search);
      if (!files || files.length === 0 || isBehind || event.defaultPrevented) return;
      if (isTyping(event.target) && event.clipboardData?.types.includes('text/plain')) return;
      event.preventDefault();
      latest.current(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
  return (
    <section
      ref={box}
      {...handlers}
      aria-label={words.title}
      className={clsx(
        'flex flex-col gap-2 rounded',
        isOver && 'bg-tint outline-2 outline-accent outline-dashed outline-offset-4',
      )}
    >
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold text-title">{isOver ? words.drop : words.title}</h2>
        <span className="flex gap-1">
          <Choose label={words.camera} icon={<Camera />} isCamera onChoose={add} />
          <Choose label={words.add} icon={<Clip />} onChoose={add} />
        </span>
      </header>
      {uploads.map((upload) => (
        <UploadRow
          key={upload.id}
          upload={upload}
          onRetry={() => send(upload)}
          onGiveUp={() => giveUp(upload.id)}
        />
      ))}
      <QueryContent query={query} rows={1}>
        {() =>
          rows.length === 0 && uploads.length === 0 ? (
            isWholeProject ? (
              <Empty text={words.none} ghost={<Ghost of="tiles" />} />
            ) : (
              <p className="text-faint">{words.none}</p>
            )
          ) : (
            <ul
              aria-label={words.title}
              className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))] gap-x-3 gap-y-1"
            >
              {sorted.map((file) => (
                <FileRow
                  key={file.id}
                  slug={slug}
                  file={file}
                  isLinked={file.record_id !== id}
                  isLarge={hasLargePictures && hasPicture(file)}
                  onRemove={() => remove.act({ slug, id: file.id })}
                />
              ))}
            </ul>
          )
        }
      </QueryContent>
      <FailureNotice failure={remove.failure} />
      <LoadMore query={query} shown={query.data?.rows.length ?? 0} />
    </section>
  );
}

interface ChooseProps {
  readonly label: string;
  readonly icon: React.ReactNode;
  /** True for the rear camera of a phone, offered on touch devices. */
  readonly isCamera?: boolean;
  readonly onChoose: (files: Iterable<File>) => void;
}

function Choose({ label, icon, isCamera = false, onChoose }: ChooseProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        look="quiet"
        className={isCamera ? 'not-pointer-coarse:hidden' : ''}
        onClick={() => field.current?.click()}
      >
        {icon} {label}
      </Button>
      <input
        ref={field}
        type="file"
        hidden
        aria-label={label}
        {...(isCamera ? { accept: 'image/*', capture: 'environment' } : { multiple: true })}
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </>
  );
}

interface UploadRowProps {
  readonly upload: Upload;
  readonly onRetry: () => void;
  readonly onGiveUp: () => void;
}

/** An upload in progress, or the reason why it failed. */
function UploadRow({ upload: { name, part, failure }, onRetry, onGiveUp }: UploadRowProps) {
  const { files: words } = useRecordWords();
  const id = useId();
  return (
    <div className="flex flex-col gap-1 rounded border border-border p-2">
      <span id={id} className="truncate">
        {failure ? name : words.sending({ name })}
      </span>
      {failure ? (
        <>
          <FailureNotice failure={failure} says={{ PAYLOAD_TOO_LARGE: words.tooLarge }} />
          <span className="flex gap-2">
            <Button onClick={onRetry}>{words.retry({ name })}</Button>
            <Button look="quiet" onClick={onGiveUp}>
              {words.giveUp({ name })}
            </Button>
          </span>
        </>
      ) : (
        <progress aria-labelledby={id} value={part} className="h-1.5 w-full accent-accent" />
      )}
    </div>
  );
}
