import { useThreadWords } from '#panel/words/thread/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import type { Activity } from './message-window.ts';
import { useThreadContext } from './thread-context.ts';

/** Change of the conversation, between its messages: "Ana atribuiu a conversa a Bia · 14:05". */
export function ActivityLine({ activity }: { readonly activity: Activity }) {
  const { activities: words, authors, authorsInText } = useThreadWords();
  const { me, nameOf, timeOf, momentOf } = useThreadContext();
  const { kind, actor, actor_id: actorId, actor_name: name, created_at: at } = activity;
  const { assignee_id: assignee, squad_name: squad, until } = activity;
  const { labels_added: added, labels_removed: removed } = activity;
  const locale = useLocale();
  const listed = (names: readonly string[]) => new Intl.ListFormat(locale).format(names);
  const who =
    actor === 'user' && actorId !== null
      ? nameOf(actorId)
      : (name ?? (actor in authors ? authors[actor as keyof typeof authors] : words.service));
  const parameters = {
    who,
    whom: assignee === null ? '' : assignee === me ? authorsInText.you : nameOf(assignee),
    squad: squad ?? '',
    until: until === null ? '' : momentOf(until),
    added: listed(added),
    removed: listed(removed),
  };
  const isOwn = kind === 'assigned' && assignee === actorId;
  return (
    <p className="break-words px-6 pt-3 pb-1 text-center text-meta text-muted">
      {words[isOwn ? 'taken' : kind](parameters)}
      <time dateTime={at} className="whitespace-nowrap before:mx-1 before:content-['·']">
        {timeOf(at)}
      </time>
    </p>
  );
}
