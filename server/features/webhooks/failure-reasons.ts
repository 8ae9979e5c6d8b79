import type { Unreachable } from '#server/outbound/connection-guard.ts';
import { Type } from '#server/platform/schema.ts';
import type { CodedReason } from '#server/records/coded-reason.ts';
import { about } from '#server/records/fields.ts';

/*
 * Reasons for failed deliveries and attempts, and for disabled endpoints: a complete list. The panel has advice for each code
 * (panel/src/screens/settings/webhooks/advice.ts).
 */

export const failureCodes = [
  // Attempts.
  'answered',
  'redirected',
  'no_answer',
  'no_connection',
  'unreached',
  'broken',
  'unreadable',
  'untrusted',
  'private_address',
  'private_name',
  'unknown_name',
  'unresolved_name',
  'no_address',
  'no_request',
  'stopped',
  // Deliveries that were not attempted.
  'no_endpoint',
  'inactive',
  'no_url',
  'too_old',
  'sealed',
  // Disabled endpoints; the last reason also applies to the deliveries that waited for the endpoint.
  'gone',
  'hopeless',
  'too_many',
] as const;
export type FailureCode = (typeof failureCodes)[number];

/** Schemas of the values in reasons. */
export const failureValues = {
  status: about('The HTTP status of the response.', Type.Integer()),
  error: about('The code of the network error, such as ECONNREFUSED.', Type.String()),
  host: about('The name or the address that was refused.', Type.String()),
  seconds: about('The time limit in seconds.', Type.Number()),
  limit: about('The limit on pending deliveries.', Type.Integer()),
};
type Values = CodedReason['values'];

declare const brand: unique symbol;
/** Reason created in this file. */
export type Reason = CodedReason<FailureCode> & { readonly [brand]: true };

/** Max stored length of a sentence. */
const maxLength = 255;

const reason = (code: FailureCode, text: string, values: Values = {}) =>
  ({ code, text: text.slice(0, maxLength), values }) as Reason;

const inSeconds = (ms: number) => ({ seconds: ms / 1_000 });

export const reasons = {
  answered: (status: number) => reason('answered', `the receiver answered ${status}`, { status }),
  redirected: (status: number) =>
    reason('redirected', `the receiver answered ${status}, and redirects are not followed`, {
      status,
    }),
  noAnswer: (ms: number) => reason('no_answer', `no answer within ${ms / 1_000} s`, inSeconds(ms)),
  noConnection: (ms: number) =>
    reason('no_connection', `no connection within ${ms / 1_000} s`, inSeconds(ms)),
  unreached: (error: string) =>
    reason('unreached', `the receiver cannot be reached (${error})`, { error }),
  broken: (error: string) =>
    reason('broken', `the connection broke before the receiver answered (${error})`, { error }),
  unreadable: (error: string) =>
    reason('unreadable', `the receiver's answer cannot be read (${error})`, { error }),
  untrusted: (error: string) =>
    reason('untrusted', `its certificate is not valid (${error})`, { error }),
  unreachable: ({ code, message, values }: Unreachable) => reason(code, message, values),
  noAddress: () => reason('no_address', 'this is not an http or https address'),
  noRequest: () => reason('no_request', 'no request can be made to this address'),
  stopped: () => reason('stopped', 'stopped'),
  noEndpoint: () => reason('no_endpoint', 'the endpoint no longer exists'),
  inactive: () => reason('inactive', 'the endpoint was not active when this was due'),
  noUrl: () => reason('no_url', 'the endpoint had no url when this was due'),
  tooOld: () => reason('too_old', 'the event is older than 30 days and no longer kept'),
  sealed: () => reason('sealed', 'the secret of the endpoint cannot be decrypted'),
  gone: () => reason('gone', 'the receiver answered 410 (Gone)'),
  hopeless: () => reason('hopeless', 'every delivery failed for five days'),
  tooMany: (limit: number) =>
    reason(
      'too_many',
      `the team had more than ${limit} deliveries waiting, most of them for this endpoint`,
      { limit },
    ),
} as const;
