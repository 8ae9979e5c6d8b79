import type { Failure } from '#panel/api/call.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Warning } from '#panel/ui/icons.tsx';
import { useWords } from '#panel/words/translations.ts';
import { InboxReason } from './InboxReason.tsx';
import { parseReason } from './reasons.ts';

interface Props {
  readonly failure: Failure | undefined;
  readonly onRetry?: () => void;
}

/** Removes the note about the message's status, which a send appends. */
const reasonIn = (message: string) =>
  message.replace(/\. (According to|Whether|It is not known)[\s\S]*$/, '').replace(/\.$/, '');

/** Failure of an inbox action. Translates reasons from the gateway or the API; other failures are shown as usual. */
export function GatewayFailure({ failure, onRetry }: Props) {
  const { common } = useWords();
  if (!failure) return null;
  const isGateways = failure.code === 'BAD_GATEWAY';
  const means =
    failure.code === 'VALIDATION_ERROR' ? parseReason(failure.message).means : undefined;
  // Fields of a wrong form are named as in every form.
  const isKnown = means !== undefined && means !== 'malformed';
  if (!isGateways && !isKnown)
    return <FailureNotice failure={failure} {...(onRetry && { onRetry })} />;
  return (
    <div role="alert" className="flex gap-2 rounded border border-danger bg-raised p-3">
      <span className="pt-0.5 text-danger">
        <Warning />
      </span>
      <div className="flex min-w-0 flex-col items-start gap-2">
        <InboxReason text={reasonIn(failure.message)} />
        {onRetry ? <Button onClick={onRetry}>{common.retry}</Button> : null}
      </div>
    </div>
  );
}
