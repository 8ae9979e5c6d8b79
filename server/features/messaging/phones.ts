/** 10 to 15 digits: what a phone number is here. */
export const isPhone = (digits: string) => /^[0-9]{10,15}$/.test(digits);

/**
 * The ways in which the network may write one number, the given one first. Brazilian mobile numbers got a ninth digit
 * (55, two digits of area, 9, eight digits of which the first is 6 to 9); accounts from before still go without it.
 * @param phone digits with country code
 */
export function spellings(phone: string): string[] {
  const long = /^(55[1-9]{2})9([6-9]\d{7})$/.exec(phone);
  if (long) return [phone, `${long[1]}${long[2]}`];
  const short = /^(55[1-9]{2})([6-9]\d{7})$/.exec(phone);
  return short ? [phone, `${short[1]}9${short[2]}`] : [phone];
}

/**
 * The digits of a network address, such as `5511999998888:12@s.example.net` or a bare number.
 * @returns undefined for groups, broadcasts, newsletters and addresses that hide the number (`@lid`)
 */
export function phoneOf(address: unknown): string | undefined {
  if (typeof address !== 'string') return undefined;
  const [user = '', server] = address.split('@');
  if (server !== undefined && !/^(c\.us|s\.[a-z]+\.net)$/.test(server)) return undefined;
  const digits = user.replace(/:\d+$/, '').replace(/^\+/, '');
  return isPhone(digits) ? digits : undefined;
}
