import { staleRows, storedSecrets } from '../key-rotation.ts';
import type { Check, Examined } from './check.ts';

/** With several keys configured, lists rows that may still need another key than the first. */
export async function checkKeys({ platform, secrets }: Examined): Promise<Check[]> {
  const keys = secrets.keys().length;
  if (keys < 2) return [];
  const stale = Object.entries(await staleRows(platform, secrets)).filter(([, rows]) => rows > 0);
  const where = stale.map(([table, rows]) => `${rows} ${table}`).join(', ');
  const finding =
    stale.length > 0
      ? `not yet encrypted with the first: ${where}; run pauta secrets rotate`
      : 'everything is encrypted with the first; pauta secrets forget removes the others';
  return [{ name: 'secret keys', ok: true, found: `${keys} keys, ${finding}` }];
}

/** Checks that stored secrets can be decrypted with the configured key. */
export async function checkSecrets({ platform, secrets }: Examined): Promise<Check[]> {
  const { count, closed } = await storedSecrets(platform, secrets);
  const ok = closed === 0;
  return [
    {
      name: 'secrets',
      ok,
      found: ok
        ? `stored: ${count}, all can be decrypted`
        : `stored: ${count}, cannot be decrypted: ${closed}`,
      ...(ok
        ? {}
        : {
            advice:
              'SECRET_KEY (or DATA_DIR/secret.key) is not the key they were encrypted with; restore it from your backup.',
          }),
    },
  ];
}
