import { Resolver, lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import type { Cidr } from '../platform/config.ts';
import { mayConnect } from './addresses.ts';

/*
 * Where requests to customers' URLs may connect (ADR 15). The address that is checked is the address that is connected to:
 * the guard's look-up hands the connection nothing else, so a name cannot answer differently the second time.
 */

/** The addresses of a name. Rejects with an error that has a `code`. */
export type Resolve = (host: string) => Promise<Resolved[]>;

type Resolved = { address: string; family: number };

/** What a connection has to pass. */
export interface Guard {
  /** Resolves names to permitted addresses. Fails with {@link Unreachable}. */
  readonly lookup: LookupFunction;
  /** Checks an address that stands in a URL. @throws Unreachable */
  check(address: string): void;
}

/** What may be in the way of a connection, in words for people. */
export const obstacles = {
  privateAddress: (address: string) => `the address ${address} is not public`,
  unknownName: (host: string, code: string) => `the name ${host} is unknown (${code})`,
  unresolvedName: (host: string, code: string) => `the name ${host} cannot be resolved (${code})`,
  // Which internal address it is stays inside.
  privateName: (host: string) => `the name ${host} has no public address`,
} as const;

/** Why no connection was tried. */
export class Unreachable extends Error {
  override name = 'Unreachable';

  /** @param where the address or the name */
  constructor(what: keyof typeof obstacles, where: string, code = 'unknown') {
    super(obstacles[what](where, code));
  }
}

/** A certificate that does not hold. */
export class Untrusted extends Error {
  override name = 'Untrusted';
  readonly code: string;
  constructor(cause: NodeJS.ErrnoException) {
    super('the certificate is not valid', { cause });
    this.code = cause.code ?? 'unknown';
  }
}

/**
 * Permits public unicast addresses only.
 * @param allow ranges that are permitted although they are not public
 * @param resolve replaces the name servers in tests
 */
export function guardOf(
  allow: readonly Cidr[],
  resolve: Resolve = nameServers(allow.length > 0),
): Guard {
  return {
    lookup: (host, { all }, callback) => {
      permitted(host, resolve, allow).then(
        ([first, ...others]) =>
          all ? callback(null, [first, ...others]) : callback(null, first.address, first.family),
        (error: Error) => callback(error, []),
      );
    },
    check(address) {
      if (!mayConnect(address, allow)) throw new Unreachable('privateAddress', address);
    },
  };
}

/**
 * True if a URL names an address that the guard refuses: a private one in any spelling, or `localhost`. Other names are
 * resolved only when a connection is made.
 */
export function namesRefused(url: URL, allow: readonly Cidr[]): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return !mayConnect(host, allow);
  return /(^|\.)localhost\.?$/.test(host) && !loopbacks.some((each) => mayConnect(each, allow));
}

/** Addresses of `localhost`. */
const loopbacks = ['127.0.0.1', '::1'];

/**
 * Asks name servers directly, any number of names at once: the system's own look-up occupies one of a few threads, and a few
 * names whose servers hang would hold up every delivery.
 * @param isOpen whether names that only this system knows may be meant; they are then resolved by its rules
 */
function nameServers(isOpen: boolean): Resolve {
  const resolver = new Resolver({ timeout: 2_500, tries: 2 });
  const ask = async (host: string): Promise<Resolved[]> => {
    const [four, six] = await Promise.allSettled([
      resolver.resolve4(host),
      resolver.resolve6(host),
    ]);
    const found = [
      ...(four.status === 'fulfilled' ? four.value : []).map((address) => ({ address, family: 4 })),
      ...(six.status === 'fulfilled' ? six.value : []).map((address) => ({ address, family: 6 })),
    ];
    if (found.length === 0 && four.status === 'rejected') throw four.reason;
    return found;
  };
  return async (host) => {
    // Names of one word, and those that end in localhost, are not public.
    const isLocal = /^[^.]+\.?$|\.localhost\.?$/.test(host);
    if (isLocal) return isOpen ? systemLookup(host, { all: true }) : [];
    try {
      return await ask(host);
    } catch (error) {
      const isTimeout = codeOf(error) === 'ETIMEOUT';
      if (isOpen && !isTimeout) return systemLookup(host, { all: true });
      throw error;
    }
  };
}

const unknownName = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * The permitted addresses of a name.
 * @throws Unreachable there is none
 */
async function permitted(
  host: string,
  resolve: Resolve,
  allow: readonly Cidr[],
): Promise<[Resolved, ...Resolved[]]> {
  let found: Resolved[];
  try {
    found = await resolve(host);
  } catch (error) {
    const code = codeOf(error) ?? 'unknown';
    const what = unknownName.has(code) ? 'unknownName' : 'unresolvedName';
    throw new Unreachable(what, host, code);
  }
  const [first, ...others] = found.filter(({ address }) => mayConnect(address, allow));
  if (first) return [first, ...others];
  throw found.length > 0
    ? new Unreachable('privateName', host)
    : new Unreachable('unknownName', host, 'ENOTFOUND');
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
