import { useQuery } from '@tanstack/react-query';
import { useAction } from '#panel/commands/use-action.ts';
import { accountQuery } from '#panel/data/account.ts';
import { fillWithDemo } from '#panel/data/invitation.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { paths } from '#panel/route/paths.ts';
import { Link } from '#panel/route/router.tsx';
import { Button, buttonClass } from '#panel/ui/Button.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { useMyDayWords } from '#panel/words/my-day/use.ts';
import { useWords } from '#panel/words/translations.ts';

/** First steps of a team without data. */
export default function FirstSteps({ slug }: { readonly slug: string }) {
  const { steps } = useMyDayWords();
  const { invite } = useWords();
  const { can } = useCurrentTeam();
  const fill = useAction(() => fillWithDemo(slug));
  const { data: account } = useQuery(accountQuery);
  return (
    <>
      <p className="text-muted">{steps.about}</p>
      {can('invitations.create') ? (
        <Section title={steps.invite} about={steps.inviteAbout}>
          <Link href={paths.people(slug)} className={buttonClass('primary', 'self-start')}>
            {steps.inviteAction}
          </Link>
        </Section>
      ) : null}
      {account && !account.has_totp ? (
        <Section title={steps.protect} about={steps.protectAbout}>
          <Link href={paths.security()} className={buttonClass('plain', 'self-start')}>
            {steps.protectAction}
          </Link>
        </Section>
      ) : null}
      {can('demo.fill') ? (
        <Section title={steps.demo} about={invite.demoAbout}>
          <Button className="self-start" busy={fill.isBusy} onClick={() => fill.act(undefined)}>
            {steps.demoAction}
          </Button>
          <FailureNotice failure={fill.failure} says={{ CONFLICT: steps.demoNotEmpty }} />
        </Section>
      ) : null}
      <Section title={steps.api} about={steps.apiAbout}>
        <a href="/reference/" className={buttonClass('plain', 'self-start')}>
          {steps.apiAction}
        </a>
      </Section>
    </>
  );
}
