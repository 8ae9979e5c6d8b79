import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import type { Message } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { formatSize } from '#panel/display/download.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { fileAddress } from '#panel/records/shared/files/queries.ts';
import { Button } from '#panel/ui/Button.tsx';
import { Clock, Play, Warning } from '#panel/ui/icons.tsx';
import { useThreadWords } from '#panel/words/thread/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { readableText } from '../group-mentions.ts';
import { FileLink } from './FileLink.tsx';
import { detailOf, reasonIn } from './failure-reasons.ts';
import { Paper } from './icons.tsx';
import { requestMediaAgain } from './queries.ts';
import { useThreadContext } from './thread-context.ts';
import { useSettled } from './use-settled.ts';

const AudioPlayer = lazyWithWords(() => import('./AudioPlayer.tsx'), 'nothing');

type Media = NonNullable<Message['media']>;

interface Props {
  readonly message: Message;
  readonly media: Media;
}

/** Reserved size of visual media: the same before and after loading, and if it cannot be shown. */
const boxes: Readonly<Record<string, string>> = {
  image: 'h-60 w-[280px]',
  video: 'h-45 w-[280px]',
  sticker: 'size-32',
};

function Box({ type, children }: { readonly type: string; readonly children: ReactNode }) {
  return (
    <div
      className={clsx(
        'flex max-w-full items-center justify-center overflow-hidden rounded',
        type !== 'sticker' && 'bg-surface',
        boxes[type],
      )}
    >
      {children}
    </div>
  );
}

const useName = ({ message, media }: Props) => {
  const words = useThreadWords();
  return media.name ?? words.kinds[message.message_type] ?? words.media.unnamed;
};

function Document(props: Props) {
  const { file_id, bytes } = props.media;
  return <FileLink id={file_id ?? ''} name={useName(props)} bytes={bytes} />;
}

function Image(props: Props) {
  const { message, media } = props;
  const words = useThreadWords();
  const { slug, whoInText, acts } = useThreadContext();
  const isSettled = useSettled();
  // The preview is generated some time after the upload, not for every type, and the browser may not support the format.
  const [tries, setTries] = useState(0);
  const id = media.file_id ?? '';
  const isSticker = message.message_type === 'sticker';
  const who = whoInText(message);
  if (tries > (isSticker ? 0 : 1)) return <Document {...props} />;
  const picture = isSettled ? (
    <img
      src={fileAddress(slug, id, !isSticker && tries === 0)}
      alt={
        isSticker
          ? words.media.sticker({ who })
          : words.media.image({
              who,
              name: readableText(message) || media.name || words.media.unnamed,
            })
      }
      decoding="async"
      onError={() => setTries(tries + 1)}
      className="size-full object-contain"
    />
  ) : null;
  return (
    <Box type={isSticker ? 'sticker' : 'image'}>
      {isSticker ? (
        picture
      ) : (
        <button
          type="button"
          aria-label={isSettled ? undefined : words.kinds.image}
          onClick={() => acts.open(message)}
          className="size-full cursor-zoom-in"
        >
          {picture}
        </button>
      )}
    </Box>
  );
}

/** Video that loads only on request. */
function Video(props: Props) {
  const { media } = props;
  const { media: words } = useThreadWords();
  const locale = useLocale();
  const { slug } = useThreadContext();
  const [isOn, setOn] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const name = useName(props);
  if (isBroken) return <Document {...props} />;
  return (
    <Box type="video">
      {isOn ? (
        // biome-ignore lint/a11y/useMediaCaption: videos in messages have no captions
        <video
          src={fileAddress(slug, media.file_id ?? '')}
          controls
          autoPlay
          playsInline
          aria-label={name}
          onError={() => setBroken(true)}
          className="size-full"
        />
      ) : (
        <button
          type="button"
          onClick={() => setOn(true)}
          className="flex size-full flex-col items-center justify-center gap-2 hover:bg-bg"
        >
          <span className="inline-flex size-11 items-center justify-center rounded-full bg-accent text-on-accent">
            <Play size={20} />
          </span>
          <span className="max-w-full truncate px-2">{words.playVideo({ name })}</span>
          {media.bytes === null ? null : (
            <span className="text-meta text-muted">{formatSize(media.bytes, locale)}</span>
          )}
        </button>
      )}
    </Box>
  );
}

/** Media that is not available: the reason, and a button to request it again. */
function UnavailableMedia(props: Props) {
  const { message, media } = props;
  const { media: words, causes, detail: inTheirs } = useThreadWords();
  const locale = useLocale();
  const { slug } = useThreadContext();
  const again = useAction(requestMediaAgain);
  const name = useName(props);
  const isPending = media.status === 'pending';
  // Files of past messages are fetched on request only.
  const isOnRequest = media.reason?.startsWith('past:') === true;
  const isWaiting = isPending || isOnRequest;
  const reason = media.reason === null || isOnRequest ? undefined : reasonIn(media.reason);
  const detail = reason ? detailOf(reason) : '';
  return (
    <div className="flex w-[280px] max-w-full flex-col items-start gap-1 rounded border border-border bg-raised px-3 py-2">
      <p className="flex max-w-full items-center gap-2">
        <Paper />
        <span className="truncate font-medium">{name}</span>
        {media.bytes === null ? null : (
          <span className="whitespace-nowrap text-meta text-muted">
            {formatSize(media.bytes, locale)}
          </span>
        )}
      </p>
      <p
        className={clsx(
          'flex items-center gap-1 text-meta',
          isWaiting ? 'text-muted' : 'text-danger',
        )}
      >
        {isWaiting ? <Clock size={14} /> : <Warning size={14} />}
        {isWaiting ? words.pending : words.failed}
      </p>
      {reason ? (
        <p className="text-meta text-muted [overflow-wrap:anywhere]">
          {reason.cause ? `${causes[reason.cause]} ` : null}
          {isPending ? words.pendingAbout : null}
          {detail ? (
            <>
              {' '}
              {inTheirs} <span lang={locale === 'en' ? undefined : 'en'}>{detail}</span>
            </>
          ) : null}
        </p>
      ) : null}
      {isPending && !reason ? null : (
        <Button busy={again.isBusy} onClick={() => again.act({ slug, message })}>
          {again.isBusy ? words.fetching : isWaiting ? words.fetch : words.fetchAgain}
        </Button>
      )}
      <FailureNotice failure={again.failure} />
    </div>
  );
}

/** Type of media; that of a template is the file of its header. */
function kindOfMedia({ message_type: type }: Message, { media_type: mediaType }: Media): string {
  if (type !== 'template') return type;
  const [kind = ''] = (mediaType ?? '').split('/');
  return kind === 'image' || kind === 'video' ? kind : 'document';
}

/** Media of a message. */
export function MessageMedia(props: Props) {
  const { message, media } = props;
  const { slug } = useThreadContext();
  const name = useName(props);
  if (media.status !== 'stored' || media.file_id === null) return <UnavailableMedia {...props} />;
  switch (kindOfMedia(message, media)) {
    case 'image':
    case 'sticker':
      return <Image {...props} />;
    case 'video':
      return <Video {...props} />;
    case 'audio':
    case 'voice':
      return (
        <div className="min-h-12 w-[280px] max-w-full">
          <AudioPlayer source={fileAddress(slug, media.file_id)} name={name} />
        </div>
      );
    default:
      return <Document {...props} />;
  }
}
