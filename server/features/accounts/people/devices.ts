import { createHmac, randomUUID } from 'node:crypto';
import { isSame } from '../../../platform/constant-time.ts';
import type { SecretKey, Secrets } from '../../../platform/secrets.ts';
import { isUuid } from '../../../platform/uuid.ts';

/*
 * Devices that somebody has signed in with: a cookie holds the device's id and a mark for each of the last people who did. A mark
 * names nobody, and nobody else can make one: an HMAC of device and person.
 */

const mostPeople = 5;
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
  if (!isUuid(id) || marks.length > mostPeople) return undefined;
  return marks.every((mark) => markShape.test(mark)) ? { id, marks } : undefined;
}

/** The id of the device, where this person has signed in with it before; undefined else. */
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
 * The cookie of a device that this person signs in with now.
 * @param cookie what it had before: it stays the same device, and that of the others who use it
 */
export function deviceFor(
  secrets: Secrets,
  cookie: string | undefined,
  personId: string,
): { readonly id: string; readonly cookie: string } {
  const { id, marks } = read(cookie) ?? { id: randomUUID(), marks: [] };
  const mark = markBy(secrets.keys()[0], id, personId);
  const others = marks.filter((each) => each !== mark).slice(0, mostPeople - 1);
  return { id, cookie: [id, mark, ...others].join('.') };
}
