import type { Finding } from '#panel/api/schema.ts';

/** Codes whose sentence says more than the words of the code: it is shown, too. */
const openCodes: ReadonlySet<Finding['code']> = new Set([
  'sends_failing',
  'callback_refused',
  'app_not_subscribed',
  'permission_missing',
  'version_old',
  'configuration_incomplete',
  'gateway_failed',
  'refused',
  'number_state',
  'other',
]);

/**
 * Part of a finding that its words do not say: the sentence without its cause if it says more or has no code, else the error in it; '' if
 * there is none.
 */
export function detailIn(text: string, details: Finding | null | undefined): string {
  if (!details) return text;
  const { code, cause, error = '' } = details;
  if (!openCodes.has(code)) return error;
  return cause && text.startsWith(`${cause}: `) ? text.slice(cause.length + 2) : text;
}
