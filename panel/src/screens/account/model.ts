const browsers: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/.*Safari\//],
];
const systems: readonly (readonly [string, RegExp])[] = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
];

/** Browser and system in a User-Agent; undefined if neither is known. */
export function deviceIn(
  userAgent: string | null,
): { browser: string; system: string } | undefined {
  const named = (of: typeof browsers) => of.find(([, shape]) => shape.test(userAgent ?? ''))?.[0];
  const [browser, system] = [named(browsers), named(systems)];
  return browser && system ? { browser, system } : undefined;
}

/** URL of this page at localhost, if the panel is open at a loopback address: browsers allow passkeys there. */
export function localhostOf({
  protocol,
  hostname,
  href,
}: Readonly<Record<'protocol' | 'hostname' | 'href', string>>): string | undefined {
  if (protocol !== 'http:' || !/^(127\.0\.0\.1|\[::1\])$/.test(hostname)) return undefined;
  const there = new URL(href);
  there.hostname = 'localhost';
  return there.href;
}
