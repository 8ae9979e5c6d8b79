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

/** Format versions of sealed values: without and with the id of their key. */
const versions = { plain: 1, marked: 2 } as const;
const idBytes = 4;
const ivBytes = 12;
const tagBytes = 16;

/** One key. */
export interface SecretKey {
  /** Identifies the key without revealing it. */
  readonly id: Buffer;
  /** Derives a secret for a purpose, the same on every node: 64 hex digits by HKDF-SHA256 (RFC 5869). */
  derive(purpose: string): string;
  /** Nonce, tag and encrypted text. */
  seal(text: string, place: string): Buffer[];
  /** @throws Error if the key, the place or the bytes differ from those of the sealing */
  open(sealed: Buffer, place: string): string;
}

/**
 * Encrypts and decrypts values that must not be stored in clear in the database (ADR 32). A sealed value is 1 byte of version, in
 * version 2 the 4 of its key's id, 12 of nonce, 16 of tag, then the text: AES-256-GCM (NIST SP 800-38D). Version 2 is written
 * while several keys are configured: values that must be resealed can then be found by their first bytes. `place` identifies
 * where the value is stored (table, team, id); it is authenticated, so that a value moved elsewhere does not open.
 */
export interface Secrets {
  /** Seals with the first key. */
  seal(text: string, place: string): Buffer;
  /** Opens with any of the keys. @throws Error if none of the keys, the place or the bytes match those of the sealing */
  open(sealed: Buffer, place: string): string;
  /** Result of the first key with which `open` succeeds. @throws Error if none does */
  attempt<T>(open: (key: SecretKey) => T): T;
  /** Derives a secret from the first key. */
  derive(purpose: string): string;
  /** The sealing key, followed by those that only open. */
  keys(): Keys;
}

type Keys = readonly [SecretKey, ...SecretKey[]];

/** Prefix of everything sealed with the first key while there are others. */
export const markOf = ({ id }: SecretKey): Buffer =>
  Buffer.concat([Buffer.of(versions.marked), id]);

function secretKey(bytes: Buffer): SecretKey {
  // Created once: it costs more than a sealing.
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

/** Opens a value with one key. @throws Error if it was sealed with another */
function openWith(key: SecretKey, sealed: Buffer, place: string): string {
  const [version] = sealed;
  if (version === versions.plain) return key.open(sealed.subarray(1), place);
  if (version !== versions.marked) throw new Error(`sealed with an unknown version (${version})`);
  if (!sealed.subarray(1, 1 + idBytes).equals(key.id))
    throw new Error('sealed with a key that is not available here');
  return key.open(sealed.subarray(1 + idBytes), place);
}

/** @param keys returns the current keys; @param again reloads them if none opens a value */
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

/** @param bytes of the keys, 32 each: the sealing key, followed by those that only open */
export function secretsWith(...bytes: readonly [Buffer, ...Buffer[]]): Secrets {
  const keys = keysOf(bytes);
  return secretsFrom(() => keys);
}

/**
 * Parses keys from a variable or a file: base64 of 32 bytes each, separated by commas or whitespace. Undefined for any other
 * text.
 */
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

/**
 * Reads the keys in `dataDir/secret.key` (base64, one per line, mode 0600); creates one if the file is missing. Safe for
 * concurrent processes.
 */
export function secretKeysIn(dataDir: string): [Buffer, ...Buffer[]] {
  const path = pathIn(dataDir);
  try {
    return keysIn(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  // Written to a temporary file and linked into place: a reader never sees a partial key, and the first of several writers wins.
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

/** Interval at which a process checks the file for new keys. */
export const noticedWithinMs = 1_000;

/** True if a file was replaced or modified since the last check. */
const isOther = (one: Stats, stats: Stats) =>
  one.mtimeMs !== stats.mtimeMs || one.ino !== stats.ino || one.size !== stats.size;

/**
 * Encryption with the current keys in `dataDir/secret.key`: a running service seals with a new first key within a second after it
 * was written, and immediately opens values that others sealed with it. An unreadable file changes nothing.
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
      // Keeps the known keys.
    }
    return keys;
  };
  look();
  return secretsFrom(() => (performance.now() < lookAgainAt ? keys : look()), look);
}

/**
 * Writes the keys to `dataDir/secret.key` atomically, readable by its owner only.
 * @throws StartError if the file belongs to another user
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
  // Syncs the directory, so that the name also survives a power failure.
  const directory = openSync(dirname(path), 'r');
  fsyncSync(directory);
  closeSync(directory);
}
