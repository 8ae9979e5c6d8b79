import { request } from '#panel/api/call.ts';
import type { Conversation } from '#panel/api/types.ts';
import { type Command, defineCommand, useCommand } from '#panel/commands/command.ts';
import { findClients, findProjects } from '#panel/data/choices.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { LinkField } from '#panel/parts/fields/LinkField.tsx';
import { useConversationWords } from '#panel/words/conversations/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { commandOfConversation } from '../queries.ts';
import type { SidebarData } from './queries.ts';

/** A client, or a project whose client then counts. */
type GroupLink = Pick<Conversation, 'client_id' | 'project_id'>;

interface LinkInput {
  readonly slug: string;
  readonly id: string;
  readonly from: GroupLink;
  readonly to: GroupLink;
}

const linkGroup: Command<LinkInput, Conversation> = defineCommand({
  ...commandOfConversation,
  patch: ({ to }: LinkInput) => ({ ...to }),
  send: ({ slug, id, to }: LinkInput) =>
    request('POST /teams/{team_slug}/msgapp/conversations/{id}/link', {
      at: { team_slug: slug, id },
      body: to,
    }),
  back: (input: LinkInput) => ({ ...input, from: input.to, to: input.from }),
});

interface Props {
  readonly slug: string;
  readonly conversation: Conversation;
  readonly data: SidebarData;
}

/** Client and project of a group. The client of a linked project is not edited here. */
export function GroupCard({ slug, conversation, data }: Props) {
  const { group: words } = useConversationWords();
  const { labels } = useFieldWords();
  const { act, failure } = useCommand(linkGroup);
  const { id, client_id, project_id } = conversation;
  const link = (to: Partial<GroupLink>) =>
    act({
      ...{ slug, id, from: { client_id, project_id } },
      to: { client_id: null, project_id: null, ...to },
    });
  const { client, project } = data;
  const clientName = client?.display_name ?? client?.name ?? '…';
  const current = client && { id: client.id, name: clientName };
  // Until the response, the name of the next link is unknown.
  const ofProject = project && project.id === project_id ? current : null;
  const chosen = client_id === client?.id ? current : client_id && { id: client_id, name: '…' };
  return (
    <section aria-label={words.link} className="flex flex-col gap-1">
      <LinkField
        label={labels.client_id}
        slug={slug}
        kind="clients"
        find={findClients}
        isReadOnly={project_id !== null}
        value={(project_id === null ? chosen : ofProject) || null}
        onSave={(option) => link({ client_id: option?.id ?? null })}
      />
      <LinkField
        label={labels.project_id}
        slug={slug}
        kind="projects"
        find={findProjects}
        value={
          project_id === null
            ? null
            : { id: project_id, name: project?.id === project_id ? project.name : '…' }
        }
        onSave={(option) => link({ project_id: option?.id ?? null })}
      />
      <FailureNotice failure={failure} />
    </section>
  );
}
