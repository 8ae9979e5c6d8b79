import type { ReactNode } from 'react';
import { lazyWithWords } from '../display/lazy.tsx';
import { withFiles } from './preloads.ts';
import { type Screen, screens } from './screens.ts';

/* Screens by address. Each is loaded when it is first shown. */

interface ScreenModule {
  readonly default: () => ReactNode;
  /** Starts the screen's requests, in parallel with those of the session. */
  readonly preload?: (slug: string) => Promise<unknown>;
}
type Load = () => Promise<ScreenModule>;

interface Route extends Screen {
  readonly Screen: (props: object) => ReactNode;
  readonly load: Load;
}

const loads = import.meta.glob<ScreenModule>([
  './RecordPage.tsx',
  '../records/*/{Screen,New,Connect}.tsx',
  '../records/inboxes/{Record,Settings}.tsx',
  '../screens/*/{Screen,Redirect}.tsx',
  '../screens/reports/{Report,Records}.tsx',
  '../screens/account/{Profile,Security,Devices,Preferences}.tsx',
  '../screens/settings/*/{Screen,Pipeline,Template,New,Endpoint,Delivery,Workflow,Run,Import}.tsx',
  '../screens/settings/privacy/Request.tsx',
]);

const lazyScreens = new Map<string, Pick<Route, 'Screen' | 'load'>>();

/** Component of a file; screens of several addresses are one. */
function lazyScreen(file: string) {
  const loadFile = loads[file];
  if (!loadFile) throw new Error(`no screen is at ${file}`);
  const load = withFiles(loadFile, () => location.pathname);
  const made = lazyScreens.get(file) ?? { load, Screen: lazyWithWords(load) };
  lazyScreens.set(file, made);
  return made;
}

const routes: readonly Route[] = screens.map((screen) => ({
  ...screen,
  ...lazyScreen(screen.file),
}));

export const routeOf = (pathname: string) => routes.find(({ shape }) => shape.test(pathname));
