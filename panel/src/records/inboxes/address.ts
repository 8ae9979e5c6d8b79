/** Id of the inbox in an address below `/settings/inboxes/`. */
export const inboxIn = (pathname: string): string =>
  decodeURIComponent(/\/settings\/inboxes\/([^/]+)/.exec(pathname)?.[1] ?? '');
