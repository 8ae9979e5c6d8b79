/* URLs of the panel, built and parsed only here. The server returns the page at each of them (server/http/panel-pages.ts). */

const segment = encodeURIComponent;

export const paths = {
  start: () => '/',
  /** `next` is in the fragment: it may contain the secret of a link, which must not reach a server. */
  signIn: (next?: string) => (next ? `/sign-in#${next}` : '/sign-in'),
  forgot: () => '/forgot',
  reset: () => '/reset',
  invite: () => '/invite',
  first: () => '/first',
  confirm: () => '/confirm',
  connect: () => '/connect',
  teams: () => '/teams',
  account: () => '/account',
  security: () => '/account/security',
  devices: () => '/account/devices',
  preferences: () => '/account/preferences',
  team: (slug: string) => `/t/${segment(slug)}`,
  search: (slug: string) => `/t/${segment(slug)}/search`,
  settings: (slug: string) => `/t/${segment(slug)}/settings`,
  squads: (slug: string) => `/t/${segment(slug)}/settings/squads`,
  pipelines: (slug: string) => `/t/${segment(slug)}/settings/pipelines`,
  pipeline: (slug: string, id: string) => `/t/${segment(slug)}/settings/pipelines/${segment(id)}`,
  projectTemplates: (slug: string) => `/t/${segment(slug)}/settings/project-templates`,
  projectTemplate: (slug: string, id: string) =>
    `/t/${segment(slug)}/settings/project-templates/${segment(id)}`,
  phases: (slug: string) => `/t/${segment(slug)}/settings/phases`,
  readyAnswers: (slug: string) => `/t/${segment(slug)}/settings/ready-answers`,
  rates: (slug: string) => `/t/${segment(slug)}/settings/rates`,
  intelligence: (slug: string) => `/t/${segment(slug)}/settings/intelligence`,
  billing: (slug: string) => `/t/${segment(slug)}/settings/billing`,
  labels: (slug: string) => `/t/${segment(slug)}/settings/labels`,
  keys: (slug: string) => `/t/${segment(slug)}/settings/keys`,
  inboxes: (slug: string) => `/t/${segment(slug)}/settings/inboxes`,
  timesheet: (slug: string) => `/t/${segment(slug)}/hours`,
  workload: (slug: string) => `/t/${segment(slug)}/workload`,
  reports: (slug: string) => `/t/${segment(slug)}/reports`,
  report: (slug: string, name: string) => `/t/${segment(slug)}/reports/${segment(name)}`,
  reportRecords: (slug: string, name: string) =>
    `/t/${segment(slug)}/reports/${segment(name)}/records`,
  hours: (slug: string) => `/t/${segment(slug)}/settings/hours`,
  newInbox: (slug: string) => `/t/${segment(slug)}/settings/inboxes/new`,
  inbox: (slug: string, id: string) => `/t/${segment(slug)}/settings/inboxes/${segment(id)}`,
  inboxSettings: (slug: string, id: string) =>
    `/t/${segment(slug)}/settings/inboxes/${segment(id)}/settings`,
  connectInbox: (slug: string, id: string) =>
    `/t/${segment(slug)}/settings/inboxes/${segment(id)}/connect`,
  webhooks: (slug: string) => `/t/${segment(slug)}/settings/webhooks`,
  newWebhook: (slug: string) => `/t/${segment(slug)}/settings/webhooks/new`,
  webhook: (slug: string, id: string) => `/t/${segment(slug)}/settings/webhooks/${segment(id)}`,
  delivery: (slug: string, id: string, inner: string) =>
    `/t/${segment(slug)}/settings/webhooks/${segment(id)}/deliveries/${segment(inner)}`,
  workflows: (slug: string) => `/t/${segment(slug)}/settings/workflows`,
  newWorkflow: (slug: string) => `/t/${segment(slug)}/settings/workflows/new`,
  workflow: (slug: string, id: string) => `/t/${segment(slug)}/settings/workflows/${segment(id)}`,
  workflowRun: (slug: string, id: string, run: string) =>
    `/t/${segment(slug)}/settings/workflows/${segment(id)}/runs/${segment(run)}`,
  audit: (slug: string) => `/t/${segment(slug)}/settings/audit`,
  imports: (slug: string) => `/t/${segment(slug)}/settings/imports`,
  import: (slug: string, id: string) => `/t/${segment(slug)}/settings/imports/${segment(id)}`,
  exports: (slug: string) => `/t/${segment(slug)}/settings/exports`,
  privacy: (slug: string) => `/t/${segment(slug)}/settings/privacy`,
  privacyRequest: (slug: string, id: string) =>
    `/t/${segment(slug)}/settings/privacy/${segment(id)}`,
  bulk: (slug: string) => `/t/${segment(slug)}/settings/bulk`,
  trash: (slug: string) => `/t/${segment(slug)}/trash`,
  people: (slug: string) => `/t/${segment(slug)}/settings/people`,
};

/** Team in an address; undefined if there is none. */
export function teamIn(pathname: string): string | undefined {
  const [, slug] = /^\/t\/([^/]+)/.exec(pathname) ?? [];
  return slug === undefined ? undefined : decodeURIComponent(slug);
}

/** Last segment of an address: the id of the record it shows. */
export const lastSegment = (pathname: string) =>
  decodeURIComponent(pathname.split('/').at(-1) ?? '');

/** Returns the target after signing in if it is a page of the panel. */
export function safeNext(next: string): string | undefined {
  return next.startsWith('/') && !/^\/[/\\]/.test(next) ? next : undefined;
}
