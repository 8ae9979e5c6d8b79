const day = 86_400_000;
/** Below the maximum of one year that RFC 9116, 2.5.5, recommends. */
const validDays = 180;

/**
 * Contacts for vulnerability reports, in the format of RFC 9116. Generated for each request, so that the expiry date advances
 * while the service is configured this way.
 * @param contacts URIs, in order of preference
 */
export function securityTxt(contacts: readonly string[], now = Date.now()): string {
  // Rounded to days: the same bytes all day.
  const expires = new Date((Math.floor(now / day) + validDays) * day).toISOString();
  return [...contacts.map((contact) => `Contact: ${contact}`), `Expires: ${expires}`, ''].join(
    '\n',
  );
}
