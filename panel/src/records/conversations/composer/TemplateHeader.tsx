import { useEffect, useRef, useState } from 'react';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { newFileId, uploadFile } from '#panel/records/shared/files/queries.ts';
import { FileButton } from '#panel/ui/FileButton.tsx';
import { Clip } from '#panel/ui/icons.tsx';
import { useComposerWords } from '#panel/words/composer/use.ts';
import { fitOf } from './model.ts';
import type { HeaderMedia } from './templates.ts';

interface HeaderFile {
  readonly name: string;
  /** URL of the preview. */
  readonly url: string;
}

/** File in the header of a template, which is uploaded when it is chosen. */
export function useHeaderFile(
  slug: string,
  conversation: string | undefined,
  media: HeaderMedia | undefined,
) {
  const [file, setFile] = useState<HeaderFile>();
  const [fileId, setFileId] = useState<string>();
  const [isUnfit, setUnfit] = useState(false);
  const latest = useRef(file);
  latest.current = file;
  useEffect(() => () => URL.revokeObjectURL(latest.current?.url ?? ''), []);
  const upload = useAction(async (blob: File) => {
    const id = newFileId();
    const record = conversation === undefined ? undefined : { id: conversation };
    await uploadFile(
      slug,
      { ...(record && { ...record, type: 'conversations' }), purpose: 'message' },
      { id, name: blob.name, file: blob },
      () => {},
    );
    setFileId(id);
  });
  return {
    file,
    fileId,
    isUnfit,
    upload,
    choose(blob: File) {
      const fit = fitOf('cloud', blob);
      const isFit = !('most' in fit) && (media === 'document' || fit.sort === media);
      setUnfit(!isFit);
      URL.revokeObjectURL(file?.url ?? '');
      setFileId(undefined);
      setFile(isFit ? { name: blob.name, url: URL.createObjectURL(blob) } : undefined);
      if (isFit) upload.act(blob);
    },
  };
}

type Header = ReturnType<typeof useHeaderFile>;

const accepted: Readonly<Record<HeaderMedia, string>> = {
  image: 'image/jpeg,image/png',
  video: 'video/mp4,video/3gpp',
  document: '',
};

/** Chooses the file of the header. */
export function HeaderFileField({
  media,
  header,
}: {
  readonly media: HeaderMedia;
  readonly header: Header;
}) {
  const { template: words } = useComposerWords();
  const { file, isUnfit, upload } = header;
  return (
    <div className="flex flex-col items-start gap-1">
      <p aria-hidden="true" className="font-medium">
        {words.header[media]}
      </p>
      <FileButton
        label={words.header[media]}
        accept={accepted[media]}
        busy={upload.isBusy}
        onChoose={header.choose}
      >
        {file ? words.replace : words.choose}
      </FileButton>
      {file ? (
        <p className="wait break-all text-meta text-muted">
          {upload.isBusy ? words.uploading({ name: file.name }) : file.name}
        </p>
      ) : null}
      {isUnfit ? (
        <p role="alert" className="text-danger">
          {words.unfit[media]}
        </p>
      ) : null}
      <FailureNotice failure={upload.failure} />
    </div>
  );
}

/** The header as the contact will see it. */
export function HeaderPreview({
  media,
  header: { file },
}: {
  readonly media: HeaderMedia;
  readonly header: Header;
}) {
  const { template: words } = useComposerWords();
  const box =
    'mb-2 flex h-40 items-center justify-center gap-2 overflow-hidden rounded bg-bg px-3 text-muted';
  if (file && media === 'image')
    return <img src={file.url} alt={file.name} className="mb-2 max-h-60 rounded object-contain" />;
  if (file && media === 'video')
    // biome-ignore lint/a11y/useMediaCaption: a chosen file has no captions
    return <video src={file.url} controls className="mb-2 max-h-60 max-w-full rounded" />;
  return (
    <span className={media === 'document' ? box.replace('h-40', 'min-h-14') : box}>
      <Clip />
      <span className="min-w-0 truncate">{file?.name ?? words.header[media]}</span>
    </span>
  );
}
