import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '../../data/account.ts';
import { sessionQuery, teamsQuery } from '../../data/session.ts';
import { paths, teamIn } from '../../route/paths.ts';
import { Link, usePathname } from '../../route/router.tsx';
import { buttonClass } from '../../ui/Button.tsx';
import { Section } from '../../ui/layout.tsx';
import { useWords } from '../../words/t.ts';
import { RecentDeals, RecentTasks } from './Recent.tsx';

/** Where the day begins: until there is work on it, what to do first. */
export default function Home() {
  const { home: words } = useWords();
  const slug = teamIn(usePathname()) ?? '';
  const { data: session } = useQuery(sessionQuery);
  const { data: account } = useQuery(accountQuery);
  const { data: teams } = useQuery(teamsQuery);
  const role = teams?.find((team) => team.slug === slug)?.role ?? 'member';
  const [first = ''] = (session?.name ?? '').split(' ');
  return (
    <div className="flex max-w-[720px] flex-col gap-4">
      <header>
        <h1 className="font-semibold text-page">{words.hello({ name: first })}</h1>
        <p className="text-muted">{words.about}</p>
      </header>
      <RecentDeals slug={slug} />
      <RecentTasks slug={slug} />
      {role === 'member' ? null : (
        <Section title={words.invite} about={words.inviteAbout}>
          <Link href={paths.people(slug)} className={buttonClass('primary', 'self-start')}>
            {words.inviteAction}
          </Link>
        </Section>
      )}
      {account && !account.has_totp ? (
        <Section title={words.protect} about={words.protectAbout}>
          <Link href={paths.security()} className={buttonClass('plain', 'self-start')}>
            {words.protectAction}
          </Link>
        </Section>
      ) : null}
      <Section title={words.api} about={words.apiAbout}>
        <a href="/reference/" className={buttonClass('plain', 'self-start')}>
          {words.apiAction}
        </a>
      </Section>
    </div>
  );
}
