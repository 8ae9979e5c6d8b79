import { createHmac } from 'node:crypto';
import { isSame } from '#server/platform/constant-time.ts';
import type { Secrets } from '#server/platform/secrets.ts';

/*
 * Return addresses of mails: `bounces+TOKEN@example.com`, to which mail servers report that a mail was not delivered. The token is the mail's id
 * with a MAC, in lower case because some servers change the case of addresses. Only this installation can make one.
 */

const purpose = 'return address of mail';
const idBytes = 16;
const macBytes = 10;
/** Digits in base 32, as in `BigInt.prototype.toString`. */
const digits = Math.ceil(((idBytes + macBytes) * 8) / 5);

const macOf = (key: string, id: Buffer) =>
  createHmac('sha256', Buffer.from(key, 'hex')).update(id).digest().subarray(0, macBytes);

const partsOf = (address: string) => {
  const at = address.lastIndexOf('@');
  return [address.slice(0, at), address.slice(at + 1)] as const;
};

/** @param address where reports arrive: `bounces@example.com` */
export function returnAddress(secrets: Secrets, address: string, mail: string): string {
  const id = Buffer.from(mail.replaceAll('-', ''), 'hex');
  const bytes = Buffer.concat([id, macOf(secrets.derive(purpose), id)]);
  const token = BigInt(`0x${bytes.toString('hex')}`)
    .toString(32)
    .padStart(digits, '0');
  const [local, domain] = partsOf(address);
  return `${local}+${token}@${domain}`;
}

/** @returns undefined for a number that needs more bytes: the first digit has bits to spare */
function bytesOf(token: string): Buffer | undefined {
  let value = 0n;
  for (const digit of token) value = value * 32n + BigInt(Number.parseInt(digit, 32));
  const length = (idBytes + macBytes) * 2;
  const hex = value.toString(16).padStart(length, '0');
  return hex.length === length ? Buffer.from(hex, 'hex') : undefined;
}

/**
 * Ids of the mails whose return addresses are in a text, such as the headers of a report.
 * @param address as for {@link returnAddress}
 */
export function mailsIn(secrets: Secrets, address: string, text: string): string[] {
  const [local, domain] = partsOf(address).map((part) => part.replaceAll('.', '\\.'));
  const shape = new RegExp(`(?<![^\\s<,;:"'])${local}\\+([0-9a-v]{${digits}})@${domain}`, 'gi');
  const keys = secrets.keys().map((key) => key.derive(purpose));
  const ids = [...text.matchAll(shape)].flatMap(([, token = '']) => {
    const bytes = bytesOf(token.toLowerCase());
    if (!bytes) return [];
    const [id, mac] = [bytes.subarray(0, idBytes), bytes.subarray(idBytes).toString('hex')];
    if (!keys.some((key) => isSame(mac, macOf(key, id).toString('hex')))) return [];
    return [id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')];
  });
  return [...new Set(ids)];
}
