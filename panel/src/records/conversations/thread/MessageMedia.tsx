import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import type { Message } from '#panel/api/types.ts';
import { formatSize } from '#panel/display/download.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { fileAddress } from '#panel/records/shared/files/queries.ts';
import { Play } from '#panel/ui/icons.tsx';
import { useThreadWords } from '#panel/words/thread/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { readableText } from '../group-mentions.ts';
import { FileLink } from './FileLink.tsx';
import { useThreadContext } from './thread-context.ts';
import { useSettled } from './use-settled.ts';
import { isPdf } from './viewable.ts';

const AudioPlayer = lazyWithWords(() => import('./AudioPlayer.tsx'), 'nothing');
const UnavailableMedia = lazyWithWords(() => import('./UnavailableMedia.tsx'), 'nothing');

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
  const { message, media } = props;
  const { acts } = useThreadContext();
  const onOpen = isPdf(message) ? () => acts.open(message) : undefined;
  return (
    <FileLink id={media.file_id ?? ''} name={useName(props)} bytes={media.bytes} onOpen={onOpen} />
  );
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
  if (media.status !== 'stored' || media.file_id === null)
    return <UnavailableMedia {...props} name={name} />;
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
