import type { Message } from '#panel/api/types.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { useThreadWords } from '#panel/words/thread/use.ts';
import { Cut } from './icons.tsx';
import { MessageMedia } from './MessageMedia.tsx';
import { MessageText, TeamText } from './MessageText.tsx';
import { useThreadContext } from './thread-context.ts';

const SpecialContent = lazyWithWords(() => import('./SpecialContent.tsx'), 'nothing');

/** Content of a message, by type. */
export function MessageContent({ message }: { readonly message: Message }) {
  const words = useThreadWords();
  const { me, nameOf } = useThreadContext();
  const { content, mentions, media, last_change: last, message_type: type } = message;
  const text =
    message.direction === 'outgoing' ? (
      <TeamText text={content} mentions={mentions} />
    ) : (
      <MessageText text={content} mentions={mentions} />
    );
  if (message.revoked_at !== null)
    return (
      <p className="flex items-center gap-1 text-muted italic">
        <Cut size={14} />{' '}
        {last?.kind === 'revoke'
          ? words.revokedBy({
              who: last.user_id === me ? words.authorsInText.you : nameOf(last.user_id),
            })
          : words.revoked}
      </p>
    );
  if (media)
    return (
      <>
        <MessageMedia message={message} media={media} />
        {text}
      </>
    );
  return type === 'text' ? text : <SpecialContent message={message} text={text} />;
}
