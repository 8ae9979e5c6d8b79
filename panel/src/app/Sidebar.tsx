import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { useWithPending } from '../commands/pending-changes.ts';
import { setSidebarCollapsed, useIsSidebarCollapsed } from '../data/preferences.ts';
import { sessionQuery, teamsQuery } from '../data/session.ts';
import { Logo } from '../display/Logo.tsx';
import { afterPaint, lazyWithWords } from '../display/lazy.tsx';
import { paths } from '../route/paths.ts';
import { Link, navigate, usePathname } from '../route/router.tsx';
import { Down, More, Search, SidebarFrame } from '../ui/icons.tsx';
import { Menu } from '../ui/Menu.tsx';
import { useWords } from '../words/translations.ts';
import { NavItemCount } from './NavItemCount.tsx';
import { Notifications } from './Notifications.tsx';
import { isWithin, type NavItem, useAccountItems, useCurrentOrLastTeam } from './navigation.tsx';
import { SidebarGroup, SidebarLabel, sidebarEntryClass } from './sidebar-entry.tsx';

const AccountAvatar = lazyWithWords(
  afterPaint(() => import('./AccountAvatar.tsx')),
  'nothing',
);
const RunningTimer = lazyWithWords(() => import('./RunningTimer.tsx'), 'nothing');
const InboxStatus = lazyWithWords(() => import('./InboxStatus.tsx'), 'nothing');
const SidebarShortcuts = lazyWithWords(() => import('./SidebarShortcuts.tsx'), 'nothing');
/** Delay that leaves the network to the first screen. */
const settledAfterMs = 1_500;

const groups = ['work', 'sales'] as const;

interface Props {
  readonly places: readonly NavItem[];
  readonly onSearch: () => void;
}

/** Sidebar, collapsible to icons; a bar above the screen on phones. */
export function Sidebar({ places, onSearch }: Props) {
  const { app } = useWords();
  const pathname = usePathname();
  const isFolded = useIsSidebarCollapsed();
  const team = useCurrentOrLastTeam();
  const slug = team?.slug;
  const [isSettled, settle] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => settle(true), settledAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <header
      className={clsx(
        'sticky top-0 z-10 flex shrink-0 items-center max-md:group-has-[[data-whole-phone]]/shell:hidden gap-1 border-border border-b bg-side p-1 md:h-dvh md:flex-col md:items-stretch md:gap-1 md:border-r md:border-b-0',
        isFolded ? 'md:w-12' : 'md:w-[224px] md:px-2 md:py-3',
      )}
    >
      <div className={clsx('flex min-w-0 items-center gap-1', isFolded && 'md:flex-col')}>
        <div className="min-w-0 flex-1">
          <TeamMenu />
        </div>
        <button
          type="button"
          aria-expanded={!isFolded}
          aria-label={isFolded ? app.unfold : app.fold}
          title={isFolded ? app.unfold : app.fold}
          onClick={() => setSidebarCollapsed(!isFolded)}
          className={clsx(sidebarEntryClass, 'max-md:hidden')}
        >
          <SidebarFrame />
        </button>
      </div>
      <button
        type="button"
        title={isFolded ? app.search : undefined}
        onClick={onSearch}
        className={clsx(sidebarEntryClass, 'ml-auto md:ml-0', isFolded && 'md:justify-center')}
      >
        <Search />
        <SidebarLabel isOnPhone={false}>{app.search}</SidebarLabel>
      </button>
      <Notifications />
      {team && isSettled ? <RunningTimer slug={team.slug} user={team.user_id} /> : null}
      <nav
        aria-label={app.navigation}
        className="hidden min-h-0 flex-1 flex-col overflow-y-auto md:flex"
      >
        {groups.map((group) => (
          <SidebarGroup key={group} name={app.groups[group]} isNameShown={!isFolded}>
            {places
              .filter((place) => place.group === group)
              .map(({ href, name, Icon }) => (
                <Link
                  key={href}
                  href={href}
                  title={isFolded ? name : undefined}
                  data-within={isWithin(href, pathname)}
                  className={clsx(
                    sidebarEntryClass,
                    'relative shrink-0',
                    isFolded && 'md:justify-center',
                  )}
                >
                  <Icon />
                  <SidebarLabel isOnPhone>{name}</SidebarLabel>
                  <NavItemCount href={href} isAtIcon={isFolded} />
                </Link>
              ))}
          </SidebarGroup>
        ))}
        {slug === undefined || isFolded || !isSettled ? null : <SidebarShortcuts slug={slug} />}
      </nav>
      {slug === undefined || !isSettled ? null : <InboxStatus slug={slug} />}
      <AccountMenu />
    </header>
  );
}

function AccountMenu() {
  const { app } = useWords();
  const { data } = useQuery(sessionQuery);
  const withPending = useWithPending();
  const isFolded = useIsSidebarCollapsed();
  const name = (data && withPending('account', data).name) ?? '';
  const team = useCurrentOrLastTeam();
  return (
    <Menu
      label={app.account}
      items={useAccountItems()}
      side="above"
      align="start"
      className={clsx(sidebarEntryClass, 'hidden w-full md:flex', isFolded && 'justify-center')}
    >
      <span className="flex size-5 shrink-0 rounded-full bg-tint">
        {team ? <AccountAvatar slug={team.slug} userId={team.user_id} name={name} /> : null}
      </span>
      {isFolded ? null : (
        <>
          <span className="min-w-0 flex-1 truncate text-left">{name}</span>
          {team?.is_available === false ? <span className="text-meta">{app.isAway}</span> : null}
          <More />
        </>
      )}
    </Menu>
  );
}

function TeamMenu() {
  const { app } = useWords();
  const team = useCurrentOrLastTeam();
  const { data: teams } = useQuery(teamsQuery);
  const isFolded = useIsSidebarCollapsed();
  const items = (teams ?? []).map(({ slug, name }) => ({
    label: name,
    isChosen: slug === team?.slug,
    act: () => navigate(paths.team(slug)),
  }));
  const look = clsx(sidebarEntryClass, 'min-w-0', isFolded && 'md:justify-center');
  const name = (
    <>
      <Logo size={20} />
      <span
        className={clsx(
          'min-w-0 flex-1 truncate text-left font-semibold text-text',
          isFolded && 'md:sr-only',
        )}
      >
        {team?.name ?? app.teams}
      </span>
    </>
  );
  if (items.length < 2)
    return (
      <Link
        href={team ? paths.team(team.slug) : paths.teams()}
        className={clsx(look, 'aria-[current]:bg-transparent')}
      >
        {name}
      </Link>
    );
  return (
    <Menu label={app.switchTeam} items={items} align="start" className={clsx(look, 'w-full')}>
      {name}
      <span className={isFolded ? 'md:hidden' : ''}>
        <Down />
      </span>
    </Menu>
  );
}
