import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from './errors.ts';

const version = 1;
const ivBytes = 12;
const tagBytes = 16;

/**
 * Encrypts and decrypts what must not lie in clear in the database.
 * A sealed value is 1 byte of version, 12 of nonce, 16 of tag, then the text: AES-256-GCM (NIST SP 800-38D).
 * `place` says where the value belongs (table, team, id); it is authenticated, so that a value moved elsewhere does not open.
 */
export interface Secrets {
  seal(text: string, place: string): Buffer;
  /** @throws Error when the key, the place or the bytes are not those of the sealing */
  open(sealed: Buffer, place: string): string;
  /** A secret of its own for a purpose, the same on every node: 64 hex digits by HKDF-SHA256 (RFC 5869). */
  derive(purpose: string): string;
}

/** @param bytes of the key, 32 */
export function secretsWith(bytes: Buffer): Secrets {
  // Made once: it costs more than a sealing.
  const key = createSecretKey(bytes);
  return {
    seal(text, place) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), body]);
    },
    open(sealed, place) {
      if (sealed[0] !== version) throw new Error(`sealed with an unknown version (${sealed[0]})`);
      const iv = sealed.subarray(1, 1 + ivBytes);
      const tag = sealed.subarray(1 + ivBytes, 1 + ivBytes + tagBytes);
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
        .setAAD(Buffer.from(place))
        .setAuthTag(tag);
      const body = decipher.update(sealed.subarray(1 + ivBytes + tagBytes));
      return Buffer.concat([body, decipher.final()]).toString('utf8');
    },
    derive: (purpose) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32)).toString('hex'),
  };
}

/** The key in `dataDir/secret.key` (base64, mode 0600), made when it is not there. Safe when several processes come first at once. */
export function secretKeyIn(dataDir: string): Buffer {
  const path = join(dataDir, 'secret.key');
  const read = () => {
    const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
    if (key.length !== 32) {
      throw new StartError(`${path} must hold base64 of 32 bytes; restore it from your backup.`);
    }
    return key;
  };
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  // Written aside and linked into place: a reader never sees half a key, and the first of several writers wins.
  const aside = `${path}.${process.pid}`;
  writeFileSync(aside, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  chmodSync(aside, 0o600);
  try {
    linkSync(aside, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
  return read();
}
