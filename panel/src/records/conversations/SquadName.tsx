import { clsx } from 'clsx';
import { People } from '#panel/ui/icons.tsx';
import { useConversationWords } from '#panel/words/conversations/use.ts';

interface Props {
  readonly name: string;
  readonly className?: string;
}

/** Squad of a conversation. */
export function SquadName({ name, className }: Props) {
  const { squads } = useConversationWords();
  return (
    <span
      title={squads.named({ name })}
      className={clsx('inline-flex min-w-0 items-center gap-1', className)}
    >
      <People size={12} />
      <span className="sr-only">{squads.named({ name })}</span>
      <span aria-hidden="true" className="min-w-0 truncate">
        {name}
      </span>
    </span>
  );
}
