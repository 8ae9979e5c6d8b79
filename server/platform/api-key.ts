import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const shape = /^pauta_[0-9A-Za-z]{38}$/;

/** The CRC32 of an ASCII text as six base62 digits, padded with 0 on the left. */
function checksum(text: string): string {
  let rest = crc32(text);
  let out = '';
  for (let i = 0; i < 6; i++) {
    out = digits.charAt(rest % 62) + out;
    rest = Math.floor(rest / 62);
  }
  return out;
}

/** A new API key: `pauta_`, 32 random base62 characters, and the checksum of what stands before it. */
export function newKey(): string {
  const body = `pauta_${Array.from({ length: 32 }, () => digits.charAt(randomInt(62))).join('')}`;
  return body + checksum(body);
}

/** Whether a text has a key's shape and checksum. Says nothing of whether the key exists. */
export function isWellFormedKey(text: string): boolean {
  return shape.test(text) && checksum(text.slice(0, -6)) === text.slice(-6);
}
