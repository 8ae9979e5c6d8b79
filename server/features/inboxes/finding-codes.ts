import { messageCauses } from '#server/outbound/messaging/connection.ts';
import { Type } from '#server/platform/schema.ts';
import { detailsField, detailsSchema, storedDetails } from '#server/records/coded-reason.ts';
import { about, kind } from '#server/records/fields.ts';

/*
 * Codes of the sentences about a connection: those of the gateways (server/features/gateways), of this feature, and some of the network's
 * own. Most begin in a gateway's answer, so they are recognized by their text, here, once, before they are stored or returned. A test reads
 * the sentences in the sources: each must have a code. The panel has words for each code (panel/src/words/inbox-reasons).
 */

/** The first match wins. */
const patterns = [
  ['public_url_missing', /PUBLIC_URL is not set/],
  ['https_needed', /by https only/],
  ['global_key_kept', /receives nothing through an instance that was logged out/],
  ['instance_missing', /api_key is not its global key/],
  ['instance_gone', /no such instance: connect the inbox/],
  ['global_key_for_code', /a pairing code after a QR code needs/],
  ['instance_removing', /has not removed the instance yet/],
  ['restart_failed', /a restart did not help/],
  ['silent', /nothing came back from the gateway since/],
  ['sends_failing', /sends in a row failed/],
  ['never_connected', /was never connected/],
  ['ended_here', /(logged out|switched off) here/],
  [
    'callback_refused',
    /callback address was not taken|although it took ours|for callbacks and does not have it/,
  ],
  ['app_not_subscribed', /app was not subscribed/],
  ['pin_wrong', /PIN is not the number's/],
  ['pin_paused', /PIN was (wrong too often|given too fast)/],
  [
    'number_unregistered',
    /has to be registered|number is not registered|number was not registered/,
  ],
  [
    'number_banned',
    /banned it|has suspended the account|refuses the account|account is blocked|account is locked/,
  ],
  ['number_restricted', /reached its limit|write to no new contacts|recipients reported it/],
  ['quality_low', /its quality is low/],
  ['window_closed', /more than 24 hours ago/],
  ['permission_missing', /lacks (a|the) permission/],
  ['token_refused', /refuses the access token/],
  ['number_unknown', /knows no number with this ID|does not know the inbox's number/],
  ['account_unknown', /knows no account with this ID/],
  ['other_account', /account has no number with this/],
  ['account_needed', /ID of the business account is required/],
  ['app_secret_wrong', /is not the secret of the token's app/],
  ['global_key_needed', /global key is needed/],
  ['global_key_refused', /refuses the global key/],
  ['key_refused', /refuses the inbox's credentials/],
  [
    'instance_taken',
    /does not show the key of the instance|created the instance without showing its key/,
  ],
  [
    'version_old',
    /is older than|needs version|version, engine or edition|version of the gateway has no such/,
  ],
  ['other_service', /no (Evolution API|WAHA) answers/],
  ['qr_missing', /has shown no QR code/],
  ['qr_unscanned', /nobody (scanned|typed)|QR code limit|QRCODE_LIMIT|too many (QR|qr)/i],
  ['passkey_needed', /asks for a passkey/],
  ['logged_out', /was logged out|phone logged out/],
  ['opened_elsewhere', /opened elsewhere/],
  ['session_removed', /was removed at the gateway/],
  [
    'session_missing',
    /has no such session|does not know the instance|session is stopped|does not have it|gateway answers 404/,
  ],
  ['unsupported', /has no session that could be|cannot (do this|be connected from here)/],
  ['session_dropped', /session dropped/],
  [
    'unreached',
    /cannot be reached|accepts no connection|does not answer|connection to the gateway broke/,
  ],
  ['network_slow', /did not answer (the gateway in time|within)/],
  ['inbox_inactive', /inbox is (switched off|inactive)|inbox is not active/i],
  [
    'session_down',
    /session is (not connected|not working|close|disconnected|connecting|failed|scan|code|stopped|starting)/i,
  ],
  ['no_account', /no account with this number|cannot deliver to this number|allowed recipients/],
  ['throttled', /accepts? no more|too many messages|sends too fast|requires a pause/],
  [
    'configuration_incomplete',
    /has no configuration|configuration (is incomplete|cannot)|cannot be used/,
  ],
  [
    'gateway_failed',
    /gateway failed|gateway answers \d|cannot be read|messaging service failed|network failed|without a reason|no address/,
  ],
  ['malformed', /must be|is missing|is unknown|is required/],
  ['refused', /the gateway refuses it/],
  ['number_state', /the number is /],
  ['name_free', /^the name is free/],
  ['key_accepted', /^the gateway takes the key/],
  ['permitted', /^it may send and set up/],
  ['number_belongs', /^the number belongs to it/],
  ['secret_matches', /^it is the secret of/],
  ['session_taken_over', /is there and is taken over/],
] as const;

/** For a sentence of a gateway that has no code. */
const unknown = 'other';
type FindingCode = (typeof patterns)[number][0] | typeof unknown;
export const findingCodes: readonly FindingCode[] = [...patterns.map(([code]) => code), unknown];

/** Code of a network error in brackets, or an HTTP status. */
const errorIn = /\(([A-Z][A-Z0-9_]+|\d{3})\)|gateway answers (\d{3})\b/;

/** @param text `cause: sentence`, or a sentence alone */
export function findingOf(text: string) {
  const [, first, rest] = /^(\w+): (.*)$/s.exec(text) ?? [];
  const cause = messageCauses.find((each) => each === first);
  const sentence = cause === undefined ? text : (rest ?? '');
  const code: FindingCode = patterns.find(([, pattern]) => pattern.test(sentence))?.[0] ?? unknown;
  const [, inBrackets, status] = errorIn.exec(sentence) ?? [];
  const error = inBrackets ?? status;
  return { code, ...(cause && { cause }), ...(error && { error }) };
}

/** Same as {@link findingOf} for a response; null without a sentence. */
export const findingDetails = (text: string | null | undefined) =>
  text === null || text === undefined ? null : findingOf(text);

/** A sentence as records keep it, with its code; null without one. @param text storable */
export function storedFinding(text: string | null): string | null {
  if (text === null) return null;
  const { code, ...values } = findingOf(text);
  return storedDetails({ text, code, values });
}

const values = {
  cause: about('The cause of a failed request.', Type.Enum([...messageCauses])),
  error: about(
    'The code of a network error, such as ECONNREFUSED, or an HTTP status.',
    Type.String(),
  ),
};

/** JSON schema of {@link findingDetails}. */
export const findingSchema = detailsSchema(findingCodes, values);

/** Value of {@link findingDetails} in a response that is not a record. */
export const finding = kind(findingSchema, 'the code of a finding', 'json');

/** Field with the code of the finding in another field of the same table. */
export const findingField = (reason: string) => detailsField(reason, findingCodes, values);
