import { type ReactNode, useContext } from 'react';
import type { Failure } from '../api/call.ts';
import { Button } from '../ui/Button.tsx';
import { Check, Warning } from '../ui/icons.tsx';
import { useErrorTranslator } from '../words/problems/use.ts';
import { useWords } from '../words/translations.ts';
import { CopyButton } from './CopyButton.tsx';
import { RejectedFields } from './rejected-fields.ts';

interface Props {
  readonly failure: Failure | undefined;
  /** Messages that replace the default text of these error codes. */
  readonly says?: Readonly<Record<string, string>>;
  readonly onRetry?: () => void;
}

/** Failure message: the error, how to fix it, and the request id for support. */
export function FailureNotice({ failure, says = {}, onRetry }: Props) {
  const words = useWords();
  const refused = useContext(RejectedFields);
  const reader = useErrorTranslator(failure !== undefined);
  if (!failure) return null;
  const { title, fields, request, copyRequest } = words.failure;
  const ownText = says[failure.code];
  const fieldsText =
    refused.length > 0
      ? fields({ fields: refused.map(({ label }) => label).join(', ') })
      : (title[failure.code] ?? reader?.titles[failure.code]);
  return (
    <div role="alert" className="flex gap-2 rounded border border-danger bg-raised p-3">
      <span className="pt-0.5 text-danger">
        <Warning />
      </span>
      <div className="flex min-w-0 flex-col items-start gap-1">
        <p>{ownText ?? fieldsText ?? (reader ? title.other : null)}</p>
        {ownText
          ? null
          : reader?.reasonsOf(failure, refused).map((reason) => (
              <p key={reason} className="text-meta text-muted">
                {reason}
              </p>
            ))}
        {failure.requestId && (failure.status >= 500 || !title[failure.code]) ? (
          <p className="flex flex-wrap items-center gap-2 text-meta text-muted">
            {request} <code className="break-all">{failure.requestId}</code>
            <CopyButton text={failure.requestId} label={copyRequest} />
          </p>
        ) : null}
        {onRetry ? <Button onClick={onRetry}>{words.common.retry}</Button> : null}
      </div>
    </div>
  );
}

/** Success message that stays on the page. */
export function DoneNotice({ children }: { readonly children: ReactNode }) {
  return (
    <div role="status" className="flex gap-2 rounded border border-border bg-surface p-3">
      <span className="pt-0.5 text-ok">
        <Check />
      </span>
      <p>{children}</p>
    </div>
  );
}
