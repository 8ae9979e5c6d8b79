import { useWorkflowWords } from '#panel/words/workflows/use.ts';
import { sayReason } from './model/reason.ts';

/** Reason why a run ended or a step did nothing, in the user's language. */
export function RunReason({ reason }: { readonly reason: string | null | undefined }) {
  const { reasons, otherReason } = useWorkflowWords();
  if (!reason) return null;
  return (
    <span className="break-words text-meta text-muted">
      {sayReason(reasons, reason) || otherReason}
    </span>
  );
}
