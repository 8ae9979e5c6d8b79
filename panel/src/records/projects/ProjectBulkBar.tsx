import { useProjectWords } from '#panel/words/projects/use.ts';
import { BulkBar, type BulkProps } from '../shared/bulk/BulkBar.tsx';
import { priorities, statuses } from './model.tsx';

/** Bulk actions for projects. Cancelling is one of the statuses. */
export function ProjectBulkBar(props: BulkProps) {
  const words = useProjectWords();
  return (
    <BulkBar
      {...props}
      kind="projects"
      actions={[
        {
          label: words.field.status,
          choices: statuses.map((status) => ({
            label: words.statuses[status],
            change: { status },
          })),
        },
        {
          label: words.field.priority,
          hotkey: 'p',
          choices: priorities.map((priority) => ({
            label: words.priorities[priority],
            change: { priority },
          })),
        },
      ]}
    />
  );
}
