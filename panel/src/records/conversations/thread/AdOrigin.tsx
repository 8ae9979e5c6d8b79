import type { Message } from '#panel/api/types.ts';
import { Campaigns } from '#panel/ui/icons.tsx';
import { useThreadWords } from '#panel/words/thread/use.ts';

/** Advertisement or post through which the contact wrote. Its picture is not loaded, because that would notify its server. */
export default function AdOrigin({
  referral,
}: {
  readonly referral: NonNullable<Message['referral']>;
}) {
  const { advert } = useThreadWords();
  const { title, body, source_url: url, source_type: type } = referral;
  return (
    <section
      aria-label={advert.label}
      className="mb-1 flex max-w-full flex-col items-start rounded border-accent border-l-2 bg-surface px-2 py-1 text-meta"
    >
      <p className="flex items-center gap-1 font-semibold">
        <Campaigns size={14} /> {type === 'post' ? advert.post : advert.ad}
      </p>
      {title ? <p className="max-w-full [overflow-wrap:anywhere]">{title}</p> : null}
      {body ? (
        <p className="line-clamp-3 max-w-full text-muted [overflow-wrap:anywhere]">{body}</p>
      ) : null}
      {url ? (
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="control inline-flex items-center text-accent underline"
        >
          {advert.open({ host: new URL(url).host })}
        </a>
      ) : null}
    </section>
  );
}
