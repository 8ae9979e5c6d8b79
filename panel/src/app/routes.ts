import type { ReactNode } from 'react';
import { kinds } from '../display/kinds.tsx';
import { lazyWithWords } from '../display/lazy.tsx';
import { type Kind, projectTabShape, workKinds } from '../route/record-paths.ts';

/* Screens by address. Each is loaded when it is first shown, or when its link is about to be followed. */

type Load = () => Promise<{ default: () => ReactNode }>;

interface Route {
  readonly shape: RegExp;
  readonly Screen: (props: object) => ReactNode;
  readonly load: Load;
  /** alone: without the shell; open: also when signed out; settings: with the settings menu inside the shell. */
  readonly frame: 'open' | 'alone' | 'shell' | 'settings';
}

const route = (shape: RegExp, frame: Route['frame'], load: Load): Route => ({
  shape,
  frame,
  load,
  Screen: lazyWithWords(load),
});

const lists = import.meta.glob<{ default: () => ReactNode }>('../records/*/Screen.tsx');

/** List of a kind; that of conversations contains the open one. */
function listOf(kind: Kind): Route {
  const list = lists[`../records/${kind}/Screen.tsx`];
  if (!list) throw new Error(`records/${kind}/Screen.tsx does not exist`);
  const page = kind === 'conversations' ? '(?:/[^/]+)?' : '';
  return route(new RegExp(`^/t/[^/]+/${kind}${page}$`), 'shell', list);
}

const routes: readonly Route[] = [
  route(/^\/sign-in$/, 'open', () => import('../screens/sign-in/Screen.tsx')),
  route(/^\/forgot$/, 'open', () => import('../screens/forgot-password/Screen.tsx')),
  route(/^\/reset$/, 'open', () => import('../screens/reset-password/Screen.tsx')),
  route(/^\/confirm$/, 'open', () => import('../screens/confirm-email/Screen.tsx')),
  route(/^\/(?:invite|first)$/, 'open', () => import('../screens/invite/Screen.tsx')),
  route(/^\/teams$/, 'alone', () => import('../screens/teams/Screen.tsx')),
  route(/^\/account$/, 'shell', () => import('../screens/account/Profile.tsx')),
  route(/^\/account\/security$/, 'shell', () => import('../screens/account/Security.tsx')),
  route(/^\/account\/devices$/, 'shell', () => import('../screens/account/Devices.tsx')),
  route(/^\/account\/preferences$/, 'shell', () => import('../screens/account/Preferences.tsx')),
  route(/^\/t\/[^/]+$/, 'shell', () => import('../screens/home/Screen.tsx')),
  route(/^\/t\/[^/]+\/search$/, 'shell', () => import('../screens/search/Screen.tsx')),
  route(/^\/t\/[^/]+\/settings$/, 'settings', () => import('../screens/settings/team/Screen.tsx')),
  route(
    /^\/t\/[^/]+\/settings\/squads$/,
    'settings',
    () => import('../screens/settings/squads/Screen.tsx'),
  ),
  route(
    /^\/t\/[^/]+\/settings\/pipelines$/,
    'settings',
    () => import('../screens/settings/pipelines/Screen.tsx'),
  ),
  route(
    /^\/t\/[^/]+\/settings\/pipelines\/[^/]+$/,
    'settings',
    () => import('../screens/settings/pipelines/Pipeline.tsx'),
  ),
  route(
    /^\/t\/[^/]+\/settings\/phases$/,
    'settings',
    () => import('../screens/settings/phases/Screen.tsx'),
  ),
  route(
    /^\/t\/[^/]+\/settings\/contracts$/,
    'settings',
    () => import('../screens/settings/contracts/Screen.tsx'),
  ),
  route(
    /^\/t\/[^/]+\/settings\/ready-answers$/,
    'settings',
    () => import('../screens/settings/canned-responses/Screen.tsx'),
  ),
  route(
    /^\/t\/[^/]+\/settings\/people$/,
    'settings',
    () => import('../screens/settings/people/Screen.tsx'),
  ),
  route(
    /^\/t\/[^/]+\/settings\/keys$/,
    'settings',
    () => import('../screens/settings/keys/Screen.tsx'),
  ),
  route(
    /^\/t\/[^/]+\/settings\/inboxes$/,
    'settings',
    () => import('../records/inboxes/Screen.tsx'),
  ),
  route(
    /^\/t\/[^/]+\/settings\/inboxes\/new$/,
    'settings',
    () => import('../records/inboxes/New.tsx'),
  ),
  route(
    /^\/t\/[^/]+\/settings\/inboxes\/[^/]+\/connect$/,
    'settings',
    () => import('../records/inboxes/Connect.tsx'),
  ),
  route(
    /^\/t\/[^/]+\/settings\/inboxes\/(?!new$)[^/]+$/,
    'settings',
    () => import('../records/inboxes/Record.tsx'),
  ),
  route(
    /^\/t\/[^/]+\/settings\/webhooks$/,
    'settings',
    () => import('../screens/settings/webhooks/Screen.tsx'),
  ),
  route(
    /^\/t\/[^/]+\/settings\/webhooks\/new$/,
    'settings',
    () => import('../screens/settings/webhooks/New.tsx'),
  ),
  route(
    /^\/t\/[^/]+\/settings\/webhooks\/(?!new$)[^/]+$/,
    'settings',
    () => import('../screens/settings/webhooks/Endpoint.tsx'),
  ),
  route(
    /^\/t\/[^/]+\/settings\/webhooks\/[^/]+\/deliveries\/[^/]+$/,
    'settings',
    () => import('../screens/settings/webhooks/Delivery.tsx'),
  ),
  route(
    /^\/t\/[^/]+\/settings\/workflows$/,
    'settings',
    () => import('../screens/settings/workflows/Screen.tsx'),
  ),
  route(
    /^\/t\/[^/]+\/settings\/workflows\/new$/,
    'settings',
    () => import('../screens/settings/workflows/New.tsx'),
  ),
  route(
    /^\/t\/[^/]+\/settings\/workflows\/(?!new$)[^/]+$/,
    'settings',
    () => import('../screens/settings/workflows/Workflow.tsx'),
  ),
  route(
    /^\/t\/[^/]+\/settings\/workflows\/[^/]+\/runs\/[^/]+$/,
    'settings',
    () => import('../screens/settings/workflows/Run.tsx'),
  ),
  route(
    /^\/t\/[^/]+\/settings\/audit$/,
    'settings',
    () => import('../screens/settings/audit/Screen.tsx'),
  ),
  route(
    /^\/t\/[^/]+\/settings\/bulk$/,
    'settings',
    () => import('../screens/settings/bulk/Screen.tsx'),
  ),
  route(/^\/t\/[^/]+\/settings\/trash$/, 'shell', () => import('../screens/trash/Redirect.tsx')),
  route(/^\/t\/[^/]+\/trash$/, 'shell', () => import('../screens/trash/Screen.tsx')),
  ...kinds.map(listOf),
  route(
    new RegExp(`^(?:/t/[^/]+/(?:${workKinds.join('|')})/[^/]+|${projectTabShape})$`),
    'shell',
    () => import('./RecordPage.tsx'),
  ),
];

export const routeOf = (pathname: string) => routes.find(({ shape }) => shape.test(pathname));
