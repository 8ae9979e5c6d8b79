import { useToday } from '#panel/data/use-today.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { addDays } from '#panel/ui/calendar/days.ts';
import { useActivityWords } from '#panel/words/activities/use.ts';
import { useBulkWords } from '#panel/words/bulk/use.ts';
import { BulkBar, type BulkProps } from '../shared/bulk/BulkBar.tsx';

const priorities = ['high', 'medium', 'low'] as const;

/** Bulk actions for activities. */
export function ActivityBulkBar(props: BulkProps) {
  const words = useActivityWords();
  const { due } = useBulkWords();
  const { all } = usePeople(props.slug);
  const today = useToday();
  const { field } = words;
  const to = (label: string, due_date: string | null) => ({ label, change: { due_date } });
  return (
    <BulkBar
      {...props}
      kind="activities"
      actions={[
        { label: words.finishNow, hotkey: 'e', change: { is_completed: true } },
        { label: words.reopenNow, change: { is_completed: false } },
        {
          label: field.assigned_to,
          hotkey: 'a',
          choices: all.map(({ id, name }) => ({ label: name, change: { assigned_to: id } })),
        },
        {
          label: field.due_date,
          hotkey: 'd',
          choices: [
            to(due.today, today),
            to(due.tomorrow, addDays(today, 1)),
            to(due.week, addDays(today, 7)),
            to(due.none, null),
          ],
        },
        {
          label: field.priority,
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
