import { Ghost } from '#panel/ui/Ghost.tsx';
import { Empty } from '#panel/ui/layout.tsx';
import { useConversationWords } from '#panel/words/conversations/use.ts';

/** Place of the conversation while none is open. @param hasSome true if the list has conversations to choose from */
export default function NoConversation({ hasSome }: { readonly hasSome: boolean }) {
  const { none } = useConversationWords();
  const ghost = <Ghost of="bubbles" />;
  return hasSome ? <Empty text={none.choose} ghost={ghost} /> : ghost;
}
