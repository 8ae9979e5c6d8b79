import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from './errors.ts';

/** Of a sealed value that does not say its key, and of one that does. */
const versions = { plain: 1, marked: 2 } as const;
const idBytes = 4;
const ivBytes = 12;
const tagBytes = 16;

/** One key. */
export interface SecretKey {
  /** Tells it from other keys, and nothing else of it. */
  readonly id: Buffer;
  /** A secret of its own for a purpose, the same on every node: 64 hex digits by HKDF-SHA256 (RFC 5869). */
  derive(purpose: string): string;
  /** The nonce, the tag and the encrypted text. */
  seal(text: string, place: string): Buffer[];
  /** @throws Error when the key, the place or the bytes are not those of the sealing */
  open(sealed: Buffer, place: string): string;
}

/**
 * Encrypts and decrypts what must not lie in clear in the database (ADR 32).
 * A sealed value is 1 byte of version, in version 2 the 4 of its key's id, 12 of nonce, 16 of tag, then the text: AES-256-GCM
 * (NIST SP 800-38D). Version 2 is written while there are several keys: what is still to be sealed anew is then known by its
 * first bytes. `place` says where the value belongs (table, team, id); it is authenticated, so that a value moved elsewhere does
 * not open.
 */
export interface Secrets {
  /** With the first key. */
  seal(text: string, place: string): Buffer;
  /** With whichever key it was sealed. @throws Error when none of the keys, the place or the bytes are those of the sealing */
  open(sealed: Buffer, place: string): string;
  /** What the first of the keys that can makes of something. @throws Error where none can */
  attempt<T>(open: (key: SecretKey) => T): T;
  /** As the first key does. */
  derive(purpose: string): string;
  /** The key that seals, and then those that only open. */
  keys(): Keys;
}

type Keys = readonly [SecretKey, ...SecretKey[]];

/** What everything begins with that is sealed with the first key while there are others. */
export const markOf = ({ id }: SecretKey): Buffer =>
  Buffer.concat([Buffer.of(versions.marked), id]);

function secretKey(bytes: Buffer): SecretKey {
  // Made once: it costs more than a sealing.
  const key = createSecretKey(bytes);
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', key, '', purpose, 32)).toString('hex');
  return {
    id: Buffer.from(derive('pauta key id'), 'hex').subarray(0, idBytes),
    derive,
    seal(text, place) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place));
      const body = [cipher.update(text, 'utf8'), cipher.final()];
      return [iv, cipher.getAuthTag(), ...body];
    },
    open(sealed, place) {
      const iv = sealed.subarray(0, ivBytes);
      const tag = sealed.subarray(ivBytes, ivBytes + tagBytes);
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
        .setAAD(Buffer.from(place))
        .setAuthTag(tag);
      const body = decipher.update(sealed.subarray(ivBytes + tagBytes));
      return Buffer.concat([body, decipher.final()]).toString('utf8');
    },
  };
}

/** Opens a value with one key. @throws Error when it was sealed with another */
function openWith(key: SecretKey, sealed: Buffer, place: string): string {
  const [version] = sealed;
  if (version === versions.plain) return key.open(sealed.subarray(1), place);
  if (version !== versions.marked) throw new Error(`sealed with an unknown version (${version})`);
  if (!sealed.subarray(1, 1 + idBytes).equals(key.id))
    throw new Error('sealed with a key that is not here');
  return key.open(sealed.subarray(1 + idBytes), place);
}

/** @param keys those that there are now; @param again those that there may be by now, asked for where none of them opens a value */
function secretsFrom(keys: () => Keys, again = keys): Secrets {
  function attempt<T>(open: (key: SecretKey) => T): T {
    let reason: unknown;
    let tried: Keys | undefined;
    for (let all = keys(); all !== tried; all = again()) {
      for (const key of all) {
        try {
          return open(key);
        } catch (error) {
          reason = error;
        }
      }
      tried = all;
    }
    throw reason;
  }
  return {
    seal(text, place) {
      const [key, ...others] = keys();
      const head = others.length > 0 ? markOf(key) : Buffer.of(versions.plain);
      return Buffer.concat([head, ...key.seal(text, place)]);
    },
    open: (sealed, place) => attempt((key) => openWith(key, sealed, place)),
    attempt,
    derive: (purpose) => keys()[0].derive(purpose),
    keys,
  };
}

const keysOf = ([first, ...others]: readonly [Buffer, ...Buffer[]]): Keys => [
  secretKey(first),
  ...others.map(secretKey),
];

/** @param bytes of the keys, 32 each: the one that seals, and then those that only open */
export function secretsWith(...bytes: readonly [Buffer, ...Buffer[]]): Secrets {
  const keys = keysOf(bytes);
  return secretsFrom(() => keys);
}

/** Keys as a variable or a file holds them: base64 of 32 bytes each, between commas or blanks. Undefined for any other text. */
export function readSecretKeys(text: string): [Buffer, ...Buffer[]] | undefined {
  const [first, ...others] = text
    .trim()
    .split(/\s*,\s*|\s+/)
    .map((part) => (/^[A-Za-z0-9+/]{43}=?$/.test(part) ? Buffer.from(part, 'base64') : undefined));
  if (first?.length !== 32 || !others.every((key) => key?.length === 32)) return undefined;
  return [first, ...(others as Buffer[])];
}

const pathIn = (dataDir: string) => join(dataDir, 'secret.key');

function keysIn(path: string): [Buffer, ...Buffer[]] {
  const keys = readSecretKeys(readFileSync(path, 'utf8'));
  if (!keys)
    throw new StartError(`${path} must hold base64 of 32 bytes; restore it from your backup.`);
  return keys;
}

/** The keys in `dataDir/secret.key` (base64, one a line, mode 0600); one is made when it is not there. Safe when several processes come first at once. */
export function secretKeysIn(dataDir: string): [Buffer, ...Buffer[]] {
  const path = pathIn(dataDir);
  try {
    return keysIn(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  // Written aside and linked into place: a reader never sees half a key, and the first of several writers wins.
  const aside = writtenAside(path, [randomBytes(32)]);
  try {
    linkSync(aside, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
  return keysIn(path);
}

function writtenAside(path: string, keys: readonly Buffer[]): string {
  const aside = `${path}.${process.pid}`;
  const text = keys.map((key) => `${key.toString('base64')}\n`).join('');
  writeFileSync(aside, text, { mode: 0o600, flush: true });
  chmodSync(aside, 0o600);
  return aside;
}

/** How soon a process notices that the file holds other keys. */
export const noticedWithinMs = 1_000;

/** Whether a file is another one, or holds something else, than when it was looked at before. */
const isOther = (one: Stats, other: Stats) =>
  one.mtimeMs !== other.mtimeMs || one.ino !== other.ino || one.size !== other.size;

/**
 * What encrypts with the keys in `dataDir/secret.key`, whatever they are at the time: a running service seals with a new first key
 * a second after it was written, and opens what others sealed with it at once. A file that cannot be read changes nothing.
 */
export function secretsIn(dataDir: string): Secrets {
  const path = pathIn(dataDir);
  let keys = keysOf(secretKeysIn(dataDir));
  let seen: Stats | undefined;
  let lookAgainAt = 0;
  const look = () => {
    lookAgainAt = performance.now() + noticedWithinMs;
    try {
      const now = statSync(path);
      if (!seen || isOther(now, seen)) [keys, seen] = [keysOf(keysIn(path)), now];
    } catch {
      // What is known goes on.
    }
    return keys;
  };
  look();
  return secretsFrom(() => (performance.now() < lookAgainAt ? keys : look()), look);
}

/**
 * Writes the keys into `dataDir/secret.key`, whole or not at all, for its owner.
 * @throws StartError where the owner is somebody else
 */
export function writeSecretKeys(dataDir: string, keys: readonly Buffer[]): void {
  const path = pathIn(dataDir);
  const { uid, gid } = statSync(path);
  const me = process.getuid?.();
  if (me !== uid && me !== 0)
    throw new StartError(
      `${path} belongs to another user; run this as the user that runs the service.`,
    );
  const aside = writtenAside(path, keys);
  try {
    if (me === 0) chownSync(aside, uid, gid);
    renameSync(aside, path);
  } finally {
    rmSync(aside, { force: true });
  }
  // The name, too, outlives a power cut.
  const directory = openSync(dirname(path), 'r');
  fsyncSync(directory);
  closeSync(directory);
}
