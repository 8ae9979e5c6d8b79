import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { dealFields } from '#panel/api/records/deals.ts';
import type { Conversation, Message } from '#panel/api/types.ts';
import { queryClient } from '#panel/data/query-client.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { Deals, Tasks } from '#panel/ui/icons.tsx';
import type { MenuItem } from '#panel/ui/Menu.tsx';
import { useConversationWords } from '#panel/words/conversations/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { projectsOfClientQuery } from '../clients/queries.ts';
import { composer } from '../tasks/open-composer.ts';
import { conversationName } from './conversation-name.ts';
import { descriptionOf, sourceOf, titleOf } from './message-as-record.ts';
import { sidebarQuery } from './sidebar/queries.ts';

const DealDialog = lazyWithWords(() => import('../deals/DealDialog.tsx'), 'nothing');

type CreatedKind = 'task' | 'deal';

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
  const [making, set] = useState<Message | 'conversation'>();
  const { data } = useQuery(sidebarQuery(slug, conversation.id));
  const client = data?.client
    ? { id: data.client.id, name: data.client.display_name ?? data.client.name }
    : null;
  const called = words.from.link({ name: conversationName(conversation, words) });
  const textsOf = (of: Message | undefined) => ({
    title: of ? titleOf(of) : '',
    description: descriptionOf(location.origin, slug, conversation, of, called),
  });
  const openTask = async (of: Message | undefined) => {
    const projects =
      client && !data?.project
        ? await queryClient.fetchQuery(projectsOfClientQuery(slug, client.id)).catch(() => [])
        : [];
    const project =
      data?.project ?? projects.find(({ status }) => status === 'active') ?? projects[0];
    composer.open({
      project: project && { id: project.id, name: project.name },
      client,
      fields: textsOf(of),
    });
  };
  const make = (what: CreatedKind, of?: Message) => {
    if (what === 'task') void openTask(of);
    else set(of ?? 'conversation');
  };
  const message = making === 'conversation' ? undefined : making;
  // Undefined unless the contact came through an advertisement.
  const source = sourceOf(message?.referral ?? data?.referral ?? null, words.from);
  const dealDialog = (
    <DealDialog
      heading={words.from.dealTitle}
      submit={words.from.submitDeal}
      fields={{ ...textsOf(message), ...(me && { responsible_id: me.user_id }) }}
      client={client}
      onClose={() => set(undefined)}
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
  );
  return {
    make,
    items: (message) => [
      { label: words.from.task, icon: <Tasks />, act: () => make('task', message) },
      { label: words.from.deal, icon: <Deals />, act: () => make('deal', message) },
    ],
    dialog: making ? dealDialog : null,
  };
}
