import type { WebhookWords } from '#panel/words/webhooks/pt-BR.ts';

/*
 * Maps failure reasons to the advice in docs/webhooks.md. A test covers every reason of the server (server/features/webhooks/failure-reasons.ts),
 * so a new one cannot be missed.
 */

type AdviceName = keyof WebhookWords['advice'];

/** First match wins. */
const patterns: readonly (readonly [RegExp, AdviceName])[] = [
  [/^the receiver answered 410\b/, 'gone'],
  [/^the receiver answered 3\d\d,/, 'redirected'],
  [/^the receiver answered (401|403)$/, 'unauthorized'],
  [/^the receiver answered 429$/, 'throttled'],
  [/^the receiver answered [5-9]\d\d$/, 'receiver'],
  [/^the receiver answered \d\d\d$/, 'answered'],
  [/^no answer within /, 'noAnswer'],
  [/^no connection within /, 'unreached'],
  [/^the receiver cannot be reached \(EPROTO\)$/, 'plain'],
  [/^the receiver cannot be reached \(/, 'unreached'],
  [/^the connection broke before the receiver answered \(/, 'broken'],
  [/^the receiver's answer cannot be read \(/, 'unreadable'],
  [/^its certificate is not valid \(/, 'certificate'],
  [/^the name .* is unknown \(/, 'unknownName'],
  [/^the name .* cannot be resolved \(/, 'unresolvedName'],
  [/^the (name .* has no public address|address .* is not public)$/, 'private'],
  [/^(this is not an http or https address|no request can be made to this address)$/, 'address'],
  [/^stopped$/, 'stopped'],
  [/^the endpoint no longer exists$/, 'removed'],
  [/^the endpoint was not active when this was due$/, 'off'],
  [/^the endpoint had no url when this was due$/, 'noUrl'],
  [/^the event is older than 30 days and no longer kept$/, 'old'],
  [/^the secret of the endpoint cannot be decrypted$/, 'sealed'],
  [/^every delivery failed for five days$/, 'hopeless'],
  [/^the team had more than \d+ deliveries waiting, /, 'tooMany'],
];

/** Status, error code and host name in a reason, which need no translation. */
export const detailOf = (reason: string): string =>
  [
    /\b[1-9]\d\d\b/.exec(reason)?.[0],
    /\(([A-Z][A-Z0-9_]+)\)/.exec(reason)?.[1],
    /^the (?:name|address) (\S+) /.exec(reason)?.[1],
  ]
    .filter((part) => part !== undefined)
    .join(', ');

/** Advice for a reason; `other` for an unknown reason. */
export const adviceFor = (reason: string): AdviceName =>
  patterns.find(([pattern]) => pattern.test(reason))?.[1] ?? 'other';
