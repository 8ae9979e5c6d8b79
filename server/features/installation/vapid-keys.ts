import { createECDH } from 'node:crypto';
import type { Platform } from '#server/db/database.ts';
import { platformStatement } from '#server/db/statement.ts';
import type { VapidKeys } from '#server/outbound/web-push.ts';
import type { Secrets } from '#server/platform/secrets.ts';

/*
 * The installation's keys for web push (RFC 8292): those of the operator, otherwise a pair that is created when it is first needed, by whichever
 * node needs it first.
 */

/** Encryption context of the private key. */
export const vapidSealContext = (_owner: string, id: string) => `vapid_keys ${id}`;

/** Id of the only row. */
const rowId = '00000000-0000-0000-0000-000000000001';

const insert = platformStatement(`
  insert into vapid_keys (id, public_key, private_key) values ($id, $public_key, $private_key) on conflict (id) do nothing`);
const read = platformStatement('select public_key, private_key from vapid_keys where id = $id');

export function newVapidKeys(): Pick<VapidKeys, 'publicKey' | 'privateKey'> {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  // Leading zeros are missing in Node's output.
  const privateKey = Buffer.concat([Buffer.alloc(32), ecdh.getPrivateKey()]).subarray(-32);
  return {
    publicKey: ecdh.getPublicKey().toString('base64url'),
    privateKey: privateKey.toString('base64url'),
  };
}

async function storedKeys(platform: Platform, secrets: Secrets) {
  const find = async () => (await platform.run(read, { id: rowId }))[0];
  let row = await find();
  if (!row) {
    const { publicKey, privateKey } = newVapidKeys();
    const sealed = secrets.seal(privateKey, vapidSealContext(rowId, rowId));
    await platform.run(insert, { id: rowId, public_key: publicKey, private_key: sealed });
    row = await find();
  }
  return {
    publicKey: row?.public_key as string,
    privateKey: secrets.open(row?.private_key as Buffer, vapidSealContext(rowId, rowId)),
  };
}

/**
 * Returns the keys, read once.
 * @param configured those of the operator
 */
export function vapidKeysIn(
  platform: Platform,
  secrets: Secrets,
  subject: string,
  configured?: Pick<VapidKeys, 'publicKey' | 'privateKey'>,
): () => Promise<VapidKeys> {
  let keys: Promise<VapidKeys> | undefined;
  return async () => {
    keys ??= (configured ? Promise.resolve(configured) : storedKeys(platform, secrets)).then(
      (pair) => ({ ...pair, subject }),
    );
    try {
      return await keys;
    } catch (error) {
      keys = undefined;
      throw error;
    }
  };
}
