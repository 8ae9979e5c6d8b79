import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import type { Json } from '#test/support/team.ts';

/*
 * An authenticator and its browser, for tests: it creates passkeys and signs with them according to Web Authentication Level 3, with real
 * keys and signatures. Everything that an attacker would alter can be altered.
 */

/** The CBOR (RFC 8949) that authenticators write: small numbers, texts, bytes and maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value < 0 ? head(0x20, -1 - value) : head(0x00, value);
  if (typeof value === 'string')
    return Buffer.concat([head(0x60, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(0x40, value.length), value]);
  const entries = [...value].flatMap(([key, each]) => [cbor(key), cbor(each as Buffer)]);
  return Buffer.concat([head(0xa0, value.size), ...entries]);
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.of(major | size);
  if (size < 256) return Buffer.of(major | 24, size);
  return Buffer.of(major | 25, size >> 8, size & 0xff);
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

/** The COSE key (RFC 9052) of an ES256 key. */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cbor(
    new Map<number, number | Buffer>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

/** Deviations of an answer. */
export interface Bent {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly isVerified?: boolean;
  /** Value of the signature counter, which otherwise increases by one. */
  readonly counter?: number;
  readonly userHandle?: Buffer;
  /** Signs with another key. */
  readonly key?: KeyObject;
}

const flags = { present: 0x01, verified: 0x04, attested: 0x40 };

/** A passkey in an authenticator. @param origin of the requesting page */
export function makeAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;
  let handle = Buffer.alloc(0);

  const clientData = (type: string, challenge: unknown, bent: Bent) =>
    Buffer.from(
      JSON.stringify({
        type: bent.type ?? type,
        challenge: bent.challenge ?? challenge,
        origin: bent.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const dataOf = (rpId: unknown, flag: number, bent: Bent) => {
    counter = bent.counter ?? counter + 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const set = flag | flags.present | (bent.isVerified === false ? 0 : flags.verified);
    return Buffer.concat([sha256(bent.rpId ?? String(rpId)), Buffer.of(set), count]);
  };

  return {
    id,
    /** Result of `navigator.credentials.create`. */
    create(options: Json, bent: Bent = {}): Json {
      const { rp, user, challenge } = options as { rp: Json; user: Json; challenge: unknown };
      handle = Buffer.from(String(user.id), 'base64url');
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const authData = Buffer.concat([
        dataOf(rp.id, flags.attested, bent),
        Buffer.alloc(16),
        length,
        id,
        coseOf(publicKey),
      ]);
      const attestationObject = cbor(
        new Map<string, string | Buffer | Map<string, string>>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, string>()],
          ['authData', authData],
        ]),
      );
      const clientDataJSON = clientData('webauthn.create', challenge, bent);
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientDataJSON.toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    /** Result of `navigator.credentials.get`. */
    get({ rpId, challenge }: Json, bent: Bent = {}): Json {
      const authenticatorData = dataOf(rpId, 0, bent);
      const clientDataJSON = clientData('webauthn.get', challenge, bent);
      const signature = createSign('sha256')
        .update(Buffer.concat([authenticatorData, sha256(clientDataJSON)]))
        .sign(bent.key ?? privateKey);
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientDataJSON.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: (bent.userHandle ?? handle).toString('base64url'),
        },
      };
    },
  };
}
