import type { Failure } from '#panel/api/call.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Warning } from '#panel/ui/icons.tsx';
import { useWords } from '#panel/words/translations.ts';
import { InboxReason } from './InboxReason.tsx';

interface Props {
  readonly failure: Failure | undefined;
  readonly onRetry?: () => void;
}

/** Failure of an inbox action. Reasons of the gateway have advice; other failures are shown as usual. */
export function GatewayFailure({ failure, onRetry }: Props) {
  const { common } = useWords();
  if (!failure) return null;
  const { gateway } = failure;
  if (!gateway) return <FailureNotice failure={failure} {...(onRetry && { onRetry })} />;
  return (
    <div role="alert" className="flex gap-2 rounded border border-danger bg-raised p-3">
      <span className="pt-0.5 text-danger">
        <Warning />
      </span>
      <div className="flex min-w-0 flex-col items-start gap-2">
        <InboxReason details={gateway} />
        {onRetry ? <Button onClick={onRetry}>{common.retry}</Button> : null}
      </div>
    </div>
  );
}
