import { Resolver, lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import type { Cidr } from '../platform/config.ts';
import { mayConnect } from './allowed-addresses.ts';

/*
 * Restricts connections to customers' URLs (ADR 15). The checked address is the one connected to: the guard's look-up returns
 * only checked addresses, so a name cannot resolve differently the second time.
 */

/** Addresses of a name. Rejects with an error that has a `code`. */
export type Resolve = (host: string) => Promise<Resolved[]>;

type Resolved = { address: string; family: number };

/** Check of connections. */
export interface Guard {
  /** Resolves names to permitted addresses. Fails with {@link Unreachable}. */
  readonly lookup: LookupFunction;
  /** Checks a literal address in a URL. @throws Unreachable */
  check(address: string): void;
}

/** Reasons against a connection, in words for users. */
export const refusalReasons = {
  privateAddress: (address: string) => `the address ${address} is not public`,
  unknownName: (host: string, code: string) => `the name ${host} is unknown (${code})`,
  unresolvedName: (host: string, code: string) => `the name ${host} cannot be resolved (${code})`,
  // Does not reveal the internal address.
  privateName: (host: string) => `the name ${host} has no public address`,
} as const;

const refusalCodes = {
  privateAddress: 'private_address',
  unknownName: 'unknown_name',
  unresolvedName: 'unresolved_name',
  privateName: 'private_name',
} as const satisfies Record<keyof typeof refusalReasons, string>;

/** Reason that no connection was attempted. */
export class Unreachable extends Error {
  override name = 'Unreachable';
  readonly code: (typeof refusalCodes)[keyof typeof refusalCodes];
  /** The address or the name, and the error of resolving it. */
  readonly values: { readonly host: string; readonly error?: string };

  /**
   * @param host the address or the name
   * @param error of resolving the name
   */
  constructor(what: keyof typeof refusalReasons, host: string, error?: string) {
    super(refusalReasons[what](host, error ?? 'unknown'));
    this.code = refusalCodes[what];
    this.values = error === undefined ? { host } : { host, error };
  }
}

/** An invalid certificate. */
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
 * @param allow non-public ranges that are also permitted
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
 * True if a URL names an address that the guard refuses: a private one in any spelling, or `localhost`. Other names are resolved
 * only when a connection is made.
 */
export function namesRefused(url: URL, allow: readonly Cidr[]): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return !mayConnect(host, allow);
  return /(^|\.)localhost\.?$/.test(host) && !loopbacks.some((each) => mayConnect(each, allow));
}

/** Addresses of `localhost`. */
const loopbacks = ['127.0.0.1', '::1'];

/**
 * Queries name servers directly, any number of names at once: the system's own look-up occupies one of a few threads, so that a
 * few names with unresponsive servers would delay every delivery.
 * @param isOpen true if names known only to this system are allowed; they are resolved by the system
 */
function nameServers(isOpen: boolean): Resolve {
  const resolver = new Resolver({ timeout: 2_500, tries: 2 });
  const ask = async (host: string): Promise<Resolved[]> => {
    const [four, six] = await Promise.allSettled([
      resolver.resolve4(host),
      resolver.resolve6(host),
    ]);
    const addresses = [
      ...(four.status === 'fulfilled' ? four.value : []).map((address) => ({ address, family: 4 })),
      ...(six.status === 'fulfilled' ? six.value : []).map((address) => ({ address, family: 6 })),
    ];
    if (addresses.length === 0 && four.status === 'rejected') throw four.reason;
    return addresses;
  };
  return async (host) => {
    // Single-label names, and those that end in localhost, are not public.
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
 * Permitted addresses of a name.
 * @throws Unreachable if it has none
 */
async function permitted(
  host: string,
  resolve: Resolve,
  allow: readonly Cidr[],
): Promise<[Resolved, ...Resolved[]]> {
  let addresses: Resolved[];
  try {
    addresses = await resolve(host);
  } catch (error) {
    const code = codeOf(error) ?? 'unknown';
    const what = unknownName.has(code) ? 'unknownName' : 'unresolvedName';
    throw new Unreachable(what, host, code);
  }
  const [first, ...others] = addresses.filter(({ address }) => mayConnect(address, allow));
  if (first) return [first, ...others];
  throw addresses.length > 0
    ? new Unreachable('privateName', host)
    : new Unreachable('unknownName', host, 'ENOTFOUND');
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
