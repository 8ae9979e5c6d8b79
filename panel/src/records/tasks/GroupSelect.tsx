import { Select } from '#panel/parts/Select.tsx';
import { useTaskWords } from '#panel/words/tasks/use.ts';
import type { ListState } from '../shared/list/list-state.ts';
import { groupIn, groups } from './model.ts';

interface Props {
  readonly list: ListState;
  readonly isOfProject: boolean;
}

/** Grouping of the task board. */
export default function GroupSelect({ list, isOfProject }: Props) {
  const words = useTaskWords();
  return (
    <Select
      label={words.groupBy}
      value={groupIn(list.get)}
      onChange={({ currentTarget: { value } }) =>
        list.set({ group: value === 'column' ? undefined : value })
      }
      choices={groups
        .filter((key) => !isOfProject || key !== 'client')
        .map((key) => ({ value: key, label: words.groups[key] }))}
    />
  );
}
