import type { Participant } from '#server/outbound/messaging/connection.ts';

/** True for 10 to 15 digits, the format of a phone number. */
export const isPhone = (digits: string) => /^[0-9]{10,15}$/.test(digits);

/** Countries whose mobile numbers the network writes with or without an extra digit, and that digit. */
const twoWays: readonly {
  readonly long: RegExp;
  readonly short: RegExp;
  readonly digit: string;
}[] = [
  // Brazil: the ninth digit of a mobile number, followed by 6 to 9; accounts older than it omit it.
  { long: /^(55[1-9]{2})9([6-9]\d{7})$/, short: /^(55[1-9]{2})([6-9]\d{7})$/, digit: '9' },
  // Mexico and Argentina: the mobile prefix after the country code, which callers from abroad dial and gateways omit.
  { long: /^(52)1([2-9]\d{9})$/, short: /^(52)([2-9]\d{9})$/, digit: '1' },
  { long: /^(54)9([1-8]\d{9})$/, short: /^(54)([1-8]\d{9})$/, digit: '9' },
];

/**
 * Returns the spellings that the network may use for one number, the given one first. Each of two spellings yields the other.
 * @param phone digits with country code
 */
export function spellings(phone: string): string[] {
  for (const { long, short, digit } of twoWays) {
    if (long.test(phone)) return [phone, phone.replace(long, '$1$2')];
    if (short.test(phone)) return [phone, phone.replace(short, `$1${digit}$2`)];
  }
  return [phone];
}

/**
 * Returns the digits of a network address, such as `5511999998888:12@s.example.net` or a bare number.
 * @returns undefined for groups, broadcasts, newsletters and addresses that hide the number (`@lid`)
 */
export function phoneOf(address: unknown): string | undefined {
  if (typeof address !== 'string') return undefined;
  const [user = '', server] = address.split('@');
  if (server !== undefined && !/^(c\.us|s\.[a-z]+\.net)$/.test(server)) return undefined;
  const digits = user.replace(/:\d+$/, '').replace(/^\+/, '');
  return isPhone(digits) ? digits : undefined;
}

/** Returns the digits of an address that hides the number, such as `123456789012345:12@lid`. */
export const lidOf = (address: unknown): string | undefined =>
  typeof address === 'string' ? /^(\d{1,20})(?::\d+)?@lid$/.exec(address)?.[1] : undefined;

/** Returns the address of a group, such as `120363000000000001@g.us` or, of older ones, `5511999998888-1600000000@g.us`. */
export const groupOf = (address: unknown): string | undefined =>
  typeof address === 'string' && /^[\d-]{1,40}@g\.us$/.test(address) ? address : undefined;

/**
 * Returns the author of a message in a group.
 * @param addresses the reported one first, then further addresses of the same person
 */
export function participantOf(addresses: readonly unknown[]): Participant | undefined {
  const id = addresses.find((one) => phoneOf(one) !== undefined || lidOf(one) !== undefined);
  if (typeof id !== 'string') return undefined;
  return {
    id: id.replace(/:\d+(?=@)/, ''),
    phone: addresses.map(phoneOf).find((one) => one !== undefined),
    lid: addresses.map(lidOf).find((one) => one !== undefined),
  };
}

/** Returns the people that a message mentions; undefined if it mentions none. */
export function mentionedIn(addresses: readonly unknown[]): Participant[] | undefined {
  const people = addresses.flatMap((one) => participantOf([one]) ?? []);
  return people.length === 0 ? undefined : people;
}

/** Returns a person's announced name; gateways fill a missing one with the address or its digits. */
export function announcedName(name: unknown, participant: Participant | undefined) {
  if (typeof name !== 'string' || name.includes('@')) return undefined;
  const isAddress = [participant?.phone, participant?.lid].includes(name.replace(/^\+/, ''));
  return isAddress ? undefined : name;
}
