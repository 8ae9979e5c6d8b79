import { useReader } from '../../../words/problems/use.ts';
import { useWorkflowWords } from '../../../words/workflows/use.ts';

/** Why a run ended, or a step did nothing, in the user's language. */
export function Reason({ reason }: { readonly reason: string | null | undefined }) {
  const { reasons, otherReason } = useWorkflowWords();
  const reader = useReader(Boolean(reason));
  if (!reason) return null;
  const [, known] = reasons.find(([pattern]) => pattern.test(reason)) ?? [];
  const said = known ?? reader?.reasonsOf({ code: 'VALIDATION_ERROR', message: reason }).join(' ');
  return (
    <span className="break-words text-meta text-muted">
      {said || (reader ? otherReason : null)}
    </span>
  );
}
