import type { Finding } from '#panel/api/schema.ts';

/** Codes whose sentence says more than the words of the code: it is shown, too. */
const openCodes: ReadonlySet<Finding['code']> = new Set([
  'sends_failing',
  'callback_refused',
  'app_not_subscribed',
  'permission_missing',
  'version_old',
  'unreached',
  'configuration_incomplete',
  'gateway_failed',
  'refused',
  'number_state',
  'other',
]);

/** Sentence of a gateway without its cause, if it says more than the words of its code, or has no code; '' if not. */
export const detailIn = (text: string, details: Finding | null | undefined): string =>
  !details
    ? text
    : openCodes.has(details.code)
      ? details.cause && text.startsWith(`${details.cause}: `)
        ? text.slice(details.cause.length + 2)
        : text
      : '';
