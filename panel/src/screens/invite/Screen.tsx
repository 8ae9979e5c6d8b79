import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { invitationAcceptLimits } from '#panel/api/input-limits.ts';
import type { InvitationFound } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import {
  acceptInvitation,
  fetchInvitation,
  fillWithDemo,
  type InvitationLink,
  invitationLinkIn,
  joinedTeamFragment,
  teamIn,
} from '#panel/data/invitation.ts';
import { sessionQuery, signOut } from '#panel/data/session.ts';
import { AuthLayout } from '#panel/display/AuthLayout.tsx';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { PasswordField } from '#panel/parts/PasswordField.tsx';
import { paths } from '#panel/route/paths.ts';
import { Link, navigate, useFragment, usePathname } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { useWords } from '#panel/words/translations.ts';

/** Invitation, also for the first owner: joins the team with a new or an existing account. */
export default function Invite() {
  const { invite: words, reset } = useWords();
  const isFirst = usePathname() === paths.first();
  const fragment = useFragment();
  const link = invitationLinkIn(fragment);
  const joined = isFirst ? teamIn(fragment) : undefined;
  const look = useQuery({
    queryKey: ['invitation', link],
    queryFn: () => fetchInvitation(link as InvitationLink),
    enabled: link !== undefined,
    retry: false,
  });
  const title = isFirst ? words.firstTitle : words.title({ team: look.data?.team ?? '…' });
  if (joined !== undefined) return <Started slug={joined} />;
  return (
    <AuthLayout title={title}>
      {link === undefined ? (
        <p>{reset.missing}</p>
      ) : (
        <QueryContent query={look} rows={3}>
          {(invitation) => (
            <Join
              link={link}
              invitation={invitation}
              isFirst={isFirst}
              onJoined={(slug) => {
                // The token is used up and is removed from the history. The team stays in the address, so that a reload shows the choice
                // again.
                const to = isFirst ? paths.first() + joinedTeamFragment(slug) : paths.team(slug);
                navigate(to, { replace: true });
              }}
            />
          )}
        </QueryContent>
      )}
    </AuthLayout>
  );
}

interface JoinProps {
  readonly link: InvitationLink;
  readonly invitation: InvitationFound;
  readonly isFirst: boolean;
  readonly onJoined: (slug: string) => void;
}

function Join({ link, invitation, isFirst, onJoined }: JoinProps) {
  const { invite: words, reset, signIn, roles, app } = useWords();
  const { data: session } = useQuery(sessionQuery);
  const act = useAction(
    (values: Values) =>
      acceptInvitation(
        link,
        session
          ? undefined
          : {
              name: values('name').trim(),
              password: values('password'),
              ...(invitation.email === null ? { email: values('email').trim() } : {}),
            },
      ),
    ({ team }) => onJoined(team),
  );
  const about = isFirst ? words.firstAbout : words.about({ role: roles[invitation.role] });
  if (session)
    return (
      <>
        <p className="text-muted">{about}</p>
        <p>{words.signedInAs({ email: session.email })}</p>
        <Form
          act={act}
          submit={words.join}
          beside={
            <Button look="quiet" onClick={() => void signOut()}>
              {app.signOut}
            </Button>
          }
        >
          <FailureNotice failure={act.failure} />
        </Form>
      </>
    );
  const address = location.pathname + location.hash;
  return (
    <>
      <p className="text-muted">{about}</p>
      <Form act={act} submit={words.submit} isWide>
        <Field
          label={words.name}
          name="name"
          autoComplete="name"
          defaultValue={invitation.name ?? ''}
          {...invitationAcceptLimits.name}
          required
        />
        <Field
          label={words.email}
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={invitation.email ?? ''}
          readOnly={invitation.email !== null}
          required
        />
        <PasswordField label={words.password} hint={reset.hint} isNew />
        <FailureNotice failure={act.failure} says={{ CONFLICT: words.ownPasswordHint }} />
      </Form>
      <Link href={paths.signIn(address)} className="self-start text-accent hover:underline">
        {signIn.submit}
      </Link>
    </>
  );
}

/** First owner after joining: chooses how to start the team. */
function Started({ slug }: { readonly slug: string }) {
  const { invite: words, app } = useWords();
  const { data: session } = useQuery(sessionQuery);
  const isOut = session === null;
  useEffect(() => {
    if (isOut) navigate(paths.signIn(paths.first() + joinedTeamFragment(slug)), { replace: true });
  }, [isOut, slug]);
  const enter = () => navigate(paths.team(slug), { replace: true });
  const fill = useAction(() => fillWithDemo(slug), enter);
  const isFilled = fill.failure?.code === 'CONFLICT';
  return (
    <AuthLayout title={words.firstTitle}>
      <p>{words.startAbout}</p>
      <FailureNotice failure={fill.failure} says={{ CONFLICT: words.notEmpty }} />
      {isFilled ? null : (
        <div className="flex flex-col gap-1">
          <Button look="primary" busy={fill.isBusy} onClick={() => fill.act(undefined)}>
            {words.demoTeam}
          </Button>
          <p className="text-meta text-muted">{words.demoAbout}</p>
        </div>
      )}
      <div className="flex flex-col gap-1">
        <Button disabled={fill.isBusy} onClick={enter}>
          {isFilled ? app.toStart : words.emptyTeam}
        </Button>
        {isFilled ? null : <p className="text-meta text-muted">{words.emptyAbout}</p>}
      </div>
    </AuthLayout>
  );
}
