import type { Delivery } from '#panel/api/types.ts';
import type { WebhookWords } from '#panel/words/webhooks/pt-BR.ts';

/** Why a delivery or an attempt failed, or an endpoint was disabled: its code, with the values in it. */
export type FailureDetails = NonNullable<Delivery['reason_details']>;
type AdviceName = keyof WebhookWords['advice'];

/** Advice of docs/webhooks.md for each code; for a response, by its status. */
const adviceByCode: Readonly<Record<FailureDetails['code'], AdviceName>> = {
  answered: 'answered',
  redirected: 'redirected',
  no_answer: 'noAnswer',
  no_connection: 'unreached',
  unreached: 'unreached',
  broken: 'broken',
  unreadable: 'unreadable',
  untrusted: 'certificate',
  private_address: 'private',
  private_name: 'private',
  unknown_name: 'unknownName',
  unresolved_name: 'unresolvedName',
  no_address: 'address',
  no_request: 'address',
  stopped: 'stopped',
  no_endpoint: 'removed',
  inactive: 'off',
  no_url: 'noUrl',
  too_old: 'old',
  sealed: 'sealed',
  gone: 'gone',
  hopeless: 'hopeless',
  too_many: 'tooMany',
};

const adviceByStatus: Readonly<Record<number, AdviceName>> = {
  401: 'unauthorized',
  403: 'unauthorized',
  410: 'gone',
  429: 'throttled',
};

/** Advice for a failure; `other` for one that was stored without a code, or with one that this version does not know. */
export function adviceFor(details: FailureDetails | null): AdviceName {
  const { code, status = 0, error } = details ?? {};
  if (code === 'answered')
    return adviceByStatus[status] ?? (status >= 500 ? 'receiver' : 'answered');
  // The receiver speaks plain http.
  if (code === 'unreached' && error === 'EPROTO') return 'plain';
  return (code && adviceByCode[code]) ?? 'other';
}

/** Status, error code and host name of a failure, which need no translation. */
export const valuesIn = ({ status, error, host }: FailureDetails): string =>
  [status, error, host].filter((part) => part !== undefined).join(', ');
