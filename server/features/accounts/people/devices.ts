import { createHmac, randomUUID } from 'node:crypto';
import { isSame } from '#server/platform/constant-time.ts';
import type { SecretKey, Secrets } from '#server/platform/secrets.ts';
import { isUuid } from '#server/platform/uuid.ts';

/*
 * Devices with which people have signed in. A cookie contains the device's id and a mark for each of its last users. Marks are HMACs of
 * device and person: they do not reveal the person and cannot be forged.
 */

const maxPeople = 5;
const markShape = /^[\w-]{22}$/;

const markBy = (key: SecretKey, device: string, personId: string) =>
  createHmac('sha256', key.derive('pauta devices'))
    .update(`${device} ${personId}`)
    .digest()
    .subarray(0, 16)
    .toString('base64url');

interface Device {
  readonly id: string;
  readonly marks: readonly string[];
}

function read(cookie: string | undefined): Device | undefined {
  const [id = '', ...marks] = cookie?.split('.') ?? [];
  if (!isUuid(id) || marks.length > maxPeople) return undefined;
  return marks.every((mark) => markShape.test(mark)) ? { id, marks } : undefined;
}

/** Id of the device if this person has signed in with it before; undefined otherwise. */
export function deviceOf(
  secrets: Secrets,
  cookie: string | undefined,
  personId: string,
): string | undefined {
  const device = read(cookie);
  const isKnown = device?.marks.some((mark) =>
    secrets.keys().some((key) => isSame(mark, markBy(key, device.id, personId))),
  );
  return isKnown ? device?.id : undefined;
}

/**
 * Cookie of a device with which this person signs in.
 * @param cookie its previous cookie: device id and marks of other users are retained
 */
export function deviceFor(
  secrets: Secrets,
  cookie: string | undefined,
  personId: string,
): { readonly id: string; readonly cookie: string } {
  const { id, marks } = read(cookie) ?? { id: randomUUID(), marks: [] };
  const mark = markBy(secrets.keys()[0], id, personId);
  const others = marks.filter((each) => each !== mark).slice(0, maxPeople - 1);
  return { id, cookie: [id, mark, ...others].join('.') };
}
