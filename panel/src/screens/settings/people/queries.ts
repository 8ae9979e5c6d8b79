import { queryOptions } from '@tanstack/react-query';
import { request, requestPath, segment } from '#panel/api/call.ts';
import type { Invitation, Member, NewInvitation, Role } from '#panel/api/types.ts';
import { defineCommand } from '#panel/commands/command.ts';
import { queryClient } from '#panel/data/query-client.ts';

const at = (slug: string, path: string) => `/teams/${segment(slug)}${path}`;

export const membersQuery = (slug: string) =>
  queryOptions({
    queryKey: ['team', slug, 'members'],
    queryFn: ({ signal }) =>
      requestPath<readonly Member[]>('GET', at(slug, '/members'), { signal }),
  });

export const invitationsQuery = (slug: string) =>
  queryOptions({
    queryKey: ['team', slug, 'invitations'],
    queryFn: ({ signal }) =>
      requestPath<readonly Invitation[]>('GET', at(slug, '/invitations'), { signal }),
  });

const refetchInvitations = async <T>(slug: string, answer: Promise<T>): Promise<T> => {
  const data = await answer;
  await queryClient.invalidateQueries({ queryKey: ['team', slug] });
  return data;
};

export type MemberChange = Partial<Pick<Member, 'role' | 'sees_values' | 'may_export'>>;

interface MemberInput {
  readonly slug: string;
  readonly id: string;
  readonly change: MemberChange;
}

/** Member in the cached list. */
const memberOf = ({ slug, id }: MemberInput) =>
  queryClient.getQueryData(membersQuery(slug).queryKey)?.find((member) => member.id === id);

/** Changes a member's role and permissions. */
export const changeMember = defineCommand<MemberInput, Member>({
  record: ({ id }) => `member/${id}`,
  patch: ({ change }) => change,
  send: ({ slug, id }, body) =>
    request('PUT /teams/{team_slug}/members/{id}', { at: { team_slug: slug, id }, body }),
  read: memberOf,
  load: ({ slug, id }) =>
    request('GET /teams/{team_slug}/members/{id}', { at: { team_slug: slug, id } }),
  write: ({ slug, id }, change) =>
    void queryClient.setQueryData(membersQuery(slug).queryKey, (members) =>
      members?.map((member) => (member.id === id ? change(member) : member)),
    ),
  async changedBy({ slug, id }) {
    const [last] = await request('GET /teams/{team_slug}/audit', {
      at: { team_slug: slug },
      query: { record_id: id, sort: '-created_at', limit: 1 },
    });
    return last?.user_name ?? undefined;
  },
});

/** Admin actions on members. */
export const memberActions = (slug: string) => {
  const member = (id: string, path = '') => at(slug, `/members/${segment(id)}${path}`);
  return {
    suspend: (id: string) =>
      refetchInvitations(slug, requestPath('POST', member(id, '/suspend'), { body: {} })),
    restore: (id: string) =>
      refetchInvitations(slug, requestPath('POST', member(id, '/restore'), { body: {} })),
    link: (id: string) =>
      request('POST /teams/{team_slug}/members/{id}/reset', { at: { team_slug: slug, id } }),
    remove: (id: string) => refetchInvitations(slug, requestPath('DELETE', member(id))),
    invite: (body: { email?: string; role: Role; user_id?: string }) =>
      refetchInvitations(
        slug,
        requestPath<NewInvitation>('POST', at(slug, '/invitations'), { body }),
      ),
    revoke: (id: string) =>
      refetchInvitations(slug, requestPath('DELETE', at(slug, `/invitations/${segment(id)}`))),
  };
};

export type MemberActions = ReturnType<typeof memberActions>;
