import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { NewInvitation } from '../../api/types.ts';
import { memberActs, membersQuery } from '../../data/members.ts';
import { sessionQuery, teamsQuery } from '../../data/session.ts';
import { CopyOnce } from '../../parts/Copy.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { teamIn } from '../../route/paths.ts';
import { usePathname } from '../../route/router.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Section } from '../../ui/layout.tsx';
import { useWords } from '../../words/t.ts';
import { Invitations } from './Invitations.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { Members } from './Members.tsx';

export default function People() {
  const { people: words, common } = useWords();
  const slug = teamIn(usePathname()) ?? '';
  const members = useQuery(membersQuery(slug));
  const { data: teams } = useQuery(teamsQuery);
  const { data: session } = useQuery(sessionQuery);
  const me = teams?.find((team) => team.slug === slug);
  const acts = memberActs(slug);
  const [isInviting, setInviting] = useState(false);
  const [made, setMade] = useState<NewInvitation>();
  return (
    <div className="flex max-w-[960px] flex-col gap-4">
      <header className="flex flex-wrap items-start justify-between gap-2">
        <div>
          <h1 className="font-semibold text-page">{words.title}</h1>
          <p className="text-muted">{words.about}</p>
        </div>
        <Button look="primary" onClick={() => setInviting(true)}>
          {words.invite}
        </Button>
      </header>
      <Section title={words.title}>
        <Loaded query={members}>
          {(all) =>
            session && me ? <Members members={all} me={me} acts={acts} onInvited={setMade} /> : null
          }
        </Loaded>
      </Section>
      <Invitations slug={slug} acts={acts} />
      {isInviting ? (
        <InviteDialog
          acts={acts}
          isOwner={me?.role === 'owner'}
          onClose={() => setInviting(false)}
          onMade={(invitation) => {
            setInviting(false);
            setMade(invitation);
          }}
        />
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
    </div>
  );
}
