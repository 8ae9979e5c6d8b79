import type { Finding } from '#panel/api/schema.ts';
import { useReasonWords } from '#panel/words/inbox-reasons/use.ts';
import { detailIn } from './reasons.ts';

interface Props {
  /** Sentence of the API or the gateway; '' if there is none. */
  readonly text: string;
  readonly details: Finding | null | undefined;
  readonly isShort?: boolean;
}

/** Reason that the API or a gateway gives for an inbox's state, translated, with advice; shown as received if it is unknown. */
export function InboxReason({ text, details, isShort = false }: Props) {
  const words = useReasonWords();
  const { code = 'other', cause } = details ?? {};
  const [what, todo] =
    (code !== 'other' ? words.reasons[code] : undefined) ?? (cause && words.causes[cause]) ?? [];
  const detail = detailIn(text, details);
  return (
    <span className="flex flex-col gap-0.5">
      {what ? <span>{isShort || !todo ? what : `${what} ${todo}`}</span> : null}
      {detail && !isShort ? (
        <span className="break-words text-meta text-muted">
          {what ? `${words.said} ` : null}
          <span lang="en">{detail}</span>
        </span>
      ) : null}
      {!what && isShort ? <span lang="en">{text}</span> : null}
    </span>
  );
}
