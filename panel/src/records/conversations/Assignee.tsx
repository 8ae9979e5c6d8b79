import { useState } from 'react';
import type { Conversation } from '#panel/api/types.ts';
import { initialsOf } from '#panel/data/people.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { Chooser } from '#panel/parts/fields/Chooser.tsx';
import { Person } from '#panel/ui/icons.tsx';
import { useConversationWords } from '#panel/words/conversations/use.ts';
import { assign } from './actions.ts';

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const nobody = '';

/** Assignee of a conversation, chosen by typing a name. */
export function Assignee({
  slug,
  conversation,
}: {
  readonly slug: string;
  readonly conversation: Pick<Conversation, 'id' | 'assignee_id' | 'assignee'>;
}) {
  const words = useConversationWords();
  const { all } = usePeople(slug);
  const [isOpen, setOpen] = useState(false);
  const [typed, type] = useState('');
  const { assignee_id, assignee } = conversation;
  const options = [{ id: nobody, name: words.row.nobody }, ...all].filter((each) =>
    folded(each.name).includes(folded(typed.trim())),
  );
  return (
    <Chooser
      label={words.head.assignee}
      name="conversation-assignee"
      hotkey="a"
      className="control inline-flex max-w-40 items-center gap-1.5 rounded border border-border bg-raised px-2 hover:bg-surface"
      options={options}
      typed={typed}
      onType={type}
      isOpen={isOpen}
      onOpen={setOpen}
      chosen={[assignee_id ?? nobody]}
      onTake={({ id, name }) =>
        void assign(slug, conversation, id === nobody ? null : { id, name })
      }
    >
      {assignee ? (
        <span
          aria-hidden="true"
          className="inline-flex size-5 shrink-0 items-center justify-center rounded-full bg-accent font-semibold text-[9px] text-on-accent"
        >
          {initialsOf(assignee.name)}
        </span>
      ) : (
        <Person />
      )}
      <span className="min-w-0 truncate @max-[520px]/talk:sr-only">
        {assignee?.name ?? words.row.nobody}
      </span>
    </Chooser>
  );
}
