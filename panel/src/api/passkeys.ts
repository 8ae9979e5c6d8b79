import { Failure } from './call.ts';

/*
 * What the browser does with passkeys. What the service asks for and what it is sent is JSON as the specification writes it
 * (Web Authentication Level 3, 5.1.8 and 5.1.9).
 */

export const hasPasskeys = () =>
  'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** Whether the browser offers passkeys where an address is typed. */
export const offersPasskeys = async (): Promise<boolean> =>
  hasPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;

const failures: Readonly<Record<string, string>> = {
  // Somebody closed the browser's question, or let its time pass.
  NotAllowedError: 'PASSKEY_UNUSED',
  AbortError: 'PASSKEY_UNUSED',
  InvalidStateError: 'PASSKEY_TWICE',
};

/** @throws Failure PASSKEY_UNUSED where the person did not go on, PASSKEY_TWICE where the device has one already */
async function asked(credential: Promise<Credential | null>): Promise<unknown> {
  try {
    const made = await credential;
    if (made instanceof PublicKeyCredential) return made.toJSON();
  } catch (error) {
    const { name, message } = error as DOMException;
    throw new Failure(failures[name] ?? 'other', message);
  }
  throw new Failure('PASSKEY_UNUSED', '');
}

/** Has the browser make a passkey. @param options of the service @throws Failure */
export const makePasskey = (options: unknown): Promise<unknown> =>
  asked(
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
        options as PublicKeyCredentialCreationOptionsJSON,
      ),
    }),
  );

/**
 * Has the browser ask its person for a passkey.
 * @param options of the service
 * @param waits offers it where an address is typed, and waits, instead of asking at once
 * @throws Failure
 */
export const askForPasskey = (
  options: unknown,
  signal?: AbortSignal,
  waits = false,
): Promise<unknown> =>
  asked(
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
        options as PublicKeyCredentialRequestOptionsJSON,
      ),
      ...(signal ? { signal } : {}),
      ...(waits ? { mediation: 'conditional' as const } : {}),
    }),
  );
