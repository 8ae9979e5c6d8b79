import { recordKinds } from '../api/record-kinds.ts';

/* Records in addresses: each has a page, `/t/SLUG/KIND/ID`, and is shown as a peek over any screen by `?peek=KIND/ID`. */

/** Kinds with editable fields, history, comments and files. Conversations contain messages instead. */
export type WorkKind = keyof typeof recordKinds;
export type Kind = WorkKind | 'conversations';

/** Kinds of work records, in the order of the API. */
export const workKinds = Object.keys(recordKinds) as readonly WorkKind[];

export interface RecordRef {
  readonly kind: Kind;
  readonly id: string;
}

/** True for the name of a kind of record that has a page. */
export const isKind = (text: string | null | undefined): text is Kind =>
  text === 'conversations' || (typeof text === 'string' && Object.hasOwn(recordKinds, text));

export const recordPath = (slug: string, kind: Kind, id: string) =>
  `/t/${encodeURIComponent(slug)}/${kind}/${encodeURIComponent(id)}`;

export const listPath = (slug: string, kind: Kind) => `/t/${encodeURIComponent(slug)}/${kind}`;

/** Tabs of a project's page after its overview: the last segment of their addresses. */
export const projectTabs = [
  'board',
  'list',
  'calendar',
  'timeline',
  'files',
  'campaigns',
  'approvals',
] as const;
export const projectTabShape = `/t/[^/]+/projects/[^/]+/(?:${projectTabs.join('|')})`;
const inProject = new RegExp(`^${projectTabShape}$`);

/** Tab of a project's page; undefined for its overview and for other addresses. */
export const projectTabIn = (pathname: string) =>
  inProject.test(pathname) ? projectTabs.find((tab) => pathname.endsWith(`/${tab}`)) : undefined;

/** Record of a page. */
export function recordIn(pathname: string): RecordRef | undefined {
  const page = inProject.test(pathname) ? pathname.slice(0, pathname.lastIndexOf('/')) : pathname;
  const [, kind, id] = /^\/t\/[^/]+\/([^/]+)\/([^/]+)$/.exec(page) ?? [];
  return isKind(kind) && id !== undefined ? { kind, id: decodeURIComponent(id) } : undefined;
}

/** Record of a peek. */
export function peekIn(search: string): RecordRef | undefined {
  const [kind, id, ...rest] = (new URLSearchParams(search).get('peek') ?? '').split('/');
  return isKind(kind) && id && rest.length === 0 ? { kind, id } : undefined;
}

/** Sets a query parameter; removes it if the value is undefined or empty. */
export function withParam(search: string, name: string, value: string | undefined): string {
  const query = new URLSearchParams(search);
  if (value) query.set(name, value);
  else query.delete(name);
  const text = query.toString().replaceAll('%2F', '/');
  return text === '' ? '' : `?${text}`;
}

export const withPeek = (search: string, peek: RecordRef | undefined) =>
  withParam(search, 'peek', peek && `${peek.kind}/${peek.id}`);
