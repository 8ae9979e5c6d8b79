import { usePeople } from '#panel/display/Avatars.tsx';
import { useComposerWords } from '#panel/words/composer/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { type TypingKind, useTypingUsers } from '../typing-indicators.ts';

const kinds = ['answer', 'note'] as const satisfies readonly TypingKind[];

/** Other users typing in the conversation: "Ana está respondendo". Always takes up its space, so that nothing moves under the pointer. */
export function TypingIndicator({ slug, id }: { readonly slug: string; readonly id: string }) {
  const words = useComposerWords();
  const locale = useLocale();
  const writers = useTypingUsers(id);
  const { find } = usePeople(slug);
  const says = kinds.flatMap((kind) => {
    const names = writers
      .filter((each) => each.kind === kind)
      .flatMap(({ user_id }) => find(user_id)?.name ?? []);
    if (names.length === 0) return [];
    const parameters = { names: new Intl.ListFormat(locale).format(names), count: names.length };
    return kind === 'answer' ? words.answering(parameters) : words.noting(parameters);
  });
  return (
    <p role="status" className="min-w-0 flex-1 truncate text-right text-meta text-muted">
      {says.join(' · ')}
    </p>
  );
}
