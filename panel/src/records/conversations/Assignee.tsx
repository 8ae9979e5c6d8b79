import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Conversation } from '#panel/api/types.ts';
import { linkChoices } from '#panel/data/link-choices.ts';
import { Avatar } from '#panel/display/Avatar.tsx';
import { usePeople } from '#panel/display/Avatars.tsx';
import { Chooser } from '#panel/parts/fields/Chooser.tsx';
import { filterByText } from '#panel/ui/filter-by-words.ts';
import { People, Person } from '#panel/ui/icons.tsx';
import { useConversationWords } from '#panel/words/conversations/use.ts';
import { assign, assignSquad } from './actions.ts';

const nobody = '';
const noSquad = 'none';

interface Props {
  readonly slug: string;
  readonly conversation: Pick<Conversation, 'id' | 'assignee_id' | 'assignee'> &
    Partial<Pick<Conversation, 'squad_id' | 'squad'>>;
}

/** Assignee and squad of a conversation, chosen by typing a name. */
export function Assignee({ slug, conversation }: Props) {
  const words = useConversationWords();
  const { all } = usePeople(slug);
  const [isOpen, setOpen] = useState(false);
  const [typed, type] = useState('');
  const { data: squads = [] } = useQuery({
    ...linkChoices.squads(slug, ''),
    staleTime: 5 * 60_000,
  });
  const { assignee_id, assignee, squad_id = null, squad = null } = conversation;
  const icon = <People />;
  const options = filterByText(
    [
      { id: nobody, name: words.row.nobody },
      ...all,
      ...(squad_id === null ? [] : [{ id: noSquad, name: words.squads.none, icon }]),
      ...squads.map((each) => ({ ...each, icon })),
    ],
    typed,
  );
  const take = ({ id, name }: { readonly id: string; readonly name: string }) =>
    id === noSquad || squads.some((each) => each.id === id)
      ? assignSquad(slug, conversation, id === noSquad ? null : { id, name })
      : assign(slug, conversation, id === nobody ? null : { id, name });
  const names = [assignee?.name, squad?.name].filter(Boolean).join(' · ');
  return (
    <Chooser
      label={words.head.assignee}
      name="conversation-assignee"
      hotkey="a"
      className="inline-flex h-7 max-w-64 items-center gap-1.5 rounded pointer-coarse:h-11 pointer-coarse:min-w-11 hover:bg-surface @max-[639px]/page:justify-center"
      listClassName="left-0 @max-[639px]/page:right-0 @max-[639px]/page:left-auto"
      options={options}
      typed={typed}
      onType={type}
      isOpen={isOpen}
      onOpen={setOpen}
      chosen={[assignee_id ?? nobody, ...(squad_id === null ? [] : [squad_id])]}
      onTake={(option) => void take(option)}
    >
      {assignee ? (
        <Avatar person={all.find(({ id }) => id === assignee.id) ?? assignee} />
      ) : squad ? (
        <People />
      ) : (
        <Person />
      )}
      <span className="min-w-0 truncate @max-[639px]/page:sr-only">
        {names === '' ? words.row.nobody : names}
      </span>
    </Chooser>
  );
}
