import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useAction } from '#panel/commands/use-action.ts';
import { intelligenceQuery, suggestReply } from '#panel/data/intelligence.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { useIntelligenceWords } from '#panel/words/intelligence/use.ts';

interface Props {
  readonly slug: string;
  /** The conversation. */
  readonly id: string;
  /** True if there is text in the composer. */
  readonly hasText: boolean;
  /** Inserts a draft. */
  readonly onText: (text: string) => void;
}

/** Lets the language model suggest a reply, which is inserted as a draft. Absent without a model and the team’s consent. */
export default function SuggestTool({ slug, id, hasText, onText }: Props) {
  const { reply: words } = useIntelligenceWords();
  const { data } = useQuery(intelligenceQuery(slug));
  // The text may have changed while the model was writing.
  const insert = useRef(onText);
  useEffect(() => {
    insert.current = onText;
  });
  const [isDraft, setIsDraft] = useState(false);
  const suggest = useAction(
    () => suggestReply(slug, id),
    ({ text }) => {
      insert.current(text);
      setIsDraft(true);
    },
  );
  if (!data?.has_endpoint || !data.uses_endpoint) return null;
  return (
    <>
      <div className="-mr-1 ml-auto">
        <Button look="quiet" busy={suggest.isBusy} onClick={() => suggest.act(undefined)}>
          {words.action}
        </Button>
      </div>
      {isDraft && hasText ? (
        <p role="status" className="basis-full pt-1 text-meta text-muted">
          {words.draft}
        </p>
      ) : null}
      {suggest.failure ? (
        <div className="basis-full pt-1">
          <FailureNotice failure={suggest.failure} />
        </div>
      ) : null}
    </>
  );
}
