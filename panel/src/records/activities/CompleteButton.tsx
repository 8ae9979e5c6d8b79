import { Check, Repeat } from '#panel/ui/icons.tsx';
import { useActivityWords } from '#panel/words/activities/use.ts';
import type { ViewProps } from './filters.ts';
import type { ListedActivity } from './queries.ts';

interface Props {
  readonly activity: ListedActivity;
  readonly finishing: ViewProps['finishing'];
}

/** Completes or reopens an activity. */
export function CompleteButton({ activity, finishing }: Props) {
  const words = useActivityWords();
  const { id, title, is_completed } = activity;
  const label = is_completed ? words.reopen({ name: title }) : words.finish({ name: title });
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => (is_completed ? finishing.reopen(id) : finishing.finish(activity))}
      className="control inline-flex aspect-square items-center justify-center rounded text-muted hover:bg-surface hover:text-text"
    >
      {is_completed ? <Repeat /> : <Check />}
    </button>
  );
}
