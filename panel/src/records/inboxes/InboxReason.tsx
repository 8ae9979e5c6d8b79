import { useReasonWords } from '#panel/words/inbox-reasons/use.ts';
import { parseReason } from './reasons.ts';

/** Reason that the API or a gateway gives for an inbox's state, translated, with advice; shown as received if it is unknown. */
export function InboxReason({
  text,
  isShort = false,
}: {
  readonly text: string;
  readonly isShort?: boolean;
}) {
  const words = useReasonWords();
  const { cause, means, said } = parseReason(text);
  const [what, todo] = (means && words.reasons[means]) ?? (cause && words.causes[cause]) ?? [];
  return (
    <span className="flex flex-col gap-0.5">
      {what ? <span>{isShort || !todo ? what : `${what} ${todo}`}</span> : null}
      {said && !isShort ? (
        <span className="break-words text-meta text-muted">
          {what ? `${words.said} ` : null}
          <span lang="en">{said}</span>
        </span>
      ) : null}
      {!what && isShort ? <span lang="en">{text}</span> : null}
    </span>
  );
}
