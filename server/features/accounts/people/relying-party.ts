import { invalidRequest } from '#server/platform/errors.ts';

/** Relying party of passkeys (Web Authentication Level 3, 5.1.2). */
export interface RelyingParty {
  /** Domain to which passkeys are bound. */
  readonly id: string;
  /** `https://pauta.example.com`. */
  readonly origin: string;
}

const isAddress = (host: string) => host.startsWith('[') || /^\d+(\.\d+){3}$/.test(host);

/** Relying party of a page; undefined where browsers do not support passkeys: on plain http except localhost, and at an IP address. */
export function relyingPartyAt(page: string): RelyingParty | undefined {
  if (!URL.canParse(page)) return undefined;
  const { protocol, hostname, origin } = new URL(page);
  const isLocal = /^(.+\.)?localhost$/.test(hostname);
  if (isAddress(hostname) || (protocol !== 'https:' && !isLocal)) return undefined;
  return { id: hostname, origin };
}

/** @throws ApiError VALIDATION_ERROR if passkeys are not possible */
export function relyingPartyOf(page: string): RelyingParty {
  const party = relyingPartyAt(page);
  if (party) return party;
  throw invalidRequest(
    `Passkeys need https and a host name, or http://localhost; this page is at ${page}. The operator sets PUBLIC_URL to the address that people open.`,
    'no_passkeys',
  );
}
