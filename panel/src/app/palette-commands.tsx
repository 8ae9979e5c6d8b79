import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { allows } from '../data/can.ts';
import { setTheme, themes } from '../data/preferences.ts';
import { signOut, teamsQuery } from '../data/session.ts';
import { kinds } from '../display/kinds.tsx';
import { paths } from '../route/paths.ts';
import { navigate } from '../route/router.tsx';
import { Plus } from '../ui/icons.tsx';
import { useAccountWords } from '../words/account/use.ts';
import { useFieldWords } from '../words/fields/use.ts';
import { usePaletteWords } from '../words/palette/use.ts';
import { useSettingsWords } from '../words/settings/use.ts';
import { useWords } from '../words/translations.ts';
import { compose } from './compose.ts';
import { useCurrentOrLastTeam, useNavItems } from './navigation.tsx';
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
