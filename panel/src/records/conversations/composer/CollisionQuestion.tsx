import { useEffect, useRef } from 'react';
import { usePeople } from '#panel/display/Avatars.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Warning } from '#panel/ui/icons.tsx';
import { useComposerWords } from '#panel/words/composer/use.ts';
import { useThreadWords } from '#panel/words/thread/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { lineOf } from '../thread/message-line.ts';
import { authorName } from '../thread/thread-context.ts';
import type { Collision } from './use-collision.ts';

interface Props {
  readonly slug: string;
  readonly me: string | undefined;
  readonly collision: Collision;
  readonly onSend: () => void;
  readonly onKeep: () => void;
}

/** Asks in the composer if an answer is still wanted: a colleague has answered in the meantime, or is writing now. */
export function CollisionQuestion({ slug, me, collision, onSend, onKeep }: Props) {
  const { collision: words } = useComposerWords();
  const thread = useThreadWords();
  const locale = useLocale();
  const { find } = usePeople(slug);
  // Not a button: a held or doubled Enter that meant to send must not answer.
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const { answers, writers, isRefused } = collision;
  const nameOf = (user: string) => find(user)?.name;
  const list = (names: readonly string[]) => ({
    names: new Intl.ListFormat(locale).format(new Set(names)),
    count: new Set(names).size,
  });
  const authors = answers.map(({ author }) => authorName(author, me, nameOf, thread.authorsInText));
  const newest = answers.at(-1);
  const says =
    authors.length > 0
      ? words.answered(list(authors))
      : isRefused || writers.length === 0
        ? words.someone
        : words.writing(list(writers.map((user) => nameOf(user) ?? thread.authorsInText.user)));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for submitted fields
    <div
      ref={box}
      tabIndex={-1}
      role="group"
      aria-label={words.title}
      className="mx-3 mt-2 flex items-start gap-2 rounded border border-warn bg-note p-2"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onKeep();
      }}
    >
      <span className="pt-0.5 text-warn">
        <Warning />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div role="alert">
          <p className="font-medium">{says}</p>
          {newest ? (
            <p className="line-clamp-2 text-muted">
              {lineOf(newest, thread.kinds, thread.revoked)}
            </p>
          ) : null}
          {isRefused ? <p className="text-muted">{words.back}</p> : null}
        </div>
        <p className="flex flex-wrap gap-2">
          <Button onClick={onSend}>{thread.againAnyway}</Button>
          <Button look="quiet" onClick={onKeep}>
            {words.keep}
          </Button>
        </p>
      </div>
    </div>
  );
}
