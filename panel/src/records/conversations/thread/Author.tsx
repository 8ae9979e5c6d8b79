import type { ReactNode } from 'react';
import type { Message } from '#panel/api/types.ts';
import { paths } from '#panel/route/paths.ts';
import { Link } from '#panel/route/router.tsx';
import { hueOf, shadesOf } from '#panel/ui/hues.ts';
import { Clock, Key, Phone } from '#panel/ui/icons.tsx';
import { useThreadWords } from '#panel/words/thread/use.ts';
import { Flow, Pencil } from './icons.tsx';
import { useThreadContext } from './thread-context.ts';

/** Line above a message of the team: its type, unless a person answered, and its author. */
export function Head({
  icon,
  mark,
  children,
}: {
  readonly icon?: ReactNode;
  readonly mark?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <p className="flex min-w-0 items-center gap-1 text-meta">
      {icon}
      <strong className="min-w-0 truncate font-semibold">{children}</strong>
      {mark === undefined ? null : <span className="shrink-0 text-muted">{mark}</span>}
    </p>
  );
}

/** Retention of workflow runs, less a day. */
const runKeptMs = 29 * 24 * 3_600_000;

/** Author of an outgoing message; a workflow links to its run, for users who may read it. */
export function Author({ message }: { readonly message: Message }) {
  const words = useThreadWords();
  const { slug, seesRuns, whoWrote } = useThreadContext();
  const { author, sent_at } = message;
  const who = whoWrote(message);
  switch (author?.type) {
    case 'workflow': {
      const { id, run_id: run } = author;
      const isKept = run !== null && Date.now() - Date.parse(sent_at) < runKeptMs;
      return (
        <Head icon={<Flow size={14} />} mark={words.authors.workflow}>
          {seesRuns && id !== null ? (
            <Link
              href={isKept ? paths.workflowRun(slug, id, run) : paths.workflow(slug, id)}
              className="rounded text-accent hover:underline"
            >
              {who}
            </Link>
          ) : (
            who
          )}
        </Head>
      );
    }
    case 'key':
      return (
        <Head icon={<Key size={14} />} mark={words.authors.key}>
          {who}
        </Head>
      );
    case 'inbox':
      return <Head icon={<Clock size={14} />}>{words.authors.inbox}</Head>;
    case 'phone':
      return <Head icon={<Phone size={14} />}>{who}</Head>;
    default:
      return <Head>{who}</Head>;
  }
}

/** Identity of the member who wrote a message; in imported chats only the name is given. */
const memberKey = ({ participant }: Message) =>
  participant?.id?.split('@')[0] ?? participant?.name ?? '';

/** Author of a message in a group, in the hue of the member. */
export function Member({ message }: { readonly message: Message }) {
  const { whoWrote } = useThreadContext();
  const shades = shadesOf(hueOf(memberKey(message)));
  return (
    <p style={shades.style} className={`${shades.className} min-w-0 truncate text-meta`}>
      <strong className="font-semibold text-ink">{whoWrote(message)}</strong>
    </p>
  );
}

/** Author of an internal note. */
export function NoteAuthor({ author }: { readonly author: string | null }) {
  const words = useThreadWords();
  const { nameOf } = useThreadContext();
  return (
    <Head icon={<Pencil size={14} />} mark={words.note.mark}>
      {nameOf(author)}
    </Head>
  );
}
