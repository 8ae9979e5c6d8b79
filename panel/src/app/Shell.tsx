import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { stuck } from '../commands/deliver.ts';
import { useShown } from '../commands/pending.ts';
import { rememberTeam, sessionQuery, signOut, teamsQuery } from '../data/session.ts';
import { Logo } from '../parts/Logo.tsx';
import { paths, teamIn } from '../route/paths.ts';
import { peekIn } from '../route/records.ts';
import { Link, navigate, usePathname, useSearch } from '../route/router.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { Bell, Down, More, Search } from '../ui/icons.tsx';
import { Empty } from '../ui/layout.tsx';
import { Menu, type MenuItem } from '../ui/Menu.tsx';
import { useWords } from '../words/t.ts';
import { useKeys } from './keys.ts';
import { useNews } from './news.ts';
import { type Place, usePlaces, useTeam } from './places.tsx';
import { useLive } from './watch.tsx';

const loadPalette = () => import('./Palette.tsx');
const Palette = lazy(loadPalette);
const StuckDialog = lazy(() => import('./StuckDialog.tsx'));
const KeysHelp = lazy(() => import('./KeysHelp.tsx'));
const Peek = lazy(() => import('./Peek.tsx'));

/** The frame of every screen: on the left, or at the bottom of a phone, where one can go. */
export default function Shell({ children }: { readonly children: ReactNode }) {
  const { app } = useWords();
  const team = useTeam();
  const places = usePlaces();
  const isForeign = useForeign();
  const slug = teamIn(usePathname());
  const peek = peekIn(useSearch());
  const isPeeked = peek !== undefined && slug !== undefined && !isForeign;
  const [shown, show] = useState<'palette' | 'keys'>();
  useKeys(places, show);
  useLive(team?.slug);
  useNews();
  const isStuck = useSyncExternalStore(stuck.subscribe, stuck.isWanted);
  useEffect(() => {
    if (team) rememberTeam(team.slug);
  }, [team]);
  useEffect(() => {
    // Whoever opens it types at once.
    const timer = setTimeout(() => loadPalette().catch(() => {}), 1_000);
    return () => clearTimeout(timer);
  }, []);
  const close = () => show(undefined);
  return (
    <div className="flex min-h-dvh flex-col md:flex-row">
      <a
        href="#content"
        className="sr-only z-40 rounded bg-raised p-2 focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        {app.skip}
      </a>
      <Side places={places} onSearch={() => show('palette')} />
      <main
        id="content"
        tabIndex={-1}
        className={`min-w-0 flex-1 p-4 pb-24 outline-none md:p-6 ${isPeeked ? 'xl:mr-[480px]' : ''}`}
      >
        {isForeign ? <Foreign /> : children}
      </main>
      <Bar places={places} />
      <Suspense>
        {shown === 'palette' ? <Palette onClose={close} /> : null}
        {isPeeked ? <Peek slug={slug} shown={peek} /> : null}
        {isStuck ? <StuckDialog /> : null}
        {shown === 'keys' ? <KeysHelp onClose={close} /> : null}
      </Suspense>
    </div>
  );
}

/** Whether the address is of a team that one is no member of: there is none, or one may not enter it any more. */
function useForeign(): boolean {
  const slug = teamIn(usePathname());
  const { data: teams } = useQuery(teamsQuery);
  return slug !== undefined && teams !== undefined && !teams.some((team) => team.slug === slug);
}

function Foreign() {
  const { app } = useWords();
  return (
    <div className="flex flex-col gap-4">
      <Empty text={app.noTeam} />
      <Link href={paths.teams()} className={buttonClass('plain', 'self-center')}>
        {app.teams}
      </Link>
    </div>
  );
}

const entry =
  'control flex items-center gap-2 rounded px-2 text-muted hover:bg-tint hover:text-text aria-[current]:bg-tint aria-[current]:font-medium aria-[current]:text-text data-within:bg-tint data-within:text-text';

/** Whether the page is one below the entry's; the home of a team is above all of its pages, and stands for none. */
const isWithin = (href: string, pathname: string) =>
  (!/^\/t\/[^/]+$/.test(href) && pathname.startsWith(`${href}/`)) || undefined;

function Side({ places, onSearch }: { places: readonly Place[]; onSearch: () => void }) {
  const { app } = useWords();
  const { data } = useQuery(sessionQuery);
  const shown = useShown();
  const session = data && shown('account', data);
  const pathname = usePathname();
  return (
    <header className="sticky top-0 z-10 flex shrink-0 items-center gap-1 border-border border-b bg-surface p-1 md:h-dvh md:w-[224px] md:flex-col md:items-stretch md:gap-2 md:border-r md:border-b-0 md:p-2">
      <TeamMenu />
      <button type="button" onClick={onSearch} className={`${entry} ml-auto md:ml-0`}>
        <Search />
        <span className="sr-only md:not-sr-only">{app.search}</span>
      </button>
      <nav aria-label={app.navigation} className="hidden flex-1 flex-col gap-0.5 md:flex">
        {places.map(({ href, name, icon }) => (
          <Link key={href} href={href} data-within={isWithin(href, pathname)} className={entry}>
            {icon} {name}
          </Link>
        ))}
      </nav>
      <Notifications />
      <Menu
        label={app.account}
        items={useOwnItems()}
        side="above"
        align="start"
        className={`${entry} hidden w-full md:flex`}
      >
        <Initial name={session?.name ?? ''} />
        <span className="min-w-0 flex-1 truncate text-left">{session?.name}</span>
        <More />
      </Menu>
    </header>
  );
}

function useOwnItems(): MenuItem[] {
  const { app } = useWords();
  const team = useTeam();
  return [
    ...(team ? [{ label: app.settings, act: () => navigate(paths.settings(team.slug)) }] : []),
    { label: app.account, act: () => navigate(paths.account()) },
    { label: app.api, act: () => location.assign('/reference/') },
    { label: app.signOut, act: () => void signOut() },
  ];
}

const Initial = ({ name }: { readonly name: string }) => (
  <span
    aria-hidden="true"
    className="inline-flex size-5 shrink-0 items-center justify-center rounded-full bg-accent font-semibold text-meta text-on-accent uppercase"
  >
    {[...name][0]}
  </span>
);

function TeamMenu() {
  const { app } = useWords();
  const team = useTeam();
  const { data: teams } = useQuery(teamsQuery);
  const items = (teams ?? []).map(({ slug, name }) => ({
    label: name,
    isChosen: slug === team?.slug,
    act: () => navigate(paths.team(slug)),
  }));
  const name = (
    <>
      <Logo size={20} />
      <span className="min-w-0 flex-1 truncate text-left font-semibold text-text">
        {team?.name ?? app.teams}
      </span>
    </>
  );
  if (items.length < 2)
    return (
      <Link
        href={team ? paths.team(team.slug) : paths.teams()}
        className={`${entry} min-w-0 aria-[current]:bg-transparent`}
      >
        {name}
      </Link>
    );
  return (
    <Menu label={app.switchTeam} items={items} align="start" className={`${entry} w-full`}>
      {name}
      <Down />
    </Menu>
  );
}

/** Their place: there are none yet. */
function Notifications() {
  const { app } = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="relative">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        onBlur={() => setOpen(false)}
        className={`${entry} md:w-full`}
      >
        <Bell />
        <span className="sr-only md:not-sr-only">{app.notifications}</span>
      </button>
      {isOpen ? (
        <p
          role="status"
          className="appear absolute top-full right-0 z-20 mt-1 w-64 rounded-card border border-border bg-raised p-4 text-muted shadow-float md:top-auto md:bottom-full md:left-0 md:mb-1"
        >
          {app.noNotifications}
        </p>
      ) : null}
    </div>
  );
}

/** The way around on a phone. */
function Bar({ places }: { readonly places: readonly Place[] }) {
  const { app } = useWords();
  const pathname = usePathname();
  return (
    <nav
      aria-label={app.navigation}
      className="fixed inset-x-0 bottom-0 z-10 flex border-border border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {places.slice(0, 4).map(({ href, name, icon }) => (
        <Link
          key={href}
          href={href}
          data-within={isWithin(href, pathname)}
          className="flex min-h-14 flex-1 flex-col items-center justify-center gap-0.5 text-meta text-muted aria-[current]:font-medium aria-[current]:text-accent data-within:text-accent"
        >
          {icon} {name}
        </Link>
      ))}
      <div className="flex-1">
        <Menu
          label={app.more}
          isLabelShown
          items={useOwnItems()}
          side="above"
          className="flex min-h-14 w-full flex-col items-center justify-center gap-0.5 text-meta text-muted"
        >
          <More />
        </Menu>
      </div>
    </nav>
  );
}
