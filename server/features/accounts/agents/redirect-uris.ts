import ipaddr from 'ipaddr.js';

/*
 * Redirect URIs of OAuth clients: https, http to the user's own machine, and private schemes of desktop applications (RFC 8252). They are
 * compared exactly, except for the port of a loopback address.
 */

const maxLength = 2_048;

/** Private schemes without a dot that known applications use; RFC 8252 requires a dot. */
const applicationSchemes = [
  ...['claude:', 'cursor:', 'vscode:', 'vscode-insiders:', 'vscodium:', 'windsurf:', 'zed:'],
  ...['raycast:', 'jetbrains:', 'antigravity:', 'kiro:', 'trae:', 'lmstudio:', 'cherrystudio:'],
];

const isPrivateScheme = (protocol: string) =>
  /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/.test(protocol) || applicationSchemes.includes(protocol);

/** True for a URL of the user's own machine. */
export function isLoopback({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return (
    host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback')
  );
}

/** True if a client may use a redirect URI. */
export function isRedirectUri(text: unknown): text is string {
  if (typeof text !== 'string' || text.length > maxLength || !/^[\x21-\x7e]+$/.test(text))
    return false;
  const url = URL.parse(text);
  if (!url || text.includes('#') || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' ? isLoopback(url) : isPrivateScheme(url.protocol);
}

/** Everything but the port of a loopback URL, with an empty path as /; undefined for any other URL. */
function withoutPort(text: string): string | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== 'http:' || !isLoopback(url)) return undefined;
  return text.replace(/^(http:\/\/(?:\[[^\]]*\]|[^/:?#]*))(?::\d*)?\/?/i, '$1/');
}

/** True if a client's list contains the redirect URI. */
export const isRegistered = (uris: readonly string[], text: string): boolean =>
  uris.includes(text) ||
  (withoutPort(text) !== undefined && uris.some((uri) => withoutPort(uri) === withoutPort(text)));

/** Host that receives the answer, for users: null for an application on their machine. */
export function hostOfRedirect(text: string): string | null {
  const url = URL.parse(text);
  return url?.protocol === 'https:' ? url.host : null;
}
