import { Check as CheckIcon, Warning } from '#panel/ui/icons.tsx';
import { InboxReason } from './InboxReason.tsx';
import type { FieldCheck } from './use-field-checks.ts';

/** Result of a gateway's check of a field, as an icon and text. A gateway version without some feature works but gets a warning. */
export function FieldCheckResult({ check }: { readonly check: FieldCheck }) {
  const { details } = check;
  const text = (check.ok ? check.found : check.reason) ?? '';
  const code = details?.code ?? 'other';
  const isFine = check.ok && code !== 'version_old';
  const isFact = check.ok && code === 'other';
  return (
    <span className={`flex gap-1 ${isFine ? 'text-ok' : check.ok ? 'text-warn' : 'text-danger'}`}>
      <span className="pt-0.5">{isFine ? <CheckIcon size={12} /> : <Warning size={12} />}</span>
      {isFact ? <span>{text}</span> : <InboxReason text={text} details={details} />}
    </span>
  );
}
