import { type ReactNode, Suspense, useState } from 'react';
import { sentMediaTypes } from '#panel/api/enumerations.ts';
import type { Message } from '#panel/api/types.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { Arrow } from '#panel/ui/icons.tsx';
import type { MenuItem } from '#panel/ui/Menu.tsx';
import { useConversationWords } from '#panel/words/conversations/use.ts';

const ForwardDialog = lazyWithWords(() => import('./ForwardDialog.tsx'), 'nothing');

const mediaTypes: readonly string[] = sentMediaTypes;

/** True if a message has a text, or a file that was fetched, which can be sent again. */
const isForwardable = ({ message_type: type, content, media }: Message) =>
  type === 'text' ? content !== '' : mediaTypes.includes(type) && media?.status === 'stored';

/** Menu item that forwards a message, and its dialog. */
export function useForward(slug: string): {
  readonly items: (message: Message) => readonly MenuItem[];
  readonly dialog: ReactNode;
} {
  const { forward: words } = useConversationWords();
  const [message, set] = useState<Message>();
  return {
    items: (each) =>
      isForwardable(each) ? [{ label: words.action, icon: <Arrow />, act: () => set(each) }] : [],
    dialog: message ? (
      <Suspense>
        <ForwardDialog slug={slug} message={message} onClose={() => set(undefined)} />
      </Suspense>
    ) : null,
  };
}
