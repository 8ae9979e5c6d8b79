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
import { useWords, type Words } from '../words/t.ts';

/** Somewhere to go: an entry of the menu, of the palette, and a key. */
export interface Place {
  readonly href: string;
  readonly name: string;
  readonly Icon: ComponentType;
  /** The letter after `g`. */
  readonly key: string;
  /** Whether a phone has it at the bottom: four of them at most. */
  readonly isDaily: boolean;
}

type Line = readonly [
  name: keyof Words['app']['places'],
  path: (slug: string) => string,
  Icon: ComponentType,
  key: string,
  daily?: 'daily',
];

/** The places of a team, in the order of the menu. */
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

/** The team that the address names; on pages of oneself the one before. */
export function useTeam(): OwnTeam | undefined {
  const slug = teamIn(usePathname()) ?? rememberedTeam();
  const { data: teams } = useQuery(teamsQuery);
  return teams?.find((team) => team.slug === slug) ?? (teams?.length === 1 ? teams[0] : undefined);
}

/** Where one can go: only what is there. */
export function usePlaces(): readonly Place[] {
  const { app } = useWords();
  const slug = useTeam()?.slug;
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

/** Whether the page is one below the entry's; the day of a team is above all of its pages, and stands for none. */
export const isWithin = (href: string, pathname: string) =>
  (!/^\/t\/[^/]+$/.test(href) && pathname.startsWith(`${href}/`)) || undefined;

/** What is one's own, wherever one is. */
export function useOwnItems(): readonly (MenuItem & { readonly href?: string })[] {
  const { app } = useWords();
  const team = useTeam();
  const to = (label: string, href: string) => ({ label, href, act: () => navigate(href) });
  return [
    ...(team ? [to(app.places.settings, paths.settings(team.slug))] : []),
    to(app.account, paths.account()),
    { label: app.api, act: () => location.assign('/reference/') },
    { label: app.signOut, act: () => void signOut() },
  ];
}
