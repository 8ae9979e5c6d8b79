import { platformStatement } from '#server/db/statement.ts';
import { type Ledger, LedgerError } from '#server/features/privacy/ledger.ts';
import type { Check, Examined } from './check.ts';

/** Erasures that the ledger must have. */
const ledgered = platformStatement('select id from privacy_erasures where ledgered_at is not null');

const name = 'erasures';

/** Verifies the ledger of erasures: it exists, its chain holds, and it has every erasure of the database. */
export async function checkLedger(
  { platform, secrets }: Pick<Examined, 'platform' | 'secrets'>,
  ledger: Ledger,
): Promise<Check> {
  const ids = (await platform.run(ledgered)).map(({ id }) => String(id));
  try {
    const entries = await ledger.read(secrets);
    if (entries === undefined && ids.length > 0)
      return {
        ...{ name, ok: false, found: `the ledger is missing in ${ledger.path}` },
        advice:
          'A restored backup would bring erased persons back. Put the ledger there, set LEDGER_URL, or run this where the worker runs (docs/operating.md).',
      };
    const listed = new Set((entries ?? []).map(({ id }) => id));
    const missing = ids.filter((id) => !listed.has(id));
    if (missing.length === 0)
      return { name, ok: true, found: `the ledger has ${listed.size} erasures` };
    return {
      ...{
        name,
        ok: false,
        found: `the ledger in ${ledger.path} lacks ${missing.length} erasures`,
      },
      advice: `Restore the ledger from its own backup: it lacks ${missing[0]}.`,
    };
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    return { name, ok: false, found: error.message };
  }
}
