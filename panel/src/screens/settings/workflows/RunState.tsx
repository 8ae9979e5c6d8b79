import type { WorkflowRun } from '#panel/api/types.ts';
import { Check, Clock, Close, Info, Pause, Warning } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { useWorkflowWords } from '#panel/words/workflows/use.ts';

const looks = {
  pending: { tone: 'info', icon: <Info size={12} /> },
  waiting: { tone: 'info', icon: <Clock size={12} /> },
  done: { tone: 'ok', icon: <Check size={12} /> },
  skipped: { icon: <Close size={12} /> },
  failed: { tone: 'danger', icon: <Warning size={12} /> },
  stopped: { tone: 'warn', icon: <Pause size={12} /> },
} as const;

interface Props {
  readonly status: WorkflowRun['status'];
  /** Time of the next step, if one is scheduled. */
  readonly next?: string | null;
}

/** Status of a run, as an icon and a word. */
export function RunState({ status, next = null }: Props) {
  const { runs } = useWorkflowWords();
  const isWaiting = status === 'pending' && next !== null && Date.parse(next) > Date.now() + 1_000;
  const state = isWaiting ? 'waiting' : status;
  return <Badge {...looks[state]}>{runs.statuses[state]}</Badge>;
}
