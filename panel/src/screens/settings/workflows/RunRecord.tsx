import type { WorkflowRun } from '#panel/api/types.ts';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { useWorkflowWords } from '#panel/words/workflows/use.ts';
import { useSentences } from './use-sentences.ts';

/** Record of a run, with its name at the start of the run; for a schedule, when it was due. */
export function RunRecord({ run }: { readonly run: WorkflowRun }) {
  const { runs: words } = useWorkflowWords();
  const { record_type: kind, record_id: id, record_name, due_at } = run;
  const { valueSays } = useSentences();
  if (kind === null || id === null)
    return <span>{words.scheduled({ at: valueSays({ kind: 'moment' }, due_at) })}</span>;
  const name = record_name ?? words.records[kind] ?? kind;
  return (
    <RecordLink
      kind={kind}
      id={id}
      className="inline-flex min-h-6 min-w-0 items-center break-words rounded text-accent hover:underline"
    >
      {name}
    </RecordLink>
  );
}
