import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useAction } from '#panel/commands/use-action.ts';
import { intelligenceQuery, suggestReply } from '#panel/data/intelligence.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useIntelligenceWords } from '#panel/words/intelligence/use.ts';

interface Props {
  readonly slug: string;
  /** The conversation. */
  readonly id: string;
  /** Inserts a draft. */
  readonly onText: (text: string) => void;
}

/** Lets the language model suggest a reply, which is inserted as a draft. Absent without a model and the team’s consent. */
export default function SuggestTool({ slug, id, onText }: Props) {
  const { reply: words } = useIntelligenceWords();
  const { data } = useQuery(intelligenceQuery(slug));
  // The text may have changed while the model was writing.
  const insert = useRef(onText);
  useEffect(() => {
    insert.current = onText;
  });
  const suggest = useAction(
    () => suggestReply(slug, id),
    ({ text }) => {
      insert.current(text);
      say(words.draft);
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
      {suggest.failure ? (
        <div className="basis-full pt-1">
          <FailureNotice failure={suggest.failure} />
        </div>
      ) : null}
    </>
  );
}
