import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { OwnTeam } from '../api/types.ts';
import { rememberedTeam, signOut, teamsQuery } from '../data/session.ts';
import { paths, teamIn } from '../route/paths.ts';
import { navigate, usePathname } from '../route/router.tsx';
import {
  Activities,
  Campaigns,
  Chat,
  Clients,
  Deals,
  Gear,
  Home,
  People,
  Person,
  Projects,
  Tasks,
} from '../ui/icons.tsx';
import type { MenuItem } from '../ui/Menu.tsx';
import { useWords, type Words } from '../words/translations.ts';

/** Navigation target: an entry in the menu and the palette, and a key. */
export interface NavItem {
  readonly href: string;
  readonly name: string;
  readonly Icon: ComponentType;
  /** The letter after `g`. */
  readonly key: string;
  /** True for the places in the bar of a phone, four at most. */
  readonly isDaily: boolean;
}

type Line = readonly [
  name: keyof Words['app']['places'],
  path: (slug: string) => string,
  Icon: ComponentType,
  key: string,
  daily?: 'daily',
];

/** Places of a team, in menu order. */
const lines: readonly Line[] = [
  ['day', paths.team, Home, 'h', 'daily'],
  ['conversations', paths.conversations, Chat, 'c', 'daily'],
  ['tasks', paths.tasks, Tasks, 't', 'daily'],
  ['projects', paths.projects, Projects, 'p'],
  ['deals', paths.deals, Deals, 'n', 'daily'],
  ['clients', paths.clients, Clients, 'k'],
  ['contacts', paths.contacts, People, 'o'],
  ['campaigns', paths.campaigns, Campaigns, 'm'],
  ['activities', paths.activities, Activities, 'a'],
  ['settings', paths.settings, Gear, 's'],
];

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
  const places =
    slug === undefined
      ? []
      : lines.map(([name, path, Icon, key, daily]) => ({
          href: path(slug),
          name: app.places[name],
          Icon,
          key,
          isDaily: daily !== undefined,
        }));
  return [
    ...places,
    { href: paths.account(), name: app.account, Icon: Person, key: 'u', isDaily: false },
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
    { label: app.api, act: () => location.assign('/reference/') },
    { label: app.signOut, act: () => void signOut() },
  ];
}
