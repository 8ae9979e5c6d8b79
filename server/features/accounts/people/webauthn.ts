import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { RelyingParty } from './relying-party.ts';

/*
 * Verifies WebAuthn responses (Web Authentication Level 3, 7.1 and 7.2). The library takes 32 MB and 0.4 s to load, so it is loaded on
 * first use; many processes never need it.
 */

const library = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

/** Options for the browser, for `PublicKeyCredential.parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON`. */
export type BrowserOptions = Readonly<Record<string, unknown>>;

/** Unverified response of the browser, from `PublicKeyCredential.toJSON`. */
export type BrowserResponse = Readonly<Record<string, unknown>>;

/** A stored passkey. */
interface Passkey {
  readonly externalId: Buffer;
  /** COSE key. */
  readonly publicKey: Buffer;
  readonly counter: number;
}

/** Receives the challenge in a response; returns true if it was issued here and is still valid. */
type IsExpected = (challenge: string) => boolean;

/** Time for a person to respond, in milliseconds. */
export const responseTimeoutMs = 5 * 60_000;
/** EdDSA, ES256, RS256: the algorithms that authenticators support (COSE). */
const algorithms = [-8, -7, -257];

/** Options to create a passkey. @param credentialIds the person's existing passkeys, of which an authenticator creates no second one */
export async function creationOptions(
  party: RelyingParty,
  person: { readonly personId: string; readonly name: string; readonly email: string },
  credentialIds: readonly Buffer[],
  challenge: Buffer,
): Promise<BrowserOptions> {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: 'Pauta',
    rpID: party.id,
    userID: new Uint8Array(Buffer.from(person.personId.replaceAll('-', ''), 'hex')),
    userName: person.email,
    userDisplayName: person.name,
    challenge: new Uint8Array(challenge),
    timeout: responseTimeoutMs,
    attestationType: 'none',
    excludeCredentials: credentialIds.map((id) => ({ id: id.toString('base64url') })),
    // Discoverable without a user name, and always with user verification (fingerprint, face or PIN), so it counts as two factors.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
  return { ...options };
}

/** Options to verify a passkey. @param credentialIds allowed passkeys; empty allows any */
export async function requestOptions(
  party: RelyingParty,
  credentialIds: readonly Buffer[],
  challenge: Buffer,
): Promise<BrowserOptions> {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: new Uint8Array(challenge),
    timeout: responseTimeoutMs,
    allowCredentials: credentialIds.map((id) => ({ id: id.toString('base64url') })),
    userVerification: 'required',
  });
  return { ...options };
}

/**
 * Removes the attestation from the response: it was not requested, and verifying it would fetch certificate revocation lists from URLs in
 * the response.
 */
async function unattested(response: BrowserResponse): Promise<RegistrationResponseJSON> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await helpers();
  const answer = response as unknown as RegistrationResponseJSON;
  const object = decodeAttestationObject(isoBase64URL.toBuffer(answer.response.attestationObject));
  const attestationObject = isoBase64URL.fromBuffer(
    isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', object.get('authData')],
      ]),
    ),
  );
  return { ...answer, response: { ...answer.response, attestationObject } };
}

/** Passkey created by the browser; undefined if the response is invalid. */
export async function verifyCreation(
  party: RelyingParty,
  response: BrowserResponse,
  isExpected: IsExpected,
): Promise<Passkey | undefined> {
  const { verifyRegistrationResponse } = await library();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: await unattested(response),
      expectedChallenge: isExpected,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    const externalId = Buffer.from(id, 'base64url');
    return { externalId, publicKey: Buffer.from(publicKey), counter };
  } catch {
    // The library throws arbitrary errors for malformed input.
    return undefined;
  }
}

/** Passkey and person that a response claims; undefined if either is missing. */
export function namedIn({
  id,
  response,
}: BrowserResponse): { externalId: Buffer; personId: string } | undefined {
  const { userHandle } = (typeof response === 'object' && response !== null ? response : {}) as {
    readonly userHandle?: unknown;
  };
  if (typeof id !== 'string' || typeof userHandle !== 'string') return undefined;
  const externalId = Buffer.from(id, 'base64url');
  const handle = Buffer.from(userHandle, 'base64url').toString('hex');
  if (externalId.length === 0 || externalId.length > 1_023 || handle.length !== 32)
    return undefined;
  return {
    externalId,
    personId: handle.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  };
}

/**
 * Verifies a response and returns the counter of its passkey; undefined if it is invalid. The statement that stores the counter checks
 * that it increased.
 */
export async function verifyAssertion(
  party: RelyingParty,
  response: BrowserResponse,
  { externalId, publicKey }: Omit<Passkey, 'counter'>,
  isExpected: IsExpected,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: isExpected,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: externalId.toString('base64url'),
        publicKey: new Uint8Array(publicKey),
        counter: 0,
      },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}
