import type { Row } from '../db/database.ts';
import { secretPlace } from '../events/signature.ts';
import type { Secrets } from '../secrets.ts';

/**
 * The secrets that sign for an endpoint: its own and, for a day after a rotation, the one before it. One that does not open
 * with this SECRET_KEY is left out.
 * @param row with `secret_token`, and `previous_secret` while that counts
 */
export function secretsOf(secrets: Secrets, team: string, webhook: string, row: Row): string[] {
  const sealed = [row.secret_token, row.previous_secret] as (Buffer | null)[];
  return sealed.flatMap((secret) => {
    if (secret === null) return [];
    try {
      return [secrets.open(secret, secretPlace(team, webhook))];
    } catch {
      return [];
    }
  });
}
