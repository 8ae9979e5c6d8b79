/*
 * Findings about a connection: why it failed, or what a check showed. Each is created with a code, from which the panel says it in the
 * reader's language (panel/src/words/inbox-reasons), and a sentence in English for programs and logs.
 */

export const findingCodes = [
  // Setup
  'public_url_missing',
  'https_needed',
  'configuration_incomplete',
  'malformed',
  'key_refused',
  'global_key_needed',
  'global_key_refused',
  'global_key_kept',
  'global_key_for_code',
  'instance_missing',
  'instance_gone',
  'instance_taken',
  'instance_removing',
  'version_old',
  'other_service',
  'callback_refused',
  'unsupported',
  // Official API
  'token_refused',
  'permission_missing',
  'app_secret_wrong',
  'app_not_subscribed',
  'number_unknown',
  'number_unregistered',
  'number_banned',
  'number_restricted',
  'number_state',
  'quality_low',
  'account_needed',
  'account_unknown',
  'other_account',
  'pin_wrong',
  'pin_paused',
  // Session
  'never_connected',
  'ended_here',
  'logged_out',
  'opened_elsewhere',
  'session_removed',
  'session_missing',
  'session_dropped',
  'session_down',
  'restart_failed',
  'qr_missing',
  'qr_unscanned',
  'passkey_needed',
  // Requests
  'unreached',
  'network_slow',
  'gateway_failed',
  'refused',
  'throttled',
  'silent',
  'sends_failing',
  // Messages
  'inbox_inactive',
  'no_account',
  'group_unknown',
  'own_number',
  'window_closed',
  'content_unsupported',
  'template_refused',
  'file_unreadable',
  'media_gone',
  'sandbox_refused',
  'service_failed',
  'service_stopped',
  // In order
  'session_up',
  'number_ready',
  'name_free',
  'key_accepted',
  'permitted',
  'number_belongs',
  'secret_matches',
  'session_taken_over',
  'identified',
  /** Stored by another version of the service. */
  'other',
] as const;

export type FindingCode = (typeof findingCodes)[number];

/** Values in a finding. */
interface FindingValues {
  /** Code of a network error, HTTP status, error code of the network, or state of a session or number. */
  readonly error?: string | number | undefined;
  /** Words of the gateway or the network, without their secrets. */
  readonly said?: string | undefined;
}

export interface Finding {
  readonly code: FindingCode;
  /** Sentence in English. */
  readonly text: string;
  readonly error?: string;
  readonly said?: string;
}

export const finding = (
  code: FindingCode,
  text: string,
  { error, said: detail }: FindingValues = {},
): Finding => ({
  code,
  text,
  ...(error === undefined ? {} : { error: String(error) }),
  ...(detail ? { said: detail } : {}),
});
