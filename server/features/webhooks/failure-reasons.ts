import type { Unreachable } from '#server/outbound/connection-guard.ts';

/*
 * Reasons for failed deliveries and attempts, and for disabled endpoints: a complete list. The panel has advice for each
 * (panel/src/screens/settings/webhooks/advice.ts), which a test compares with this list; the type ensures that there are no other reasons.
 */

declare const said: unique symbol;
/** Text created in this file. */
export type Reason = string & { readonly [said]: true };

/** Max stored length of a reason. */
const maxWords = 255;

const says =
  <A extends readonly unknown[]>(words: (...about: A) => string) =>
  (...about: A): Reason =>
    words(...about).slice(0, maxWords) as Reason;

export const reasons = {
  // Attempts.
  answered: says((status: number) => `the receiver answered ${status}`),
  redirected: says(
    (status: number) => `the receiver answered ${status}, and redirects are not followed`,
  ),
  noAnswer: says((ms: number) => `no answer within ${ms / 1_000} s`),
  noConnection: says((ms: number) => `no connection within ${ms / 1_000} s`),
  unreached: says((code: string) => `the receiver cannot be reached (${code})`),
  broken: says((code: string) => `the connection broke before the receiver answered (${code})`),
  unreadable: says((code: string) => `the receiver's answer cannot be read (${code})`),
  untrusted: says((code: string) => `its certificate is not valid (${code})`),
  unreachable: says(({ message }: Unreachable) => message),
  noAddress: says(() => 'this is not an http or https address'),
  noRequest: says(() => 'no request can be made to this address'),
  stopped: says(() => 'stopped'),
  // Deliveries that were not attempted.
  noEndpoint: says(() => 'the endpoint no longer exists'),
  inactive: says(() => 'the endpoint was not active when this was due'),
  noUrl: says(() => 'the endpoint had no url when this was due'),
  tooOld: says(() => 'the event is older than 30 days and no longer kept'),
  sealed: says(() => 'the secret of the endpoint cannot be decrypted'),
  // Disabled endpoints; the last reason also applies to the deliveries that waited for the endpoint.
  gone: says(() => 'the receiver answered 410 (Gone)'),
  hopeless: says(() => 'every delivery failed for five days'),
  tooMany: says(
    (most: number) =>
      `the team had more than ${most} deliveries waiting, most of them for this endpoint`,
  ),
} as const;
