import { useFieldWords } from '#panel/words/fields/use.ts';
import { useTaskWords } from '#panel/words/tasks/use.ts';
import { BoardOptions } from '../shared/list/BoardOptions.tsx';
import type { ListState } from '../shared/list/list-state.ts';
import {
  cardFields,
  groupIn,
  groups,
  orderIn,
  orders,
  standardCardFields,
  usualOrder,
} from './model.ts';

interface Props {
  readonly list: ListState;
  readonly isOfProject: boolean;
}

/** Grouping and order of the task board, and the fields of its cards. */
export default function BoardDisplay({ list, isOfProject }: Props) {
  const words = useTaskWords();
  const { labels } = useFieldWords();
  const group = groupIn(list.get);
  const named = {
    project: labels.project_id,
    priority: labels.priority,
    due: labels.due_date,
    checklist: labels.checklist_markdown,
    hours: words.overHours,
    tags: labels.tags,
    people: labels.assignee_ids,
  };
  const groupNames = { ...named, ...words.groups };
  const orderNames = { ...labels, ...words.orders };
  const hasProject = (key: string) => key === 'client' || key === 'project';
  return (
    <BoardOptions
      list={list}
      group={{
        value: group,
        usual: 'column',
        choices: groups
          .filter((key) => !isOfProject || !hasProject(key))
          .map((key) => ({ value: key, label: groupNames[key] })),
      }}
      order={{
        value: orderIn(list.get),
        usual: usualOrder(group),
        choices: orders
          // People place cards in the columns of pipelines only.
          .filter((key) => key !== 'position' || group === 'column')
          .map((key) => ({ value: key, label: orderNames[key] })),
      }}
      fields={cardFields
        .filter((key) => !isOfProject || !hasProject(key))
        .map((key) => [key, named[key]] as const)}
      standard={standardCardFields}
    />
  );
}
