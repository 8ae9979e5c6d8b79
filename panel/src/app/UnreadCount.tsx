import { useEffect } from 'react';
import { useUnread } from '../records/conversations/unread.ts';
import { setTitleCount } from '../ui/document-title.ts';
import { useUnreadWords } from '../words/unread/use.ts';

const maxCount = 99;

interface Props {
  readonly slug: string;
  /** True if it is shown at the corner of the icon: in the bar of a phone, and in the collapsed sidebar. */
  readonly isAtIcon: boolean;
}

/** Number of conversations with unread messages, also in the title of the browser tab. */
export default function UnreadCount({ slug, isAtIcon }: Props) {
  const words = useUnreadWords();
  const count = useUnread(slug)?.conversations ?? 0;
  useEffect(() => {
    setTitleCount(count);
    return () => setTitleCount(0);
  }, [count]);
  if (count === 0) return null;
  const isMore = count > maxCount;
  return (
    <>
      <span
        aria-hidden="true"
        className={`min-w-5 shrink-0 rounded-full bg-accent px-1 text-center font-semibold text-meta text-on-accent ${
          isAtIcon ? 'absolute top-1 left-1/2 ml-1' : 'ml-auto'
        }`}
      >
        {isMore ? `${maxCount}+` : count}
      </span>
      <span className="sr-only">{words.unread({ count: Math.min(count, maxCount), isMore })}</span>
    </>
  );
}
