import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { dealFields } from '#panel/api/records/deals.ts';
import type { Conversation, Message } from '#panel/api/types.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { Deals, Tasks } from '#panel/ui/icons.tsx';
import type { MenuItem } from '#panel/ui/Menu.tsx';
import { useConversationWords } from '#panel/words/conversations/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { projectsOfClientQuery } from '../clients/queries.ts';
import { conversationName } from './conversation-name.ts';
import { descriptionOf, sourceOf, titleOf } from './message-as-record.ts';
import { sidebarQuery } from './sidebar/queries.ts';

const NewTaskDialog = lazyWithWords(() => import('../tasks/NewTaskDialog.tsx'), 'nothing');
const DealDialog = lazyWithWords(() => import('../deals/DealDialog.tsx'), 'nothing');

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
  const { labels } = useFieldWords();
  const { me } = useCurrentTeam();
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
  // Undefined unless the contact came through an advertisement.
  const source = sourceOf(message?.referral ?? data?.referral ?? null, words.from);
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
        heading={words.from.dealTitle}
        submit={words.from.submitDeal}
        fields={{ title, description, ...(me && { responsible_id: me.user_id }) }}
        client={client ? { id: client.id, name: client.display_name ?? client.name } : null}
        onClose={close}
      >
        {(value) => (
          <>
            {source === undefined ? null : (
              <Field
                label={labels.source}
                name="source"
                defaultValue={source}
                maxLength={dealFields.source.maxLength}
                autoComplete="off"
              />
            )}
            {value}
          </>
        )}
      </DealDialog>
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
