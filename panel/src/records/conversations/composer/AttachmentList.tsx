import { formatSize } from '#panel/display/download.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Clip, Close } from '#panel/ui/icons.tsx';
import { useComposerWords } from '#panel/words/composer/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { type Attachment, type Attachments, maxFiles } from './use-attachments.ts';

/** Attachments with preview, upload progress, and the form in which each is sent. */
export function AttachmentList({ attachments }: { readonly attachments: Attachments }) {
  const { files: words } = useComposerWords();
  const locale = useLocale();
  const { list, unfit } = attachments;
  return (
    <>
      {unfit ? (
        <p role="alert" className="px-3 pt-2 text-danger">
          {unfit.kind === 'many'
            ? words.most({ count: maxFiles })
            : unfit.kind === 'empty'
              ? words.empty({ name: unfit.name })
              : unfit.kind === 'gone'
                ? words.gone({ name: unfit.name })
                : words.tooLarge({ name: unfit.name, most: formatSize(unfit.most, locale) })}
        </p>
      ) : null}
      {list.length > 0 ? (
        <ul
          aria-label={words.list}
          className="flex max-h-60 flex-col gap-2 overflow-auto px-3 pt-3"
        >
          {list.map((one) => (
            <Row
              key={one.id}
              attachment={one}
              onRemove={() => attachments.remove(one.id)}
              onRetry={() => attachments.retry(one.id)}
            />
          ))}
        </ul>
      ) : null}
    </>
  );
}

interface RowProps {
  readonly attachment: Attachment;
  readonly onRemove: () => void;
  readonly onRetry: () => void;
}

function Row({ attachment, onRemove, onRetry }: RowProps) {
  const { files: words, voice } = useComposerWords();
  const locale = useLocale();
  const { name, type, url, part, failure, stored, fit, isVoice } = attachment;
  const isGoing = !stored && !failure;
  const percent = Math.round(part * 100);
  const how =
    fit.as === 'document' ? words.asDocument : isVoice && fit.as !== 'voice' ? words.asAudio : '';
  return (
    <li className="flex items-center gap-3">
      <span className="inline-flex size-11 shrink-0 items-center justify-center overflow-hidden rounded border border-border bg-surface text-muted">
        {type.startsWith('image/') ? (
          <img src={url} alt="" className="size-full object-cover" />
        ) : type.startsWith('video/') ? (
          <video src={url} muted preload="metadata" className="size-full object-cover" />
        ) : (
          <Clip />
        )}
      </span>
      <span className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="truncate">{name}</span>
        {type.startsWith('audio/') ? (
          // biome-ignore lint/a11y/useMediaCaption: a new recording has no captions
          <audio controls src={url} aria-label={voice.listen} className="h-9 w-full max-w-80" />
        ) : null}
        {isGoing ? (
          <progress
            aria-label={words.sending({ name, percent })}
            value={part}
            className="h-1.5 w-full accent-accent"
          />
        ) : null}
        {stored ? (
          <span className="flex flex-wrap gap-x-2 text-meta text-muted">
            {formatSize(stored.bytes, locale)}
            <span>{words.ready}</span>
            {how ? <span>{how}</span> : null}
          </span>
        ) : null}
        {failure ? (
          <>
            <FailureNotice failure={failure} says={{ PAYLOAD_TOO_LARGE: words.tooLargeHere }} />
            <span>
              <Button onClick={onRetry}>{words.retry({ name })}</Button>
            </span>
          </>
        ) : null}
      </span>
      <button
        type="button"
        aria-label={isGoing ? words.cancel({ name }) : words.remove({ name })}
        onClick={onRemove}
        className="control inline-flex aspect-square shrink-0 items-center justify-center rounded text-muted hover:bg-surface"
      >
        <Close />
      </button>
    </li>
  );
}
