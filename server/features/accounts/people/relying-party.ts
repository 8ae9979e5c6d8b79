import { invalid } from '../../../platform/errors.ts';

/** Whom passkeys are made for, and the only place where they are taken (Web Authentication Level 3, 5.1.2). */
export interface RelyingParty {
  /** A domain: a passkey is bound to it. */
  readonly id: string;
  /** `https://pauta.example.com`. */
  readonly origin: string;
}

const isAddress = (host: string) => host.startsWith('[') || /^\d+(\.\d+){3}$/.test(host);

/** That of a page; undefined where browsers have no passkeys: on plain http but for localhost, and at a bare address. */
export function relyingPartyAt(page: string): RelyingParty | undefined {
  if (!URL.canParse(page)) return undefined;
  const { protocol, hostname, origin } = new URL(page);
  const isLocal = /^(.+\.)?localhost$/.test(hostname);
  if (isAddress(hostname) || (protocol !== 'https:' && !isLocal)) return undefined;
  return { id: hostname, origin };
}

/** @throws ApiError VALIDATION_ERROR where there can be no passkeys */
export function relyingPartyOf(page: string): RelyingParty {
  const found = relyingPartyAt(page);
  if (found) return found;
  throw invalid(
    `Passkeys need https and a host name, or http://localhost; this page is at ${page}. The operator sets PUBLIC_URL to the address that people open.`,
  );
}
