import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Row } from '#server/db/database.ts';
import type { Secrets } from '#server/platform/secrets.ts';

/* Proofs of erasures: a JSON text without personal data, and a MAC of it by a key that is derived from SECRET_KEY. */

const purpose = 'pauta proofs of erasures';

const macOf = (key: string, team: string, id: string, text: string) =>
  createHmac('sha256', Buffer.from(key, 'hex')).update([team, id, text].join('\n')).digest();

/** MAC of a proof, 64 hex digits. */
export const proofMac = (secrets: Secrets, team: string, id: string, text: string): string =>
  macOf(secrets.derive(purpose), team, id, text).toString('hex');

/** True if the proof was made by this installation and not altered. */
export function isGenuineProof(
  secrets: Secrets,
  team: string,
  { id, text, mac }: { readonly id: string; readonly text: string; readonly mac: string },
): boolean {
  const bytes = Buffer.from(mac, 'hex');
  return secrets.keys().some((key) => {
    const expected = macOf(key.derive(purpose), team, id, text);
    return expected.length === bytes.length && timingSafeEqual(expected, bytes);
  });
}

/** A stored proof as operations return it. */
export function proofOf(team: string, row: Row, secrets: Secrets) {
  const [id, text, mac] = [String(row.id), String(row.proof), String(row.mac)];
  return {
    id,
    code: String(row.code),
    started_at: row.started_at,
    finished_at: row.finished_at,
    content: JSON.parse(text) as Record<string, unknown>,
    sha256: createHash('sha256').update(text).digest('hex'),
    mac,
    is_genuine: isGenuineProof(secrets, team, { id, text, mac }),
  };
}
