import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '../../data/account.ts';
import { paths } from '../../route/paths.ts';
import { Link } from '../../route/router.tsx';
import { buttonClass } from '../../ui/Button.tsx';
import { Section } from '../../ui/layout.tsx';
import { useDayWords } from '../../words/day/use.ts';

/** What to do first, until there is work. */
export default function FirstSteps({
  slug,
  isAdmin,
}: {
  readonly slug: string;
  readonly isAdmin: boolean;
}) {
  const { steps } = useDayWords();
  const { data: account } = useQuery(accountQuery);
  return (
    <>
      <p className="text-muted">{steps.about}</p>
      {isAdmin ? (
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
      <Section title={steps.api} about={steps.apiAbout}>
        <a href="/reference/" className={buttonClass('plain', 'self-start')}>
          {steps.apiAction}
        </a>
      </Section>
    </>
  );
}
