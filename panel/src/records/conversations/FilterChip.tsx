import { useQuery } from '@tanstack/react-query';
import { type LinkTarget, recordNameQuery } from '#panel/data/record-names.ts';
import { useConversationWords } from '#panel/words/conversations/use.ts';
import type { ListState } from '../shared/list/list-state.ts';
import { mySquads, type Narrowing } from './address.ts';
import { Chip } from './Chip.tsx';
import { labelsInParam, labelsQuery } from './labels.ts';
import { useDurationFormat } from './use-now.ts';

const targets: Partial<Record<Narrowing, LinkTarget>> = {
  assignee: 'users',
  squad: 'squads',
  client: 'clients',
};

interface Props {
  readonly list: ListState;
  readonly name: Narrowing;
}

/** Active filter of the conversation list, with the name of its record. */
export default function FilterChip({ list, name }: Props) {
  const words = useConversationWords();
  const length = useDurationFormat();
  const value = list.get(name) ?? '';
  const target = targets[name];
  const { data = '…' } = useQuery({
    ...recordNameQuery(list.slug, target ?? 'users', value),
    enabled: target !== undefined && value !== mySquads,
  });
  const { data: labels = [] } = useQuery({
    ...labelsQuery(list.slug),
    enabled: name === 'label',
  });
  const ids = labelsInParam(value);
  const texts: Partial<Record<Narrowing, string>> = {
    contact: words.about.contact,
    ...(value === mySquads && { squad: words.options.mySquads }),
    unread: words.about.unread,
    blocked: words.blocking.filter,
    label: labels
      .filter(({ id }) => ids.includes(id))
      .map((label) => label.name)
      .join(', '),
    due:
      Number(value) === 0
        ? words.about.late
        : words.about.due({ time: length(Number(value) * 60_000) }),
    wait: words.about.waits({ time: length(Number(value) * 60_000) }),
  };
  return <Chip list={list} name={name} text={texts[name] ?? data} />;
}
