import { taskPriorities } from '#panel/api/enumerations.ts';
import { useToday } from '#panel/data/use-today.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { addDays } from '#panel/ui/calendar/days.ts';
import type { MenuItem } from '#panel/ui/MenuList.tsx';
import { SharedMenu } from '#panel/ui/SharedMenu.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useTaskWords } from '#panel/words/tasks/use.ts';
import { nextMonday } from './format-days.ts';
import type { Prompt } from './PromptDialog.tsx';
import type { ShownTask, TaskMenuPage } from './task-actions.tsx';

type Change = (fields: Partial<ShownTask>) => void;

interface Props {
  readonly slug: string;
  /** Tags to choose from. */
  readonly tags: readonly string[];
  readonly page: TaskMenuPage;
  readonly task: ShownTask;
  readonly from: HTMLElement;
  readonly onChange: Change;
  readonly onAsk: (prompt: Prompt) => void;
  readonly onClose: () => void;
  readonly onLeave: () => void;
}

/** Menu of the values of one property of a task. */
export default function PropertyMenu(props: Props) {
  const { slug, tags, page, task, from, onChange, onAsk, onClose, onLeave } = props;
  const { act } = useTaskWords();
  const choicesOf = usePropertyChoices(slug, tags);
  return (
    <SharedMenu
      label={act[page]}
      items={choicesOf(page, task, onChange, onAsk)}
      from={from}
      onClose={onClose}
      onLeave={onLeave}
    />
  );
}

const toggled = <T,>(all: readonly T[], one: T): readonly T[] =>
  all.includes(one) ? all.filter((each) => each !== one) : [...all, one];

/** Choices for a task's assignees, priority, due date and tags. */
function usePropertyChoices(slug: string, tags: readonly string[]) {
  const words = useTaskWords();
  const { values } = useFieldWords();
  const people = usePeople(slug);
  const today = useToday();
  return (
    page: TaskMenuPage,
    task: ShownTask,
    change: Change,
    ask: (prompt: Prompt) => void,
  ): readonly MenuItem[] => {
    switch (page) {
      case 'assign':
        return people.all.map(({ id, name }) => ({
          label: name,
          isChosen: task.assignee_ids.includes(id),
          act: () => change({ assignee_ids: toggled(task.assignee_ids, id) }),
        }));
      case 'priority':
        return taskPriorities.map((priority) => ({
          label: values.tasks.priority[priority],
          isChosen: task.priority === priority,
          act: () => change({ priority }),
        }));
      case 'due': {
        const to = (label: string, due_date: string | null) => ({
          label,
          act: () => change({ due_date }),
        });
        return [
          to(words.due.today, today),
          to(words.due.tomorrow, addDays(today, 1)),
          to(words.due.monday, nextMonday(today)),
          to(words.due.week, addDays(today, 7)),
          ...(task.due_date === null ? [] : [to(words.due.none, null)]),
          {
            label: words.due.other,
            act: () =>
              ask({
                title: task.title,
                label: words.due.date,
                submit: words.due.save,
                type: 'date',
                value: task.due_date ?? today,
                save: (due_date) => change({ due_date }),
              }),
          },
        ];
      }
      case 'tags':
        return [
          ...[...new Set([...task.tags, ...tags])].map((tag) => ({
            label: tag,
            isChosen: task.tags.includes(tag),
            act: () => change({ tags: toggled(task.tags, tag) }),
          })),
          {
            label: words.tag.other,
            act: () =>
              ask({
                title: task.title,
                label: words.tag.name,
                submit: words.tag.save,
                type: 'text',
                value: '',
                save: (tag) => change({ tags: [...new Set([...task.tags, tag])] }),
              }),
          },
        ];
    }
  };
}
