import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Conversation, Message } from '#panel/api/types.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { Deals, Tasks } from '#panel/ui/icons.tsx';
import type { MenuItem } from '#panel/ui/Menu.tsx';
import { useConversationWords } from '#panel/words/conversations/use.ts';
import { projectsOfClientQuery } from '../clients/queries.ts';
import { conversationName } from './conversation-name.ts';
import { descriptionOf, sourceOf, titleOf } from './message-as-record.ts';
import { sidebarQuery } from './sidebar/queries.ts';

const NewTaskDialog = lazyWithWords(() => import('../tasks/NewTaskDialog.tsx'), 'nothing');
const DealDialog = lazyWithWords(() => import('./DealDialog.tsx'), 'nothing');

type CreatedKind = 'task' | 'deal';

interface Creation {
  readonly what: CreatedKind;
  readonly message: Message | undefined;
}

interface CreateFromMessage {
  /** Creates a task or deal from the conversation, or from one of its messages. */
  readonly make: (what: CreatedKind, message?: Message) => void;
  /** Menu items of a message. */
  readonly items: (message: Message) => readonly MenuItem[];
  readonly dialog: ReactNode;
}

/** Creates tasks and deals from messages, prefilled with the text, the client, a likely project and a link back. */
export function useCreateFromMessage(slug: string, conversation: Conversation): CreateFromMessage {
  const words = useConversationWords();
  const [making, set] = useState<Creation>();
  const { data } = useQuery(sidebarQuery(slug, conversation.id));
  const make = (what: CreatedKind, message?: Message) => set({ what, message });
  const client = data?.client ?? undefined;
  const isTask = making?.what === 'task';
  const projects = useQuery({
    ...projectsOfClientQuery(slug, client?.id ?? ''),
    enabled: isTask && client !== undefined,
  });
  const project = projects.data?.find(({ status }) => status === 'active') ?? projects.data?.at(0);
  const close = () => set(undefined);
  const message = making?.message;
  const title = message ? titleOf(message) : '';
  const called = words.from.link({ name: conversationName(conversation, words) });
  const description = making
    ? descriptionOf(location.origin, slug, conversation, message, called)
    : '';
  const dialogs: Readonly<Record<CreatedKind, ReactNode>> = {
    task: (
      <NewTaskDialog
        slug={slug}
        title={title}
        project={project && { id: project.id, name: project.name }}
        fields={{ description }}
        onClose={close}
      />
    ),
    deal: (
      <DealDialog
        slug={slug}
        title={title}
        description={description}
        client={data?.client ?? null}
        source={sourceOf(message?.referral ?? data?.referral ?? null, words.from)}
        onClose={close}
      />
    ),
  };
  return {
    make,
    items: (message) => [
      { label: words.from.task, icon: <Tasks />, act: () => make('task', message) },
      { label: words.from.deal, icon: <Deals />, act: () => make('deal', message) },
    ],
    // Waits until the likely project is known.
    dialog: making && !(isTask && projects.isLoading) ? dialogs[making.what] : null,
  };
}
