import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const shape = /^pauta_[0-9A-Za-z]{38}$/;

/** CRC32 of an ASCII text as six base62 digits, padded with 0 on the left. */
function checksum(text: string): string {
  let rest = crc32(text);
  let out = '';
  for (let i = 0; i < 6; i++) {
    out = digits.charAt(rest % 62) + out;
    rest = Math.floor(rest / 62);
  }
  return out;
}

/** Generates an API key: `pauta_`, 32 random base62 characters, and the checksum of the preceding text. */
export function newKey(): string {
  const body = `pauta_${Array.from({ length: 32 }, () => digits.charAt(randomInt(62))).join('')}`;
  return body + checksum(body);
}

/** True if a text has a key's format and checksum. Does not check whether the key exists. */
export function isWellFormedKey(text: string): boolean {
  return shape.test(text) && checksum(text.slice(0, -6)) === text.slice(-6);
}
