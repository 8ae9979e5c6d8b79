import type { RunReason as Details } from '#panel/api/schema.ts';
import { useErrorTranslator } from '#panel/words/problems/use.ts';
import { useWorkflowWords } from '#panel/words/workflows/use.ts';
import { sayReason } from './model/reason.ts';
import { useLabels } from './use-labels.ts';

interface Props {
  /** Shown as received if it has no code. */
  readonly reason: string | null | undefined;
  readonly details: Details | null | undefined;
}

/** Reason why a run ended or a step did nothing, in the user's language. */
export function RunReason({ reason, details }: Props) {
  const words = useWorkflowWords();
  const labels = useLabels();
  const reader = useErrorTranslator(details?.code === 'refused');
  if (!reason) return null;
  const sentence = details ? sayReason(words, labels, reader, details) : '';
  return (
    <span className="flex flex-col break-words text-meta text-muted">
      {sentence || words.otherReason}
      {details ? null : <span lang="en">{reason}</span>}
    </span>
  );
}
