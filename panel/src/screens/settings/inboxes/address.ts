/** The inbox that an address below `/settings/inboxes/` is of. */
export const inboxIn = (pathname: string): string =>
  decodeURIComponent(/\/settings\/inboxes\/([^/]+)/.exec(pathname)?.[1] ?? '');
