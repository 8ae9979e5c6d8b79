import { useWorkflowWords } from '../../../words/workflows/use.ts';

/** Why a run ended, or a step did not do: known reasons in the person's language, others in the service's words. */
export function Reason({ reason }: { readonly reason: string | null | undefined }) {
  const { reasons } = useWorkflowWords();
  if (!reason) return null;
  const known = reasons.find(([pattern]) => pattern.test(reason));
  return known ? (
    <span className="break-words text-meta text-muted">{known[1]}</span>
  ) : (
    <span lang="en" className="break-words text-meta text-muted">
      {reason}
    </span>
  );
}
