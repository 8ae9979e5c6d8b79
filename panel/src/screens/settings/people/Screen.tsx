import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { NewInvitation, PasswordLink } from '#panel/api/types.ts';
import { useWithPending } from '#panel/commands/pending-changes.ts';
import { queryClient } from '#panel/data/query-client.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { CopyOnce } from '#panel/display/CopyOnce.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Page, Section } from '#panel/ui/layout.tsx';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { Invitations } from './Invitations.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { Members } from './Members.tsx';
import { rolesGrantedBy } from './model.ts';
import { invitationsQuery, memberActions, membersQuery } from './queries.ts';

export const preload = (slug: string) =>
  Promise.all([
    queryClient.prefetchQuery(membersQuery(slug)),
    queryClient.prefetchQuery(invitationsQuery(slug)),
  ]);

export default function People() {
  const { common } = useWords();
  const { people: words } = useSettingsWords();
  const { slug, me } = useCurrentTeam();
  const members = useQuery(membersQuery(slug));
  const acts = memberActions(slug);
  const withPending = useWithPending();
  const [isInviting, setInviting] = useState(false);
  const [made, setMade] = useState<NewInvitation>();
  const [linked, setLinked] = useState<PasswordLink>();
  return (
    <Page
      title={words.title}
      about={words.about}
      actions={
        <Button look="primary" onClick={() => setInviting(true)}>
          {words.invite}
        </Button>
      }
    >
      <Section>
        <QueryContent query={members}>
          {(all) =>
            me ? (
              <Members
                members={all.map((member) => withPending(`member/${member.id}`, member))}
                me={me}
                acts={acts}
                onInvited={setMade}
                onLinked={setLinked}
              />
            ) : null
          }
        </QueryContent>
      </Section>
      {/* After the members, whose number is not known before: the section would move down. */}
      {me && !members.isPending ? <Invitations slug={slug} acts={acts} /> : null}
      {isInviting && me ? (
        <InviteDialog
          acts={acts}
          granted={rolesGrantedBy(me.role)}
          onClose={() => setInviting(false)}
          onMade={(invitation) => {
            setInviting(false);
            setMade(invitation);
          }}
        />
      ) : null}
      {linked ? (
        <Dialog
          title={words.resetTitle}
          closeLabel={common.close}
          onClose={() => setLinked(undefined)}
        >
          <CopyOnce label={words.resetTitle} text={linked.link} about={words.resetShown} />
          <Button look="primary" className="self-start" onClick={() => setLinked(undefined)}>
            {common.done}
          </Button>
        </Dialog>
      ) : null}
      {made ? (
        <Dialog
          title={words.inviteTitle}
          closeLabel={common.close}
          onClose={() => setMade(undefined)}
        >
          {made.is_mailed ? <p>{words.inviteMailed}</p> : null}
          <CopyOnce label={words.inviteLink} text={made.link} about={words.inviteShown} />
          <Button look="primary" className="self-start" onClick={() => setMade(undefined)}>
            {common.done}
          </Button>
        </Dialog>
      ) : null}
    </Page>
  );
}
