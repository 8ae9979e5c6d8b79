import { Failure } from './call.ts';

/* Passkeys in the browser. Requests and responses are JSON as specified in Web Authentication Level 3, 5.1.8 and 5.1.9. */

export const hasPasskeys = () =>
  'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** True if the browser offers passkeys in the autofill of the email field. */
export const offersPasskeys = async (): Promise<boolean> =>
  hasPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;

const failures: Readonly<Record<string, string>> = {
  // The user closed the browser's dialog, or it timed out.
  NotAllowedError: 'PASSKEY_UNUSED',
  AbortError: 'PASSKEY_UNUSED',
  InvalidStateError: 'PASSKEY_TWICE',
};

/** @throws Failure PASSKEY_UNUSED if the user cancelled, PASSKEY_TWICE if the device already has one */
async function credentialJson(credential: Promise<Credential | null>): Promise<unknown> {
  try {
    const created = await credential;
    if (created instanceof PublicKeyCredential) return created.toJSON();
  } catch (error) {
    const { name, message } = error as DOMException;
    throw new Failure(failures[name] ?? 'other', message);
  }
  throw new Failure('PASSKEY_UNUSED', '');
}

/**
 * Creates a passkey. @param options from the server
 * @throws Failure
 */
export const makePasskey = (options: unknown): Promise<unknown> =>
  credentialJson(
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
        options as PublicKeyCredentialCreationOptionsJSON,
      ),
    }),
  );

/**
 * Requests a passkey from the user.
 * @param options from the server
 * @param waits true to offer it in the autofill of the email field instead of a dialog
 * @throws Failure
 */
export const requestPasskey = (
  options: unknown,
  signal?: AbortSignal,
  waits = false,
): Promise<unknown> =>
  credentialJson(
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
        options as PublicKeyCredentialRequestOptionsJSON,
      ),
      ...(signal ? { signal } : {}),
      ...(waits ? { mediation: 'conditional' as const } : {}),
    }),
  );
