import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type KeyboardEvent, useId, useState } from 'react';
import { setTheme, themes } from '../data/preferences.ts';
import { signOut, teamsQuery } from '../data/session.ts';
import { paths } from '../route/paths.ts';
import { navigate } from '../route/router.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useAccountWords } from '../words/account/use.ts';
import { useSettingsWords } from '../words/settings/use.ts';
import { useWords } from '../words/t.ts';
import { matching } from './matching.ts';
import { usePlaces } from './places.tsx';
import { useSettingsPages } from './settings-pages.ts';

interface Command {
  readonly name: string;
  readonly act: () => void;
}

export default function Palette({ onClose }: { readonly onClose: () => void }) {
  const { palette: words, app, common } = useWords();
  const account = useAccountWords();
  const places = usePlaces();
  const pages = useSettingsPages();
  const settings = useSettingsWords();
  const { data: teams } = useQuery(teamsQuery);
  const [typed, type] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  const commands: Command[] = [
    ...places.map(({ name, href }) => ({
      name: words.goTo({ place: name }),
      act: () => navigate(href),
    })),
    ...pages.map(({ name, href }) => ({
      name: settings.goTo({ page: name }),
      act: () => navigate(href),
    })),
    ...(teams && teams.length > 1
      ? teams.map(({ slug, name }) => ({ name, act: () => navigate(paths.team(slug)) }))
      : []),
    ...themes.map((theme) => ({
      name: words.theme({ theme: account.themes[theme] }),
      act: () => setTheme(theme),
    })),
    { name: app.api, act: () => location.assign('/reference/') },
    { name: app.signOut, act: () => void signOut() },
  ];
  const found = matching(commands, typed);
  const chosen = found[Math.min(at, found.length - 1)];
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.act();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((at + step + found.length) % Math.max(1, found.length));
    else if (event.key === 'Enter') run(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={words.title} closeLabel={common.close} onClose={onClose}>
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={chosen ? `${id}-${found.indexOf(chosen)}` : undefined}
        aria-label={words.placeholder}
        placeholder={words.placeholder}
        value={typed}
        autoFocus
        onChange={(event) => {
          type(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        className="control w-full rounded border border-control bg-raised px-2"
      />
      <div
        id={id}
        role="listbox"
        aria-label={words.title}
        className="flex max-h-[50dvh] flex-col overflow-auto"
      >
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
          <div
            key={command.name}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={command === chosen}
            onClick={() => run(command)}
            className={clsx(
              'control flex shrink-0 cursor-pointer items-center rounded px-2',
              command === chosen && 'bg-tint',
            )}
          >
            {command.name}
          </div>
        ))}
        {found.length === 0 ? <p className="p-2 text-muted">{words.none}</p> : null}
      </div>
    </Dialog>
  );
}
