import { clsx } from 'clsx';
import { Warning } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { useWorkloadWords } from '#panel/words/workload/use.ts';
import { hoursOver, shareOf } from './model.ts';

interface Props {
  readonly planned: number;
  readonly capacity: number;
}

/** Planned hours against the capacity: a bar, the numbers, and a mark in words if they exceed it. */
export function Load({ planned, capacity }: Props) {
  const words = useWorkloadWords();
  const over = hoursOver(planned, capacity);
  return (
    <span className="flex flex-col gap-1">
      <span aria-hidden="true" className="block h-1.5 overflow-hidden rounded bg-border">
        <span
          className={clsx('block h-full', over > 0 ? 'bg-danger' : 'bg-accent')}
          style={{ width: `${shareOf(planned, capacity) * 100}%` }}
        />
      </span>
      <span className="whitespace-nowrap tabular-nums">{words.planned({ planned, capacity })}</span>
      {over > 0 ? (
        <Badge tone="danger" icon={<Warning size={12} />}>
          {words.over({ hours: over })}
        </Badge>
      ) : null}
    </span>
  );
}
