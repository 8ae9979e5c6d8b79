import { useCurrentTeam } from '#panel/data/use-team.ts';
import { useDealWords } from '#panel/words/deals/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { BoardOptions } from '../shared/list/BoardOptions.tsx';
import type { ListState } from '../shared/list/list-state.ts';
import { cardFields, groupIn, groups, orderIn, orders, standardCardFields } from './model.ts';

/** Grouping and order of the deal board, and the fields of its cards. */
export default function BoardDisplay({ list }: { readonly list: ListState }) {
  const { groups: groupWords, orders: orderWords, fields } = useDealWords();
  const { labels } = useFieldWords();
  const { can } = useCurrentTeam();
  const seesValues = can('sees_values');
  const isVisible = (key: string) => key !== 'value' || seesValues;
  const groupNames = {
    ...groupWords,
    phase: labels.phase,
    responsible: labels.responsible_id,
    client: labels.client_id,
  };
  const orderNames = { ...labels, ...orderWords };
  const fieldNames = {
    ...fields,
    client: labels.client_id,
    phase: labels.phase,
    close: labels.expected_close_date,
    probability: labels.probability,
    value: labels.value,
    tags: labels.tags,
    people: labels.responsible_id,
  };
  return (
    <BoardOptions
      list={list}
      group={{
        value: groupIn(list.get),
        usual: 'phase',
        choices: groups.map((key) => ({ value: key, label: groupNames[key] })),
      }}
      order={{
        value: orderIn(list.get, seesValues),
        usual: 'urgency',
        choices: orders.filter(isVisible).map((key) => ({ value: key, label: orderNames[key] })),
      }}
      fields={cardFields.filter(isVisible).map((key) => [key, fieldNames[key]] as const)}
      standard={standardCardFields}
    />
  );
}
