import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { editConflicts } from '../commands/edit-conflict.ts';
import { unsentQuestion } from '../commands/retry-until-sent.ts';
import { allows } from '../data/can.ts';
import { rememberTeam, teamsQuery } from '../data/session.ts';
import { lazyWithWords, usePreload } from '../display/lazy.tsx';
import { composer } from '../records/tasks/open-composer.ts';
import { paths, teamIn } from '../route/paths.ts';
import { peekIn } from '../route/record-paths.ts';
import { Link, navigate, usePathname, useSearch } from '../route/router.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { useDocumentTitle } from '../ui/document-title.ts';
import { useWords } from '../words/translations.ts';
import { useLiveUpdates } from './connection.tsx';
import { useGlobalShortcuts } from './global-shortcuts.ts';
import { useHeldKeys } from './held-keys.ts';
import { useKeepFocus } from './keep-focus.ts';
import { useCurrentOrLastTeam, useNavItems } from './navigation.tsx';
import { useOutcomeToasts } from './outcome-toasts.ts';
import { PhoneNavigation } from './PhoneNavigation.tsx';
import { usePointedItem } from './pointed-item.ts';
import { loadPreloads } from './preloads.ts';
import { Sidebar } from './Sidebar.tsx';
import { useTrackViewed } from './track-viewed.ts';
import { useUnsavedWarning } from './unsaved-warning.ts';

const loadPalette = () => import('./Palette.tsx');
const Palette = lazyWithWords(loadPalette, 'nothing');
const UnsentChangesDialog = lazyWithWords(() => import('./UnsentChangesDialog.tsx'), 'nothing');
const ConflictDialog = lazyWithWords(() => import('./ConflictDialog.tsx'), 'nothing');
const ShortcutsHelp = lazyWithWords(() => import('./ShortcutsHelp.tsx'), 'nothing');
const loadComposer = () => import('../records/tasks/Composer.tsx');
const Composer = lazyWithWords(loadComposer, 'nothing');
const Peek = lazyWithWords(() => import('./Peek.tsx'), 'nothing');

/** Frame of every screen, with the navigation on the left, or at the bottom of a phone. */
export default function Shell({ children }: { readonly children: ReactNode }) {
  const { app } = useWords();
  const team = useCurrentOrLastTeam();
  const places = useNavItems();
  const isForeign = useIsUnknownTeam();
  const slug = teamIn(usePathname());
  const peek = peekIn(useSearch());
  const isPeeked = peek !== undefined && slug !== undefined && !isForeign;
  const [overlay, show] = useState<'palette' | 'keys'>();
  // Before the shortcuts, which would handle a key that is held.
  useHeldKeys();
  useGlobalShortcuts(places, show);
  usePointedItem();
  useKeepFocus();
  useUnsavedWarning();
  useLiveUpdates(team?.slug);
  useOutcomeToasts();
  useTrackViewed();
  usePreload(loadPalette);
  usePreload(loadComposer);
  usePreload(loadPreloads);
  const task = useSyncExternalStore(composer.subscribe, composer.preset);
  const isStuck = useSyncExternalStore(unsentQuestion.subscribe, unsentQuestion.isWanted);
  const conflict = useSyncExternalStore(editConflicts.subscribe, editConflicts.first);
  useEffect(() => {
    if (team) rememberTeam(team.slug);
  }, [team]);
  const close = () => show(undefined);
  // A phone has no room for both a dialog over the screen and its keyboard.
  const search = () =>
    team && matchMedia('(max-width: 767px)').matches
      ? navigate(paths.search(team.slug))
      : show('palette');
  return (
    <div className="group/shell flex min-h-dvh flex-col md:flex-row">
      <a
        href="#content"
        className="sr-only z-40 rounded bg-raised p-2 focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        {app.skip}
      </a>
      <Sidebar places={places} onSearch={search} />
      <main
        id="content"
        tabIndex={-1}
        className={`min-w-0 flex-1 px-4 pt-2 pb-20 outline-none md:px-6 md:pt-4 md:pb-4 ${isPeeked ? 'xl:mr-[480px] min-[100rem]:mr-[600px]' : ''}`}
      >
        {isForeign ? <UnknownTeam /> : children}
      </main>
      <PhoneNavigation places={places} />
      <Suspense>
        {overlay === 'palette' ? <Palette onClose={close} /> : null}
        {task && team && allows(team, 'tasks.create') ? (
          <Composer slug={team.slug} preset={task} onClose={composer.close} />
        ) : null}
        {isPeeked ? <Peek slug={slug} shown={peek} /> : null}
        {isStuck ? <UnsentChangesDialog /> : null}
        {conflict ? <ConflictDialog {...conflict} /> : null}
        {overlay === 'keys' ? <ShortcutsHelp onClose={close} /> : null}
      </Suspense>
    </div>
  );
}

/** True if the address names a team that does not exist or that the user may not access. */
function useIsUnknownTeam(): boolean {
  const slug = teamIn(usePathname());
  const { data: teams } = useQuery(teamsQuery);
  return slug !== undefined && teams !== undefined && !teams.some((team) => team.slug === slug);
}

function UnknownTeam() {
  const { app } = useWords();
  useDocumentTitle(app.noTeam);
  return (
    <div className="flex flex-col items-center gap-4 py-10 text-center">
      <h1 className="font-semibold text-title">{app.noTeam}</h1>
      <Link href={paths.teams()} className={buttonClass('plain')}>
        {app.teams}
      </Link>
    </div>
  );
}
