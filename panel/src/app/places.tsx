import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OwnTeam } from '../api/types.ts';
import { rememberedTeam, teamsQuery } from '../data/session.ts';
import { paths, teamIn } from '../route/paths.ts';
import { usePathname } from '../route/router.tsx';
import { Gear, Home, Person } from '../ui/icons.tsx';
import { useWords } from '../words/t.ts';

/** Somewhere to go: an entry of the menu, of the palette, and a key. */
export interface Place {
  readonly href: string;
  readonly name: string;
  readonly icon: ReactNode;
  /** The letter after `g`. */
  readonly key: string;
}

/** The team that the address names; on pages of oneself the one before. */
export function useTeam(): OwnTeam | undefined {
  const slug = teamIn(usePathname()) ?? rememberedTeam();
  const { data: teams } = useQuery(teamsQuery);
  return teams?.find((team) => team.slug === slug) ?? (teams?.length === 1 ? teams[0] : undefined);
}

/** Where one can go: only what is there, and what one's role may see. */
export function usePlaces(): readonly Place[] {
  const { app } = useWords();
  const team = useTeam();
  return [
    ...(team ? [{ href: paths.team(team.slug), name: app.home, icon: <Home />, key: 'h' }] : []),
    ...(team
      ? [{ href: paths.settings(team.slug), name: app.settings, icon: <Gear />, key: 's' }]
      : []),
    { href: paths.account(), name: app.account, icon: <Person />, key: 'm' },
  ];
}
