import { projectTabShape, workKinds } from '../route/record-paths.ts';

/* Screens by address: read by the program, which loads a screen when it is first shown, and by the build (panel/preloads.ts). */

/** alone: without the shell; open: also when signed out; settings: with the settings menu inside the shell. */
type Frame = 'open' | 'alone' | 'shell' | 'settings';

export interface Screen {
  readonly shape: RegExp;
  readonly frame: Frame;
  /** Its file, relative to this one; it exports the component by default. */
  readonly file: string;
  /** Further files that it loads at once. */
  readonly pieces: readonly string[];
}

/** Files of the screens at a shape of addresses: of all languages, and of each. Written by the build. */
export interface Preload {
  /** Regular expression. */
  readonly shape: string;
  readonly files: readonly string[];
  readonly words: Readonly<Record<string, readonly string[]>>;
}

/** @param shape regular expression of the address, in which `*` is any segment */
const screen = (
  shape: string,
  frame: Frame,
  file: string,
  pieces: readonly string[] = [],
): Screen => ({
  shape: new RegExp(`^${shape.replaceAll('*', '[^/]+')}$`),
  frame,
  file,
  pieces,
});

const recordPage = './RecordPage.tsx';

export const screens: readonly Screen[] = [
  screen('/sign-in', 'open', '../screens/sign-in/Screen.tsx'),
  screen('/forgot', 'open', '../screens/forgot-password/Screen.tsx'),
  screen('/reset', 'open', '../screens/reset-password/Screen.tsx'),
  screen('/confirm', 'open', '../screens/confirm-email/Screen.tsx'),
  screen('/(?:invite|first)', 'open', '../screens/invite/Screen.tsx'),
  screen('/connect', 'alone', '../screens/connect/Screen.tsx'),
  screen('/teams', 'alone', '../screens/teams/Screen.tsx'),
  screen('/account', 'shell', '../screens/account/Profile.tsx'),
  screen('/account/security', 'shell', '../screens/account/Security.tsx'),
  screen('/account/devices', 'shell', '../screens/account/Devices.tsx'),
  screen('/account/preferences', 'shell', '../screens/account/Preferences.tsx'),
  screen('/t/*', 'shell', '../screens/home/Screen.tsx'),
  screen('/t/*/hours', 'shell', '../screens/hours/Screen.tsx'),
  screen('/t/*/workload', 'shell', '../screens/workload/Screen.tsx'),
  screen('/t/*/reports', 'shell', '../screens/reports/Screen.tsx'),
  screen('/t/*/reports/*', 'shell', '../screens/reports/Report.tsx'),
  screen('/t/*/reports/*/records', 'shell', '../screens/reports/Records.tsx'),
  screen('/t/*/search', 'shell', '../screens/search/Screen.tsx'),
  screen('/t/*/settings', 'settings', '../screens/settings/team/Screen.tsx'),
  screen('/t/*/settings/squads', 'settings', '../screens/settings/squads/Screen.tsx'),
  screen('/t/*/settings/pipelines', 'settings', '../screens/settings/pipelines/Screen.tsx'),
  screen('/t/*/settings/pipelines/*', 'settings', '../screens/settings/pipelines/Pipeline.tsx'),
  screen(
    '/t/*/settings/project-templates',
    'settings',
    '../screens/settings/project-templates/Screen.tsx',
  ),
  screen(
    '/t/*/settings/project-templates/*',
    'settings',
    '../screens/settings/project-templates/Template.tsx',
  ),
  screen('/t/*/settings/phases', 'settings', '../screens/settings/phases/Screen.tsx'),
  screen(
    '/t/*/settings/ready-answers',
    'settings',
    '../screens/settings/canned-responses/Screen.tsx',
  ),
  screen('/t/*/settings/imports', 'settings', '../screens/settings/imports/Screen.tsx'),
  screen('/t/*/settings/imports/*', 'settings', '../screens/settings/imports/Import.tsx'),
  screen('/t/*/settings/exports', 'settings', '../screens/settings/exports/Screen.tsx'),
  screen('/t/*/settings/privacy', 'settings', '../screens/settings/privacy/Screen.tsx'),
  screen('/t/*/settings/privacy/*', 'settings', '../screens/settings/privacy/Request.tsx'),
  screen('/t/*/settings/intelligence', 'settings', '../screens/settings/intelligence/Screen.tsx'),
  screen('/t/*/settings/rates', 'settings', '../screens/settings/rates/Screen.tsx'),
  screen('/t/*/settings/billing', 'settings', '../screens/settings/billing/Screen.tsx'),
  screen('/t/*/settings/labels', 'settings', '../screens/settings/labels/Screen.tsx'),
  screen('/t/*/settings/people', 'settings', '../screens/settings/people/Screen.tsx'),
  screen('/t/*/settings/keys', 'settings', '../screens/settings/keys/Screen.tsx'),
  screen('/t/*/settings/inboxes', 'settings', '../records/inboxes/Screen.tsx'),
  screen('/t/*/settings/inboxes/new', 'settings', '../records/inboxes/New.tsx'),
  screen('/t/*/settings/inboxes/*/settings', 'settings', '../records/inboxes/Settings.tsx'),
  screen('/t/*/settings/inboxes/*/connect', 'settings', '../records/inboxes/Connect.tsx'),
  screen('/t/*/settings/inboxes/(?!new$)*', 'settings', '../records/inboxes/Record.tsx'),
  screen('/t/*/settings/hours', 'settings', '../screens/settings/hours/Screen.tsx'),
  screen('/t/*/settings/webhooks', 'settings', '../screens/settings/webhooks/Screen.tsx'),
  screen('/t/*/settings/webhooks/new', 'settings', '../screens/settings/webhooks/New.tsx'),
  screen(
    '/t/*/settings/webhooks/(?!new$)*',
    'settings',
    '../screens/settings/webhooks/Endpoint.tsx',
  ),
  screen(
    '/t/*/settings/webhooks/*/deliveries/*',
    'settings',
    '../screens/settings/webhooks/Delivery.tsx',
  ),
  screen('/t/*/settings/workflows', 'settings', '../screens/settings/workflows/Screen.tsx'),
  screen('/t/*/settings/workflows/new', 'settings', '../screens/settings/workflows/New.tsx'),
  screen(
    '/t/*/settings/workflows/(?!new$)*',
    'settings',
    '../screens/settings/workflows/Workflow.tsx',
  ),
  screen('/t/*/settings/workflows/*/runs/*', 'settings', '../screens/settings/workflows/Run.tsx'),
  screen('/t/*/settings/audit', 'settings', '../screens/settings/audit/Screen.tsx'),
  screen('/t/*/settings/bulk', 'settings', '../screens/settings/bulk/Screen.tsx'),
  screen('/t/*/settings/trash', 'shell', '../screens/trash/Redirect.tsx'),
  screen('/t/*/trash', 'shell', '../screens/trash/Screen.tsx'),
  screen('/t/*/conversations(?:/*)?', 'shell', '../records/conversations/Screen.tsx'),
  ...workKinds.flatMap((kind) => [
    screen(`/t/*/${kind}`, 'shell', `../records/${kind}/Screen.tsx`),
    screen(`/t/*/${kind}/*`, 'shell', recordPage, [`../records/${kind}/Record.tsx`]),
  ]),
  screen(projectTabShape, 'shell', recordPage, ['../records/projects/Record.tsx']),
];
