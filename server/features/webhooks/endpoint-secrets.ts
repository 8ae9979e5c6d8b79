import type { Row } from '#server/db/database.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { sealContextOf } from './signature.ts';

/**
 * Returns the secrets that sign for an endpoint: the current one and, for a day after a rotation, the previous one. A secret that cannot be
 * decrypted with this SECRET_KEY is undefined.
 * @param row with `secret_token`, and `previous_secret` while it is valid
 */
export function secretsOf(
  secrets: Secrets,
  team: string,
  webhook: string,
  row: Row,
): { readonly current: string | undefined; readonly previous: string | undefined } {
  const open = (sealed: unknown) => {
    if (sealed === null) return undefined;
    try {
      return secrets.open(sealed as Buffer, sealContextOf(team, webhook));
    } catch {
      return undefined;
    }
  };
  return { current: open(row.secret_token), previous: open(row.previous_secret) };
}
