import { Check as CheckIcon, Warning } from '#panel/ui/icons.tsx';
import { InboxReason } from './InboxReason.tsx';
import type { FieldCheck } from './use-field-checks.ts';

/** Result of a gateway's check of a field, as an icon and text. A gateway version without some feature works but gets a warning. */
export function FieldCheckResult({ check }: { readonly check: FieldCheck }) {
  const { details } = check;
  const code = details?.code ?? 'other';
  const isFine = check.ok && code !== 'version_old';
  const isFact = code === 'identified';
  return (
    <span className={`flex gap-1 ${isFine ? 'text-ok' : check.ok ? 'text-warn' : 'text-danger'}`}>
      <span className="pt-0.5">{isFine ? <CheckIcon size={12} /> : <Warning size={12} />}</span>
      {isFact ? <span>{check.found}</span> : <InboxReason details={details} />}
    </span>
  );
}
