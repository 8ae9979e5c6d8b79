import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { OwnTeam } from '../api/types.ts';
import { rememberedTeam, signOut, teamsQuery } from '../data/session.ts';
import { kindEntries, kinds } from '../display/kinds.tsx';
import { paths, teamIn } from '../route/paths.ts';
import { listPath } from '../route/record-paths.ts';
import { navigate, usePathname } from '../route/router.tsx';
import { Clock, Columns, Gear, Home, People, Person } from '../ui/icons.tsx';
import type { MenuItem } from '../ui/Menu.tsx';
import { useWords } from '../words/translations.ts';

/** Navigation target: an entry in the menu and the palette, and a key. */
export interface NavItem {
  readonly href: string;
  readonly name: string;
  readonly Icon: ComponentType;
  /** The letter after `g`. */
  readonly key: string;
  /** Part of the menu; settings and the account are in the menu under the user's name. */
  readonly group: 'work' | 'sales' | 'own';
  /** True for the places in the bar of a phone, four at most. */
  readonly isDaily: boolean;
}

/** Team in the address, otherwise the last one. */
export function useCurrentOrLastTeam(): OwnTeam | undefined {
  const slug = teamIn(usePathname()) ?? rememberedTeam();
  const { data: teams } = useQuery(teamsQuery);
  return teams?.find((team) => team.slug === slug) ?? (teams?.length === 1 ? teams[0] : undefined);
}

/** Available places. */
export function useNavItems(): readonly NavItem[] {
  const { app } = useWords();
  const slug = useCurrentOrLastTeam()?.slug;
  const { day, hours, workload, reports, settings } = app.places;
  const ofTeam = (slug: string): readonly NavItem[] => [
    { href: paths.team(slug), name: day, Icon: Home, key: 'h', group: 'work', isDaily: true },
    ...kinds.map((kind) => ({
      href: listPath(slug, kind),
      name: app.places[kind],
      isDaily: false,
      ...kindEntries[kind],
    })),
    {
      href: paths.timesheet(slug),
      name: hours,
      Icon: Clock,
      key: 'w',
      group: 'work',
      isDaily: false,
    },
    {
      href: paths.workload(slug),
      name: workload,
      Icon: People,
      key: 'l',
      group: 'work',
      isDaily: false,
    },
    {
      href: paths.reports(slug),
      name: reports,
      Icon: Columns,
      key: 'x',
      group: 'sales',
      isDaily: false,
    },
    {
      href: paths.settings(slug),
      name: settings,
      Icon: Gear,
      key: 's',
      group: 'own',
      isDaily: false,
    },
  ];
  return [
    ...(slug === undefined ? [] : ofTeam(slug)),
    {
      href: paths.account(),
      name: app.account,
      Icon: Person,
      key: 'u',
      group: 'own',
      isDaily: false,
    },
  ];
}

/** True if the page is below the entry's. The team's start page is above all pages, so it never matches. */
export const isWithin = (href: string, pathname: string) =>
  (!/^\/t\/[^/]+$/.test(href) && pathname.startsWith(`${href}/`)) || undefined;

/** Menu items of the user account. */
export function useAccountItems(): readonly (MenuItem & { readonly href?: string })[] {
  const { app } = useWords();
  const team = useCurrentOrLastTeam();
  const to = (label: string, href: string) => ({ label, href, act: () => navigate(href) });
  return [
    ...(team ? [to(app.places.settings, paths.settings(team.slug))] : []),
    to(app.account, paths.account()),
    ...(team
      ? [
          {
            label: team.is_available ? app.away : app.back,
            act: () =>
              void import('../data/availability.ts').then(({ setAvailability }) =>
                setAvailability(team.slug, !team.is_available),
              ),
          },
        ]
      : []),
    { label: app.api, act: () => location.assign('/reference/') },
    { label: app.signOut, act: () => void signOut() },
  ];
}
