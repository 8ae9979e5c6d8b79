import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { RelyingParty } from './relying-party.ts';

/*
 * What browsers and authenticators say of passkeys, checked (Web Authentication Level 3, 7.1 and 7.2). The library is loaded when
 * it is first needed: it takes 32 MB and 0.4 s, and many processes never do.
 */

const library = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

/** What a browser is asked, as `PublicKeyCredential.parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON` take it. */
export type BrowserOptions = Readonly<Record<string, unknown>>;

/** What a browser answered, unchecked: what `PublicKeyCredential.toJSON` makes. */
export type Given = Readonly<Record<string, unknown>>;

/** A passkey as it is known here. */
export interface Passkey {
  readonly externalId: Buffer;
  /** The COSE key. */
  readonly publicKey: Buffer;
  readonly counter: number;
}

/** Told the challenge that stands in an answer; whether it is one that may come back. */
export type IsExpected = (challenge: string) => boolean;

/** How long a person may take to answer, in milliseconds. */
export const answerMs = 5 * 60_000;
/** EdDSA, ES256, RS256: what authenticators have (COSE). */
const algorithms = [-8, -7, -257];

/** What makes a passkey for a person. @param known those that they have: an authenticator makes no second one */
export async function creationOptions(
  party: RelyingParty,
  person: { readonly personId: string; readonly name: string; readonly email: string },
  known: readonly Buffer[],
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
    timeout: answerMs,
    attestationType: 'none',
    excludeCredentials: known.map((id) => ({ id: id.toString('base64url') })),
    // Found without a name, and never used without a finger, a face or a PIN: it stands for both factors.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
  return { ...options };
}

/** What proves one. @param known the only ones that will do; none: whichever a person has */
export async function requestOptions(
  party: RelyingParty,
  known: readonly Buffer[],
  challenge: Buffer,
): Promise<BrowserOptions> {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: new Uint8Array(challenge),
    timeout: answerMs,
    allowCredentials: known.map((id) => ({ id: id.toString('base64url') })),
    userVerification: 'required',
  });
  return { ...options };
}

/**
 * The answer without what vouches for the device: nobody asked for it, and checking it would fetch lists of revoked certificates
 * from addresses that stand in the answer.
 */
async function unattested(given: Given): Promise<RegistrationResponseJSON> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await helpers();
  const answer = given as unknown as RegistrationResponseJSON;
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

/** The passkey that a browser made; undefined where anything about the answer is not as it must be. */
export async function readCreated(
  party: RelyingParty,
  given: Given,
  isExpected: IsExpected,
): Promise<Passkey | undefined> {
  const { verifyRegistrationResponse } = await library();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: await unattested(given),
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
    // The library throws whatever the given bytes make it stumble over.
    return undefined;
  }
}

/** Which passkey an answer is of, and of whom it says that it is; undefined where it says neither. */
export function namedIn({
  id,
  response,
}: Given): { externalId: Buffer; personId: string } | undefined {
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
 * The counter that a passkey proves to have reached; undefined where the answer proves nothing. Whether it went on is for the
 * statement that stores it.
 */
export async function readProof(
  party: RelyingParty,
  given: Given,
  { externalId, publicKey }: Omit<Passkey, 'counter'>,
  isExpected: IsExpected,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: given as unknown as AuthenticationResponseJSON,
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
