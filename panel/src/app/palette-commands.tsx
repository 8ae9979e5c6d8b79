import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { allows } from '../data/can.ts';
import { setTheme, themes } from '../data/preferences.ts';
import { signOut, teamsQuery } from '../data/session.ts';
import { kinds } from '../display/kinds.tsx';
import { runningTimersQuery, toggleTimer } from '../records/tasks/timer.ts';
import { paths } from '../route/paths.ts';
import { navigate } from '../route/router.tsx';
import { Clock, Pause, Plus } from '../ui/icons.tsx';
import { useAccountWords } from '../words/account/use.ts';
import { useFieldWords } from '../words/fields/use.ts';
import { usePaletteWords } from '../words/palette/use.ts';
import { useSettingsWords } from '../words/settings/use.ts';
import { useWords } from '../words/translations.ts';
import { compose } from './compose.ts';
import { useCurrentOrLastTeam, useNavItems } from './navigation.tsx';
import { recentlyViewed } from './recently-viewed.ts';
import { useSettingsPages } from './settings-pages.ts';
import { openAndCreate } from './start-creation.ts';

/** Entry of the palette. */
export interface PaletteEntry {
  readonly key: string;
  readonly name: string;
  readonly about?: string | null | undefined;
  readonly icon?: ReactNode;
  readonly isClosed?: boolean;
  /** @param asPage true to open a record as its page */
  readonly act: (asPage: boolean) => void;
}

/** Recently viewed tasks whose timer can be started. */
const maxTimers = 3;

/** Commands that stop the running timer, and start one for the tasks viewed last: first the one on the screen. */
function useTimerCommands(): readonly PaletteEntry[] {
  const words = usePaletteWords();
  const team = useCurrentOrLastTeam();
  const slug = team?.slug ?? '';
  const user = team?.user_id ?? '';
  const { data } = useQuery({ ...runningTimersQuery(slug, user), enabled: team !== undefined });
  if (!data) return [];
  const [running] = data;
  const tasks = recentlyViewed(slug).filter(
    ({ kind, id }) => kind === 'tasks' && id !== running?.task_id,
  );
  return [
    ...(running
      ? [
          {
            key: 'timer',
            name: words.stopTimer,
            icon: <Pause />,
            act: () => void toggleTimer(slug, user),
          },
        ]
      : []),
    ...tasks.slice(0, maxTimers).map(({ id, name }) => ({
      key: `timer ${id}`,
      name: words.startTimer({ task: name }),
      icon: <Clock />,
      act: () => void toggleTimer(slug, user, id),
    })),
  ];
}

/** Commands to create records and to navigate, the same as in menus and shortcuts. */
export function useCommands(): {
  readonly creates: readonly PaletteEntry[];
  readonly commands: readonly PaletteEntry[];
} {
  const { app } = useWords();
  const words = usePaletteWords();
  const fields = useFieldWords();
  const account = useAccountWords();
  const settings = useSettingsWords();
  const places = useNavItems();
  const pages = useSettingsPages();
  const team = useCurrentOrLastTeam();
  const timers = useTimerCommands();
  const { data: teams } = useQuery(teamsQuery);
  const to = (name: string, href: string): PaletteEntry => ({
    key: href,
    name,
    act: () => navigate(href),
  });
  const creates = kinds.flatMap((kind): PaletteEntry[] => {
    const place = places.find(({ href }) => href.endsWith(`/${kind}`));
    if (!place) return [];
    const { href } = place;
    return [
      {
        key: `+${kind}`,
        name: fields.kinds[kind].create,
        icon: <Plus />,
        act: () => (kind === 'tasks' ? compose() : openAndCreate(href)),
      },
    ];
  });
  return {
    creates,
    commands: [
      ...timers,
      ...places.map(({ name, href }) => to(words.goTo({ place: name }), href)),
      ...pages.map(({ name, href }) => to(settings.goTo({ page: name }), href)),
      ...(team && allows(team, 'imports.create')
        ? [{ ...to(words.import, paths.imports(team.slug)), key: 'import' }]
        : []),
      ...(teams && teams.length > 1
        ? teams.map(({ slug, name }) => ({
            key: `team ${slug}`,
            name,
            act: () => navigate(paths.team(slug)),
          }))
        : []),
      ...themes.map((theme) => ({
        key: `theme ${theme}`,
        name: words.theme({ theme: account.themes[theme] }),
        act: () => setTheme(theme),
      })),
      { key: 'api', name: app.api, act: () => location.assign('/reference/') },
      { key: 'out', name: app.signOut, act: () => void signOut() },
    ].filter((line, i, all) => all.findIndex(({ name }) => name === line.name) === i),
  };
}
