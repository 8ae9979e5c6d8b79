import type { Cause, Reason } from '#panel/words/inbox-reasons/pt-BR.ts';

/*
 * Parses the English sentences that gateways and the server (server/features/gateways and server/features/inboxes) give about an inbox. Their translations are in
 * words/inbox-reasons; a sentence without a pattern is shown as it is. `test/panel/inbox-reasons.test.ts` reads the sentences from the
 * server's sources.
 */

/** Causes of a gateway failure, as named by `BAD_GATEWAY` errors and tried fields. */
const causes: readonly Cause[] = [
  'network',
  'timeout',
  'disconnected',
  'number',
  'throttled',
  'credentials',
  'rejected',
  'gateway',
];

/** The first match wins. `isOpen`: the sentence has further details and is also shown. */
export const patterns: readonly (readonly [Reason, RegExp, 'isOpen'?])[] = [
  ['publicUrl', /PUBLIC_URL is not set/],
  ['https', /by https only/],
  ['internal', /address is not public or not known/],
  ['keepsKey', /receives nothing through an instance that was logged out/],
  ['noInstance', /api_key is not its global key/],
  ['goneInstance', /no such instance: connect the inbox/],
  ['globalKeyForCode', /a pairing code after a QR code needs/],
  ['removing', /has not removed the instance yet/],
  ['vain', /a restart did not help/],
  ['silent', /nothing came back from the gateway since/],
  ['failing', /sends in a row failed/, 'isOpen'],
  ['neverConnected', /was never connected/],
  ['endedHere', /(logged out|switched off) here/],
  [
    'notTaken',
    /callback address was not taken|although it took ours|for callbacks and does not have it/,
    'isOpen',
  ],
  ['notSubscribed', /app was not subscribed/, 'isOpen'],
  ['pinWrong', /PIN is not the number's/],
  ['pinPause', /PIN was (wrong too often|given too fast)/],
  ['register', /has to be registered|number is not registered|number was not registered/],
  [
    'banned',
    /banned it|has suspended the account|refuses the account|account is blocked|account is locked/,
  ],
  ['restricted', /reached its limit|write to no new contacts|recipients reported it/],
  ['flagged', /its quality is low/],
  ['window', /more than 24 hours ago/],
  ['permission', /lacks (a|the) permission/, 'isOpen'],
  ['token', /refuses the access token/],
  ['noNumber', /knows no number with this ID|does not know the inbox's number/],
  ['noAccountThere', /knows no account with this ID/],
  ['otherAccount', /account has no number with this/],
  ['accountNeeded', /ID of the business account is required/],
  ['appSecret', /is not the secret of the token's app/],
  ['globalKeyNeeded', /global key is needed/],
  ['globalKey', /refuses the global key/],
  ['key', /refuses the inbox's credentials/],
  ['taken', /does not show the key of the instance|created the instance without showing its key/],
  [
    'tooOld',
    /is older than|needs version|version, engine or edition|version of the gateway has no such/,
    'isOpen',
  ],
  ['nobodyThere', /no (Evolution API|WAHA) answers/],
  ['noQr', /has shown no QR code/],
  ['unscanned', /nobody (scanned|typed)|QR code limit|QRCODE_LIMIT|too many (QR|qr)/i],
  ['passkey', /asks for a passkey/],
  ['loggedOut', /was logged out|phone logged out/],
  ['elsewhere', /opened elsewhere/],
  ['removed', /was removed at the gateway/],
  [
    'noSession',
    /has no such session|does not know the instance|session is stopped|does not have it|gateway answers 404/,
  ],
  ['noSuchAct', /has no session that could be|cannot (do this|be connected from here)/],
  ['dropped', /session dropped/],
  [
    'notReached',
    /cannot be reached|accepts no connection|does not answer|connection to the gateway broke/,
    'isOpen',
  ],
  ['networkSlow', /did not answer (the gateway in time|within)/],
  ['sending', /inbox is (switched off|inactive)|inbox is not active/i],
  [
    'down',
    /session is (not connected|not working|close|disconnected|connecting|failed|scan|code|stopped|starting)/i,
  ],
  ['noAccount', /no account with this number|cannot deliver to this number|allowed recipients/],
  ['throttled', /accepts? no more|too many messages|sends too fast|requires a pause/],
  ['config', /has no configuration|configuration (is incomplete|cannot)|cannot be used/, 'isOpen'],
  [
    'broken',
    /gateway failed|gateway answers \d|cannot be read|messaging service failed|network failed|without a reason|no address/,
    'isOpen',
  ],
  ['malformed', /must be|is missing|is unknown|is required/],
  ['refused', /the gateway refuses it/, 'isOpen'],
  ['numberState', /the number is /, 'isOpen'],
  ['nameFree', /^the name is free/],
  ['keyTaken', /^the gateway takes the key/],
  ['permitted', /^it may send and set up/],
  ['belongs', /^the number belongs to it/],
  ['secretRight', /^it is the secret of/],
  ['takenOver', /is there and is taken over/],
];

/** Parsed sentence. */
interface ParsedReason {
  readonly cause: Cause | undefined;
  readonly means: Reason | undefined;
  /** The sentence itself, if it says more than the translation or matches no pattern. */
  readonly said: string | undefined;
}

const isCause = (text: string | undefined): text is Cause => causes.some((each) => each === text);

/** @param text `cause: reason`, or a reason alone */
export function parseReason(text: string): ParsedReason {
  const [, first, rest] = /^(\w+): (.*)$/s.exec(text) ?? [];
  const cause = isCause(first) ? first : undefined;
  const sentence = cause === undefined ? text : (rest ?? '');
  const found = patterns.find(([, pattern]) => pattern.test(sentence));
  const isPlain = found !== undefined && found[2] === undefined;
  return { cause, means: found?.[0], said: isPlain ? undefined : sentence };
}
