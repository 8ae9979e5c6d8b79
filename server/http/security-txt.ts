const day = 86_400_000;
/** Less than the year that RFC 9116, 2.5.5, recommends at most. */
const validDays = 180;

/**
 * Whom to tell of a vulnerability, as RFC 9116 has it. It is made anew for each request: it says that it is valid for as long as
 * the service that serves it is configured so.
 * @param contacts URIs, the preferred first
 */
export function securityTxt(contacts: readonly string[], now = Date.now()): string {
  // Whole days: the same bytes all day.
  const expires = new Date((Math.floor(now / day) + validDays) * day).toISOString();
  return [...contacts.map((contact) => `Contact: ${contact}`), `Expires: ${expires}`, ''].join(
    '\n',
  );
}
