import type { Finding } from '#panel/api/schema.ts';
import { useReasonWords } from '#panel/words/inbox-reasons/use.ts';
import { detailIn } from './reasons.ts';

interface Props {
  /** Null for a reason that another version of the service stored without a code. */
  readonly details: Finding | null | undefined;
  readonly isShort?: boolean;
}

/** Reason that the API or a gateway gives for an inbox's state, translated, with advice. */
export function InboxReason({ details, isShort = false }: Props) {
  const words = useReasonWords();
  const { code = 'other', cause } = details ?? {};
  // A later version may have codes that this one does not know.
  const byCause: (typeof words.reasons)['other'] | undefined =
    code === 'other' ? cause && words.causes[cause] : words.reasons[code];
  const [what, todo] = byCause ?? words.reasons.other;
  const detail = detailIn(details ?? {});
  return (
    <span className="flex flex-col gap-0.5">
      <span>{isShort || !todo ? what : `${what} ${todo}`}</span>
      {detail && !isShort ? (
        <span className="break-words text-meta text-muted">{`${words.said} ${detail}`}</span>
      ) : null}
    </span>
  );
}
