import { useState } from 'react';
import type { Conversation } from '#panel/api/types.ts';
import { Avatar } from '#panel/display/Avatar.tsx';
import { usePeople } from '#panel/display/Avatars.tsx';
import { Chooser } from '#panel/parts/fields/Chooser.tsx';
import { filterByText } from '#panel/ui/filter-by-words.ts';
import { Person } from '#panel/ui/icons.tsx';
import { useConversationWords } from '#panel/words/conversations/use.ts';
import { assign } from './actions.ts';

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
  const options = filterByText([{ id: nobody, name: words.row.nobody }, ...all], typed);
  return (
    <Chooser
      label={words.head.assignee}
      name="conversation-assignee"
      hotkey="a"
      className="inline-flex h-7 max-w-44 items-center gap-1.5 rounded pointer-coarse:h-11 pointer-coarse:min-w-11 hover:bg-surface @max-[639px]/page:justify-center"
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
        <Avatar person={all.find(({ id }) => id === assignee.id) ?? assignee} />
      ) : (
        <Person />
      )}
      <span className="min-w-0 truncate @max-[639px]/page:sr-only">
        {assignee?.name ?? words.row.nobody}
      </span>
    </Chooser>
  );
}
